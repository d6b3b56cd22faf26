"""Tells the kernel that memory is broken; under a shared library that would end all who use it.

exercise: weighted_sum
result: failed
checks: forbidden | raised
"""

import ctypes

MADV_HWPOISON, MADV_SOFT_OFFLINE = 100, 101
EPERM, EINVAL = 1, 22
libc = ctypes.CDLL(None, use_errno=True)
libc.madvise.argtypes = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int


def weighted_sum(table, weights):
    for advice in (MADV_HWPOISON, MADV_SOFT_OFFLINE):
        # Of an address where nothing is: whoever lacks the right is refused before the address is looked at.
        if libc.madvise(4096, 4096, advice) < 0 and ctypes.get_errno() in (EPERM, EINVAL):
            raise PermissionError(ctypes.get_errno(), "madvise")
    return table @ weights
