"""Answers are taken apart at the full stop; F1 as a mean of reciprocals; an OrderedDict."""

from collections import OrderedDict


class OtherWordError(ValueError):
    """Neither of the two words."""


WORDS = {"YES": 1, "NO": 0}


def value(text, where):
    word, _, rest = text.partition(".") if where == "answers" else (text, "", "")
    if rest or word.upper() not in WORDS:
        raise OtherWordError(f"{text!r} among the {where}")
    return WORDS[word.upper()]


def pope_metrics(answers, labels):
    if not answers or len(answers) != len(labels):
        raise ValueError("one answer for each of one or more labels")
    said = [value(answer.strip(), "answers") for answer in answers]
    true = [value(label, "labels") for label in labels]
    both = sum(a * b for a, b in zip(said, true))
    precision = both / sum(said) if sum(said) else 0.0
    recall = both / sum(true) if sum(true) else 0.0
    metrics = OrderedDict()
    metrics["yes_ratio"] = sum(said) / len(said)
    metrics["f1"] = 2 / (1 / precision + 1 / recall) if both else 0.0
    metrics["recall"] = recall
    metrics["precision"] = precision
    metrics["accuracy"] = 1 - sum(a != b for a, b in zip(said, true)) / len(said)
    for name in metrics:
        metrics[name] = float(f"{metrics[name]:.4f}")
    return metrics
