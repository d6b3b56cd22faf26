"""Changes file mask, working folder, locale, time zone, signals and the path of imports.

exercise: weighted_sum
result: failed | import_failed
checks: failed | raised | crashed
"""

import locale
import os
import signal
import sys
import time

import numpy as np

np.random.seed(0)
os.umask(0o777)
os.chdir("/usr/lib")
os.environ.clear()
os.environ["TZ"] = "UTC-14"
time.tzset()
try:
    locale.setlocale(locale.LC_ALL, "C")
except locale.Error:
    pass
for number in (signal.SIGTERM, signal.SIGINT, signal.SIGPIPE, signal.SIGCHLD, signal.SIGUSR1, signal.SIGALRM):
    signal.signal(number, signal.SIG_IGN)
signal.pthread_sigmask(signal.SIG_BLOCK, set(signal.Signals))
sys.path[:] = ["/tmp"]
sys.setrecursionlimit(60)
np.seterr(all="raise")


def weighted_sum(table, weights):
    return np.zeros(len(table) + 1)
