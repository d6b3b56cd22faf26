"""CHAIR rates: how much of what captions mention is not in their images."""


def share(part: int, whole: int) -> float:
    """Divide two counts.

    Parameters
    ----------
    part, whole
        How many were found, and among how many.

    Returns
    -------
    float
        The unrounded share; 0.0 of nothing.
    """
    # Where there is nothing to count, nothing is wrong. This is a convention; the statement sets it.
    return part / whole if whole else 0.0


def exact_chair_rates(mentioned: list[list[str]], present: list[list[str]]) -> tuple[float, float]:
    """Compute both rates as `chair_rates` does, without rounding.

    Parameters
    ----------
    mentioned
        Per caption, the objects that it mentions, one word per mention.
    present
        Per caption, the objects that are truly in its image.

    Returns
    -------
    tuple of float
        The unrounded share of hallucinated mentions, and that of captions with such a mention.
    """
    mentions = hallucinated = faulty_captions = 0
    # Each caption is held against its own image. A strict zip raises the ValueError that is asked for where
    # one of the lists is longer; a plain one would quietly leave out what is too much.
    for words, objects in zip(mentioned, present, strict=True):
        # A word stays in this list as often as the caption repeats it. Objects that the caption leaves out
        # play no part: to be silent about a thing is not to make one up.
        wrong = [word for word in words if word not in objects]
        mentions += len(words)
        hallucinated += len(wrong)
        # For the second rate a caption is wrong or it is not, however many wrong mentions it holds.
        faulty_captions += bool(wrong)
    # One division for the whole collection, not one per caption: a caption with many mentions weighs more. A
    # caption without any mention adds nothing to the first rate, but it is one of the captions.
    return share(hallucinated, mentions), share(faulty_captions, len(mentioned))


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
    chair_i, chair_s = exact_chair_rates(mentioned, present)
    return round(chair_i, 4), round(chair_s, 4)
