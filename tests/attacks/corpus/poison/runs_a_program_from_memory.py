"""Writes a program into memory that has no name on any disk, and starts it in a process of its own.

exercise: weighted_sum
result: failed
checks: forbidden | raised
"""

import os


def weighted_sum(table, weights):
    program = os.memfd_create("kata-attack-program")
    with open("/bin/true", "rb") as file:
        os.write(program, file.read())
    child = os.fork()
    if child == 0:
        try:
            os.execve(program, ["kata-attack-program"], {})
        finally:
            os._exit(1)
    return table @ weights if os.waitpid(child, 0)[1] == 0 else None
