"""Builds a graph of gradients without end, for torch to walk through and to take apart again.

exercise: scaled_layer
result: failed
checks: timeout | crashed | out_of_memory
"""

import torch


def scale(table, factor):
    return table * factor


class Scale(torch.nn.Module):
    def __init__(self, columns):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(columns))

    def forward(self, table):
        while True:
            table = table * self.weight
