"""Hearts opponents: basic, minmax, advanced."""
