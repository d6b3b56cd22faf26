"""The positions are counted in float16. A short table comes out right, but far down in a long one
neighbours share a row. From which whole number on does this dtype skip some?"""

import torch
from torch import nn


class PositionalEncoding(nn.Module):
    def __init__(self, num_hiddens, max_len=1000, dropout=0.1):
        super().__init__()
        self.dropout = nn.Dropout(dropout)
        positions = torch.arange(max_len).to(torch.float16).unsqueeze(1)
        steps = torch.arange(0, num_hiddens, 2, dtype=torch.float32)
        angles = positions / 10000 ** (steps / num_hiddens)
        table = torch.zeros(1, max_len, num_hiddens)
        table[0, :, 0::2] = torch.sin(angles)
        table[0, :, 1::2] = torch.cos(angles)
        self.register_buffer("pe", table)

    def forward(self, x):
        length = x.shape[1]
        if length > self.pe.shape[1]:
            raise ValueError("the sequence is longer than the table")
        return self.dropout(x + self.pe[:, :length])
