"""The table is made number by number with the math module, and is not saved."""

import math

import torch
from torch import nn


class PositionalEncoding(nn.Module):
    def __init__(self, num_hiddens, max_len=1000, dropout=0.1):
        super().__init__()
        self.max_len = max_len
        self.dropout = nn.Dropout(p=dropout)
        rows = [self._row(position, num_hiddens) for position in range(max_len)]
        self.register_buffer("pe", torch.tensor([rows], dtype=torch.float32), persistent=False)

    @staticmethod
    def _row(position, width):
        row = []
        for k in range(width // 2):
            angle = position / math.pow(10000, 2 * k / width)
            row.append(math.sin(angle))
            row.append(math.cos(angle))
        return row

    def forward(self, x):
        if not x.shape[1] <= self.max_len:
            raise ValueError("too long")
        return self.dropout(self.pe[:, : x.shape[1]] + x)
