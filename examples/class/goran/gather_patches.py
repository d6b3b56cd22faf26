import torch


def gather_patches(tokens, indices):
    if tokens.dim() != 3 or indices.dim() != 2:
        raise ValueError("wrong number of axes")
    if tokens.shape[0] != indices.shape[0]:
        raise ValueError("wrong batch size")
    num = tokens.shape[1]
    rows = []
    for b in range(tokens.shape[0]):
        for k in range(indices.shape[1]):
            i = int(indices[b, k])
            if i < 0 or i >= num:
                raise ValueError("wrong index")
            rows.append(tokens[b, i])
    if not rows:
        return tokens[:, :0]
    return torch.stack(rows).reshape(tokens.shape[0], indices.shape[1], tokens.shape[2])
