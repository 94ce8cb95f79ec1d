"""The report for a person at a terminal, and the terminal itself, whatever it is like."""
