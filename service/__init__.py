"""HTTP in front, the event store behind, and the processes that run them."""
