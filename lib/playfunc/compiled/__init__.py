"""Compiled code for searches and playouts (numba), and plain Python to the same results without it."""
