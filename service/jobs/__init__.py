"""Who must act now, and the queue that has them act."""
