"""Following a game: what wakes a watcher, and what it is shown."""
