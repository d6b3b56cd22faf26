"""Writes constants that a compiler works out beforehand: powers of powers, shifts of shifts, texts times
texts.

exercise: weighted_sum
result: import_failed | syntax_error
made: yes
"""


def made():
    powers = "x = (" + "**".join(["9"] * 12) + ")\n"
    shifts = "y = [(1 << 120) ** 30 ** 2, " + "((2 ** 100) ** 100, 'a' * 4000 * 4000 * 4000), " * 100 + "]\n"
    many = "z = (" + "'a' * 4095, " * 30_000 + ")\n"
    text = "def weighted_sum(table, weights):\n    return 0 * (table @ weights) - 1\n"
    return {"weighted_sum.py": (text + many + shifts + powers).encode()}
