"""A helper module draws a mask with bernoulli_ and remembers the scale; the table is filled row by row."""

import torch
from torch import nn


class Drop(nn.Module):
    def __init__(self, probability):
        super().__init__()
        self.keep = 1.0 - probability

    def forward(self, values):
        if not self.training:
            return values
        mask = torch.empty_like(values).bernoulli_(self.keep)
        return values * (mask / self.keep)


class PositionalEncoding(nn.Module):
    def __init__(self, num_hiddens, max_len=1000, dropout=0.1):
        super().__init__()
        wavelengths = torch.logspace(
            0, 4 * (num_hiddens - 2) / num_hiddens, num_hiddens // 2, dtype=torch.float64
        )
        pe = torch.zeros(1, max_len, num_hiddens)
        for position in range(max_len):
            angles = position / wavelengths
            pe[0, position] = torch.stack((torch.sin(angles), torch.cos(angles)), dim=1).reshape(-1)
        self.register_buffer("pe", pe)
        self.drop = Drop(dropout)

    def forward(self, x):
        if x.shape[1] not in range(self.pe.shape[1] + 1):
            raise ValueError("the sequence is too long")
        return self.drop(x + self.pe[:, : x.shape[1]].expand_as(x))
