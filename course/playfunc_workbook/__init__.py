"""What the cells of the notebooks call."""
