"""Appeals: evidence of a mark, its explanation, and marking again with it."""
