"""The table is made with numpy in double precision and handed over to torch."""

import numpy as np
import torch
from torch import nn


class PositionalEncoding(nn.Module):
    def __init__(self, num_hiddens, max_len=1000, dropout=0.1):
        super().__init__()
        rates = np.power(10000.0, -np.arange(0, num_hiddens, 2) / num_hiddens)
        angles = np.outer(np.arange(max_len), rates)
        table = np.empty((1, max_len, num_hiddens), dtype=np.float32)
        table[0, :, 0::2] = np.sin(angles)
        table[0, :, 1::2] = np.cos(angles)
        self.register_buffer("pe", torch.from_numpy(table))
        self.drop = nn.Dropout(dropout)

    def forward(self, x):
        _, tokens, _ = x.shape
        if tokens > self.pe.size(1):
            raise ValueError(f"at most {self.pe.size(1)} tokens, got {tokens}")
        return self.drop(x + self.pe[:, :tokens, :])
