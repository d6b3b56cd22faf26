"""Merge a LoRA adapter. Fill in the function below; helpers of your own are welcome."""

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
    raise NotImplementedError("merge_lora is still to be written")
