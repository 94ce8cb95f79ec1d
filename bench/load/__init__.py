"""Load as the world makes it: decisions fall due when they do, whatever became of others."""
