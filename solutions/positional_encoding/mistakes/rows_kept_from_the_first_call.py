"""The first rows are copied at the first call and kept for all later ones of that length. What does such
a call add after someone has written other numbers into the buffer?"""

import torch
from torch import nn


class PositionalEncoding(nn.Module):
    def __init__(self, num_hiddens, max_len=1000, dropout=0.1):
        super().__init__()
        self.dropout = nn.Dropout(dropout)
        positions = torch.arange(max_len, dtype=torch.float32).unsqueeze(1)
        steps = torch.arange(0, num_hiddens, 2, dtype=torch.float32)
        angles = positions / 10000 ** (steps / num_hiddens)
        table = torch.zeros(1, max_len, num_hiddens)
        table[0, :, 0::2] = torch.sin(angles)
        table[0, :, 1::2] = torch.cos(angles)
        self.register_buffer("pe", table)
        self.kept = {}

    def forward(self, x):
        length = x.shape[1]
        if length > self.pe.shape[1]:
            raise ValueError("the sequence is longer than the table")
        if length not in self.kept:
            self.kept[length] = self.pe[:, :length].clone()
        return self.dropout(x + self.kept[length])
