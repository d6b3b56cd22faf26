"""Raises a group of exceptions, nested, that holds one of every type a check may ask for.

exercise: weighted_sum
result: failed
checks: raised | failed
"""


def weighted_sum(table, weights):
    inner = ExceptionGroup("inner", [ValueError("the lengths do not fit"), TypeError(), KeyError()])
    raise BaseExceptionGroup("outer", [inner, SystemExit(0)])
