"""Merge a LoRA adapter into the weight that it adapts."""

import numpy as np


def merge_lora(weight: np.ndarray, lora_a: np.ndarray, lora_b: np.ndarray, alpha: float) -> np.ndarray:
    """Add a low-rank update to a weight.

    Parameters
    ----------
    weight
        The frozen weight, float16, float32 or float64, of shape ``[out, in]``.
    lora_a
        The factor that is applied first, of shape ``[r, in]``, of a dtype no narrower than that of
        ``weight``.
    lora_b
        The factor that is applied second, of shape ``[out, r]``, of a dtype no narrower than that of
        ``weight``.
    alpha
        The strength of the update, an int or a float; it is divided by r.

    Returns
    -------
    numpy.ndarray
        The merged weight, of the shape and the dtype of ``weight``.

    Raises
    ------
    ValueError
        If an argument is not 2-D, if the shapes do not fit together, or if r is 0.
    """
    # The number of axes first: only then do the sizes below have a meaning.
    if weight.ndim != 2 or lora_a.ndim != 2:
        raise ValueError("weight must have shape [out, in] and lora_a [r, in]")
    # The rank is the axis that the two factors share. It is a property of their shapes; the product may well
    # have a lower rank.
    rank = lora_a.shape[0]
    # These cannot be left to the arithmetic: a size of 1 would be stretched to any other size without a word.
    if lora_a.shape[1] != weight.shape[1]:
        raise ValueError(f"lora_a has {lora_a.shape[1]} columns, but weight has {weight.shape[1]}")
    if lora_b.shape != (weight.shape[0], rank):
        raise ValueError(f"lora_b must have shape {(weight.shape[0], rank)}, got {lora_b.shape}")
    # An update of rank 0 has no scale: alpha / 0.
    if rank < 1:
        raise ValueError("r must be at least 1")

    # x goes through lora_a first (in -> r), then through lora_b (r -> out), so the matrix that does both is
    # lora_b times lora_a. float16 ends at 65504, and the product may go far beyond that although the scaled
    # sum does not. In double precision no intermediate result is in danger, whatever dtype weight has.
    update = np.matmul(lora_b, lora_a, dtype=np.float64)
    # The sum is a new array, so the caller's weight stays as it was. It is rounded once, here at the end.
    return (weight + alpha / rank * update).astype(weight.dtype)
