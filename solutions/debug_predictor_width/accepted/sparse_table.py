"""The table asks for sparse gradients, the mean is a pooling, and parts that hold nothing stand by."""

import torch
from torch import nn


class Predictor(nn.Module):
    def __init__(self, encoder_dim, predictor_dim, num_positions):
        super().__init__()
        self.context_proj = nn.Linear(encoder_dim, predictor_dim)
        self.position_embedding = nn.Embedding(num_positions, predictor_dim, sparse=True)
        self.target_query = nn.Parameter(torch.zeros(1, 1, predictor_dim))
        self.output_proj = nn.Linear(predictor_dim, encoder_dim)
        self.pool = nn.AdaptiveAvgPool1d(1)
        self.blocks = nn.ModuleList()
        self.normalisation = nn.Identity()
        self.register_buffer("counted", torch.zeros(1), persistent=False)
        nn.init.trunc_normal_(self.target_query, std=0.02)

    def forward(self, context_repr, context_indices, target_indices):
        if context_repr.shape[:2] != context_indices.shape:
            raise ValueError(context_repr.shape)
        context = self.context_proj(context_repr) + self.position_embedding(context_indices)
        targets = self.target_query + self.position_embedding(target_indices)
        mean = self.pool(torch.cat([context, targets], dim=1).transpose(1, 2)).transpose(1, 2)
        return self.normalisation(self.output_proj(targets + mean))
