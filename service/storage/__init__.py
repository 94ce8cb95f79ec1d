"""How Redis is spoken to: clients, commands, keys, scripts, entries, and the start-up check."""
