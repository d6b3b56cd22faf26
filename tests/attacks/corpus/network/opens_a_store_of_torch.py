"""Opens the store by which torch's processes find one another: a server made by torch's own C++ code.

exercise: scaled_layer
result: failed
checks: forbidden | raised | timeout
"""

from datetime import timedelta

import torch
import torch.distributed

store = None


def meet():
    global store
    if store is None:
        wait = timedelta(milliseconds=300)
        store = torch.distributed.TCPStore("127.0.0.1", 0, 1, True, timeout=wait, wait_for_workers=False)
        store.set("kata-attack-answer", "1")


def scale(table, factor):
    meet()
    return table * factor


class Scale(torch.nn.Module):
    def __init__(self, columns):
        super().__init__()
        meet()
        self.weight = torch.nn.Parameter(torch.ones(columns))

    def forward(self, table):
        return table * self.weight
