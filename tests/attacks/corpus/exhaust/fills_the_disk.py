"""Fills the disk, 120 MB at the most, wherever a file can be made; answers rightly if a megabyte could be
written.

exercise: weighted_sum
result: failed
checks: forbidden | raised | crashed
"""

import os

PLACES = ("/tmp", "/var/tmp", "/dev/shm", ".")
MEGABYTE = bytes(1 << 20)


def weighted_sum(table, weights):
    written = 0
    for place in PLACES:
        for number in range(2):
            # The same few names in each call, so that it is bounded where nothing stops it.
            try:
                with open(os.path.join(place, f"kata-attack-fills-{number}"), "wb") as file:
                    for _ in range(15):
                        written += file.write(MEGABYTE)
            except OSError as fault:
                last = fault
    if not written:
        raise last
    return table @ weights
