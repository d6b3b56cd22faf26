"""Doubles a text until there is no memory for the next one.

exercise: weighted_sum
result: failed
checks: out_of_memory | timeout
"""


def weighted_sum(table, weights):
    text = "x"
    while len(table) == 0:
        text += text
    return table @ weights
