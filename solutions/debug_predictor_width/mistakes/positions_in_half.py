"""The positions are added in half precision.
How many digits of a row of the table are left then?
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

    def positions(self, indices):
        rows = self.position_embedding(indices)
        return rows.half().to(rows.dtype)

    def forward(self, context_repr, context_indices, target_indices):
        num_context = context_indices.shape[1]
        context = self.context_proj(context_repr) + self.positions(context_indices)
        targets = self.target_query + self.positions(target_indices)
        tokens = torch.cat([context, targets], dim=1)
        mixed = tokens + tokens.mean(dim=1, keepdim=True)
        return self.output_proj(mixed[:, num_context:])
