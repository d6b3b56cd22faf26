"""Position embedding with one learned row per patch."""

import torch


class Learned2DPositionEmbedding(torch.nn.Module):
    def __init__(self, grid_height: int, grid_width: int, embed_dim: int):
        if min(grid_height, grid_width) < 1:
            raise ValueError(f"not a grid: {grid_height} x {grid_width}")
        super().__init__()
        self.grid_height, self.grid_width = grid_height, grid_width
        self.num_positions = grid_height * grid_width
        self.embed_dim = embed_dim
        start = torch.randn(self.num_positions, embed_dim) * 0.02
        self.embedding = torch.nn.Embedding.from_pretrained(start, freeze=False)

    def reset_parameters(self):
        with torch.no_grad():
            self.embedding.weight.copy_(torch.randn_like(self.embedding.weight) * 0.02)

    def _check(self, indices):
        if len(indices.shape) != 2:
            raise ValueError("indices must be two-dimensional")
        for value in indices.flatten().tolist():
            if not 0 <= value < self.num_positions:
                raise ValueError(f"there is no patch {value}")

    def forward(self, indices: torch.Tensor) -> torch.Tensor:
        self._check(indices)
        return self.embedding(indices.long())

    def full_grid(self, batch_size: int = 1) -> torch.Tensor:
        every = torch.arange(self.num_positions).repeat(batch_size, 1)
        return self.forward(every)
