"""Tries every descriptor it was born with as a socket: sends to an address, connects it, listens at it.

exercise: weighted_sum
result: failed
checks: forbidden | raised
"""

import ctypes
import os
import struct

libc = ctypes.CDLL(None, use_errno=True)
ADDRESS = struct.pack("=HHI", 2, 0x0900, 0x0100007F) + bytes(8)  # 127.0.0.1, port 9


def weighted_sum(table, weights):
    stopped = 0
    for descriptor in range(64):
        for way in (
            lambda: libc.sendto(descriptor, b"x", 1, 0x4000, ADDRESS, 16),
            lambda: libc.send(descriptor, b"\0\0\0\0", 4, 0x4000),
            lambda: libc.connect(descriptor, ADDRESS, 16),
            lambda: libc.listen(descriptor, 1),
        ):
            if way() >= 0:
                return table @ weights
            stopped = ctypes.get_errno() if ctypes.get_errno() in (1, 13) else stopped or ctypes.get_errno()
    raise OSError(stopped, os.strerror(stopped))
