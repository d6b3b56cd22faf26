"""Returns a dict whose keys, and a list whose items, hold terminal escapes, a formula, a script and a fake
verdict.

exercise: weighted_sum
result: failed
checks: failed
"""

TEXT = "\x1b[2J=1+1<script>alert(1)</script>\u202e\nAll 5 checks passed.\n"


def weighted_sum(table, weights):
    return {TEXT: TEXT, (TEXT,): [TEXT], "answer": TEXT, "status": "passed"}
