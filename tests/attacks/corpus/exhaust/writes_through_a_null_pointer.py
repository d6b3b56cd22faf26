"""Dies of a segmentation fault after it has made the fault handler and the core file welcome.

exercise: weighted_sum
result: failed
checks: crashed
"""

import ctypes
import resource
import signal


def weighted_sum(table, weights):
    if len(table) == 0:
        try:
            resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY,) * 2)
        except (OSError, ValueError):
            pass
        signal.signal(signal.SIGSEGV, signal.SIG_DFL)
        ctypes.memset(0, 1, 1 << 30)
    return table @ weights
