"""What administrators need: an audit, metrics, logs."""
