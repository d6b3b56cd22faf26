"""Writes an answer of 60 MB for every case by itself, past the limit that the worker's own code would keep.

exercise: weighted_sum
result: failed
checks: crashed | failed | timeout | not_run
"""

import os
import sys

import numpy as np

SIZE = 60 << 20


def weighted_sum(table, weights):
    frame = sys._getframe()
    while frame and "planned" not in frame.f_locals:
        frame = frame.f_back
    check, case = frame.f_locals["planned"].index, frame.f_locals["case"]
    body = b"\x95\xa4Seen" + bytes([check, case]) + b"\x92\xa4Blob\xc6" + SIZE.to_bytes(4, "big")
    start = memoryview((len(body) + SIZE + 1).to_bytes(4, "little") + body)
    for data in (start, memoryview(bytes(SIZE)), memoryview(b"\xc0")):
        while data:
            data = data[os.write(4, data) :]
    return np.ones(len(table))
