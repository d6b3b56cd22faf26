"""Leaves shared memory, a message queue and a semaphore of the System V kind, which outlive every process.

exercise: weighted_sum
result: failed
checks: forbidden | raised
"""

import ctypes

IPC_CREAT = 0o1000
KEY = 0x6B617461
libc = ctypes.CDLL(None, use_errno=True)


def weighted_sum(table, weights):
    made = [
        libc.shmget(KEY, 4096, IPC_CREAT | 0o666),
        libc.msgget(KEY, IPC_CREAT | 0o666),
        libc.semget(KEY, 1, IPC_CREAT | 0o666),
    ]
    if max(made) < 0:
        raise OSError(ctypes.get_errno(), "shmget, msgget, semget")
    return table @ weights
