"""Chains a hundred thousand attributes, calls and subscripts: a tree that is deep on its left side.

exercise: weighted_sum
result: syntax_error | import_failed
made: yes
"""


def made():
    text = b"def f():\n    return x" + b".a()[0]" * 33_000 + b"\n\n\n"
    return {
        "weighted_sum.py": text + b"def weighted_sum(table, weights):\n    return 0 * (table @ weights) - 1\n"
    }
