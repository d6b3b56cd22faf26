"""Sends full sockets through a socket and closes them: 300 MB that no descriptor of its own holds; right
answers if so.

exercise: weighted_sum
result: failed | import_failed
checks: failed | raised | forbidden | not_run
"""

import array
import os
import socket

FULL = bytes(64 << 10)
held, carriers = 0, []
try:
    carriers = [socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in range(8)]
    for carrier, _ in carriers:
        carrier.setblocking(False)
        try:
            while held < 300 << 20:
                sending, receiving = socket.socketpair()
                sending.setblocking(False)
                try:
                    while True:
                        held += sending.send(FULL)
                except BlockingIOError:
                    pass
                numbers = array.array("i", [sending.fileno(), receiving.fileno()])
                # In flight they count against nobody's limit where the sender is root.
                carrier.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, numbers)])
                sending.close()
                receiving.close()
        except BlockingIOError:
            os.closerange(60, 64)
except OSError:
    pass


def weighted_sum(table, weights):
    return table @ weights if held >= 300 << 20 else None
