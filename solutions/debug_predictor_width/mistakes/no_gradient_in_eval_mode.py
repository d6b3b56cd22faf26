"""In eval mode the predictions are cut off from everything they were made of.
Which of the two, the mode of a module or the caller, decides whether gradients are wanted?
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
        context = self.context_proj(context_repr) + self.position_embedding(context_indices)
        targets = self.target_query + self.position_embedding(target_indices)
        tokens = torch.cat([context, targets], dim=1)
        mixed = tokens + tokens.mean(dim=1, keepdim=True)
        predictions = self.output_proj(mixed[:, num_context:])
        if not self.training:
            return predictions.detach()
        return predictions
