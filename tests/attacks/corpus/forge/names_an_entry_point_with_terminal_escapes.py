"""Forges the frame that lists the entry points, with a name that clears a terminal, is a formula and a
script.

exercise: weighted_sum
result: missing | import_failed
checks: not_run
"""

import os

NAME = "\x1b[2J\x1b[H\x1b]0;passed\x07=HYPERLINK(1)<script>alert(1)</script>\r\n10 passed\n\u202e".encode()


def send(body):
    os.write(4, len(body).to_bytes(4, "little") + body)


send(b"\x94\xaaLoadedUnit\x00\xc0\xc3")
send(b"\x92\xa6Loaded\x91\x92\xd9" + bytes([len(NAME)]) + NAME + b"\xa3int")
os._exit(0)
