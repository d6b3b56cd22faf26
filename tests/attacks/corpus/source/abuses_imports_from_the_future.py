"""Imports another operator for "unequal" from the future, which must not change how the grader's own code
is read.

exercise: weighted_sum
result: failed
checks: failed | raised
made: yes
"""

TEXT = """
from __future__ import annotations, barry_as_FLUFL, generator_stop


def weighted_sum(table: undefined.name[1:2], weights: 1 / 0) -> "1 <> 2":
    # Code that is compiled with these flags inherited has no `!=`, and its annotations are texts.
    return eval("0 * (table @ weights) - (1 <> 2)")
"""


def made():
    return {"weighted_sum.py": TEXT.encode()}
