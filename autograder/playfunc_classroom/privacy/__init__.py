"""Students' data: pseudonyms, anonymous texts, and deletion."""
