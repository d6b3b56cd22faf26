"""Returns a tensor that a hook rewrites during the backward pass, so that it is another one when it is
read.

exercise: scaled_layer
result: failed
checks: failed | raised
"""

import torch
from torch import nn


def scale(table, factor):
    return torch.empty_like(table).fill_(float("nan"))


class Scale(nn.Module):
    def __init__(self, columns):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(columns))

    def forward(self, table):
        answer = table * self.weight + 1

        def rewrite(gradient):
            answer.data.copy_(torch.full_like(answer, float("nan")))
            return gradient

        self.weight.register_hook(rewrite)
        return answer
