def pos_embed_2d(grid, dim):
    while True:
        pass
