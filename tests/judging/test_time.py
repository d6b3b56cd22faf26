"""Hostile answers and sources keep the parent busy for no longer than their size asks for.

It judges outside every clock. Work is counted where that can be done; elsewhere a watchdog ends what was half
a minute to hours before, and is some tenths of a second now.
"""

from __future__ import annotations

import tracemalloc
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import grader.compare
import grader.diagnose.agreement
from grader.codec import check_value, encode
from grader.compare import agrees, compare, items, length, same_structure
from grader.diagnose import diagnose
from grader.grade import tell
from grader.judge import judge
from grader.model import (
    Array,
    Blob,
    Close,
    Distinct,
    Equal,
    Mapping,
    Null,
    Number,
    Opaque,
    Packed,
    Raises,
    Rounded,
    Rung,
    Sequence,
    Submission,
    Text,
    Unchanged,
    Unit,
    Within,
)
from grader.needs import needs_long_warm_up, needs_torch
from grader.policies import rule
from grader.started import MAX_CHARACTERS, same_code
from tests.judging.support import EXERCISE, LOADED, case, check, key, mistake, observe, one_check
from tests.watchdog import ends

MEGABYTES = 200
EXACT = rule(Equal())
MILLION = 1_000_000
AXES = 33
HUGE_INT = Number("int", b"\x7f" * (1 << 17))


@pytest.fixture
def made(monkeypatch):
    """The items that comparisons make, as they are made."""
    seen = []

    def counted(value):
        for item in items(value):
            seen.append(item)
            yield item

    monkeypatch.setattr(grader.compare, "items", counted)
    return seen


def nest(*shape, kinds=None):
    """A nest of lists of ones."""
    levels, containers = [], 1
    for side in shape:
        levels.append((("list", containers),) if containers else ())
        containers *= side
    kinds = kinds or ((("float", containers),) if containers else ())
    return Packed(shape, tuple(levels), tuple(kinds), np.ones(containers).tobytes())


def listed(*values):
    return Sequence("list", values)


def numbered(count):
    return tuple(Number("int", i.to_bytes(4, "little")) for i in range(count))


# --------------------------------------------------------------------------- items


TREES = st.recursive(
    st.lists(st.integers(-5, 5) | st.floats(allow_nan=False) | st.booleans(), max_size=4),
    lambda inner: st.lists(inner, max_size=4) | st.lists(inner, max_size=4).map(tuple),
    max_leaves=12,
)


@given(TREES)
def test_the_items_of_a_sequence_are_what_they_are_by_themselves(tree):
    value = encode(tree)
    assert list(items(value)) == [encode(item) for item in tree]
    assert length(value) == len(tree)


@given(TREES, TREES)
def test_agreement_and_structure_are_those_of_the_full_comparison(tree, other):
    for mine, theirs in ((tree, other), (tree, tree), ([tree, other], [tree, tree])):
        first = compare(encode(mine), encode(theirs), EXACT)
        assert agrees(encode(mine), encode(theirs), EXACT) == (first is None)
        structure = first is None or first.rung >= Rung.FINITE
        assert same_structure(encode(mine), encode(theirs), EXACT) == structure


@pytest.mark.parametrize(
    "shape", [(MILLION, *(1,) * (AXES - 1)), (MILLION, 0), (0, *(1 << 40,) * (AXES - 1))]
)
def test_an_answer_of_another_length_is_not_taken_apart(made, shape):
    wrong = nest(*shape)
    check_value(wrong)
    found = compare(listed(Null(), Null(), Null()), wrong, EXACT)
    assert (found.rung, found.got, found.fact) == (Rung.SHAPE, str(shape[0]), "length")
    assert made == []


def test_an_answer_of_more_axes_is_taken_apart_as_far_as_the_reference_goes(made):
    expected = listed(*(listed(Null(), Text("x")) for _ in range(1000)))
    found = compare(expected, nest(1000, 2, *(1,) * (AXES - 2)), EXACT)
    assert (found.rung, found.where) == (Rung.CONTAINER, (0, 0))
    assert len(made) == 4


def test_nothing_is_looked_at_behind_a_wrong_container(made):
    found = compare(listed(*[Null()] * 100_000), listed(*[Text("x")] * 100_000), EXACT)
    assert (found.rung, found.where) == (Rung.CONTAINER, (0,))
    assert len(made) == 2


def test_a_wrong_container_is_told_though_wrong_lengths_come_before_it():
    found = compare(encode([[1, 2], [3], None]), encode([[1], [3], 3]), EXACT)
    assert (found.rung, found.where) == (Rung.CONTAINER, (2,))


def test_what_cannot_be_carried_is_told_before_a_length(made):
    found = compare(listed(*[Null()] * 3), listed(*[Null()] * 100_000, Opaque("thing", "why")), EXACT)
    assert (found.rung, found.got, found.fact) == (Rung.CONTAINER, "thing", "why")
    assert len(made) <= 3


def test_kinds_that_change_from_number_to_number_are_walked_through_once():
    kinds = [("float", 1), ("int", 1)] * 100_000
    mixed, floats = nest(200_000, kinds=kinds), nest(200_000)
    integers = nest(200_000, kinds=[("int", 1)] * 200_000)
    last_is_a_float = nest(200_000, kinds=[*kinds[:-1], ("float", 1)])
    with ends():
        assert compare(mixed, integers, EXACT) is None
        assert compare(floats, mixed, EXACT) is None
        found = compare(mixed, last_is_a_float, EXACT)
    assert (found.rung, found.where) == (Rung.ELEMENT_KIND, (199_999,))


# --------------------------------------------------------------------------- sets and dicts


class Hashed(Text, frozen=True, array_like=True, tag="Text"):
    """A text that counts how often it is compared; all have one hash."""

    compared = 0

    def __hash__(self):
        return 1

    def __eq__(self, other):
        Hashed.compared += 1
        return isinstance(other, Hashed) and self.value == other.value


@pytest.fixture
def colliding():
    Hashed.compared = 0
    return [Hashed(str(i)) for i in range(2000)]


def test_keys_of_one_hash_are_looked_up_among_those_of_the_reference(colliding):
    expected = Mapping(((colliding[0], Null()),))
    found = compare(expected, Mapping(tuple((name, Null()) for name in colliding)), EXACT)
    assert (found.rung, found.expected, found.got) == (Rung.SHAPE, "1", "2000")
    assert found.fact == "key '1' is not asked for"
    assert Hashed.compared < 5 * len(colliding)


def test_members_of_one_hash_are_looked_up_among_those_of_the_reference(colliding):
    expected = Sequence("set", (*colliding[:2], *(Text(str(i)) for i in range(1998))))
    assert compare(expected, Sequence("set", tuple(colliding)), EXACT).rung is Rung.VALUES
    assert Hashed.compared < 5 * len(colliding)


@pytest.mark.parametrize(
    ("right", "answer", "same"),
    [
        ({1, 2}, {2, 1}, True),
        ({1, 2}, {1}, False),
        ({1}, {1, 2}, False),
        ({1, 2}, {1, 3}, False),
        (frozenset("ab"), frozenset("ba"), True),
        (set(), set(), True),
    ],
)
def test_sets_are_equal_if_their_members_are(right, answer, same):
    assert (compare(encode(right), encode(answer), EXACT) is None) is same


def test_a_member_told_twice_does_not_stand_for_another():
    twice = Sequence("set", (Text("a"), Text("a")))
    assert compare(encode({"a", "b"}), twice, EXACT).rung is Rung.VALUES


# --------------------------------------------------------------------------- any answer, any policy


def hostile():
    """Answers as large as may be, each of which is well formed."""
    answers = {
        "a million rows of thirty-three axes": nest(MILLION, *(1,) * (AXES - 1)),
        "a million numbers at the end of thirty-three axes": nest(*(1,) * (AXES - 1), MILLION),
        "a million empty lists": nest(MILLION, 0),
        "no rows of endless sides": nest(0, *(1 << 40,) * (AXES - 1)),
        "kinds that change": nest(200_000, kinds=[("float", 1), ("int", 1)] * 100_000),
        "many nulls": listed(*[Null()] * 390_000),
        "many numbers": listed(*numbered(200_000)),
        "a large set": Sequence("set", numbered(200_000)),
        "many empty nests of many axes": listed(*[nest(0, *(5,) * (AXES - 1))] * 100_000),
        "many arrays": listed(*[Array("torch", "float32", (), bytes(4))] * 100_000),
        "a huge integer": HUGE_INT,
        "huge integers": listed(*[HUGE_INT] * 200),
        "long texts": listed(*[Text("\U000e0001" * (1 << 18))] * 30),
        "a long run of bytes": Blob(bytes(30 << 20)),
        "a dict of many keys": Mapping(tuple((number, Null()) for number in numbered(190_000))),
        "a dict of one key": Mapping(((Text("f"), Null()),) * 190_000),
        "a dict of huge keys": Mapping(((HUGE_INT, Null()), (Text("\x1b" * (1 << 20)), Null())) * 20),
        "an array without entries": Array("torch", "float32", (0, *(1 << 40,) * 63), b""),
        "a large array": Array("numpy", "uint8", (30 << 20,), bytes(30 << 20)),
        "a name of control characters": Opaque("\x1b" * 4096, "\x1b" * 4096),
    }
    deep = listed(*[Null()] * 390_000)
    for _ in range(30):
        deep = listed(deep)
    return {**answers, "many nulls in a deep nest": deep}


HOSTILE = hostile()


@cache
def well_formed(name):
    """One of them, once it was checked as what comes from a worker is."""
    check_value(HOSTILE[name])
    return HOSTILE[name]


def wide_key():
    """A check for each kind of answer, and forty mistakes that fail in all of them."""
    draws, row = [[0.5, 1.0], [1.0, 0.5]], np.linspace(0, 1, 7, dtype="float32")
    asked = [
        (Equal(), [1, [2.0, None], "text"], ["no", [1.0, None], "text"]),
        (Close(1e-6, 1e-6, any_sequence=True), [[1.0, 2.0], [3.0]], [[5.0, 6.0], [7.0]]),
        (Close(1e-6, 1e-6), row, row + 1),
        (Equal(), {"a": 1, "b": {2, 3}}, {"a": 2, "b": {2, 3}}),
        (Distinct(), draws, [draws[0], draws[0]]),
        (Within("mean", 0.0, 1.0), row, row + 5),
        (Raises("ValueError"), None, 3.0),
        (Rounded(4, "exact"), draws, [[7.0, 7.0], [7.0, 7.0]]),
        (Unchanged(), row, row + 1),
    ]
    checks = [
        check(type(policy).__name__, case({"f": policy}, f=row), visibility="visible")
        for policy, _, _ in asked
    ]
    right = {(i, 0): {"f": answer} for i, (_, answer, _) in enumerate(asked)}
    wrong = {(i, 0): {"f": answer} for i, (_, _, answer) in enumerate(asked)}
    truths = (("exact", observe(right)),)
    the_key = key(checks, right, truths=truths)
    known = tuple(mistake(the_key, f"mistake {i}", wrong) for i in range(40))
    return replace(the_key, mistakes=known), observe(wrong)


WIDE_KEY, WRONG = wide_key()
SUBMISSION = Submission("f.py", "student", "demo", (Unit("f.py", "def f(): pass"),))


def graded(the_key, seen):
    verdict = judge(the_key, seen)
    return tell(SUBMISSION, the_key, verdict, diagnose(the_key, verdict, seen), ())


@pytest.mark.parametrize("whole", [False, True], ids=["as a part", "as the whole"])
@pytest.mark.parametrize("name", HOSTILE)
def test_any_answer_is_judged_explained_and_told_in_little_time_and_memory(name, whole):
    answer = well_formed(name)
    value = answer if whole else Mapping(((Text("f"), answer),))
    for index in range(len(WIDE_KEY.checks)):
        seen = [LOADED, *(replace(o, value=value) if o.check == index else o for o in WRONG)]
        with ends():
            result = graded(WIDE_KEY, seen)
        assert result.status == "failed"
        assert all(len(told.message) < 1000 for told in result.checks)


@pytest.mark.parametrize("name", ["many nulls", "a dict of many keys", "kinds that change", "a large array"])
def test_an_answer_is_judged_without_many_copies_of_it(name):
    value = Mapping(((Text("f"), HOSTILE[name]),))
    seen = [LOADED, *(replace(o, value=value) if o.check in (0, 3) else o for o in WRONG)]
    tracemalloc.start()
    try:
        graded(WIDE_KEY, seen)
        assert tracemalloc.get_traced_memory()[1] < MEGABYTES << 20
    finally:
        tracemalloc.stop()


def test_an_answer_of_another_structure_is_not_copied_for_each_mistake(monkeypatch):
    answers = [LOADED, *(replace(o, value=Mapping(((Text("f"), HOSTILE["many nulls"]),))) for o in WRONG)]
    verdict = judge(WIDE_KEY, answers)

    def copied(value):
        raise AssertionError("it was copied")

    monkeypatch.setattr(grader.diagnose.agreement, "_without_strays", copied)
    assert diagnose(WIDE_KEY, verdict, answers) is None


def test_draws_of_another_structure_are_not_those_of_a_mistake():
    the_key = key([check("draws", case(Distinct()))], {(0, 0): [[1.0], [2.0]]})
    known = (mistake(the_key, "equal", {(0, 0): [[3.0], [3.0]]}),)
    for answer, named in (([[4.0], [4.0]], "equal"), ([[4.0]], None), (None, None)):
        seen = [LOADED, *observe({(0, 0): answer})]
        with_mistake = replace(the_key, mistakes=known)
        cause = diagnose(with_mistake, judge(with_mistake, seen), seen)
        assert (cause and cause.slug) == named


@pytest.mark.parametrize("bits", [60, 1 << 19])
def test_a_huge_integer_in_a_draw_is_out_of_the_band_and_no_fault_of_the_harness(bits):
    huge = 1 << bits
    band = Within("mean", 0.0, 1.0)
    the_key = key([check("draws", case(band))], {(0, 0): [0.5, 0.5]})
    known = (mistake(the_key, "large", {(0, 0): [1e9, 0.5]}), mistake(the_key, "huge", {(0, 0): [huge, 5.0]}))
    seen = [LOADED, *observe({(0, 0): [huge, 0.5]})]
    verdict = judge(replace(the_key, mistakes=known), seen)
    assert verdict.checks[0].cases[0].mismatch.got == "a huge integer"
    assert diagnose(replace(the_key, mistakes=known), verdict, seen) is None


def test_a_huge_integer_is_not_written_out():
    for answer in (1 << (1 << 19), {1 << (1 << 19): 1}):
        (told,) = one_check(Equal(), {"a": 1} if isinstance(answer, dict) else 1, answer).checks
        assert told.cases[0].mismatch.rung in (Rung.VALUES, Rung.SHAPE)
        assert len(repr(told)) < 1000


# --------------------------------------------------------------------------- sources

LENGTH = 1 << 20


@pytest.mark.parametrize("begin", ["", "import ", "from ", "x = 1 #", "torch "])
@pytest.mark.parametrize(
    "word", ["import ", "from ", "torchx ", "import xtorch ", " ", "\n", "x", "#", "from\n"]
)
def test_a_source_of_any_words_is_searched_in_one_pass(begin, word):
    source = begin + word * (LENGTH // len(word))
    with ends():
        assert needs_torch(EXERCISE, (Unit("f.py", source + "\nxtorch"),)) is False
        needs_long_warm_up((Unit("f.py", source),))


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("import torch", True),
        ("import numpy, torch.nn as nn", True),
        ("x = 1\nif x:\n    from torch import nn\n", True),
        ("from  torch.nn import Linear", True),
        ("import importlib; importlib.import_module('torch')", True),
        ("import import torch", True),
        ("# import torch", False),
        ("x = 1  # from torch", False),
        ("import torchvision", False),
        ("import\ntorch", False),
        ("torch = 1", False),
        ("from pytorch import nn", False),
    ],
)
def test_an_import_of_torch_is_found_in_its_line(source, wanted):
    pytest.importorskip("torch")
    assert needs_torch(EXERCISE, (Unit("f.py", source),)) is wanted


STUB = '''"""What to do."""

import math


def f(grid: int, *, dim: int = 4) -> list[float]:
    """Compute it.

    It says "grid" and 'dim'.
    """
    if grid:
        raise NotImplementedError("still to be written", r"\\d")
    return [
        math.pi,
        dim,
    ]
'''


@pytest.mark.parametrize(
    "source",
    [
        STUB,
        STUB.replace("    ", "\t"),
        STUB.replace("    ", "  "),
        STUB.replace("\n", "\r\n"),
        STUB.replace("\n", '  # it\'s """ mine\n', 1) + "\n\n# the end",
        STUB.replace("It says", "It does not say"),
        STUB.replace('"""What to do."""', "'''Something\n\\''' else'''\nb'and'"),
        STUB.replace("return [", "return \\\n        ["),
        STUB.replace("        math.pi,\n", "math.pi,  # here\n\n"),
        STUB.replace(" = ", "=").replace(", ", " ,  "),
        STUB.rstrip(),
        "\ufeff" + STUB,
        STUB.replace("\n", "\r"),
    ],
)
def test_layout_comments_and_docstrings_make_no_other_code(source):
    assert same_code(STUB, source)


@pytest.mark.parametrize(
    "source",
    [
        STUB.replace("still to be", "is"),
        STUB.replace('r"', 'b"'),
        STUB.replace("    return", "        return"),
        STUB.replace("math.pi", "mathpi"),
        STUB.replace("dim,\n", "dim,\n        1,\n"),
        STUB.replace("import math", "import  math as m"),
        STUB + "(",
        STUB + "x = '",
        STUB + "f(1)",
        STUB.partition("    return")[0],
        STUB + "f'{print(1)}'\n",
        "",
    ],
)
def test_other_tokens_and_other_blocks_make_other_code(source):
    assert not same_code(STUB, source)


CHECKING = """
from grader import check
verdict = check(
    "scale",
    scale,
)
display(verdict)
verdict.score
check("scale", scale).passed
"""


def test_the_lines_that_check_are_no_work_of_ones_own():
    assert same_code(STUB, STUB + CHECKING)
    assert not same_code(STUB, STUB + CHECKING.replace("from grader import check", ""))


@pytest.mark.parametrize(
    "work",
    [
        "verdict.score; f = len\n",
        "from grader import check; f = len\n",
        "check('scale', scale); f = len\n",
        "check('scale', (f := len))\n",
        "check(f'{(f := len)}')\n",
        "import marimo as f\n",
        "mo.md(len(__file__))\n",
        "display(verdict, len)\n",
        "try: f = len\nexcept ImportError: pass\n",
        "try:\n    f = len\nexcept ImportError:\n    pass\n",
        'if __name__ == "__main__": f = len\n',
        'if __name__ == "__main__":\n    f = len\n',
        "try :\n",
        "    check(dim)\n",
        "    picture(dim)\n",
        "    try :\n        pass\n    except ImportError :\n        pass\n",
    ],
)
def test_work_that_looks_like_the_lines_that_check_is_work(work):
    assert not same_code(STUB, STUB + work + CHECKING)


@pytest.mark.parametrize(
    "text",
    [
        *("x = (1 +" + blank * MAX_CHARACTERS + "\xaa\u2028" for blank in " \t\f"),
        *(quote * MAX_CHARACTERS for quote in "'\"\\([{#\n"),
        *(quote * 3 + ("\\" + quote * 3) * MAX_CHARACTERS for quote in "'\""),
        *((quote + "\\") * MAX_CHARACTERS for quote in "'\""),
        *(word * MAX_CHARACTERS for word in ("''\n", "#\n", "rb'", "f'{", "\t\tx\n", "x ", "f", "try :\n")),
        *(word * MAX_CHARACTERS for word in ("check(", "check . a", "mo.md('' ", "verdict.score;")),
        "".join(" " * i + "x\n" for i in range(700)),
    ],
    ids=lambda text: ascii(text[:12]),
)
def test_a_text_that_is_no_code_is_scanned_in_one_pass(text):
    with ends():
        for begin in ("", STUB, STUB.partition("def")[0], STUB + "from grader import check\n"):
            same_code(STUB, (begin + text)[:MAX_CHARACTERS])


@given(st.lists(st.sampled_from(["'", '"', "\\", "\n", "#", "(", ")", "r", "x", " ", "\xaa"]), max_size=40))
def test_a_text_of_any_kind_is_the_same_code_as_itself(pieces):
    assert same_code("".join(pieces), "".join(pieces))
