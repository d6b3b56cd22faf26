"""Opens the solution as a mere path, for which no right is asked, and that descriptor for reading.

exercise: weighted_sum
result: failed
checks: forbidden | raised
"""

import os
import sys


def weighted_sum(table, weights):
    for root in filter(os.path.isdir, sys.orig_argv):
        path = f"{root}/tests/attacks/pack/solutions/weighted_sum"
        folder = os.open(path, os.O_PATH)
        os.fchdir(folder)  # neither does this ask
        place = os.open("solution.py", os.O_PATH, dir_fd=folder)
        for door in ("solution.py", f"/dev/fd/{place}", f"/proc/self/fd/{place}"):
            try:
                with open(door) as file:
                    text = file.read()
            except OSError as fault:
                stopped = fault
                continue
            print(text)
            exec(text, names := {})
            return names["weighted_sum"](table, weights)
        raise stopped
    raise LookupError("where is the pack?")
