"""The two sets of indices have changed places where positions are added. Which set belongs to which
tokens?
"""

import torch
from torch import nn


class Predictor(nn.Module):
    def __init__(self, encoder_dim, predictor_dim, num_positions):
        super().__init__()
        self.context_proj = nn.Linear(encoder_dim, predictor_dim)
        self.position_embedding = nn.Embedding(num_positions, predictor_dim)
        self.target_query = nn.Parameter(torch.zeros(1, 1, predictor_dim))
        self.output_proj = nn.Linear(predictor_dim, encoder_dim)

    def forward(self, context_repr, context_indices, target_indices):
        num_context = context_indices.shape[1]
        positions = self.position_embedding(torch.cat([target_indices, context_indices], dim=1))
        context = self.context_proj(context_repr) + positions[:, :num_context]
        targets = self.target_query + positions[:, num_context:]
        tokens = torch.cat([context, targets], dim=1)
        mixed = tokens + tokens.mean(dim=1, keepdim=True)
        return self.output_proj(mixed[:, num_context:])
