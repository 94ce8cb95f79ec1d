"""Cards, rows and hands as values: what lies on the table, and what it costs."""
