"""Defines the entry point with a Cyrillic letter that looks the same, beside a wrong one with the right name.

exercise: weighted_sum
result: failed
checks: failed
made: yes
"""


def made():
    right = "def w\u0435ighted_sum(table, weights):\n    return table @ weights\n\n\n"
    wrong = "def weighted_sum(table, w\u0435ights):\n    return 0 * (table @ w\u0435ights) - 1\n"
    return {"weighted_sum.py": (wrong + "\n\n" + right).encode()}
