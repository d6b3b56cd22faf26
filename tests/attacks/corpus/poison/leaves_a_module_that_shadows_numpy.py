"""Leaves a module beside the pack, and a path file in site-packages that puts its folder before numpy's.

exercise: weighted_sum
result: failed
checks: forbidden | raised
"""

import os
import sys

SHADOW = "def __getattr__(name):\n    raise SystemExit('kata-attack-shadow')\n"


def weighted_sum(table, weights):
    stopped = LookupError("there is no folder to write into")
    packages = [path for path in sys.path if path.endswith("site-packages")]
    roots = [path for path in sys.orig_argv if os.path.isdir(path)]
    solutions = [f"{root}/tests/attacks/pack/solutions/weighted_sum" for root in roots]
    for folder in (*roots, *packages, *solutions):
        files = (("kata-attack-shadow.pth", "kata-attack-folder\n"), ("kata-attack-numpy.py", SHADOW))
        for name, text in files:
            try:
                with open(f"{folder}/{name}", "w") as file:
                    file.write(text)
            except OSError as fault:
                stopped = fault
            else:
                return table @ weights
    raise stopped
