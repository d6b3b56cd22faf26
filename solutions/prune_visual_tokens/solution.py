"""Prune visual tokens by attention mass, in plain Python."""

import math

# What counts as rounding. Sums of a thousand floats are off by far less, and differences that mean something
# are far larger.
ROUNDING = 1e-9


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
    # Said as what is allowed: a comparison with NaN is never true, so NaN is refused by the same words.
    if not all(0 <= weight < math.inf for weight in attention):
        raise ValueError("a weight must be finite and must not be negative")
    if not 0 < keep_mass <= 1:
        raise ValueError("keep_mass must be above 0 and at most 1")
    total = sum(attention)
    # No weights at all have no mass either.
    if total == 0:
        raise ValueError("there is no attention to share out")

    # Indices are sorted, not weights, since indices are what is asked for. Python's sort is stable, with
    # reverse=True too: of equal weights the lower index stays in front.
    heaviest_first = sorted(range(len(attention)), key=lambda index: attention[index], reverse=True)
    kept = []
    mass = 0
    for index in heaviest_first:
        # The token is taken before the line is looked at. So the one that crosses the line is kept, and so is
        # the first one, however small keep_mass is.
        kept.append(index)
        mass += attention[index]
        if mass / total >= keep_mass - ROUNDING:
            break
    # The tokens stay in the order they have in the image.
    return sorted(kept)
