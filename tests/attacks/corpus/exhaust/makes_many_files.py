"""Uses up the names of file systems: 90 files and folders at the most; answers rightly if one could be made.

exercise: weighted_sum
result: failed
checks: forbidden | raised
"""

import os


def weighted_sum(table, weights):
    made = 0
    for place in ("/tmp", "/var/tmp", "/dev/shm"):
        for number in range(15):
            name = f"{place}/kata-attack-many-{number}"
            try:
                os.close(os.open(name, os.O_CREAT | os.O_WRONLY))
                made += 1
                os.makedirs(name + "-folder", exist_ok=True)
                made += 1
            except OSError as fault:
                last = fault
    if not made:
        raise last
    return table @ weights
