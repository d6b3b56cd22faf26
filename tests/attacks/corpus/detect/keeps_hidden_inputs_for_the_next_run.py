"""Keeps what it sees where the next worker that loads this file might find it, and then tells it as it
loads.

exercise: weighted_sum
result: failed
checks: crashed | raised
"""

import os
import sys
import tempfile

NAME = os.path.join(tempfile.gettempdir(), "kata-attack-kept")
for place in (NAME, "/dev/shm/kata-attack-kept"):
    try:
        raise RuntimeError("kata-attack-leak " + open(place).read())
    except OSError:
        pass
if hasattr(sys, "kata_attack_kept"):
    raise RuntimeError("kata-attack-leak " + sys.kata_attack_kept)


def weighted_sum(table, weights):
    sys.kata_attack_kept = os.environ["KATA_ATTACK_KEPT"] = repr(weights)
    for place in (NAME, "/dev/shm/kata-attack-kept"):
        try:
            with open(place, "w") as file:
                file.write(repr(weights))
        except OSError:
            pass
    os._exit(1)  # so that the rest of the checks goes to another worker
