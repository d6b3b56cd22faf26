"""The answer is right, but the caller's table is another one afterwards. Which operation writes into it?"""

import torch


def scale(table, factor):
    answer = table * factor
    table.mul_(factor)
    return answer


class Scale(torch.nn.Module):
    def __init__(self, columns):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(columns))

    def forward(self, table):
        return table * self.weight
