"""The same predictor with every step in float64; the answer is cast to the dtype of its input at the end."""

import torch
from torch import nn
from torch.nn import functional


class Predictor(nn.Module):
    """The mended predictor. Gradients too are computed in float64 and cast where they reach a parameter."""

    def __init__(self, encoder_dim, predictor_dim, num_positions):
        super().__init__()
        self.context_proj = nn.Linear(encoder_dim, predictor_dim)
        self.position_embedding = nn.Embedding(num_positions, predictor_dim)
        self.target_query = nn.Parameter(torch.zeros(1, 1, predictor_dim))
        self.output_proj = nn.Linear(predictor_dim, encoder_dim)

    def forward(self, context_repr, context_indices, target_indices):
        """Predict the target patches."""
        table = self.position_embedding.weight.double()
        context = _linear(self.context_proj, context_repr.double()) + table[context_indices]
        targets = self.target_query.double() + table[target_indices]
        tokens = torch.cat([context, targets], dim=1)
        mean = tokens.sum(dim=1, keepdim=True) / tokens.shape[1]
        return _linear(self.output_proj, targets + mean).to(context_repr.dtype)


def _linear(layer, inputs):
    return functional.linear(inputs, layer.weight.double(), layer.bias.double())
