"""The processes: the engine, the web, the workers, and what keeps them running."""
