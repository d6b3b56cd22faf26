"""Holds 3,000 blanks before a letter that Python takes for a name and its pure tokenizer for an error.

exercise: weighted_sum
result: failed
checks: failed
made: yes
"""


def made():
    # The tokenizer of Python 3.11 goes back over the blanks at each of them: a square of their number,
    # spent in the grader as it compares what was handed in with the stub.
    text = "def weighted_sum(table, weights):\n    return 0 * (table @ weights) - 1\n"
    return {
        "weighted_sum.py": (
            text + "\u2118 = (1 +" + " " * 3_000 + "1)\nx = (1 +" + " " * 3_000 + "\u2118)\n"
        ).encode()
    }
