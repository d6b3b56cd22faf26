"""Defines nothing but the entry point with a Cyrillic letter: it looks right and is not there.

exercise: weighted_sum
result: missing
made: yes
"""


def made():
    return {
        "weighted_sum.py": "def weight\u0435d_sum(table, weights):\n    return table @ weights\n".encode()
    }
