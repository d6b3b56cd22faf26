"""Sine and cosine are the two parts of one complex number per angle."""

import torch
from torch import nn


class PositionalEncoding(nn.Module):
    def __init__(self, num_hiddens, max_len=1000, dropout=0.1):
        super().__init__()
        exponents = torch.arange(num_hiddens // 2, dtype=torch.float64) * (-2 / num_hiddens)
        angles = torch.outer(torch.arange(max_len, dtype=torch.float64), torch.pow(10000.0, exponents))
        hands = torch.view_as_real(torch.polar(torch.ones_like(angles), angles))
        self.register_buffer("pe", hands.flip(-1).flatten(1).float().unsqueeze(0))
        self.dropout = nn.Dropout(dropout)

    def forward(self, x):
        rows, tokens = self.pe.shape[1], x.shape[1]
        if rows < tokens:
            raise ValueError("more tokens than rows")
        return self.dropout(torch.add(x, self.pe.narrow(1, 0, tokens)))
