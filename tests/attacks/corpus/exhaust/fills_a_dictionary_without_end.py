"""Fills a dictionary, which asks for twice the room each time it grows.

exercise: weighted_sum
result: failed
checks: out_of_memory | timeout
"""


def weighted_sum(table, weights):
    known, number = {}, 0
    while len(table) == 0:
        known[number] = number
        number += 1
    return table @ weights
