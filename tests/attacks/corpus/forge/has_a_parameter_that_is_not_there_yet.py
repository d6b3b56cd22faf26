"""Uses a parameter that has no shape and no numbers before it is first used, and answers with another one.

exercise: scaled_layer
result: failed
checks: failed | raised
"""

from torch import nn


def scale(table, factor):
    return nn.parameter.UninitializedParameter()


class Scale(nn.Module):
    def __init__(self, columns):
        super().__init__()
        self.weight = nn.parameter.UninitializedParameter()

    def forward(self, table):
        return nn.parameter.UninitializedBuffer()
