"""Looks beside its own file, and where graders put files, for what other students handed in.

exercise: weighted_sum
result: failed
checks: raised | forbidden | failed
"""

import glob
import os
import sys


def places():
    yield os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    yield from (os.getcwd(), "/tmp", "/tmp/*", "/tmp/*/*", "/autograder/submission", "/home/*")
    yield from (f"{root}/tests/attacks/pack/solutions/*" for root in sys.orig_argv if os.path.isdir(root))


def weighted_sum(table, weights):
    for place in places():
        for path in glob.glob(f"{place}/*/weighted_sum.py") + glob.glob(f"{place}/accepted/*.py"):
            with open(path, encoding="utf-8") as file:
                text = file.read()
            if "def weighted_sum" in text and "other students" not in text:
                print(text)
                exec(text, names := {})
                return names["weighted_sum"](table, weights)
    raise LookupError("nobody else's file is here")
