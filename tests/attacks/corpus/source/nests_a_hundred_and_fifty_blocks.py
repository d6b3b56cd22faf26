"""Nests 150 blocks, more than Python takes, and 95 functions in each other, which it does take.

exercise: weighted_sum
result: syntax_error | import_failed
made: yes
"""


def made():
    functions = "".join("    " * depth + "def f():\n" for depth in range(95)) + "    " * 95 + "pass\n"
    blocks = "".join(" " * depth + "if x:\n" for depth in range(150)) + " " * 150 + "pass\n"
    honest = "def weighted_sum(table, weights):\n    return 0 * (table @ weights) - 1\n"
    return {"weighted_sum.py": (honest + functions + blocks).encode()}
