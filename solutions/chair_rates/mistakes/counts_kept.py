"""The counts of earlier calls are still in your answer. When are they set back to zero?"""

mentions = hallucinated = captions = seen = 0


def chair_rates(mentioned, present):
    if len(mentioned) != len(present):
        raise ValueError("one list of objects per caption")
    global mentions, hallucinated, captions, seen
    seen += len(mentioned)
    for words, objects in zip(mentioned, present):
        mentions += len(words)
        wrong = [word for word in words if word not in objects]
        hallucinated += len(wrong)
        if wrong:
            captions += 1
    chair_i = hallucinated / mentions if mentions else 0.0
    chair_s = captions / seen if seen else 0.0
    return round(chair_i, 4), round(chair_s, 4)
