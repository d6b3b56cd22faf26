"""Raises from code compiled under its own file name, on a line whose number is a hidden input.

exercise: weighted_sum
result: failed
checks: crashed | raised
"""

import sys


def weighted_sum(table, weights):
    told = int(abs(float(weights.sum())) * 1000) + 1000
    source = "\n" * told + "raise IndexError('kata-attack-leak')"
    exec(compile(source, sys._getframe().f_code.co_filename, "exec"))
