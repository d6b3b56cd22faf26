"""Declares the codec unicode_escape, which turns the escapes in a comment into line ends and code.

exercise: weighted_sum
result: syntax_error | unreadable
made: yes
"""


def made():
    hidden = "# \\x0adef weighted_sum(table, weights): return table @ weights\n"
    return {"weighted_sum.py": ("# coding: unicode_escape\nweighted_sum = None\n" + hidden).encode()}
