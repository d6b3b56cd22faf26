"""The parts only hold parameters and functions do the work; the table has sparse gradients."""

import torch
from torch import nn
from torch.nn import functional as F


class Predictor(nn.Module):
    def __init__(self, encoder_dim, predictor_dim, num_positions):
        super().__init__()
        width = {"in_features": encoder_dim, "out_features": predictor_dim}
        self.position_embedding = nn.Embedding(num_positions, predictor_dim, sparse=True)
        self.context_proj = nn.Linear(**width)
        self.output_proj = nn.Linear(width["out_features"], width["in_features"])
        self.register_parameter("target_query", nn.Parameter(torch.full((1, 1, predictor_dim), 0.5)))

    def forward(self, context_repr, context_indices, target_indices):
        batch, n_ctx, encoder_dim = context_repr.shape
        flat = context_repr.reshape(-1, encoder_dim)
        context = F.linear(flat, self.context_proj.weight, self.context_proj.bias)
        context = context.view(batch, n_ctx, -1)
        everything = torch.cat([context, self.target_query.expand(batch, target_indices.shape[1], -1)], 1)
        places = torch.cat([context_indices, target_indices], 1)
        everything = everything + F.embedding(places, self.position_embedding.weight, sparse=True)
        mean = F.adaptive_avg_pool1d(everything.transpose(1, 2), 1).transpose(1, 2)
        return self.output_proj((everything + mean).narrow(1, n_ctx, target_indices.shape[1]))
