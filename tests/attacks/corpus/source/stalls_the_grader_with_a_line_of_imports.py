"""Holds a line of 42 KB that says "import" again and again: a search through it that goes back each time
takes for ever.

exercise: weighted_sum
result: failed
checks: failed
made: yes
"""


def made():
    # Whether a file imports torch is asked before any worker runs: what this takes, the grader itself takes.
    line = '"' + "import " * 6_000 + '"\n'
    text = "def weighted_sum(table, weights):\n    return 0 * (table @ weights) - 1\n"
    return {"weighted_sum.py": (text + line).encode()}
