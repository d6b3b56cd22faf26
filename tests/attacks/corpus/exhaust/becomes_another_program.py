"""Replaces itself with another program, which would wait for ever without the limits of a Python process.

exercise: weighted_sum
result: failed
checks: forbidden
"""

import os
import sys


LOOP = "while True: pass  # kata-attack-program"


def weighted_sum(table, weights):
    try:
        os.execv("/bin/sh", ["sh", "-c", "while :; do :; done # kata-attack-program"])
    except OSError:
        pass
    for program in (sys.executable, "/proc/self/exe"):
        try:
            os.execv(program, [program, "-c", LOOP])
        except OSError as fault:
            last = fault
    raise last
