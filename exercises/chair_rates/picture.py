"""What the two rates are about: which mentions are made up, and how each further caption moves both rates."""

CAPTIONS = [
    (["frog"], ["pond", "reed"]),
    (["man", "dog", "dog", "ball"], ["ball", "dog", "man"]),
    (["cat", "sofa", "rug", "rug", "book"], ["sofa", "cat", "book"]),
    ([], ["tree"]),
    (["bus", "car", "car", "sign", "road", "wheel", "moon", "bus"], ["bus", "car", "road", "sign", "wheel"]),
    (["bird"], ["bird", "roof"]),
    (["cake", "cup", "fork"], ["cake", "cup", "fork"]),
]
NOTHING, RIGHT = 0, 1


def picture(student):
    said = [words for words, _ in CAPTIONS]
    seen = [objects for _, objects in CAPTIONS]
    longest = max(map(len, said))
    marks = []
    for words, objects in CAPTIONS:
        each = [RIGHT + student.chair_rates([[word]], [objects])[0] for word in words]
        marks.append(each + [NOTHING] * (longest - len(each)))
    so_far = [student.chair_rates(said[:end], seen[:end]) for end in range(1, len(said) + 1)]
    return [
        {
            "title": "Seven captions: mentions that are right (1) and made up (2)",
            "rows": "caption",
            "columns": "mention",
            "values": marks,
        },
        {
            "title": "By mention: caption 4, one of eight made up, lowers the rate",
            "rows": "rate by mention",
            "columns": "up to caption",
            "values": [by_mention for by_mention, _ in so_far],
        },
        {
            "title": "By caption: caption 4, with that one in it, raises the rate",
            "rows": "rate by caption",
            "columns": "up to caption",
            "values": [by_caption for _, by_caption in so_far],
        },
    ]
