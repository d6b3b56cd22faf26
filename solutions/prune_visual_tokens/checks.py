"""The hidden checks."""

import math

from grader.author import Equal, Raises, Unchanged, attempt, case, check

VALUES = {"answer": Equal(), "again": Equal(), "attention": Unchanged()}

# Weights from the largest to the smallest, each line with a share that lies well between what some number of
# tokens holds and what one token more holds.
LADDERS = [
    ("a few heavy tokens", [400, 300, 120, 80, 50, 30, 20], 0.75),
    ("weights that are nearly even", [190, 170, 150, 140, 130, 120, 100], 0.6),
    ("one token that holds most", [700, 100, 80, 50, 40, 20, 10], 0.65),
    ("nearly the whole mass", [400, 300, 120, 80, 50, 30, 20], 0.97),
    ("many tokens", list(range(600, 0, -10)), 0.5),
]


def uneven(rng, ladder):
    """Lift each weight by less than a thousandth of the total, so that no two draws are alike."""
    return [1000 * weight + int(rng.integers(0, 1000)) for weight in ladder]


def placed(rng, descending):
    """Put weights into an order in which the lightest comes first, and the heaviest after the second."""
    places = [int(place) + 1 for place in rng.permutation(len(descending) - 1)]
    places[:2] = sorted(places[:2], reverse=True)
    weights = [descending[-1]] * len(descending)
    for place, weight in zip(places, descending, strict=False):
        weights[place] = weight
    return weights


def normalised(rng):
    cases = []
    for label, ladder, keep_mass in LADDERS:
        weights = placed(rng, uneven(rng, ladder))
        total = sum(weights)
        cases.append(case(label, attention=[weight / total for weight in weights], keep_mass=keep_mass))
    # The line lies half way between what 300 and 301 of the heavier tokens hold; the lifts of all tokens
    # together are less than a third of such a token.
    lifts = rng.integers(0, 1000, 1000).tolist()
    heavy = sorted((3_000_000 + lift for lift in lifts[:400]), reverse=True)
    light = sorted((1_000_000 + lift for lift in lifts[400:]), reverse=True)
    thousand = placed(rng, heavy + light)
    return [
        *cases,
        case(
            "a thousand tokens",
            attention=[weight / 2**31 for weight in thousand],
            keep_mass=300.5 * 3 / 1800,
        ),
    ]


@check("the fewest tokens, the largest weights first", points=2, cases=normalised, expect=VALUES)
def fewest(student, attention, keep_mass):
    return {
        "answer": student.prune_visual_tokens(attention, keep_mass),
        "again": student.prune_visual_tokens(attention, keep_mass),
        "attention": attention,
    }


def of_any_total(rng):
    cases = []
    for words, size in (
        ("tiny floats", 1e-25),
        ("small floats", 1e-9),
        ("large floats", 0.125),
        ("large whole numbers", None),
    ):
        for label, ladder, keep_mass in LADDERS[:2]:
            weights = placed(rng, uneven(rng, ladder))
            scaled = weights if size is None else [size * weight for weight in weights]
            cases.append(case(f"{words}: {label}", attention=scaled, keep_mass=keep_mass))
    small = placed(rng, [9, 7, 3, 2, 1])
    return [
        *cases,
        case("small whole numbers", attention=small, keep_mass=0.7),
        case("floats and whole numbers mixed", attention=[0.5, *small, 1.5], keep_mass=0.7),
        case("whole numbers in front, floats behind", attention=[1, 0, 0.75, 0.9, 0.1, 0.8], keep_mass=0.5),
    ]


@check("weights that do not sum to one", points=1, cases=of_any_total, expect=VALUES)
def any_total(student, attention, keep_mass):
    return {
        "answer": student.prune_visual_tokens(attention, keep_mass),
        "again": student.prune_visual_tokens(attention, keep_mass),
        "attention": attention,
    }


def with_ties(rng):
    alike = int(rng.integers(5, 10))
    weight = float(rng.integers(1, 90)) / 64
    heavy = [3] * 6
    for place in rng.permutation(6)[:2]:
        heavy[place] = 5
    many = [float(level) for level in rng.permutation([1, 2, 3] * 100)]
    nearly = [weight * (1 + 1e-10 * step) for step in rng.permutation(7).tolist()]
    nearly.insert(0, weight * (1 - 1e-10))
    return [
        case("equal weights only", attention=[weight] * alike, keep_mass=0.55),
        case("equal weights at the line", attention=[*heavy, 1], keep_mass=0.58),
        case("two groups of equal weights", attention=[1, 1, 4, 4, 4, 1, 1, 4], keep_mass=0.45),
        case("the lighter of two groups at the line", attention=[1, 2, 1, 2, 1, 2, 1], keep_mass=0.75),
        case("many equal weights", attention=[0.25] * int(rng.integers(100, 200)), keep_mass=0.503),
        case("three weights, each of them many times", attention=many, keep_mass=0.302),
        case("weights that are nearly equal, but not quite", attention=nearly, keep_mass=0.3),
    ]


@check("equal weights: the lower index first", points=1, cases=with_ties, expect=VALUES)
def ties(student, attention, keep_mass):
    return {
        "answer": student.prune_visual_tokens(attention, keep_mass),
        "again": student.prune_visual_tokens(attention, keep_mass),
        "attention": attention,
    }


def reached(rng):
    # A power of two changes no digit of a float, only its exponent.
    scale = 2.0 ** int(rng.integers(-6, 7))
    lists = [
        ("a share that is reached exactly", [0.25, 0.125, 0.5, 0.125], 0.75),
        ("a half that is reached exactly", [0.25, 0.125, 0.5, 0.125], 0.5),
        ("six of fifteen equal weights", [0.1] * 15, 0.4),
        ("half of twenty equal weights", [0.01] * 20, 0.5),
        ("twelve of twenty equal weights", [0.01] * 20, 0.6),
        ("twelve of fifteen equal weights", [0.01] * 15, 0.8),
        ("half of twenty equal and very large weights", [2.0**40 * 0.01] * 20, 0.5),
        ("tenths of different weight", [0.1, 0.3, 0.1, 0.2, 0.1, 0.1, 0.1], 0.7),
        ("a half, short by a little less than 1e-12", [0.3, 0.5 - 8e-13, 0.2 + 8e-13], 0.5),
    ]
    return [
        case(label, attention=[scale * weight for weight in weights], keep_mass=keep_mass)
        for label, weights, keep_mass in lists
    ]


@check("a share that is reached exactly, or short only by rounding", points=1, cases=reached, expect=VALUES)
def at_the_line(student, attention, keep_mass):
    return {
        "answer": student.prune_visual_tokens(attention, keep_mass),
        "again": student.prune_visual_tokens(attention, keep_mass),
        "attention": attention,
    }


def almost(rng):
    cases = []
    for words, total in (
        ("a little more than a millionth", 10_000_000),
        ("a few millionths", 1_000_000),
        ("a few ten thousandths", 10_000),
        ("a few thousandths", 1000),
    ):
        missing = 11 if total > 1_000_000 else int(rng.integers(2, 5))
        rest = total - (total // 2 - missing)
        weights = [rest // 3, total // 2 - missing, rest - 2 * (rest // 3), rest // 3]
        cases.append(case(f"{words} short", attention=weights, keep_mass=0.5))
    return cases


@check("a share that falls short by a little, but not by rounding", points=0.5, cases=almost, expect=VALUES)
def short_of_the_line(student, attention, keep_mass):
    return {
        "answer": student.prune_visual_tokens(attention, keep_mass),
        "again": student.prune_visual_tokens(attention, keep_mass),
        "attention": attention,
    }


def ends_of_the_range(rng):
    some = placed(rng, [int(weight) for weight in rng.permutation([9, 8, 6, 5, 3])])
    zeros = [0.0, *(weight / 8 for weight in some[:3]), 0.0, 0, *(weight / 8 for weight in some[3:]), 0.0]
    alone = [0.0] * 6
    alone[int(rng.integers(1, 5))] = 0.3
    little = [*some[:2], 0.01, *some[2:], 0.02, 0.004]
    tenths = [0.1, 0.7, 0.1, 0.1, 0.0, 0.2, 0.1, 0.0, 0.3]
    return [
        case("the whole mass", attention=some, keep_mass=1.0),
        case("the whole mass, where some tokens hold nothing", attention=zeros, keep_mass=1.0),
        case("the whole mass of tenths, where some tokens hold nothing", attention=tenths, keep_mass=1),
        case("the whole mass, where a token holds very little", attention=[*some, 2e-4, 0], keep_mass=1),
        case("nearly the whole mass, where some tokens hold little", attention=little, keep_mass=0.9995),
        case("the whole mass, in one token", attention=alone, keep_mass=1),
        case("a small share, in one token", attention=alone, keep_mass=0.01),
        case("a share close to nothing", attention=some, keep_mass=1e-13),
        case("the whole mass of a single token", attention=[2], keep_mass=1.0),
        case("a share close to nothing, of a single token", attention=[0.02], keep_mass=1e-13),
    ]


@check("the whole mass, and next to nothing", points=1, cases=ends_of_the_range, expect=VALUES)
def ends(student, attention, keep_mass):
    return {
        "answer": student.prune_visual_tokens(attention, keep_mass),
        "again": student.prune_visual_tokens(attention, keep_mass),
        "attention": attention,
    }


def by_name(rng):
    return case(
        "arguments given by name",
        attention=placed(rng, uneven(rng, LADDERS[0][1])),
        keep_mass=LADDERS[0][2],
        other=placed(rng, uneven(rng, LADDERS[1][1])),
        other_mass=LADDERS[1][2],
    )


@check(
    "called by keyword, with other tokens in between",
    points=0.5,
    cases=[by_name],
    expect={
        "answer": Equal(),
        "of other tokens": Equal(),
        "of another share": Equal(),
        "again": Equal(),
        "attention": Unchanged(),
        "other": Unchanged(),
    },
)
def keywords(student, attention, keep_mass, other, other_mass):
    return {
        "answer": student.prune_visual_tokens(keep_mass=keep_mass, attention=attention),
        "of other tokens": student.prune_visual_tokens(keep_mass=keep_mass, attention=other),
        "of another share": student.prune_visual_tokens(attention=attention, keep_mass=other_mass / 2),
        "again": student.prune_visual_tokens(attention=attention, keep_mass=keep_mass),
        "attention": attention,
        "other": other,
    }


def misfits(rng):
    legal = [weight / 1000 for weight in placed(rng, uneven(rng, LADDERS[0][1]))]
    place = int(rng.integers(1, 6))

    def with_weight(weight):
        return [*legal[:place], weight, *legal[place + 1 :]]

    wrong = [
        ("no weights", [], 0.5),
        ("no weights, and the whole mass", [], 1.0),
        ("a weight just below zero", with_weight(-1e-12), 0.75),
        ("a weight far below zero", with_weight(-float(rng.integers(30, 60))), 0.75),
        ("a negative weight at the front", [-1, 5, 3], 0.5),
        ("a negative weight at the end", [5, 3, -1], 0.5),
        ("a whole negative weight of one", with_weight(-1), 0.75),
        ("negative weights only", [-weight for weight in legal], 0.75),
        ("a weight that is not a number", with_weight(math.nan), 0.75),
        ("a single weight that is not a number", [math.nan], 0.75),
        ("an infinite weight", with_weight(math.inf), 0.75),
        ("a weight of minus infinity", with_weight(-math.inf), 0.75),
        ("weights of zero only", [0.0] * int(rng.integers(2, 9)), 0.5),
        ("a single weight of zero", [0], 1.0),
        ("a share of nothing", legal, 0.0),
        ("a share of nothing, as a whole number", legal, 0),
        ("a share just below zero", legal, -1e-12),
        ("a share of minus one", legal, -1),
        ("a share just above the whole", legal, 1 + 1e-12),
        ("a share in percent", legal, 75),
        ("an infinite share", legal, math.inf),
    ]
    return [
        case(label, attention=attention, keep_mass=keep_mass, legal=legal)
        for label, attention, keep_mass in wrong
    ]


@check(
    "weights and shares that cannot be are refused",
    points=1,
    cases=misfits,
    expect={"refused": Raises("ValueError"), "answer": Equal()},
)
def refused(student, attention, keep_mass, legal):
    return {
        "refused": attempt(student.prune_visual_tokens, attention, keep_mass),
        "answer": student.prune_visual_tokens(legal, 0.75),
    }
