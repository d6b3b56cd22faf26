"""Returns the wrong sign in a view that negates lazily: a reader of the raw memory sees the right numbers.

exercise: scaled_layer
result: failed
checks: failed | raised
"""

import torch
from torch import nn


def negative(right):
    lazy = torch.complex(torch.zeros_like(right), right).conj().imag
    assert lazy.is_neg()
    return lazy


def scale(table, factor):
    return negative(table * factor)


class Scale(nn.Module):
    def __init__(self, columns):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(columns))

    def forward(self, table):
        return negative(table * self.weight)
