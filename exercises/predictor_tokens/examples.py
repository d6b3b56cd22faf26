"""The visible checks: the two halves of the sample."""

import torch

from grader.author import Equal, Unchanged, case, check

TABLE = torch.tensor([[1000.0 * n + 500.0 * d for d in range(2)] for n in range(6)], dtype=torch.float32)


@check(
    "the sample of the statement, entry by entry",
    points=2,
    cases=[
        case(
            "two images with two context patches and three targets",
            context_tokens=torch.tensor(
                [[[0, 1], [10, 11]], [[100, 101], [110, 111]]],
                dtype=torch.float32,
            ),
            context_indices=torch.tensor([[0, 3], [5, 1]], dtype=torch.int64),
            target_query=torch.tensor([[[0.25, -0.25]]], dtype=torch.float32),
            target_indices=torch.tensor([[4, 1, 2], [0, 0, 3]], dtype=torch.int64),
            table=TABLE,
        )
    ],
    expect={
        "answer": Equal(),
        "again": Equal(),
        "context_tokens": Unchanged(),
        "context_indices": Unchanged(),
        "target_query": Unchanged(),
        "target_indices": Unchanged(),
        "table": Unchanged(),
    },
)
def sample(student, context_tokens, context_indices, target_query, target_indices, table):
    given = (
        context_tokens,
        context_indices,
        target_query,
        target_indices,
        torch.nn.Embedding.from_pretrained(table),
    )
    return {
        "answer": student.predictor_tokens(*given),
        "again": student.predictor_tokens(*given),
        "context_tokens": context_tokens,
        "context_indices": context_indices,
        "target_query": target_query,
        "target_indices": target_indices,
        "table": table,
    }


@check(
    "the target part of a short output",
    points=1,
    cases=[
        case(
            "two places for the context, three for the targets",
            predictor_output=torch.tensor(
                [[[100 * b + 10 * n + d for d in range(2)] for n in range(5)] for b in range(2)],
                dtype=torch.float32,
            ),
            num_context=2,
        )
    ],
    expect={"answer": Equal(), "again": Equal(), "predictor_output": Unchanged()},
)
def target_part(student, predictor_output, num_context):
    return {
        "answer": student.target_predictions(predictor_output, num_context),
        "again": student.target_predictions(predictor_output, num_context),
        "predictor_output": predictor_output,
    }
