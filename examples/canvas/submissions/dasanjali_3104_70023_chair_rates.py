"""The counting is in counting.py."""

from counting import made_up_words


def chair_rates(mentioned, present):
    if len(mentioned) != len(present):
        raise ValueError("the lists differ in length")
    wrong = [made_up_words(words, objects) for words, objects in zip(mentioned, present)]
    mentions = sum(map(len, mentioned))
    by_mention = sum(map(len, wrong)) / mentions if mentions else 0.0
    by_caption = sum(map(bool, wrong)) / len(wrong) if wrong else 0.0
    return round(by_mention, 4), round(by_caption, 4)
