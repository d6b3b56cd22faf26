"""The bare dropout function, told the mode; rows are looked up by position."""

import torch
import torch.nn.functional as F
from torch import nn


class PositionalEncoding(nn.Module):
    def __init__(self, num_hiddens, max_len=1000, dropout=0.1):
        super().__init__()
        self.p = dropout
        k = torch.arange(num_hiddens // 2)
        angles = torch.einsum("p,k->pk", torch.arange(max_len).float(), 1 / 10000 ** (2 * k / num_hiddens))
        table = torch.cat([angles.sin()[..., None], angles.cos()[..., None]], dim=2)
        self.register_buffer("pe", table.view(max_len, num_hiddens)[None])

    def forward(self, x):
        batch, tokens = x.shape[:2]
        if tokens > self.pe.shape[1]:
            raise ValueError("the sequence is too long")
        positions = torch.arange(tokens).expand(batch, tokens)
        return F.dropout(x + F.embedding(positions, self.pe[0]), p=self.p, training=self.training)
