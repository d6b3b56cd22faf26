"""A regular expression reads the answers; F1 comes from the counts."""

import re

ANSWER = re.compile(r"\s*(yes|no)\.?\s*", re.IGNORECASE)
LABEL = re.compile(r"(yes|no)", re.IGNORECASE)


def flags(texts, pattern):
    found = [pattern.fullmatch(text) for text in texts]
    if None in found:
        raise ValueError(f"question {found.index(None)}: neither yes nor no")
    return [match[1].lower() == "yes" for match in found]


def pope_metrics(answers, labels):
    if len(answers) != len(labels) or not answers:
        raise ValueError("as many answers as labels, and at least one")
    said, true = flags(answers, ANSWER), flags(labels, LABEL)
    both = sum(a and b for a, b in zip(said, true))
    return {
        "yes_ratio": round(sum(said) / len(said), 4),
        "f1": round(2 * both / ((sum(said) + sum(true)) or 1), 4),
        "recall": round(both / (sum(true) or 1), 4),
        "precision": round(both / (sum(said) or 1), 4),
        "accuracy": round(sum(a == b for a, b in zip(said, true)) / len(said), 4),
    }
