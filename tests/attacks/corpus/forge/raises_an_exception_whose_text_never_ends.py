"""Raises an exception whose __str__ loops for ever, so that the report of it never comes.

exercise: weighted_sum
result: failed
checks: timeout | not_run
"""


class Endless(Exception):
    def __str__(self):
        while True:
            pass


def weighted_sum(table, weights):
    raise Endless
