def pos_embed_2d(grid, dim):
    table = []
    return table[0]
