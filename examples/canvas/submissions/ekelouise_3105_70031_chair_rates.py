"""CHAIR rates of captions."""


def chair_rates(mentioned, present):
    mentions = made_up = faulty = 0
    for words, objects in zip(mentioned, present):
        wrong = [word for word in words if word not in objects]
        mentions += len(words)
        made_up += len(wrong)
        faulty += len(wrong) > 0
    by_mention = made_up / mentions if mentions else 0.0
    by_caption = faulty / len(mentioned) if mentioned else 0.0
    return round(by_mention, 4), round(by_caption, 4)
