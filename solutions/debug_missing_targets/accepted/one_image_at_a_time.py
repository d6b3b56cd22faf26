"""Plain loops over images and patches; vectors are added one by one."""

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
        return torch.stack(
            [
                self.one_image(vectors, seen.tolist(), wanted.tolist())
                for vectors, seen, wanted in zip(context_repr, context_indices, target_indices)
            ]
        )

    def one_image(self, vectors, seen, wanted):
        table = self.position_embedding.weight
        query = self.target_query[0, 0]
        tokens = [self.context_proj(vector) + table[index] for vector, index in zip(vectors, seen)]
        targets = [query + table[index] for index in wanted]
        total = torch.zeros_like(query)
        for token in tokens + targets:
            total = total + token
        mean = total / (len(tokens) + len(targets))
        return torch.stack([self.output_proj(target + mean) for target in targets])
