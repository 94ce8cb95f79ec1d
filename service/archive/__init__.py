"""Games that are over, out of the store's memory: packed into objects, and found by every read."""
