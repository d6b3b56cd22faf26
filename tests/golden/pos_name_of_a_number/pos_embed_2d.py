pos_embed_2d = 3
