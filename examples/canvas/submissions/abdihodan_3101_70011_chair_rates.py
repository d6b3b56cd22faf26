"""CHAIR rates: made-up mentions, by mention and by caption."""


def chair_rates(mentioned, present):
    if len(mentioned) != len(present):
        raise ValueError("one list of objects per caption is needed")
    wrong = [[word for word in words if word not in objects] for words, objects in zip(mentioned, present)]
    mentions = sum(len(words) for words in mentioned)
    made_up = sum(len(words) for words in wrong)
    faulty = sum(1 for words in wrong if words)
    by_mention = made_up / mentions if mentions else 0.0
    by_caption = faulty / len(mentioned) if mentioned else 0.0
    return round(by_mention, 4), round(by_caption, 4)
