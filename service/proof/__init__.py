"""What the server signs and hands out, so that nobody need trust it."""
