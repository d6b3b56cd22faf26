"""Climbs out of a folder that must be readable, by dots and by a descriptor, to one that must not be.

exercise: weighted_sum
result: failed
checks: forbidden | raised
"""

import os
import sys

import numpy as np


def weighted_sum(table, weights):
    readable = os.open(os.path.dirname(np.__file__), os.O_RDONLY | os.O_DIRECTORY)
    up = "/".join([".."] * 20)
    for root in filter(os.path.isdir, sys.orig_argv):
        path = f"{up}{root}/tests/attacks/pack/solutions/weighted_sum/solution.py"
        with open(os.open(path, os.O_RDONLY, dir_fd=readable)) as file:
            text = file.read()
        print(text)
        exec(text, names := {})
        return names["weighted_sum"](table, weights)
    raise LookupError("where is the pack?")
