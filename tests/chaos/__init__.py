"""The fault campaign: games played by concurrent clients while everything else is killed.
`python -m tests.chaos --help`. What is promised, and what the campaign found: docs/guarantees.md.
"""
