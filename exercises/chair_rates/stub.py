"""CHAIR rates of image captions. Fill in the function below; helpers of your own are welcome."""


def chair_rates(mentioned: list[list[str]], present: list[list[str]]) -> tuple[float, float]:
    """Measure how much of what captions mention is not in their images.

    Parameters
    ----------
    mentioned
        Per caption, the objects that it mentions, one word per mention.
    present
        Per caption, the objects that are truly in its image.

    Returns
    -------
    chair_i : float
        The share of hallucinated mentions among all mentions, rounded to 4 decimals.
    chair_s : float
        The share of captions with a hallucinated mention among all captions, rounded to 4 decimals.

    Raises
    ------
    ValueError
        If the two lists differ in length.
    """
    raise NotImplementedError("chair_rates is still to be written")
