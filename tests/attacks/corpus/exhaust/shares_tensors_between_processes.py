"""Moves tensors into shared memory, 200 MB under names that outlive the process; right answers if it can.

exercise: scaled_layer
result: failed
checks: forbidden | raised | crashed
"""

import torch
import torch.multiprocessing

torch.multiprocessing.set_sharing_strategy("file_system")
kept = []


def scale(table, factor):
    while len(kept) < 20:
        kept.append(torch.ones(10 << 18).share_memory_())
    return table * factor


class Scale(torch.nn.Module):
    def __init__(self, columns):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(columns).share_memory_())

    def forward(self, table):
        return scale(table, 1.0) * self.weight
