"""Keeps tensors, then views of storages that it enlarges, until the allocator of torch gives up.

exercise: scaled_layer
result: failed
checks: out_of_memory | timeout
"""

import torch

kept = []


def scale(table, factor):
    while True:
        kept.append(torch.ones(1 << 24))
        kept[-1].untyped_storage().resize_(1 << 27)


class Scale(torch.nn.Module):
    def __init__(self, columns):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(columns))

    def forward(self, table):
        return table * self.weight * scale(table, 1.0)
