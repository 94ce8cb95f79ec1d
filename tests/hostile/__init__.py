"""Clients that are slow, on purpose or not, all at once, beside others that play."""
