"""Precision, recall and F1 are means over the two classes. Which class are they of on this page?"""


def read(word):
    word = word.lower()
    if word not in ("yes", "no"):
        raise ValueError(f"not yes or no: {word}")
    return word


def clean(answer):
    answer = answer.strip()
    if answer.endswith("."):
        answer = answer[:-1]
    return answer


def ratio(a, b):
    return a / b if b > 0 else 0.0


def pope_metrics(answers, labels):
    if len(answers) != len(labels):
        raise ValueError("one label per answer")
    if len(answers) == 0:
        raise ValueError("no questions")
    predicted = [read(clean(answer)) for answer in answers]
    actual = [read(label) for label in labels]
    tp = fp = fn = tn = 0
    for said, true in zip(predicted, actual):
        if said == "yes" and true == "yes":
            tp += 1
        elif said == "yes":
            fp += 1
        elif true == "yes":
            fn += 1
        else:
            tn += 1
    n = len(answers)
    precisions = [ratio(tp, tp + fp), ratio(tn, tn + fn)]
    recalls = [ratio(tp, tp + fn), ratio(tn, tn + fp)]
    f1s = [ratio(2 * p * r, p + r) for p, r in zip(precisions, recalls)]
    precision, recall = sum(precisions) / 2, sum(recalls) / 2
    metrics = {
        "accuracy": (tp + tn) / n,
        "precision": precision,
        "recall": recall,
        "f1": sum(f1s) / 2,
        "yes_ratio": (tp + fp) / n,
    }
    return {key: round(value, 4) for key, value in metrics.items()}
