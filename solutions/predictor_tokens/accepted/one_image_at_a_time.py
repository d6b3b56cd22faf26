"""A loop over the images, each with calls of its own."""

import torch


def predictor_tokens(context_tokens, context_indices, target_query, target_indices, position_embedding):
    if not len(context_tokens) == len(context_indices) == len(target_indices):
        raise ValueError("batch sizes")
    if context_tokens.shape[1] != context_indices.shape[1]:
        raise ValueError("counts")
    query = target_query.reshape(-1)
    rows = []
    for tokens, seen, wanted in zip(context_tokens, context_indices, target_indices, strict=True):
        where_seen = position_embedding(seen[None])[0]
        where_wanted = position_embedding(wanted[None])[0]
        widths = {tokens.shape[-1], query.shape[0], where_seen.shape[-1], where_wanted.shape[-1]}
        if len(widths) != 1:
            raise ValueError("widths")
        rows.append(torch.vstack((tokens + where_seen, query + where_wanted)))
    return torch.stack(rows)


def target_predictions(predictor_output, num_context):
    return torch.stack([image[num_context:] for image in predictor_output])
