"""Flags in numpy arrays; the rates are numpy scalars."""

import numpy as np


def chair_rates(mentioned, present):
    if len(mentioned) != len(present):
        raise ValueError("lengths differ")
    if not mentioned:
        return np.float64(0.0), np.float64(0.0)
    wrong = np.array([sum(word not in seen for word in said) for said, seen in zip(mentioned, present)])
    sizes = np.array([len(said) for said in mentioned])
    chair_i = wrong.sum() / sizes.sum() if sizes.any() else np.float64(0.0)
    return np.round(chair_i, 4), np.round((wrong > 0).mean(), 4)
