"""Checks that everyone sees."""

import torch

from grader.author import Close, Unchanged, case, check

PARAMETERS = {
    "context_proj.weight": torch.tensor([[1.0, 2.0], [3.0, 1.0], [2.0, 2.0]], dtype=torch.float32),
    "context_proj.bias": torch.tensor([1.0, 0.0, 2.0], dtype=torch.float32),
    "position_embedding.weight": torch.tensor(
        [[0.0, 2.0, 4.0], [20.0, 22.0, 24.0], [40.0, 42.0, 44.0], [60.0, 62.0, 64.0]], dtype=torch.float32
    ),
    "target_query": torch.tensor([[[5.0, 6.0, 7.0]]], dtype=torch.float32),
    "output_proj.weight": torch.tensor([[1.0, 0.0, 2.0], [0.0, 1.0, 1.0]], dtype=torch.float32),
    "output_proj.bias": torch.tensor([0.0, 100.0], dtype=torch.float32),
}
ALLOWED = Close(rtol=1e-5, atol=1e-4)


@check(
    "predictions for the targets of one image",
    points=2,
    cases=[
        case(
            "the sample",
            parameters=PARAMETERS,
            context_repr=torch.tensor([[[1.0, 2.0], [3.0, 1.0]]], dtype=torch.float32),
            context_indices=torch.tensor([[3, 0]], dtype=torch.int64),
            target_indices=torch.tensor([[2, 1]], dtype=torch.int64),
        ),
        case(
            "a single target behind three context patches",
            parameters=PARAMETERS,
            context_repr=torch.tensor([[[1.0, 2.0], [3.0, 1.0], [4.0, 7.0]]], dtype=torch.float32),
            context_indices=torch.tensor([[1, 0, 2]], dtype=torch.int64),
            target_indices=torch.tensor([[3]], dtype=torch.int64),
        ),
    ],
    expect={
        "answer": ALLOWED,
        "again": ALLOWED,
        "context_repr": Unchanged(),
        "context_indices": Unchanged(),
        "target_indices": Unchanged(),
    },
)
def sample(student, parameters, context_repr, context_indices, target_indices):
    module = student.Predictor(2, 3, 4)
    module.load_state_dict(parameters, strict=True)
    return {
        "answer": module(context_repr, context_indices, target_indices),
        "again": module(context_repr, context_indices, target_indices),
        "context_repr": context_repr,
        "context_indices": context_indices,
        "target_indices": target_indices,
    }
