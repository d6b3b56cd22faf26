"""Raises KeyboardInterrupt, GeneratorExit and a BaseException of its own in turn, past handlers of
Exception.

exercise: weighted_sum
result: failed
checks: raised
"""

import itertools


class Passed(BaseException):
    """Not an Exception."""


kinds = itertools.cycle([KeyboardInterrupt, GeneratorExit, StopIteration, Passed])


def weighted_sum(table, weights):
    raise next(kinds)
