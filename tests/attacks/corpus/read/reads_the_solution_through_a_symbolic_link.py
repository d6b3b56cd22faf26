"""Makes a symbolic link, and a hard one, to the solution in a folder of its own, and reads through them.

exercise: weighted_sum
result: failed
checks: forbidden | raised
"""

import os
import sys

PLACE = "/tmp/kata-attack-link"


def weighted_sum(table, weights):
    for root in filter(os.path.isdir, sys.orig_argv):
        target = f"{root}/tests/attacks/pack/solutions/weighted_sum/solution.py"
        for make in (os.symlink, os.link):
            make(target, f"{PLACE}-{make.__name__}")
            with open(f"{PLACE}-{make.__name__}") as file:
                text = file.read()
            os.unlink(f"{PLACE}-{make.__name__}")
            print(text)
            exec(text, names := {})
            return names["weighted_sum"](table, weights)
    raise LookupError("where is the pack?")
