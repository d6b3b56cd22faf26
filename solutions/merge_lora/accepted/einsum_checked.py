"""einsum in double precision, after a comparison of all shapes at once."""

import numpy as np


class ShapeError(ValueError):
    """Shapes that do not fit together."""


def merge_lora(weight, lora_a, lora_b, alpha):
    shapes = weight.shape, lora_a.shape, lora_b.shape
    if any(len(shape) != 2 for shape in shapes):
        raise ShapeError(shapes)
    if shapes != (
        (len(lora_b), lora_a.shape[1]),
        (lora_b.shape[1], weight.shape[1]),
        (len(weight), len(lora_a)),
    ):
        raise ShapeError(shapes)
    if 0 in lora_a.shape:
        raise ShapeError("rank 0")
    scale = np.float64(alpha) / len(lora_a)
    return (weight + scale * np.einsum("ok,ki->oi", lora_b, lora_a, dtype=np.float64)).astype(weight.dtype)
