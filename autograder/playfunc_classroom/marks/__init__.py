"""Marking a whole class: marks on disk, their stamps, and what a run reports."""
