"""Place by place in plain Python loops; torch only adds and puts the rows together."""

import torch


def predictor_tokens(context_tokens, context_indices, target_query, target_indices, position_embedding):
    batch, context, width = list(context_tokens.shape)
    targets = target_indices.shape[1]
    if list(context_indices.shape) != [batch, context]:
        raise ValueError("one index for each context token")
    if target_indices.shape[0] != batch:
        raise ValueError("one row of target indices for each image")
    seen = position_embedding(context_indices)
    asked = position_embedding(target_indices)
    for tensor in (target_query, seen, asked):
        if tensor.shape[2] != width:
            raise ValueError("one width for all")
    images = []
    for b in range(batch):
        places = []
        for k in range(context + targets):
            if k < context:
                places.append(context_tokens[b][k] + seen[b][k])
            else:
                places.append(target_query[0][0] + asked[b][k - context])
        images.append(torch.stack(places))
    return torch.stack(images)


def target_predictions(predictor_output, num_context):
    length = predictor_output.shape[1]
    if num_context == length:
        return predictor_output[:, :0]
    return torch.stack([predictor_output[:, place] for place in range(num_context, length)], dim=1)
