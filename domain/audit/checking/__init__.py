"""What is held against what: the record against itself, the seeds, the rules, and what was kept."""
