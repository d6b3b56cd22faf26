"""A class for the four counts, with properties; rounded by way of formatted text."""


class Counts:
    def __init__(self, pairs):
        self.tp, self.fp, self.fn, self.tn = (
            sum(pair == box for pair in pairs) for box in ("yy", "yn", "ny", "nn")
        )

    @property
    def n(self):
        return self.tp + self.fp + self.fn + self.tn

    @property
    def accuracy(self):
        return 1 - (self.fp + self.fn) / self.n

    @property
    def precision(self):
        return self.tp / (self.tp + self.fp) if self.tp else 0

    @property
    def recall(self):
        return self.tp / (self.tp + self.fn) if self.tp else 0

    @property
    def f1(self):
        return self.tp / (self.tp + (self.fp + self.fn) / 2) if self.tp else 0

    @property
    def yes_ratio(self):
        return 1 - (self.fn + self.tn) / self.n


FORMS = {"yes": "y", "no": "n"}


def letters(words):
    found = "".join(FORMS.get(word.lower(), "?") for word in words)
    if "?" in found:
        raise ValueError(f"another word in place {found.index('?')}")
    return found


def pope_metrics(answers, labels):
    first = letters(answer.strip().removesuffix(".") for answer in answers)
    second = letters(labels)
    if not len(first) == len(second) > 0:
        raise ValueError("lists of one length, and not empty")
    counts = Counts([a + b for a, b in zip(first, second)])
    names = ("accuracy", "precision", "recall", "f1", "yes_ratio")
    return {name: float(f"{getattr(counts, name):.4f}") for name in names}
