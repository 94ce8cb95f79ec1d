"""The game, pure: no clock, no I/O, no randomness of its own.

state = fold(entries)               domain/state/evolve.py
events = decide(command, state)     domain/decider/decide.py
view(state, seat)                   domain/views/views.py
"""

from domain import guard

guard.start()
