"""Checks, marking, reports, and the command `playfunc`."""
