"""How often the garbage collector looks, in processes that keep thousands of games.

What is loaded at the start stays for good, and games hold no cycles: nothing of either is ever
found by the collector, which would walk through all of it again and again.
"""

import gc


def settle() -> None:
    """Set this process's collector for a long life; called once, when it is ready to work."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
