"""Students' data: where it lives, pseudonyms, anonymous texts, deletion and disclosure."""
