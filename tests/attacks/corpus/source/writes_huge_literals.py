"""Writes integers of a million digits in base ten and sixteen, and a float of as many, all at once.

exercise: weighted_sum
result: syntax_error | import_failed
made: yes
"""


def made():
    text = "def weighted_sum(table, weights):\n    return 0 * (table @ weights) - 1\n"
    literals = f"x = 0x{'f' * 1_000_000}\ny = 1.{'7' * 1_000_000}\nz = {'8' * 1_000_000}\n"
    return {"weighted_sum.py": (text + literals).encode()}
