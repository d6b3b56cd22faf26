"""The table as an nn.Buffer, both waves as one shifted sine in float64, and a ValueError of its own."""

import torch
from torch import nn


class TooLong(ValueError):
    pass


class PositionalEncoding(nn.Module):
    def __init__(self, num_hiddens, max_len=1000, dropout=0.1):
        super().__init__()
        column = torch.arange(num_hiddens, dtype=torch.float64)
        frequency = 10_000.0 ** (-2 * (column // 2) / num_hiddens)
        angle = torch.einsum("p,d->pd", torch.arange(max_len, dtype=torch.float64), frequency)
        self.pe = nn.Buffer(torch.sin(angle + column % 2 * torch.pi / 2).float().unsqueeze(0))
        self.drop = nn.Sequential(nn.Dropout(p=dropout, inplace=True))

    def forward(self, x):
        _, tokens, _ = x.shape
        if tokens > self.pe.size(1):
            raise TooLong(tokens)
        return self.drop(torch.add(self.pe.narrow(1, 0, tokens), x))
