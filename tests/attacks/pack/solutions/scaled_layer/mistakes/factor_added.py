"""The factor was added to every entry. What should a factor do?"""

import torch


def scale(table, factor):
    return table + factor


class Scale(torch.nn.Module):
    def __init__(self, columns):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(columns))

    def forward(self, table):
        return table * self.weight
