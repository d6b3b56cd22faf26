"""Everything is computed in double precision and given back in the dtype of the encoder's vectors."""

import torch
from torch import nn


class Predictor(nn.Module):
    def __init__(self, encoder_dim, predictor_dim, num_positions):
        super().__init__()
        self.context_proj = nn.Linear(encoder_dim, predictor_dim)
        self.position_embedding = nn.Embedding(num_positions, predictor_dim)
        self.target_query = nn.Parameter(torch.rand(1, 1, predictor_dim))
        self.output_proj = nn.Linear(predictor_dim, encoder_dim)

    def forward(self, context_repr, context_indices, target_indices):
        weight = {name: value.double() for name, value in self.named_parameters()}
        rows = weight["position_embedding.weight"]
        seen = torch.einsum("bne,pe->bnp", context_repr.double(), weight["context_proj.weight"])
        seen = seen + weight["context_proj.bias"] + rows[context_indices]
        wanted = weight["target_query"] + rows[target_indices]
        count = seen.shape[1] + wanted.shape[1]
        mean = (seen.sum(1, keepdim=True) + wanted.sum(1, keepdim=True)) / count
        answer = torch.einsum("btp,ep->bte", wanted + mean, weight["output_proj.weight"])
        return (answer + weight["output_proj.bias"]).to(context_repr.dtype)
