import torch


def Learned2DPositionEmbedding(grid_height, grid_width, embed_dim):
    return torch.zeros(grid_height * grid_width, embed_dim)
