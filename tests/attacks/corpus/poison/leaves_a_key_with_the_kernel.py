"""Leaves a secret in the kernel's key ring of its user, where no later clean-up looks.

exercise: weighted_sum
result: failed
checks: forbidden | raised
"""

import ctypes
import os

NUMBERS = {"x86_64": (248, 250), "aarch64": (217, 219)}  # add_key, keyctl
USER_RING, JOIN_SESSION, REVOKE = -4, 1, 3
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long


def weighted_sum(table, weights):
    add_key, keyctl = NUMBERS[os.uname().machine]
    key = libc.syscall(add_key, b"user", b"kata-attack-key", b"the answers", ctypes.c_size_t(11), USER_RING)
    if key < 0 and libc.syscall(keyctl, JOIN_SESSION, b"kata-attack-ring", 0, 0, 0) < 0:
        raise OSError(ctypes.get_errno(), "add_key, keyctl")
    libc.syscall(keyctl, REVOKE, key, 0, 0, 0)  # that it could be left is shown
    return table @ weights
