"""Whole games on a simulated site, in which everything goes wrong that can: the same for a seed.

    python -m tests.simulation --games 20000        the long run (make simulate)
    python -m tests.simulation --seed 17 --trace    one game again, step by step

Some web processes, two workers and a sweeper run the true store, directory, commander, handling
loop, access rules, bots and sweeper, over a Redis in memory (memory.py, scripts.py). Each actor is
a thread, and one at a time holds the baton (baton.py); it may change hands at every command that
is sent and every pause. There commands and replies are lost or come late, processes die, jobs are
lost or doubled, clocks are set back and scripts forgotten (line.py, world.py). People repeat their
requests, send different answers from two devices, leave, resign, fall silent (people.py,
devices.py); the host starts early or abandons (machines.py). One seed in five has fair weather and
no sweeper until the end: nothing may need one. When all is at rest checks.py and said.py look.
"""
