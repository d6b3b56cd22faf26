"""The right mentions are gone from the caller's lists after the call. Which of your operations changes a
list that was handed in?"""


def chair_rates(mentioned, present):
    if len(mentioned) != len(present):
        raise ValueError("one list of objects per caption")
    mentions, hallucinated, captions = 0, 0, 0
    for words, objects in zip(mentioned, present):
        mentions += len(words)
        for word in list(words):
            if word in objects:
                words.remove(word)
        wrong = words
        hallucinated += len(wrong)
        if wrong:
            captions += 1
    chair_i = hallucinated / mentions if mentions else 0.0
    chair_s = captions / len(mentioned) if mentioned else 0.0
    return round(chair_i, 4), round(chair_s, 4)
