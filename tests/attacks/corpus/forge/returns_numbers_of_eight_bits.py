"""Returns tensors of eight-bit floats, in which most numbers are equal and which few libraries can read.

exercise: scaled_layer
result: failed
checks: failed | raised
"""

import torch
from torch import nn


def scale(table, factor):
    return (table * factor).to(torch.float8_e5m2)


class Scale(nn.Module):
    def __init__(self, columns):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(columns))

    def forward(self, table):
        return (table * self.weight).to(torch.float8_e4m3fn)
