"""The mean over the captions."""


def chair_rates(mentioned, present):
    if len(mentioned) != len(present):
        raise ValueError("the lists differ in length")
    rates = []
    for words, objects in zip(mentioned, present):
        wrong = sum(word not in objects for word in words)
        rates.append(wrong / len(words) if words else 0.0)
    if not rates:
        return 0.0, 0.0
    return round(sum(rates) / len(rates), 4), round(sum(rate > 0 for rate in rates) / len(rates), 4)
