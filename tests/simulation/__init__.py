"""Whole games on a simulated site, in which everything goes wrong that can: the same for a seed.

    python -m tests.simulation --games 20000        the long run (make simulate)
    python -m tests.simulation --seed 17 --trace    one game again, step by step

Some web processes, two workers and a sweeper run the true store, directory, sender, handling
loop, access rules, bots and sweeper, over a Redis in memory (memory.py). Each actor is
a thread, and one at a time holds the baton (baton.py); it may change hands at every command that
is sent and every pause. There commands and replies are lost or come late, processes die, jobs are
lost or doubled, clocks are set back and scripts forgotten (line.py, world.py). People repeat their
requests, send different answers from two devices, leave, resign, fall silent (people.py,
devices.py); the host starts early or abandons (machines.py). One seed in five has fair weather and
no sweeper until the end: nothing may need one. After every script on the server watch.py looks at
what could be forgotten; when all is at rest checks.py and said.py look at everything.

What it finds is proved by test_mutations.py, which puts bugs in: an entry not known as one's own,
an append or a mark's settlement that does not look at what it expects, refusals and reads on an old
state, conflicts told, wrong receipts, jobs sent before the append or for turns alone, due times and
marks lost, own clocks at deadlines, times asked for too early, bots choosing at random, deadlines
forgotten. A due time settled although it was set anew is found too, but in one game of some two
hundred: too rarely to be proved there (tests/service/test_due_index.py does).

What it does not find: a cache that is never filled, which only costs time; jobs lost in a storm,
which the sweeper makes good; a second job that would choose otherwise, as the first answer stands
(said.py sees only the choice that was stored); whatever Flask, the real Redis and RQ add
(tests/http, tests/service, tests/chaos). Data never goes missing here: that is damage, which is
tests/service/test_store_damage.py's.
"""
