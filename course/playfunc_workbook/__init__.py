"""What the cells of the course's notebooks call. Importing it lets a notebook name functions older than their cells."""

from playfunc_workbook.cell_warnings import watch_cells

watch_cells()
