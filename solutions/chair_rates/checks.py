"""The hidden checks.

Most cases are written as plans: a letter stands for a word, and each seed gives the letters other words and
the captions another order, which changes no rate.
"""

from grader.author import Raises, Rounded, Unchanged, attempt, case, check

RATES = Rounded(4, truth="exact_chair_rates", atol=1e-9, rtol=1e-12)
VALUES = {"answer": RATES, "again": RATES, "mentioned": Unchanged(), "present": Unchanged()}
# None of these is a part of another one, or its plural.
# fmt: off
WORDS = [
    "apple", "banana", "bench", "bicycle", "bird", "boat", "book", "bottle", "bowl", "broccoli", "bus",
    "cake", "cat", "chair", "clock", "couch", "cow", "cup", "dog", "elephant", "fork", "frisbee",
    "giraffe", "horse", "kite", "knife", "lamp", "laptop", "microwave", "motorcycle", "orange", "oven",
    "person", "pizza", "sandwich", "scissors", "sheep", "sink", "skateboard", "spoon", "suitcase",
    "surfboard", "table", "toaster", "toilet", "train", "truck", "umbrella", "vase", "zebra"
]
# fmt: on


def worded(rng, plan):
    """Give the letters of a plan words, and its captions an order."""
    words = dict(zip("abcdefghijklmnop", rng.permutation(WORDS).tolist(), strict=False))
    pairs = [plan[i] for i in rng.permutation(len(plan))]
    mentioned = [[words[letter] for letter in said] for said, _ in pairs]
    return mentioned, [[words[letter] for letter in seen] for _, seen in pairs]


def planned(rng, label, plan):
    """Describe a case by the mentions and the objects of each caption."""
    mentioned, present = worded(rng, plan)
    return case(label, mentioned=mentioned, present=present)


FIVE = [("abbc", "ab"), ("", "d"), ("eefb", "eg"), ("d", "d"), ("hhi", "i")]


def drawn(rng, label, count):
    """Draw a collection of captions: up to six mentions, of which about two in three are right."""
    mentioned, present = [], []
    for _ in range(count):
        objects = rng.choice(WORDS, int(rng.integers(1, 5)), replace=False).tolist()
        right = rng.choice(objects, int(rng.integers(0, 5))).tolist()
        other = rng.choice(WORDS, int(rng.integers(0, 3))).tolist()
        mentioned.append([(right + other)[i] for i in rng.permutation(len(right) + len(other))])
        present.append(objects)
    return case(label, mentioned=mentioned, present=present)


def collections(rng):
    return [
        planned(rng, "five captions, one without a mention", FIVE),
        planned(
            rng, "an object of another image", [("ab", "a"), ("c", "bc"), ("cd", "cd"), ("a", "d"), ("", "")]
        ),
        planned(rng, "a caption with all mentions wrong", [("abc", "d"), ("ef", "efg"), ("hij", "hi")]),
        planned(rng, "long captions and short ones", [("abcdefgh", "abcdefg"), ("i", "j"), ("k", "k")]),
        drawn(rng, "many captions", 30),
        drawn(rng, "very many captions", 200),
    ]


@check("both rates, over all captions", points=2.5, cases=collections, expect=VALUES)
def rates(student, mentioned, present):
    return {
        "answer": student.chair_rates(mentioned, present),
        "again": student.chair_rates(mentioned, present),
        "mentioned": mentioned,
        "present": present,
    }


def repeats(rng):
    return [
        planned(rng, "a wrong mention repeated", [("aaab", "b"), ("cd", "cd")]),
        planned(rng, "a right mention repeated", [("aaab", "a"), ("cc", "c")]),
        planned(rng, "the same wrong mention in several captions", [("ab", "b"), ("ac", "c"), ("ad", "de")]),
        planned(rng, "objects left out", [("a", "abcd"), ("be", "bcdfg"), ("c", "cab")]),
        planned(rng, "nothing but objects left out", [("a", "abc"), ("b", "bacd"), ("c", "e")]),
        planned(rng, "an object listed twice", [("ab", "aa"), ("cdd", "dcd")]),
        planned(rng, "images without any object", [("ab", ""), ("c", "c"), ("", "")]),
    ]


@check("mentions repeated, objects left out", points=1, cases=repeats, expect=VALUES)
def counting(student, mentioned, present):
    return {
        "answer": student.chair_rates(mentioned, present),
        "again": student.chair_rates(mentioned, present),
        "mentioned": mentioned,
        "present": present,
    }


def near_words(rng):
    def one(label, pairs):
        (said, seen), right = pairs[int(rng.integers(0, len(pairs)))], str(rng.choice(WORDS[:10]))
        return case(label, mentioned=[[said, right], [right]], present=[[seen], [right]])

    return [
        one("a capital letter in the mention", [("Dog", "dog"), ("Cup", "cup"), ("Train", "train")]),
        one("a capital letter in the object", [("dog", "Dog"), ("cup", "Cup"), ("train", "Train")]),
        one("capital letters in the mention", [("DOG", "dog"), ("CUP", "cup"), ("TV", "tv")]),
        one("capital letters in the object", [("dog", "DOG"), ("cup", "CUP"), ("tv", "TV")]),
        one("a plural mentioned", [("dogs", "dog"), ("cups", "cup"), ("trains", "train")]),
        one("a plural in the image", [("dog", "dogs"), ("cup", "cups"), ("train", "trains")]),
        one("a plural of another stem", [("people", "person")]),
        one("a word that begins like the object's", [("motorist", "motorcycle"), ("bookcase", "bookshelf")]),
        one(
            "a long word that begins like the object's",
            [("skateboarder", "skateboarding"), ("photographer", "photographs")],
        ),
        one("a word within the object's", [("cat", "cattle"), ("man", "woman"), ("car", "carrot")]),
        one("an object within the word", [("cattle", "cat"), ("woman", "man"), ("carrot", "car")]),
        one("a word of two parts", [("hot dog", "dog"), ("train track", "train"), ("teddy bear", "bear")]),
        one("an object of two parts", [("dog", "hot dog"), ("train", "train track"), ("bear", "teddy bear")]),
        one(
            "a space inside the word", [("hot dog", "hotdog"), ("tea pot", "teapot"), ("sea gull", "seagull")]
        ),
        one("a hyphen inside the word", [("hot-dog", "hot dog"), ("tea-pot", "tea pot")]),
        one("a space after the word", [("dog ", "dog"), ("cup ", "cup"), ("train ", "train")]),
        one("a space in front of the word", [(" dog", "dog"), (" cup", "cup"), (" train", "train")]),
        one("a space after the object", [("dog", "dog "), ("cup", "cup "), ("train", "train ")]),
        one("a space in front of the object", [("dog", " dog"), ("cup", " cup"), ("train", " train")]),
        one("a synonym", [("couch", "sofa"), ("bike", "bicycle"), ("plane", "airplane")]),
        case(
            "a word of two parts whose parts are there",
            mentioned=[["teddy bear", "cup"], ["cup"]],
            present=[["teddy", "bear", "cup"], ["cup"]],
        ),
        case(
            "a word of two parts that is there",
            mentioned=[["hot dog", "fire hydrant", "cup"], ["hot dog"]],
            present=[["cup", "hot dog"], ["dog", "hot"]],
        ),
    ]


@check("words compare exactly", points=1, cases=near_words, expect=VALUES)
def exact_words(student, mentioned, present):
    return {
        "answer": student.chair_rates(mentioned, present),
        "again": student.chair_rates(mentioned, present),
        "mentioned": mentioned,
        "present": present,
    }


def nothing(rng):
    return [
        planned(rng, "no mention in any caption", [("", "a"), ("", "bc")]),
        planned(rng, "a single caption, without a mention", [("", "a")]),
        case("no caption at all", mentioned=[], present=[]),
        planned(rng, "every mention right", [("aab", "abc"), ("c", "c")]),
        planned(rng, "every mention wrong", [("aab", "c"), ("c", "")]),
        planned(
            rng, "a single wrong mention in many captions", [("", "a"), ("", "b"), ("c", "d"), ("", "e")]
        ),
        planned(rng, "a single right mention in many captions", [("", "a"), ("", "b"), ("c", "c"), ("", "")]),
    ]


@check("nothing mentioned, nothing wrong, nothing right", points=1, cases=nothing, expect=VALUES)
def borders(student, mentioned, present):
    return {
        "answer": student.chair_rates(mentioned, present),
        "again": student.chair_rates(mentioned, present),
        "mentioned": mentioned,
        "present": present,
    }


def fractions(rng):
    return [
        planned(rng, "eight ninths of the mentions", [("aaaabbbbc", "cd"), ("", "a"), ("", "b")]),
        planned(rng, "one ninth of the mentions", [("abcdef", "abcdef"), ("ghi", "hi"), ("a", "a")][:2]),
        planned(rng, "five sevenths of the captions", [("ab", "a")] * 5 + [("cd", "dc")] * 2),
        planned(rng, "eight ninths of the captions", [("abc", "ac")] * 8 + [("d", "d")]),
        planned(rng, "one thirteenth of the mentions", [("abcdefghijklm", "abcdefghijkl"), ("", "a")]),
        planned(rng, "one thirteenth of the captions", [("ab", "a")] + [("cd", "dc")] * 12),
        planned(rng, "one in two hundred mentions", [("abcde" * 8, "abcde")] * 4 + [("a" * 39 + "b", "ac")]),
    ]


@check("rounded to 4 decimals", points=1, cases=fractions, expect=VALUES)
def rounding(student, mentioned, present):
    return {
        "answer": student.chair_rates(mentioned, present),
        "again": student.chair_rates(mentioned, present),
        "mentioned": mentioned,
        "present": present,
    }


def by_name(rng):
    return [planned(rng, "arguments given by name", [*FIVE, ("jjk", "kl")])]


@check("called by keyword", points=0.5, cases=by_name, expect={"answer": RATES, "again": RATES})
def keywords(student, mentioned, present):
    return {
        "answer": student.chair_rates(present=present, mentioned=mentioned),
        "again": student.chair_rates(mentioned=mentioned, present=present),
    }


def in_turn_cases(rng):
    mentioned, present = worded(rng, FIVE)
    other_mentioned, other_present = worded(rng, [("ab", "b"), ("cd", "dc"), ("eee", "f")])
    return [
        case(
            "other captions measured in between",
            mentioned=mentioned,
            present=present,
            other_mentioned=other_mentioned,
            other_present=other_present,
        )
    ]


@check(
    "one call leaves nothing behind for the next",
    points=0.5,
    cases=in_turn_cases,
    expect={"answer": RATES, "other captions": RATES, "again": RATES},
)
def in_turn(student, mentioned, present, other_mentioned, other_present):
    return {
        "answer": student.chair_rates(mentioned, present),
        "other captions": student.chair_rates(other_mentioned, other_present),
        "again": student.chair_rates(mentioned, present),
    }


def misfits(rng):
    def one(label, cut_mentioned, cut_present):
        mentioned, present = worded(rng, FIVE)
        return case(
            label,
            mentioned=mentioned[:cut_mentioned],
            present=present[:cut_present],
            legal_mentioned=mentioned,
            legal_present=present,
        )

    return [
        one("one caption more than images", 5, 4),
        one("one image more than captions", 4, 5),
        one("several captions more than images", 5, 1),
        one("several images more than captions", 1, 5),
        one("captions without any image", 5, 0),
        one("images without any caption", 0, 5),
        one("a single caption without its image", 1, 0),
        one("a single image without its caption", 0, 1),
    ]


@check(
    "lists of different lengths are refused",
    points=0.5,
    cases=misfits,
    expect={"refused": Raises("ValueError"), "answer": RATES},
)
def refused(student, mentioned, present, legal_mentioned, legal_present):
    return {
        "refused": attempt(student.chair_rates, mentioned, present),
        "answer": student.chair_rates(legal_mentioned, legal_present),
    }
