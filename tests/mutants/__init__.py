"""`make mutants`: one random change to the code at a time, and whether the tests notice. `changes`
says what can be changed, `seen` which test files execute it, `trial` tries one change in a copy of
the tree, `equivalents.toml` names the changes that change nothing."""
