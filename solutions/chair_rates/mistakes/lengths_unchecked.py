"""Where one of the lists is longer, the rest of it is left out without a word. What does the statement
ask for?"""


def chair_rates(mentioned, present):
    mentions, hallucinated, captions = 0, 0, 0
    for words, objects in zip(mentioned, present):
        mentions += len(words)
        wrong = [word for word in words if word not in objects]
        hallucinated += len(wrong)
        if wrong:
            captions += 1
    chair_i = hallucinated / mentions if mentions else 0.0
    chair_s = captions / len(mentioned) if mentioned else 0.0
    return round(chair_i, 4), round(chair_s, 4)
