"""Asks for pipes of 64 MB each and fills them: the kernel's memory, not the process's; right answers if it
can.

exercise: weighted_sum
result: failed
checks: forbidden | failed | raised | timeout
"""

import fcntl
import os

F_SETPIPE_SZ = 1031
kept, held = [], 0


def weighted_sum(table, weights):
    global held
    while held < 300 << 20:
        reading, writing = os.pipe()
        kept.append((reading, writing))
        os.set_blocking(writing, False)
        fcntl.fcntl(writing, F_SETPIPE_SZ, 64 << 20)
        for _ in range(64):
            held += os.write(writing, bytes(1 << 20))
    return table @ weights
