"""POPE metrics: how well yes-no questions about objects were answered."""


def means_yes(word: str) -> bool:
    """Read one word.

    Parameters
    ----------
    word
        Yes or no, in any letter case.

    Returns
    -------
    bool
        Whether it is yes.

    Raises
    ------
    ValueError
        If it is another word.
    """
    word = word.lower()
    if word == "yes":
        return True
    if word == "no":
        return False
    # Everything else is refused. To count it as a yes, as a no or not at all would each change the result,
    # and nobody would see that some answers were none.
    raise ValueError(f"neither yes nor no: {word!r}")


def share(part: float, whole: float) -> float:
    """Divide two numbers; 0.0 of nothing.

    Parameters
    ----------
    part, whole
        What stands above and below the line.

    Returns
    -------
    float
        The unrounded quotient.
    """
    return part / whole if whole else 0.0


def exact_pope_metrics(answers: list[str], labels: list[str]) -> dict[str, float]:
    """Compute the metrics as `pope_metrics` does, without rounding.

    Parameters
    ----------
    answers
        What the model answered.
    labels
        What is true, question by question.

    Returns
    -------
    dict of str to float
        The five unrounded numbers.
    """
    # White space first, then at most one full stop: the order matters for "yes. " and the number for "yes..".
    # Labels are written by people who know the format; they are taken as they are. A strict zip refuses lists
    # of different lengths with the ValueError that is asked for.
    pairs = [
        (means_yes(answer.strip().removesuffix(".")), means_yes(label))
        for answer, label in zip(answers, labels, strict=True)
    ]
    if not pairs:
        raise ValueError("there is no question")
    # Each question is in one of four boxes: (said yes, is yes).
    hits = pairs.count((True, True))
    false_alarms = pairs.count((True, False))
    misses = pairs.count((False, True))
    rejections = pairs.count((False, False))
    # How far a yes can be trusted, and how much of what is there was seen.
    precision = share(hits, hits + false_alarms)
    recall = share(hits, hits + misses)
    return {
        "accuracy": (hits + rejections) / len(pairs),
        "precision": precision,
        "recall": recall,
        # The harmonic mean is near the smaller of the two: neither can make up for the other.
        "f1": share(2 * precision * recall, precision + recall),
        # What the model tends to say. The labels have no part in it.
        "yes_ratio": (hits + false_alarms) / len(pairs),
    }


def pope_metrics(answers: list[str], labels: list[str]) -> dict[str, float]:
    """Measure how well yes-no questions about objects were answered.

    Parameters
    ----------
    answers
        What the model answered: yes or no in any letter case, perhaps with white space around it and a full
        stop.
    labels
        What is true, question by question: yes or no in any letter case.

    Returns
    -------
    dict of str to float
        ``accuracy``, ``precision``, ``recall``, ``f1`` and ``yes_ratio``, rounded to 4 decimals. Yes is the
        positive class.

    Raises
    ------
    ValueError
        If the lists differ in length or are empty, or if an answer or a label is another word.
    """
    # Rounding comes last, so that the harmonic mean is one of unrounded values.
    return {name: round(value, 4) for name, value in exact_pope_metrics(answers, labels).items()}
