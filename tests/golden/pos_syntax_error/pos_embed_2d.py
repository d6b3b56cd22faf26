def pos_embed_2d(grid, dim)
    return []
