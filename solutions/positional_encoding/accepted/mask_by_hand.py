"""Dropout is written by hand from uniform numbers; the table is a cosine with a shifted phase."""

import math

import torch
from torch import nn


class PositionalEncoding(nn.Module):
    def __init__(self, num_hiddens, max_len=1000, dropout=0.1):
        super().__init__()
        self.probability = dropout
        column = torch.arange(num_hiddens, dtype=torch.float64)
        odd = column % 2
        frequency = 10000 ** (-(column - odd) / num_hiddens)
        angle = torch.arange(max_len, dtype=torch.float64)[:, None] * frequency
        self.register_buffer("pe", torch.sin(angle + odd * math.pi / 2).float()[None], persistent=False)

    def forward(self, x):
        if x.shape[1] > len(self.pe[0]):
            raise ValueError("the sequence is too long")
        total = x + self.pe[0, : x.shape[1]]
        if self.training and self.probability > 0:
            kept = torch.rand(total.shape) >= self.probability
            total = torch.where(kept, total / (1 - self.probability), torch.zeros_like(total))
        return total
