"""Tables are made once per size and shared, and the error is a subclass of ValueError."""

from functools import lru_cache

import torch
from torch import nn


class SequenceTooLong(ValueError):
    pass


@lru_cache(maxsize=None)
def table_of(width, rows):
    positions = torch.arange(rows, dtype=torch.float64).view(-1, 1)
    exponents = torch.arange(0, width, 2, dtype=torch.float64) / width
    angles = positions * torch.pow(torch.tensor(10000.0, dtype=torch.float64), -exponents)
    table = torch.empty(rows, width, dtype=torch.float32)
    table[:, ::2] = angles.sin()
    table[:, 1::2] = angles.cos()
    return table.unsqueeze(0)


class PositionalEncoding(nn.Module):
    def __init__(self, num_hiddens, max_len=1000, dropout=0.1):
        super().__init__()
        self.num_hiddens, self.max_len = num_hiddens, max_len
        self.register_buffer("pe", table_of(num_hiddens, max_len))
        self.dropout = nn.Dropout(dropout, inplace=True)

    def forward(self, x):
        if x.shape[1] > self.max_len:
            raise SequenceTooLong(x.shape[1])
        return self.dropout(x + self.pe[:, : x.shape[1]])
