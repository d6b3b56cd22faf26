"""The width of the query was not compared with that of the context tokens. What does torch do with a query
of width 1?"""

import torch


def placed(contents, positions):
    if positions.shape[-1] != contents.shape[-1]:
        raise ValueError("the positions have another width than the tokens")
    return contents + positions


def predictor_tokens(context_tokens, context_indices, target_query, target_indices, position_embedding):
    if context_indices.shape != context_tokens.shape[:2]:
        raise ValueError("there must be one index for each context token")
    if target_indices.shape[0] != context_tokens.shape[0]:
        raise ValueError("the batch sizes differ")
    context = placed(context_tokens, position_embedding(context_indices))
    questions = target_query + position_embedding(target_indices)
    return torch.cat([context, questions], dim=1)


def target_predictions(predictor_output, num_context):
    return predictor_output[:, num_context:]
