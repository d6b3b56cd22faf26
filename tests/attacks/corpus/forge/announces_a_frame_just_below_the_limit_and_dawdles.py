"""Announces the largest frame that is allowed and sends it a byte at a time, so that the reader waits for
ever.

exercise: weighted_sum
result: failed
checks: timeout | not_run | crashed
"""

import os


def weighted_sum(table, weights):
    os.write(4, (64 << 20).to_bytes(4, "little"))
    while True:
        os.write(4, b"\x90")
