def gather_patches(tokens, indices):
    answer = tokens[:, indices[0]]
