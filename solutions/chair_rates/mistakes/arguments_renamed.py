"""The arguments have other names than the statement gives them, so a call by name fails. What are they
called there?"""


def chair_rates(captions_said, images_hold):
    if len(captions_said) != len(images_hold):
        raise ValueError("one list of objects per caption")
    mentions, hallucinated, captions = 0, 0, 0
    for words, objects in zip(captions_said, images_hold):
        mentions += len(words)
        wrong = [word for word in words if word not in objects]
        hallucinated += len(wrong)
        if wrong:
            captions += 1
    chair_i = hallucinated / mentions if mentions else 0.0
    chair_s = captions / len(captions_said) if captions_said else 0.0
    return round(chair_i, 4), round(chair_s, 4)
