"""How often the garbage collector looks, in processes that keep thousands of games.

What is loaded at the start stays for good, and games hold no cycles: nothing of either is ever
found by the collector, which would walk through all of it again and again.
"""

import atexit
import gc


def settle() -> None:
    """Set this process's collector for a long life; called once, when it is ready to work."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    # Else modules end in an order in which logging's lock outlives gevent, which it is made of.
    atexit.register(gc.unfreeze)
