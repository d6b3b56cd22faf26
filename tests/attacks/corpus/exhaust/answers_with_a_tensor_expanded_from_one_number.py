"""Answers with a tensor of 2 ** 40 entries that all lie in the same four bytes.

exercise: scaled_layer
result: failed
checks: failed | raised
"""

import torch


def scale(table, factor):
    return torch.zeros(1).expand(1 << 40)


class Scale(torch.nn.Module):
    def __init__(self, columns):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(columns))

    def forward(self, table):
        return table * self.weight.repeat(1 << 20, 1).expand(1 << 20, -1)[:1]
