"""Plain loops over indices."""


def pope_metrics(answers, labels):
    if len(answers) == 0 or len(labels) == 0 or len(answers) != len(labels):
        raise ValueError("bad lists")
    right = 0
    said_yes = 0
    is_yes = 0
    both = 0
    for i in range(len(answers)):
        answer = answers[i].strip().upper()
        label = labels[i].upper()
        if answer != "" and answer[-1] == ".":
            answer = answer[0:-1]
        if answer != "YES" and answer != "NO":
            raise ValueError("bad answer " + answer)
        if label != "YES" and label != "NO":
            raise ValueError("bad label " + label)
        if answer == label:
            right += 1
        if answer == "YES":
            said_yes += 1
        if label == "YES":
            is_yes += 1
        if answer == "YES" and label == "YES":
            both += 1
    metrics = {}
    metrics["accuracy"] = round(right / len(answers), 4)
    precision = 0.0
    recall = 0.0
    f1 = 0.0
    if said_yes > 0:
        precision = both / said_yes
    if is_yes > 0:
        recall = both / is_yes
    if both > 0:
        f1 = 2 / (1 / precision + 1 / recall)
    metrics["precision"] = round(precision, 4)
    metrics["recall"] = round(recall, 4)
    metrics["f1"] = round(f1, 4)
    metrics["yes_ratio"] = round(said_yes / len(answers), 4)
    return metrics
