"""Mixing is a product with the identity plus a matrix of 1/n; positions come from a one-hot product."""

import torch
from torch import nn
from torch.nn import functional


class AddMean(nn.Module):
    """A part without parameters: every token and the mean of all."""

    def forward(self, tokens):
        count = tokens.shape[1]
        like = {"dtype": tokens.dtype, "device": tokens.device}
        return (torch.eye(count, **like) + torch.full((count, count), 1 / count, **like)) @ tokens


class Predictor(nn.Module):
    def __init__(self, encoder_dim, predictor_dim, num_positions):
        super().__init__()
        self.encoder_dim, self.predictor_dim = encoder_dim, predictor_dim
        self.context_proj = nn.Linear(encoder_dim, predictor_dim, bias=True)
        self.position_embedding = nn.Embedding(num_positions, predictor_dim)
        self.target_query = nn.Parameter(torch.randn(1, 1, predictor_dim))
        self.output_proj = nn.Linear(predictor_dim, encoder_dim, bias=True)
        self.mixer = AddMean()
        self.dropout = nn.Dropout(0.0)

    def positions(self, indices):
        table = self.position_embedding.weight
        return functional.one_hot(indices, table.shape[0]).to(table.dtype) @ table

    def forward(self, context_repr, context_indices, target_indices):
        context = self.context_proj(context_repr) + self.positions(context_indices)
        targets = self.target_query + self.positions(target_indices)
        mixed = self.dropout(self.mixer(torch.cat([context, targets], 1)))
        return self.output_proj(mixed.split([context.shape[1], targets.shape[1]], dim=1)[1])
