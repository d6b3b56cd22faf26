"""The second rate divides hallucinated mentions by captions, so that it can exceed 1. What does a caption
with three of them count?"""


def chair_rates(mentioned, present):
    if len(mentioned) != len(present):
        raise ValueError("one list of objects per caption")
    mentions, hallucinated, captions = 0, 0, 0
    for words, objects in zip(mentioned, present):
        mentions += len(words)
        wrong = [word for word in words if word not in objects]
        hallucinated += len(wrong)
        if wrong:
            captions += 1
    chair_i = hallucinated / mentions if mentions else 0.0
    chair_s = hallucinated / len(mentioned) if mentioned else 0.0
    return round(chair_i, 4), round(chair_s, 4)
