"""The phases of a game, one file each: who acts, what is allowed, what follows."""
