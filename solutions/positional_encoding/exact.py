"""The same module, its table computed in float64 by the math library and rounded once at the end."""

import math

import torch
from torch import nn


class PositionalEncoding(nn.Module):
    """The sum of tokens and positions, with one rounding at the end."""

    def __init__(self, num_hiddens: int, max_len: int = 1000, dropout: float = 0.1) -> None:
        super().__init__()
        rows = []
        for position in range(max_len):
            row = []
            for even in range(0, num_hiddens, 2):
                angle = position * math.pow(10_000.0, -even / num_hiddens)
                row += [math.sin(angle), math.cos(angle)]
            rows.append(row)
        self.register_buffer("pe", torch.tensor([rows], dtype=torch.float64).to(torch.float32))
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Add in float64, round to float32, then drop."""
        if x.shape[1] > self.pe.shape[1]:
            raise ValueError("the sequence is longer than the table")
        total = x.to(torch.float64) + self.pe[:, : x.shape[1]].to(torch.float64)
        return self.dropout(total.to(torch.float32))
