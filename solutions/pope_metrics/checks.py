"""The hidden checks.

A case is made of four counts: questions answered yes whose label is yes, yes and no, no and yes, no and no.
Each seed puts them in another order, which changes no metric.
"""

from grader.author import Raises, Rounded, Unchanged, attempt, case, check

METRICS = Rounded(4, truth="exact_pope_metrics", atol=1e-9, rtol=1e-12)
VALUES = {"answer": METRICS, "again": METRICS, "answers": Unchanged(), "labels": Unchanged()}


def questions(rng, counts):
    """Make answers and labels in lower case, in a drawn order."""
    boxes = [("yes", "yes"), ("yes", "no"), ("no", "yes"), ("no", "no")]
    pairs = [box for box, count in zip(boxes, counts, strict=True) for _ in range(count)]
    pairs = [pairs[i] for i in rng.permutation(len(pairs))]
    return [answer for answer, _ in pairs], [label for _, label in pairs]


def counted(rng, label, *counts):
    """Describe a case by its four counts."""
    answers, labels = questions(rng, counts)
    return case(label, answers=answers, labels=labels)


def many(rng):
    return [
        counted(rng, "a hundred questions", 40, 10, 20, 30),
        counted(rng, "never wrong with a yes, which is rare", 1, 0, 9, 5),
        counted(rng, "always a yes where it is right, and often where not", 3, 17, 0, 4),
        counted(rng, "more labels of yes than of no", 13, 2, 7, 3),
        counted(rng, "fewer labels of yes than of no", 3, 4, 2, 16),
        counted(rng, "one yes found among many", 1, 1, 31, 20),
        counted(rng, "every answer right", 4, 0, 0, 7),
        counted(rng, "every answer yes", 6, 5, 0, 0),
        counted(rng, "a single question, answered yes", 1, 0, 0, 0),
        counted(rng, "some hundred questions", *(int(count) for count in rng.integers(40, 160, 4))),
    ]


@check("all five metrics", points=2.5, cases=many, expect=VALUES)
def metrics(student, answers, labels):
    return {
        "answer": student.pope_metrics(answers, labels),
        "again": student.pope_metrics(answers, labels),
        "answers": answers,
        "labels": labels,
    }


def written(rng, label, forms, counts=(5, 2, 3, 4), answers_only=True):
    """Describe a case in which answers (or labels) are written in some of the forms, each of which occurs."""
    answers, labels = questions(rng, counts)
    words = answers if answers_only else labels
    order = rng.permutation(len(words)).tolist()
    for place, i in enumerate(order):
        words[i] = forms[place % len(forms)](words[i])
    return case(label, answers=answers, labels=labels)


def spellings(rng):
    def mixed(word):
        return word[0] + word[1:].upper()

    return [
        written(rng, "answers with a capital letter", [str.capitalize, str.lower]),
        written(rng, "answers in capital letters", [str.upper, mixed]),
        written(rng, "labels with a capital letter", [str.capitalize, str.lower], answers_only=False),
        written(rng, "labels in capital letters", [str.upper, mixed], answers_only=False),
        written(rng, "answers with spaces around them", [" {}".format, "{} ".format, "   {}  ".format]),
        written(
            rng,
            "answers with other white space around them",
            ["{}\n".format, "\t{}".format, "\r\n{}\n\n".format],
        ),
        written(rng, "answers with a full stop", ["{}.".format, "{}".format]),
        written(rng, "answers with a full stop and white space after it", ["{}. ".format, "{}.\n".format]),
        written(
            rng, "answers with a full stop and white space on both sides", ["\n {}.".format, " {}. \n".format]
        ),
        written(
            rng,
            "answers of many forms",
            [
                lambda word: f"  {word.capitalize()}.\n",
                lambda word: f"{word.upper()}.",
                lambda word: f"\t{mixed(word)} ",
            ],
        ),
    ]


@check("letter case, white space and the full stop", points=1.5, cases=spellings, expect=VALUES)
def reading(student, answers, labels):
    return {
        "answer": student.pope_metrics(answers, labels),
        "again": student.pope_metrics(answers, labels),
        "answers": answers,
        "labels": labels,
    }


def nothing(rng):
    return [
        counted(rng, "every answer no, some labels yes", 0, 0, 4, 7),
        counted(rng, "every label no, some answers yes", 0, 3, 0, 8),
        counted(rng, "every answer and every label no", 0, 0, 0, 5),
        counted(rng, "answers of yes and labels of yes, never together", 0, 3, 2, 6),
        counted(rng, "every answer wrong", 0, 4, 6, 0),
        counted(rng, "a single question, answered no", 0, 0, 1, 0),
        counted(rng, "a single yes among many", 1, 0, 0, 9),
    ]


@check("nothing below the line", points=1, cases=nothing, expect=VALUES)
def borders(student, answers, labels):
    return {
        "answer": student.pope_metrics(answers, labels),
        "again": student.pope_metrics(answers, labels),
        "answers": answers,
        "labels": labels,
    }


def fractions(rng):
    return [
        counted(rng, "eight ninths", 8, 1, 1, 8),
        counted(rng, "one ninth", 1, 8, 8, 1),
        # The harmonic mean of the rounded values, 0.0312 and 0.5, is not that of the unrounded ones.
        counted(rng, "a precision with many decimals", 1, 31, 1, 20),
    ]


@check("rounded to 4 decimals, at the end", points=0.5, cases=fractions, expect=VALUES)
def rounding(student, answers, labels):
    return {
        "answer": student.pope_metrics(answers, labels),
        "again": student.pope_metrics(answers, labels),
        "answers": answers,
        "labels": labels,
    }


def by_name(rng):
    return [counted(rng, "arguments given by name", 5, 1, 3, 2)]


@check("called by keyword", points=0.5, cases=by_name, expect={"answer": METRICS, "again": METRICS})
def keywords(student, answers, labels):
    return {
        "answer": student.pope_metrics(labels=labels, answers=answers),
        "again": student.pope_metrics(answers=answers, labels=labels),
    }


def spoiled(rng, label, word, place, answers_too=True):
    """Describe a call to be refused: one answer (or label) is another word."""
    answers, labels = questions(rng, (4, 2, 3, 3))
    legal = {"legal_answers": list(answers), "legal_labels": list(labels)}
    (answers if answers_too else labels)[place] = word
    return case(label, answers=answers, labels=labels, **legal)


# Each of them is one case, so that no draw leaves one out.
OTHER_WORDS = [
    ("another word", ["maybe", "unsure"]),
    ("another word that means yes", ["yeah", "yep", "true"]),
    ("another word that means no", ["nope", "not", "false"]),
    ("an empty answer", [""]),
    ("white space only", [" ", "\n"]),
    ("a full stop only", [".", " . "]),
    ("yes and more words", ["yes there is", "Yes indeed."]),
    ("no and more words", ["no there is not", "No such thing."]),
    ("yes, a comma, and more words", ["yes, there is a dog", "Yes, I see it."]),
    ("no, a comma, and more words", ["no, there is no dog", "No, I do not see it."]),
    ("a second sentence", ["Yes. There is a dog.", "No. There is none."]),
    ("a second line", ["yes\nThere is a dog.", "No.\nThere is none.", "no\nno"]),
    ("yes inside a word", ["eyes", "yesterday", "yess"]),
    ("no inside a word", ["know", "none", "noo"]),
    ("the first letter only", ["y", "n", "Y."]),
    ("two full stops", ["yes..", "no.."]),
    ("three full stops", ["yes...", "No..."]),
    ("a space between two full stops", ["yes. .", "no. ."]),
    ("two full stops after a space", ["yes ..", "no .."]),
    ("a full stop in front", [".yes", ".no", ".yes."]),
    ("a full stop inside", ["y.es", "n.o"]),
    ("an exclamation mark", ["yes!", "no!"]),
    ("a question mark", ["yes?", "no?"]),
    ("a comma after it", ["yes,", "no,"]),
    ("another mark after it", ["yes;", "no:"]),
    ("quotation marks", ['"yes"', "'no'"]),
    ("a space inside", ["y es", "n o"]),
    ("a number", ["1", "0"]),
    ("the word twice", ["yes yes", "yesyes", "no no", "nono"]),
    ("yes and no", ["yes no", "yes/no", "no yes"]),
]


def other_answers(rng):
    return [
        spoiled(rng, label, word, int(rng.choice([0, 5, 11])))
        for label, words in OTHER_WORDS
        for word in words
    ]


REFUSALS = {"refused": Raises("ValueError"), "answer": METRICS}


@check("another word among the answers is refused", points=1, cases=other_answers, expect=REFUSALS)
def refused_answers(student, answers, labels, legal_answers, legal_labels):
    return {
        "refused": attempt(student.pope_metrics, answers, labels),
        "answer": student.pope_metrics(legal_answers, legal_labels),
    }


def other_labels(rng):
    return [
        spoiled(rng, label, word, place, answers_too=False)
        for label, word, place in (
            ("another word as the first label", "maybe", 0),
            ("another word as the last label", "unknown", 11),
            ("an empty label", "", 4),
            ("a label with yes inside a word", "eyes", 6),
            ("a label with no inside a word", "none", 3),
            ("a label of a first letter", "y", 7),
            ("a label of another first letter", "n", 8),
            ("a label that is a number", "1", 5),
            ("a label that is another number", "0", 9),
            ("a label that means yes", "true", 2),
            ("a label that means no", "false", 1),
        )
    ]


@check("another word among the labels is refused", points=0.5, cases=other_labels, expect=REFUSALS)
def refused_labels(student, answers, labels, legal_answers, legal_labels):
    return {
        "refused": attempt(student.pope_metrics, answers, labels),
        "answer": student.pope_metrics(legal_answers, legal_labels),
    }


def misfits(rng):
    def one(label, cut_answers, cut_labels):
        answers, labels = questions(rng, (4, 1, 3, 2))
        return case(
            label,
            answers=answers[:cut_answers],
            labels=labels[:cut_labels],
            legal_answers=answers,
            legal_labels=labels,
        )

    return [
        one("one answer more than labels", 10, 9),
        one("one label more than answers", 9, 10),
        one("several answers for one label", 10, 1),
        one("one answer for several labels", 1, 10),
        one("no question at all", 0, 0),
        one("labels without any answer", 0, 10),
        one("answers without any label", 10, 0),
        one("a single label without its answer", 0, 1),
        one("a single answer without its label", 1, 0),
    ]


@check("lists of different lengths, and empty ones, are refused", points=0.5, cases=misfits, expect=REFUSALS)
def refused_lengths(student, answers, labels, legal_answers, legal_labels):
    return {
        "refused": attempt(student.pope_metrics, answers, labels),
        "answer": student.pope_metrics(legal_answers, legal_labels),
    }
