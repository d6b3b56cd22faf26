"""Layers of a small subclass; the targets stand in front of the context and are cut off there."""

import torch
from torch import nn


class Projection(nn.Linear):
    """A linear layer that says its two widths by name."""

    def __init__(self, *, outer, inner, inwards):
        super().__init__(outer if inwards else inner, inner if inwards else outer)


class Predictor(nn.Module):
    def __init__(self, encoder_dim, predictor_dim, num_positions):
        super().__init__()
        self.target_query = nn.Parameter(torch.ones(predictor_dim).reshape(1, 1, -1))
        self.position_embedding = nn.Embedding.from_pretrained(
            torch.randn(num_positions, predictor_dim), freeze=False
        )
        self.context_proj = Projection(outer=encoder_dim, inner=predictor_dim, inwards=True)
        self.output_proj = Projection(outer=encoder_dim, inner=predictor_dim, inwards=False)

    def forward(self, context_repr, context_indices, target_indices):
        seen = self.context_proj(context_repr) + self.position_embedding.weight[context_indices]
        wanted = self.position_embedding.weight[target_indices] + self.target_query
        sequence = torch.hstack([wanted, seen])
        mean = sequence.sum(dim=1) / sequence.size(1)
        predictions = self.output_proj(sequence + mean[:, None])
        return predictions[:, : target_indices.size(1)]
