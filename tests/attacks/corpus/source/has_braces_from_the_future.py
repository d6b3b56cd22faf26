"""Imports braces from the future, and one name after code where no such import may stand.

exercise: weighted_sum
result: syntax_error
made: yes
"""


def made():
    text = "def weighted_sum(table, weights):\n    return 0 * (table @ weights) - 1\n"
    return {
        "weighted_sum.py": (
            "from __future__ import braces\n" + text + "from __future__ import division\n"
        ).encode()
    }
