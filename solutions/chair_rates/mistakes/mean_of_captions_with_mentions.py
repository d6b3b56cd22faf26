"""The first rate is the mean of one fraction per caption, over those captions that mention something. How
much should a caption with ten mentions weigh beside one with a single mention?"""


def chair_rates(mentioned, present):
    if len(mentioned) != len(present):
        raise ValueError("one list of objects per caption")
    fractions, captions = [], 0
    for words, objects in zip(mentioned, present):
        wrong = [word for word in words if word not in objects]
        if words:
            fractions.append(len(wrong) / len(words))
        if wrong:
            captions += 1
    chair_i = sum(fractions) / len(fractions) if fractions else 0.0
    chair_s = captions / len(mentioned) if mentioned else 0.0
    return round(chair_i, 4), round(chair_s, 4)
