"""The batch size of the target indices was not looked at. What if there is a single row of them for
several images?"""

import torch


def placed(contents, positions):
    if positions.shape[-1] != contents.shape[-1]:
        raise ValueError("the positions have another width than the tokens")
    return contents + positions


def predictor_tokens(context_tokens, context_indices, target_query, target_indices, position_embedding):
    if context_indices.shape != context_tokens.shape[:2]:
        raise ValueError("there must be one index for each context token")
    if target_query.shape[-1] != context_tokens.shape[-1]:
        raise ValueError("the query has another width than the context tokens")
    context = placed(context_tokens, position_embedding(context_indices))
    questions = placed(target_query, position_embedding(target_indices))
    if questions.shape[0] == 1:
        questions = questions.expand(context.shape[0], -1, -1)
    return torch.cat([context, questions], dim=1)


def target_predictions(predictor_output, num_context):
    return predictor_output[:, num_context:]
