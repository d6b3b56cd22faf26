"""Returns a tensor of one number expanded to a trillion, so that who makes it contiguous runs out of
memory.

exercise: scaled_layer
result: failed
checks: failed | out_of_memory | raised
"""

import torch
from torch import nn


def scale(table, factor):
    return torch.zeros(1).expand(1_000_000, 1_000_000)


class Scale(nn.Module):
    def __init__(self, columns):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(1))

    def forward(self, table):
        return self.weight.expand(1_000_000, 1_000_000)
