"""Connects to sockets whose names are in no file system, and waits under such a name for an accomplice.

exercise: weighted_sum
result: failed
checks: forbidden | raised
"""

import socket

NAME = "\0kata-attack-meeting"


def weighted_sum(table, weights):
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as here, socket.socket(socket.AF_UNIX) as there:
        here.bind(NAME)
        here.listen()
        there.connect(NAME)
        there.sendall(b"the answers")
    return table @ weights
