"""Writes a million minus signs before a number, which some versions of Python cannot parse without dying.

exercise: weighted_sum
result: syntax_error | import_failed
made: yes
"""


def made():
    text = b"x = " + b"-" * 1_000_000 + b"1\n"
    return {
        "weighted_sum.py": text + b"def weighted_sum(table, weights):\n    return 0 * (table @ weights) - 1\n"
    }
