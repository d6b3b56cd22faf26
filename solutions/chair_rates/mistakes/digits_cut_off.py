"""The digits after the fourth decimal are cut off. Which number with 4 decimals is the nearest to
0.66666?"""


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
    chair_s = captions / len(mentioned) if mentioned else 0.0
    return int(chair_i * 10000) / 10000, int(chair_s * 10000) / 10000
