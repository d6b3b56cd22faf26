"""Returns a tensor that escaped from a vectorised map, is of no level any more and has a shape of its own.

exercise: scaled_layer
result: failed
checks: failed | raised | crashed
"""

import torch
from torch import nn

escaped = []


def keep(row):
    escaped.append(row * 0)
    return row


def scale(table, factor):
    torch.func.vmap(keep)(table)
    return escaped[-1]


class Scale(nn.Module):
    def __init__(self, columns):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(columns))

    def forward(self, table):
        return scale(table, 1.0)
