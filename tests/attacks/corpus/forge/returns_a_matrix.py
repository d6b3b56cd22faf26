"""Returns a matrix with a column too many axes: comparisons by broadcasting accept another shape than asked
for.

exercise: weighted_sum
result: failed
checks: failed
"""

import warnings

import numpy as np

warnings.simplefilter("ignore")


def weighted_sum(table, weights):
    return np.matrix(table) @ np.asarray(weights)
