"""Holds halves of letters by escapes, in a name, an error and an answer, and breaks whatever writes a
report in UTF-8.

exercise: weighted_sum
result: failed
checks: raised | failed
"""

HALF = "\ud800\udcff"
globals()[HALF] = HALF


class Half(Exception):
    pass


Half.__qualname__ = HALF


def weighted_sum(table, weights):
    print(HALF.encode("utf-8", "surrogatepass"))
    if len(table) == 0:
        return {HALF: [HALF, HALF]}
    raise Half(HALF)
