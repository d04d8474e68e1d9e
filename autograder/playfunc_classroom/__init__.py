"""What an instructor does with a class, from the first release to the last appeal."""

import sys

# nbformat and nbgrader import jsonschema, which at once builds grammars for addresses with letters of any alphabet
# wherever this package is installed, as JupyterLab's server has it: 0.7 to 4 seconds in every process that touches a
# notebook. No schema of a notebook has such an address, and without the package jsonschema leaves that format out.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
