"""Raises a SyntaxError with a line, a file name and a name that are no numbers and no texts, to break its
report.

exercise: weighted_sum
result: failed
checks: raised | crashed
"""


class Line(int):
    def __int__(self):
        raise SystemExit(0)

    __index__ = __bool__ = __int__


def weighted_sum(table, weights):
    fault = SyntaxError("passed")
    fault.filename, fault.lineno, fault.name, fault.obj = __file__, Line(1), Line(2), Line(3)
    raise fault
