"""A name that nearly is the one asked for is told, whatever a hostile source does."""

from __future__ import annotations

import pytest

from grader.model import Equal, Load, Outcome
from grader.text import near_name
from tests.judging.support import case, check, error, key
from tests.messages.support import result
from tests.watchdog import ends

WANTED = ("weighted_sum",)


def hint(source, wanted=WANTED):
    return near_name(wanted, [source])


@pytest.mark.parametrize(
    ("name", "letter", "script"),
    [
        ("w\u0435ighted_sum", 2, "Cyrillic"),
        ("weighted_\u0455um", 10, "Cyrillic"),
        ("weighted_sum".replace("u", "\u03c5"), 11, "Greek"),
        ("weigh\u03c4ed_sum", 6, "Greek"),
        ("we\u0131ghted_sum", 3, "not one of a to z"),
        ("W\u0415IGHTED_SUM", 2, "Cyrillic"),
    ],
)
@pytest.mark.parametrize(
    "form", ["def {}(x):\n    return 1\n", "{} = lambda x: x\n", "class {}:\n    pass\n"]
)
def test_a_name_of_other_letters_that_looks_the_same(name, letter, script, form):
    said = hint("import math\n" + form.format(name))
    assert f"`{name}`, which looks the same, but its letter {letter} is {script}: type the name anew." in said


@pytest.mark.parametrize(
    "name", ["Weighted_Sum", "weightedSum", "WEIGHTED_SUM", "weightedsum", "_weighted_sum"]
)
def test_other_capitals_and_underscores(name):
    assert f"defines `{name}`; capitals and underscores count, so write `weighted_sum`" in hint(
        f"def {name}(x): return 1"
    )


@pytest.mark.parametrize(
    "name",
    ["weigthed_sum", "weighted_sums", "wieghted_sum", "weighed_sum", "weighted_sun", "w\u00e9ighted_sum"],
)
def test_a_slip_of_the_hand(name):
    assert hint(f"async def {name}(x): return 1").endswith(f"`{name}`: did you mean `weighted_sum`?")


def test_a_name_within_something_else():
    inside = "class A:\n    def weighted_sum(self): return 1\n"
    assert "`weighted_sum` stands only within something else" in hint(inside)


@pytest.mark.parametrize(
    "source",
    [
        "",
        "def mean(x): return 1",
        "weighted_sums = []",
        "def weighted_sum(x): return 1\ndel weighted_sum",
        "# def weigthed_sum(x): return 1",
        "x == weigthed_sum",
        "def weighted_average(x): return 1",
        "\0\ud800",
    ],
)
def test_nothing_is_said_of_other_names(source):
    assert hint(source) == ""


def test_short_names_are_not_guessed():
    assert hint("def g(x): return 1", ("f",)) == ""
    assert hint("def fit(x): return 1", ("fat",)) != ""


def test_what_stands_for_another_entry_point_is_no_slip():
    assert near_name(("layer_a", "layer_b"), ["def layer_a(): pass"]) == ""


def test_the_hint_stands_with_what_is_missing():
    the_key = key([check("c", case(Equal()))], {(0, 0): 1.0})
    nothing = Load(Outcome.RETURNED)
    seen = result(the_key, {}, load=nothing, source="def F(x): return 1")
    assert seen.message == (
        "There is no `f` or `g` in what was handed in. "
        "The file defines `F`; capitals and underscores count, so write `f`."
    )
    skipped = result(the_key, {}, load=Load(Outcome.RETURNED, notes=("cell 1 raised E and was skipped",)))
    assert skipped.message.endswith("what was handed in. cell 1 raised E and was skipped.")


def test_the_hint_stands_with_a_second_entry_point_that_is_missing():
    the_key = key([check("c", case(Equal()))], {(0, 0): 1.0})
    absent = error("AttributeError", "g", origin="absent", came_back="g")
    seen = result(the_key, {(0, 0): absent}, source="def f(): return 1\ndef G(): return 1\n")
    assert seen.message.endswith(
        "There is no `g` in the file. The file defines `G`; capitals and underscores count, so write `g`."
    )


@pytest.mark.parametrize(
    "source",
    [
        "def " * 500_000,
        " " * 2_000_000 + "x",
        "def " + "a" * 2_000_000,
        "a" * 2_000_000 + "=",
        "x:" * 1_000_000,
        "\n".join(f"def weighted_xyz{i}(): pass" for i in range(60_000)),
        "\n".join("async" + " " * 1000 for _ in range(1000)),
        "\n" * 2_000_000,
        "\u0435" * 1_000_000,
        "def \u0435 " * 200_000,
    ],
    ids=range(10),
)
def test_hostile_sources_take_no_time(source):
    with ends():
        hint(source)


def test_a_shown_name_cannot_steer_a_terminal_and_is_short():
    said = hint("def w\u0435ighted_sum\u3164(x): return 1", ("weighted_sum\u3164",))
    assert "\u3164" not in said
    assert len(hint("def " + "a" * 79 + "(): pass", ("a" * 78,))) < 250
