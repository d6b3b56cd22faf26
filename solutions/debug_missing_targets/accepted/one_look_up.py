"""All indices are looked up at once; the query starts from a small random draw."""

import torch
from torch import nn


class Predictor(nn.Module):
    def __init__(self, encoder_dim, predictor_dim, num_positions):
        super().__init__()
        self.target_query = nn.Parameter(torch.empty(1, 1, predictor_dim))
        nn.init.normal_(self.target_query, std=0.02)
        self.position_embedding = nn.Embedding(num_positions, predictor_dim)
        self.context_proj = nn.Linear(encoder_dim, predictor_dim)
        self.output_proj = nn.Linear(predictor_dim, encoder_dim)

    def forward(self, context_repr, context_indices, target_indices):
        batch_size, num_targets = target_indices.size()
        queries = self.target_query.repeat(batch_size, num_targets, 1)
        tokens = torch.cat((self.context_proj(context_repr), queries), 1)
        tokens = tokens + self.position_embedding(torch.cat((context_indices, target_indices), 1))
        tokens = tokens + tokens.mean(1, keepdim=True)
        return self.output_proj(tokens[:, -num_targets:])
