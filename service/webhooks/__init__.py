"""Word to others: what is to be sent where, and how far that has come."""
