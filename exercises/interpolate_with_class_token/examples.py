"""Checks that everyone sees."""

import torch

from grader.author import Close, Equal, Unchanged, case, check


def close(scale):
    """Allow what float32 arithmetic may lose on numbers as large as ``scale``."""
    policy = Close(rtol=0.0, atol=5e-6 * scale)
    return {"answer": policy, "again": policy, "the class row": Equal(), "position_embedding": Unchanged()}


@check(
    "small tables, every entry",
    points=2,
    cases=[
        case(
            "the sample",
            position_embedding=torch.tensor(
                [[[1000.0, -1000.0], [0.0, 0.0], [0.0, 256.0], [256.0, 0.0], [256.0, 256.0]]],
                dtype=torch.float32,
            ),
            old_grid_size=(2, 2),
            new_grid_size=(4, 2),
            expect=close(1000.0),
        ),
        case(
            "a grid that is not square",
            position_embedding=torch.tensor(
                [
                    [
                        [99.0, -88.0, 77.0],
                        [-18.0, -15.0, 7.0],
                        [6.0, -16.0, -5.0],
                        [-15.0, 15.0, 7.0],
                        [-17.0, 16.0, -13.0],
                        [-6.0, 20.0, 20.0],
                        [17.0, -17.0, 16.0],
                    ]
                ],
                dtype=torch.float32,
            ),
            old_grid_size=(2, 3),
            new_grid_size=(4, 5),
            expect=close(99.0),
        ),
    ],
)
def small(student, position_embedding, old_grid_size, new_grid_size):
    answer = student.interpolate_with_class_token(position_embedding, old_grid_size, new_grid_size)
    return {
        "answer": answer,
        "again": student.interpolate_with_class_token(position_embedding, old_grid_size, new_grid_size),
        "the class row": answer[:, :1],
        "position_embedding": position_embedding,
    }
