"""Templates and static files that all pages share."""
