"""Returns sparse tensors of the right shape with no element stored: a comparison of what is stored finds no
fault.

exercise: scaled_layer
result: failed
checks: failed | raised
"""

import torch
from torch import nn


def scale(table, factor):
    return torch.sparse_coo_tensor(torch.zeros(2, 0, dtype=torch.int64), torch.zeros(0), table.shape)


class Scale(nn.Module):
    def __init__(self, columns):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(columns))

    def forward(self, table):
        return scale(table, 1.0) + (table * self.weight * 0).to_sparse()
