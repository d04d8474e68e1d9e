"""What an assignment asks of a player, and what its checks find."""
