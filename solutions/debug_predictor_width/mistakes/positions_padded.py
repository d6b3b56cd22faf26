"""The table has the encoder's width, and rows are cut or filled up with zeros to fit. Is there an entry of
a token that should go without a position?
"""

import torch
import torch.nn.functional as F
from torch import nn


class Predictor(nn.Module):
    def __init__(self, encoder_dim, predictor_dim, num_positions):
        super().__init__()
        self.context_proj = nn.Linear(encoder_dim, predictor_dim)
        self.position_embedding = nn.Embedding(num_positions, encoder_dim)
        self.target_query = nn.Parameter(torch.zeros(1, 1, predictor_dim))
        self.output_proj = nn.Linear(predictor_dim, encoder_dim)

    def forward(self, context_repr, context_indices, target_indices):
        num_context = context_indices.shape[1]
        missing = self.target_query.shape[-1] - context_repr.shape[-1]
        context = self.context_proj(context_repr) + F.pad(
            self.position_embedding(context_indices), (0, missing)
        )
        targets = self.target_query + F.pad(self.position_embedding(target_indices), (0, missing))
        tokens = torch.cat([context, targets], dim=1)
        mixed = tokens + tokens.mean(dim=1, keepdim=True)
        return self.output_proj(mixed[:, num_context:])
