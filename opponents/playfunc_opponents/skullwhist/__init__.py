"""SkullWhist: the ladder's players, and both hands played perfectly when they are known."""
