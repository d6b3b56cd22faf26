"""Reads from devices that never come to an end, and keeps what it reads.

exercise: weighted_sum
result: failed
checks: timeout | out_of_memory | forbidden
"""


def weighted_sum(table, weights):
    if len(table) == 0:
        kept = []
        for device in ("/dev/zero", "/dev/urandom", "/dev/random"):
            try:
                with open(device, "rb", buffering=0) as file:
                    while True:
                        kept.append(file.read(1 << 20))
            except OSError as fault:
                last = fault
        raise last
    return table @ weights
