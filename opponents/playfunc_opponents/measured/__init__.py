"""How strong players are, by measurement."""
