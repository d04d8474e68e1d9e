"""BlackJack: the ladder's players, exact expectations, and what a move gave away."""
