"""Similar submissions: finding them and reporting them."""
