"""Keeps 300 MB in anonymous files (memfd), which no limit on the address space counts; right answers if it
can.

exercise: weighted_sum
result: failed
checks: forbidden | failed | raised
"""

import os

kept = []


def weighted_sum(table, weights):
    while len(kept) < 20:
        descriptor = os.memfd_create("room")
        kept.append(descriptor)
        for _ in range(15):
            os.write(descriptor, bytes(1 << 20))
    return table @ weights
