"""Running the server: the engine, the processes and their supervisor, the command line's parts."""
