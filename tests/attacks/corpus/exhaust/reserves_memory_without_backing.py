"""Reserves a terabyte with MAP_NORESERVE and uses 400 MB of it; answers rightly if it can.

exercise: weighted_sum
result: failed | import_failed
checks: out_of_memory | raised | forbidden
"""

import mmap

NORESERVE = 0x4000


def weighted_sum(table, weights):
    flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | NORESERVE
    room = mmap.mmap(-1, 1 << 40, flags=flags)
    for at in range(0, 400 << 20, mmap.PAGESIZE):
        room[at] = 1
    return table @ weights
