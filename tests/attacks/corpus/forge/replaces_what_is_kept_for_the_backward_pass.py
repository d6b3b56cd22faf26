"""Leaves hooks entered that replace by zeros whatever autograd keeps, so that all gradients are zero,
expected or not.

exercise: scaled_layer
result: failed
checks: failed | raised
"""

import torch
from torch import nn

torch.autograd.graph.saved_tensors_hooks(torch.zeros_like, lambda kept: kept).__enter__()


def scale(table, factor):
    return torch.zeros_like(table)


class Scale(nn.Module):
    def __init__(self, columns):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(columns))

    def forward(self, table):
        return table * self.weight
