"""The visible checks: the sample of the statement, and a rank of three."""

import numpy as np

from grader.author import Close, Unchanged, case, check


def small_case(label, weight, lora_a, lora_b, alpha):
    """Describe a case in float32, with the allowance that the statement gives for its largest entry."""
    weight, lora_a, lora_b = (np.array(matrix, dtype=np.float32) for matrix in (weight, lora_a, lora_b))
    sizes = np.abs(weight) + abs(alpha) / lora_a.shape[0] * (np.abs(lora_b) @ np.abs(lora_a))
    policy = Close(rtol=0.0, atol=8.5 * float(np.finfo(np.float32).eps) * float(sizes.max()))
    return case(
        label,
        weight=weight,
        lora_a=lora_a,
        lora_b=lora_b,
        alpha=alpha,
        expect={
            "answer": policy,
            "again": policy,
            "weight": Unchanged(),
            "lora_a": Unchanged(),
            "lora_b": Unchanged(),
        },
    )


@check(
    "small matrices, entry by entry",
    points=2,
    cases=[
        small_case(
            "the sample of the statement",
            weight=[[1, 2, 3], [4, 5, 6]],
            lora_a=[[1, 0, 2], [0, -1, 1]],
            lora_b=[[2, 1], [0, 4]],
            alpha=3,
        ),
        small_case(
            "a rank of three",
            weight=[[1, 2, 3, 4], [5, 6, 7, 8]],
            lora_a=[[1, 0, 2, 0], [0, -1, 1, 3], [2, 1, 0, -1]],
            lora_b=[[3, 0, 1], [-1, 2, 2]],
            alpha=5,
        ),
    ],
)
def small(student, weight, lora_a, lora_b, alpha):
    answer = student.merge_lora(weight, lora_a, lora_b, alpha)
    return {
        "answer": answer,
        "again": student.merge_lora(weight, lora_a, lora_b, alpha),
        "weight": weight,
        "lora_a": lora_a,
        "lora_b": lora_b,
    }
