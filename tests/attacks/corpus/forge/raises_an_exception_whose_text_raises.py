"""Raises an exception whose __str__, __repr__ and __traceback__ raise or exit, to break whoever reports it.

exercise: weighted_sum
result: failed
checks: raised | crashed
"""

import os


class Broken(Exception):
    def __str__(self):
        raise SystemExit(0)

    def __repr__(self):
        os._exit(0)

    @property
    def __traceback__(self):
        raise KeyboardInterrupt


def weighted_sum(table, weights):
    raise Broken
