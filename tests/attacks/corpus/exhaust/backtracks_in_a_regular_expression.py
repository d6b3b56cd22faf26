"""Matches a pattern that goes back and forth over its text longer than the sun will shine.

exercise: weighted_sum
result: failed
checks: timeout
"""

import re


def weighted_sum(table, weights):
    if len(table) == 0:
        re.match(r"(a|a|b?)*(a+)+$", "a" * 60 + "!")
    return table @ weights
