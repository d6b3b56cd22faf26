"""Pictures of numbers: what an exercise is about, and what a file gave beside what was expected.

What to draw is chosen first, as plain data (`panels`, `about`, `compared`), and drawn then: by matplotlib
(`figure`) or with letters (`blocks`). Only visible cases are ever drawn.
"""
