"""Prints 40 MB while the file loads, which is allowed, and leaves 100 MB in the buffer of a stream for later.

exercise: weighted_sum
result: failed | import_failed
checks: too_much_output | timeout | not_run | out_of_memory
"""

import io
import os
import sys

for _ in range(40):
    os.write(1, b"x" * (1 << 20))

sys.stdout = io.TextIOWrapper(io.BufferedWriter(io.FileIO(1, "w", closefd=False), 100 << 20))


def weighted_sum(table, weights):
    if len(table) == 0:
        sys.stdout.write("x" * (50 << 20))  # leaves with the flush before the answer
    return table @ weights
