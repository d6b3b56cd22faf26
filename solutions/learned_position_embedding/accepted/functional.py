"""torch.nn.functional.embedding, checks through sets of Python numbers, a draw by inverse sampling."""

import torch
import torch.nn.functional as F
from torch import Tensor, nn


class Learned2DPositionEmbedding(nn.Module):
    num_positions: int

    def __init__(self, grid_height: int, grid_width: int, embed_dim: int) -> None:
        super().__init__()
        if grid_height <= 0:
            raise ValueError("grid_height")
        if grid_width <= 0:
            raise ValueError("grid_width")
        self.grid_height, self.grid_width = grid_height, grid_width
        self.embed_dim = embed_dim
        self.num_positions = grid_height * grid_width
        self.embedding = nn.Embedding(self.num_positions, embed_dim)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        share = torch.rand_like(self.embedding.weight, dtype=torch.float64).clamp(1e-12, 1 - 1e-12)
        self.embedding.weight.data = (torch.special.ndtri(share) * 0.02).to(self.embedding.weight.dtype)

    def forward(self, indices: Tensor) -> Tensor:
        if indices.dim() != 2:
            raise ValueError("shape")
        if not set(indices.flatten().tolist()) <= set(range(self.num_positions)):
            raise ValueError("range")
        return F.embedding(indices.int(), self.embedding.weight)

    def full_grid(self, batch_size: int = 1) -> Tensor:
        return torch.einsum("b,nd->bnd", self.embedding.weight.new_ones(batch_size), self.embedding.weight)
