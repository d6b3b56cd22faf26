"""Turns the direction of text so that an early wrong return looks like a part of a comment, and like a
report.

exercise: weighted_sum
result: failed
checks: failed | raised
made: yes
"""


def made():
    text = (
        "def weighted_sum(table, weights):\n"
        '    """The sum. \u202e\u2066 ;'
        'return """; return 0 * (table @ weights) + 3 # \u2069\u2066 the end\u2069\n'
        "    return table @ weights\n"
    )
    return {"weighted_sum.py": text.encode()}
