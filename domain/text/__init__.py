"""How ids, times and JSON are written, and read back strictly."""
