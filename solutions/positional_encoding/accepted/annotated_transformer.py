"""Frequencies by exp and log, as the Annotated Transformer writes them, and a saved buffer."""

import math

import torch
from torch import nn


class PositionalEncoding(nn.Module):
    def __init__(self, num_hiddens, max_len=1000, dropout=0.1):
        super().__init__()
        self.dropout = nn.Dropout(p=dropout)
        pe = torch.zeros(max_len, num_hiddens)
        position = torch.arange(0, max_len).unsqueeze(1)
        div_term = torch.exp(torch.arange(0, num_hiddens, 2) * -(math.log(10000.0) / num_hiddens))
        pe[:, 0::2] = torch.sin(position * div_term)
        pe[:, 1::2] = torch.cos(position * div_term)
        self.register_buffer("pe", pe.unsqueeze(0))

    def forward(self, x):
        if x.size(1) > self.pe.size(1):
            raise ValueError("the sequence does not fit")
        x = x + self.pe[:, : x.size(1)].requires_grad_(False)
        return self.dropout(x)
