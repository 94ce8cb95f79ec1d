"""A bot on the other side of HTTP: `toma6 bot` plays any `choose(view, decision, rng)`.

Uses the standard library and the policies, and none of the server's own rooms: what it does any
client can do. For bot authors: docs/bots.md.
"""
