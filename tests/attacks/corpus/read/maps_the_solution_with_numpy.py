"""Reads the solution with numpy, whose own code opens files without asking Python.

exercise: weighted_sum
result: failed
checks: forbidden | raised
"""

import os
import sys

import numpy as np


def weighted_sum(table, weights):
    stopped = LookupError("where is the pack?")
    for root in filter(os.path.isdir, sys.orig_argv):
        path = f"{root}/tests/attacks/pack/solutions/weighted_sum/solution.py"
        for read in (np.fromfile, np.memmap):
            try:
                text = bytes(read(path, dtype=np.uint8)).decode()
            except OSError as fault:
                stopped = fault
                continue
            print(text)
            exec(text, names := {})
            return names["weighted_sum"](table, weights)
    raise stopped
