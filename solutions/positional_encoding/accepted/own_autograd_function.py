"""Dropout as a function with a backward pass of its own; the positions are looked up by number."""

import math

import torch
from torch import nn


class Drop(torch.autograd.Function):
    @staticmethod
    def forward(context, total, probability):
        factors = (torch.rand_like(total) >= probability).to(total.dtype) / (1 - probability)
        context.save_for_backward(factors)
        return total * factors

    @staticmethod
    def backward(context, gradient):
        (factors,) = context.saved_tensors
        return gradient * factors, None


class PositionalEncoding(nn.Module):
    def __init__(self, num_hiddens, max_len=1000, dropout=0.1):
        super().__init__()
        speeds = torch.exp(torch.arange(0, num_hiddens, 2).float() * (-math.log(10_000.0) / num_hiddens))
        angles = torch.outer(torch.arange(max_len).float(), speeds)
        table = torch.empty(max_len, num_hiddens)
        table[:, ::2], table[:, 1::2] = torch.sin(angles), torch.cos(angles)
        self.register_buffer("pe", table[None], persistent=False)
        self.register_buffer("numbers", torch.arange(max_len), persistent=False)
        self.probability = dropout

    def forward(self, x):
        if x.size(1) > self.numbers.numel():
            raise ValueError(f"{x.size(1)} tokens are too many")
        total = x + self.pe[:, self.numbers[: x.size(1)]]
        return Drop.apply(total, self.probability) if self.training else total
