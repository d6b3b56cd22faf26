"""Rounded by way of formatted text, with an error type of its own."""


class LengthError(ValueError):
    """Captions and images do not pair up."""


class Tally:
    def __init__(self):
        self.found = 0
        self.of = 0

    def add(self, found, of):
        self.found += found
        self.of += of

    def rate(self):
        return float(f"{self.found / self.of:.4f}") if self.of else 0.0


def chair_rates(mentioned, present):
    by_mention, by_caption = Tally(), Tally()
    if len(mentioned) - len(present):
        raise LengthError(len(mentioned), len(present))
    for words, objects in zip(mentioned, present):
        wrong = len(list(filter(lambda word: objects.count(word) == 0, words)))
        by_mention.add(wrong, len(words))
        by_caption.add(min(wrong, 1), 1)
    return by_mention.rate(), by_caption.rate()
