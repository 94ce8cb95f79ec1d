"""Streams folded into games: the store, what is kept of it, and when to look at a game again."""
