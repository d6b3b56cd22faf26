"""The embedding is asked for one place at a time, with indices of shape [1, 1]."""

import torch


def predictor_tokens(context_tokens, context_indices, target_query, target_indices, position_embedding):
    images, places, width = context_tokens.shape
    if context_indices.shape[0] != images or target_indices.shape[0] != images:
        raise ValueError("as many rows of indices as images")
    if context_indices.shape[1] != places:
        raise ValueError("as many context indices as context tokens")
    rows = []
    for b in range(images):
        for k in range(places):
            rows.append((context_tokens[b : b + 1, k : k + 1], context_indices[b : b + 1, k : k + 1]))
        for j in range(target_indices.shape[1]):
            rows.append((target_query, target_indices[b : b + 1, j : j + 1]))
    tokens = []
    for content, index in rows:
        position = position_embedding(index)
        if not content.shape[-1] == position.shape[-1] == width:
            raise ValueError("one width for all")
        tokens.append((content + position).reshape(width))
    return torch.stack(tokens).reshape(images, -1, width)


def target_predictions(predictor_output, num_context):
    length = predictor_output.shape[1]
    return predictor_output.flip(1)[:, : length - num_context].flip(1)
