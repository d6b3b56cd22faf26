"""Which words of a caption are made up."""


def made_up_words(words, objects):
    return [word for word in words if word not in set(objects)]
