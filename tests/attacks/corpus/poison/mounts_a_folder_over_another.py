"""Mounts an empty file system over a folder, by the old call and by the new ones.

exercise: weighted_sum
result: failed
checks: forbidden | raised
"""

import ctypes
import os

FSOPEN, OPEN_TREE, OPEN_TREE_CLONE = 430, 428, 1  # the same numbers on every machine
PLACE = b"/tmp/kata-attack-mount"
libc = ctypes.CDLL(None, use_errno=True)


def weighted_sum(table, weights):
    try:
        os.makedirs(PLACE, exist_ok=True)
    except OSError:
        pass
    ways = (
        lambda: libc.mount(b"none", PLACE, b"tmpfs", 0, b"size=64k"),
        lambda: libc.syscall(FSOPEN, b"tmpfs", 0),
        lambda: libc.syscall(OPEN_TREE, -100, b"/", OPEN_TREE_CLONE),
    )
    for way in ways:
        if way() >= 0:
            libc.umount2(PLACE, 2)
            return table @ weights
    raise OSError(ctypes.get_errno(), "mount")
