import numpy as np


def weighted_sum(table, weights):
    if len(weights) != table.shape[1]:
        raise ValueError("one weight for each column")
    sums = [sum(entry * weight for entry, weight in zip(row, weights, strict=True)) for row in table]
    return np.array(sums, dtype=np.float64)
