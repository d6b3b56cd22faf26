"""A weighted sum of columns, as the author writes it."""

import numpy as np

CANARY = "CANARY-577feed6b0bdb68ef44c28e9"


def weighted_sum(table: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """For each row, the sum of its entries times the weights of their columns."""
    if table.ndim != 2 or weights.shape != (table.shape[1],):
        raise ValueError(f"there must be one weight for each column of {table.shape}, not {weights.shape}")
    return table @ weights  # the reference answer, which nobody but the grader may see
