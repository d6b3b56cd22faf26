"""Spends its time in one call of a C library, with signals blocked: Python gets no say until it is over.

exercise: weighted_sum
result: failed
checks: timeout
"""

import hashlib
import signal


def weighted_sum(table, weights):
    if len(table) == 0:
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        hashlib.pbkdf2_hmac("sha256", b"password", b"salt", 2**31 - 1)
    return table @ weights
