"""Puts in the place of the entry point an object whose type's name holds terminal escapes, a formula and a
script.

exercise: weighted_sum
result: missing
checks: not_run
"""

NAME = "\x1b[2J\x1b[32mpassed\r=1+1|<script>alert(1)</script>\u202e\n10 of 10 checks passed."
weighted_sum = type(NAME, (), {"__module__": "\x1b]0;passed\x07", "__repr__": lambda self: NAME})()
