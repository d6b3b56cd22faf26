"""It was not asked whether there is one index for each context token. What does torch do if there is a
single index for three tokens?"""

import torch


def placed(contents, positions):
    if positions.shape[-1] != contents.shape[-1]:
        raise ValueError("the positions have another width than the tokens")
    return contents + positions


def predictor_tokens(context_tokens, context_indices, target_query, target_indices, position_embedding):
    sizes = {context_tokens.shape[0], context_indices.shape[0], target_indices.shape[0]}
    if len(sizes) != 1:
        raise ValueError("the batch sizes differ")
    if target_query.shape[-1] != context_tokens.shape[-1]:
        raise ValueError("the query has another width than the context tokens")
    context = placed(context_tokens, position_embedding(context_indices))
    questions = placed(target_query, position_embedding(target_indices))
    return torch.cat([context, questions], dim=1)


def target_predictions(predictor_output, num_context):
    return predictor_output[:, num_context:]
