"""Returns complex numbers, conjugated lazily, whose real parts are right: a careless conversion drops the
rest.

exercise: scaled_layer
result: failed
checks: failed | raised
"""

import torch
from torch import nn


def scale(table, factor):
    return torch.complex(table * factor, torch.ones_like(table)).conj()


class Scale(nn.Module):
    def __init__(self, columns):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(columns, dtype=torch.complex64))

    def forward(self, table):
        return (table * self.weight).conj()
