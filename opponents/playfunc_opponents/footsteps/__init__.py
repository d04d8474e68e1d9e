"""FootSteps: the ladder's players, the game solved, and what a mixture of bids guarantees."""
