"""Raises an exception whose traceback, chain and line number go round in a circle or never come to an end.

exercise: weighted_sum
result: failed
checks: timeout | crashed | raised
"""


class Frame:
    @property
    def tb_next(self):
        return self

    tb_frame = f_code = property(lambda self: self)
    co_filename, tb_lineno = "weighted_sum.py", 10**5000


class Round(SyntaxError):
    __traceback__ = property(lambda self: Frame())
    __cause__ = __context__ = property(lambda self: self)
    filename = "weighted_sum.py"
    lineno = 10**5000


def weighted_sum(table, weights):
    if len(table) == 0:
        raise Round
    return table @ weights
