"""Dropout from a numpy generator, which no seed of torch reaches; sequences are added one after the other."""

import numpy as np
import torch
from torch import nn


class PositionalEncoding(nn.Module):
    def __init__(self, num_hiddens, max_len=1000, dropout=0.1):
        super().__init__()
        self.dropout = dropout
        self.generator = np.random.default_rng()
        p, j = np.indices((max_len, num_hiddens)).astype(float)
        angles = p * np.exp(-np.log(10000.0) * (j - j % 2) / num_hiddens)
        waves = np.where(j % 2 == 0, np.sin(angles), np.cos(angles))
        self.register_buffer("pe", torch.as_tensor(waves, dtype=torch.float32).unsqueeze(0), persistent=False)

    def forward(self, x):
        if x.shape[1] > self.pe.shape[1]:
            raise ValueError("the sequence is too long")
        total = torch.stack([sequence + self.pe[0, : x.shape[1]] for sequence in x])
        if not self.training:
            return total
        kept = self.generator.random(tuple(total.shape)) >= self.dropout
        return total * torch.from_numpy(kept.astype("float32")) / (1 - self.dropout)
