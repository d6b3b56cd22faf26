"""Returns quantised tensors, in which many different numbers are the same.

exercise: scaled_layer
result: failed
checks: failed | raised
"""

import warnings

import torch
from torch import nn

warnings.simplefilter("ignore")


def scale(table, factor):
    return torch.quantize_per_tensor(table * factor, 100.0, 0, torch.quint8)


class Scale(nn.Module):
    def __init__(self, columns):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(columns))

    def forward(self, table):
        return torch.quantize_per_tensor((table * self.weight).detach(), 100.0, 0, torch.quint8)
