"""Only the first line of an answer is read. What does the statement say of an answer that goes on?"""


def read(word):
    word = word.lower()
    if word not in ("yes", "no"):
        raise ValueError(f"not yes or no: {word}")
    return word


def clean(answer):
    answer = answer.strip().split("\n")[0]
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
    precision = ratio(tp, tp + fp)
    recall = ratio(tp, tp + fn)
    metrics = {
        "accuracy": (tp + tn) / n,
        "precision": precision,
        "recall": recall,
        "f1": ratio(2 * precision * recall, precision + recall),
        "yes_ratio": (tp + fp) / n,
    }
    return {key: round(value, 4) for key, value in metrics.items()}
