"""Prune visual tokens by attention mass. Fill in the function below; helpers of your own are welcome."""

import math  # noqa: F401  (here for your use; any other library will do too)


def prune_visual_tokens(attention: list[float], keep_mass: float) -> list[int]:
    """Choose the fewest visual tokens that hold a share of the attention.

    Parameters
    ----------
    attention
        A weight for each visual token, not negative; the weights need not sum to 1.
    keep_mass
        The share of the total weight that the kept tokens must hold together, above 0 and at most 1.

    Returns
    -------
    list of int
        The indices of the kept tokens, in ascending order.

    Raises
    ------
    ValueError
        If there are no weights, a weight is negative or not finite, all weights are 0, or ``keep_mass`` is
        outside (0, 1].
    """
    raise NotImplementedError("prune_visual_tokens is still to be written")
