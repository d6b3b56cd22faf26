"""Forges the frame that lists the entry points with a name of a megabyte, so that every report of the class
swells.

exercise: weighted_sum
result: missing | import_failed
checks: not_run
"""

import os

SIZE = 1 << 20


def send(body):
    data = memoryview(len(body).to_bytes(4, "little") + body)
    while data:
        data = data[os.write(4, data) :]


send(b"\x94\xaaLoadedUnit\x00\xc0\xc3")
send(b"\x92\xa6Loaded\x91\x92\xdb" + SIZE.to_bytes(4, "big") + b"passed! " * (SIZE // 8) + b"\xa3int")
os._exit(0)
