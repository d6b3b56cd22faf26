"""Opens a hundred thousand parentheses, brackets and braces, for a parser that recurses.

exercise: weighted_sum
result: syntax_error | import_failed
made: yes
"""


def made():
    text = b"x = " + b"([{" * 33_000 + b"0" + b"}])" * 33_000 + b"\n"
    return {
        "weighted_sum.py": text + b"def weighted_sum(table, weights):\n    return 0 * (table @ weights) - 1\n"
    }
