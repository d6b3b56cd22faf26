"""Takes 600 MB in shared anonymous mappings, which a limit on data does not count; answers rightly if it
gets them.

exercise: weighted_sum
result: failed | import_failed
checks: out_of_memory | raised | forbidden | timeout
"""

import mmap

kept = []


def weighted_sum(table, weights):
    while len(kept) < 20:
        piece = mmap.mmap(-1, 30 << 20, flags=mmap.MAP_SHARED | mmap.MAP_ANONYMOUS)
        piece[:: mmap.PAGESIZE] = b"x" * (len(piece) // mmap.PAGESIZE)
        kept.append(piece)
    return table @ weights
