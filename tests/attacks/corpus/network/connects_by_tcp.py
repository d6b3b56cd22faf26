"""Connects to a server to ask it for the answer; being refused by it counts as well, for then it was reached.

exercise: weighted_sum
result: failed
checks: forbidden | raised
"""

import socket


def weighted_sum(table, weights):
    for family, address in ((socket.AF_INET, ("127.0.0.1", 9)), (socket.AF_INET6, ("::1", 9))):
        try:
            with socket.socket(family, socket.SOCK_STREAM) as server:
                server.settimeout(0.2)
                server.connect(address)
                server.sendall(table.tobytes())
        except ConnectionRefusedError:
            pass
        except OSError as fault:
            stopped = fault
            continue
        return table @ weights
    raise stopped
