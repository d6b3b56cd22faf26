"""Positions were taken by the place in the sequence, 0, 1, 2 and so on. Place 0 does not always hold patch
0: where does it say which patch it holds?"""

import torch


def check_shapes(context_tokens, context_indices, target_query, target_indices):
    if context_indices.shape != context_tokens.shape[:2]:
        raise ValueError("there must be one index for each context token")
    if target_indices.shape[0] != context_tokens.shape[0]:
        raise ValueError("the batch sizes differ")
    if target_query.shape[-1] != context_tokens.shape[-1]:
        raise ValueError("the query has another width than the context tokens")


def placed(contents, positions):
    if positions.shape[-1] != contents.shape[-1]:
        raise ValueError("the positions have another width than the tokens")
    return contents + positions


def predictor_tokens(context_tokens, context_indices, target_query, target_indices, position_embedding):
    check_shapes(context_tokens, context_indices, target_query, target_indices)
    batch, context = context_indices.shape
    places = torch.arange(context + target_indices.shape[1]).expand(batch, -1)
    context_tokens = placed(context_tokens, position_embedding(places[:, :context]))
    questions = placed(target_query, position_embedding(places[:, context:]))
    return torch.cat([context_tokens, questions], dim=1)


def target_predictions(predictor_output, num_context):
    return predictor_output[:, num_context:]
