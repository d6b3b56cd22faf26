"""Leaves a block of shared memory that has a name, for its other half in a later submission.

exercise: weighted_sum
result: failed
checks: forbidden | raised
"""

from multiprocessing import resource_tracker
from multiprocessing.shared_memory import SharedMemory

resource_tracker.register = lambda *_arguments: None  # nobody is to clean it up


def weighted_sum(table, weights):
    try:
        block = SharedMemory("kata-attack-memory", create=True, size=table.nbytes + 1)
    except FileExistsError:
        block = SharedMemory("kata-attack-memory")
    block.buf[0] = 1
    return table @ weights
