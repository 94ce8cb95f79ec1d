"""What happens without a request: bots, and the sweeper."""
