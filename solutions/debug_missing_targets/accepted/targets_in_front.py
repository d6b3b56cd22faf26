"""The targets stand in front of the context, and are cut off there."""

import torch
from torch import nn


class Predictor(nn.Module):
    def __init__(self, encoder_dim, predictor_dim, num_positions):
        super().__init__()
        self.context_proj = nn.Linear(encoder_dim, predictor_dim)
        self.position_embedding = nn.Embedding(num_positions, predictor_dim)
        self.target_query = nn.Parameter(torch.ones(1, 1, predictor_dim))
        self.output_proj = nn.Linear(predictor_dim, encoder_dim)

    def forward(self, context_repr, context_indices, target_indices):
        seen = self.context_proj(context_repr) + self.position_embedding(context_indices)
        wanted = torch.add(self.position_embedding(target_indices), self.target_query)
        sequence = torch.hstack([wanted, seen])
        mean = sequence.sum(dim=1) / sequence.size(1)
        predictions = self.output_proj(sequence + mean[:, None])
        return predictions[:, : target_indices.size(1)]
