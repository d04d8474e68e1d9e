"""The ladder's pages, one module each."""
