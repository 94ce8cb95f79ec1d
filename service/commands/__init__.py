"""The command `toma6` and its parts."""
