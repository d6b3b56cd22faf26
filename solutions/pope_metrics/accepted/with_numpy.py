"""Boolean arrays; the metrics are numpy scalars."""

import numpy as np


def truth_values(words):
    words = np.array([word.casefold() for word in words])
    if not np.isin(words, ["yes", "no"]).all():
        raise ValueError("another word")
    return words == "yes"


def fraction(above, below):
    return np.float64(0.0) if below == 0 else np.float64(above) / below


def pope_metrics(answers, labels):
    if len(answers) != len(labels):
        raise ValueError("the lengths differ")
    if len(answers) < 1:
        raise ValueError("nothing to measure")
    stripped = [answer.strip() for answer in answers]
    said = truth_values([text[:-1] if text[-1:] == "." else text for text in stripped])
    true = truth_values(labels)
    tp = np.count_nonzero(said & true)
    results = {
        "accuracy": np.mean(said == true),
        "precision": fraction(tp, said.sum()),
        "recall": fraction(tp, true.sum()),
        "f1": fraction(tp, (said.sum() + true.sum()) / 2),
        "yes_ratio": said.mean(),
    }
    return {name: np.round(result, 4) for name, result in results.items()}
