"""Whole values as ints, halves rounded up, a dict that counts."""


def four_decimals(above, below):
    if below == 0 or above == 0:
        return 0
    if above == below:
        return 1
    return (20000 * above + below) // (2 * below) / 10000


def pope_metrics(answers, labels):
    known = {"yes": True, "no": False}
    said, true = [], []
    for answer in answers:
        lines = answer.strip()
        said.append(known.get((lines[:-1] if lines[-1:] == "." else lines).lower()))
    for label in labels:
        true.append(known.get(label.lower()))
    if None in said + true or len(said) != len(true) or said == []:
        raise ValueError("not a list of yes and no, or not two of one length")
    yes, real, total = said.count(True), true.count(True), len(said)
    agreed = [a for a, b in zip(said, true) if a is b]
    return dict(
        accuracy=four_decimals(len(agreed), total),
        precision=four_decimals(agreed.count(True), yes),
        recall=four_decimals(agreed.count(True), real),
        f1=four_decimals(2 * agreed.count(True), yes + real),
        yes_ratio=four_decimals(yes, total),
    )
