"""The ladder's pages: each beside what it reads, where nothing else reads it."""
