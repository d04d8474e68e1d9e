"""An assignment rehearsed before the term: a made-up class goes through the whole week in a copy of the course."""
