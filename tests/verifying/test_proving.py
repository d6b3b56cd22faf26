"""A proven exercise is called proven; spoilt in any one place, it is not, and the sentence says where."""

import pytest

from grader.verify import Effort, Tried, prove
from tests.verifying.conftest import PACK

E, S = "exercises/thirds/", "solutions/thirds/"


def test_an_exercise_of_which_all_holds_is_proven(report):
    found = report()
    assert found.faults == ()
    assert found.ok
    assert [check.name for check in found.checks] == [
        "two numbers",
        "moved by an offset",
        "an empty list is refused",
    ]
    kinds = {kind: [one for one in found.tried if one.kind == kind] for kind in ("mistake", "mutant", "junk")}
    assert {one.name for one in kinds["mistake"]} == {"halved", "not_moved", "not_refused"}
    assert len(kinds["mutant"]) >= 10
    assert len(kinds["junk"]) >= 15
    assert all(one.killed for one in found.tried)


def test_the_kill_table_says_which_check_kills_what(report):
    by_name = {one.name: one.killed_by for one in report(seeds=(0,)).tried}
    assert by_name["halved"] == (0, 1, 2)
    assert by_name["not_moved"] == (1,)
    assert by_name["not_refused"] == (2,)
    assert by_name["zeros"] == (0, 1, 2)
    assert by_name["thirds, line 9: number / 3 -> number"] == (0, 1, 2)


def test_few_mutants_are_spread_over_the_reference(exercise, pool):
    every = [one.name for one in prove(exercise(), Effort((0,), 1), pool).tried if one.kind == "mutant"]
    few = prove(exercise(), Effort((0,), 1, mutants=4), pool)
    assert [one.name for one in few.tried if one.kind == "mutant"] == every[:: -(-len(every) // 4)]
    assert few.faults == ()


SPOILT = {
    "no key": (
        [(f"{S}solution.py", "number / 3", "number / zero")],
        "thirds: the reference fails its own check 'two numbers'",
    ),
    "a variant that is refused": (
        [(f"{S}accepted/loop.py", "1 / 3", "1 / 4")],
        "accepted/loop.py is failed: two numbers; moved by an offset; an empty list is refused",
    ),
    "a mistake that passes": (
        [(f"{S}mistakes/halved.py", "number / 2", "number / 3")],
        "mistakes/halved.py is passed; it should fail",
    ),
    "a mistake without its docstring": (
        [
            (
                f"{S}mistakes/halved.py",
                '"""The numbers were halved. Into how many parts is each to be cut?"""',
                "",
            )
        ],
        "mistakes/halved.py has no docstring",
    ),
    "a mistake that does not run": (
        [(f"{S}mistakes/halved.py", "def thirds", "undefined\n\n\ndef thirds")],
        "mistakes/halved.py does not load",
    ),
    "two mistakes that are one": (
        [(f"{S}mistakes/not_moved.py", "value / 3", "offset + value / 2")],
        "mistakes/not_moved.py is named halved, not not_moved",
    ),
    "a mistake that misses by little": (
        [(f"{S}mistakes/not_moved.py", "value / 3", "offset + value / (3 + 8e-9)")],
        "allowances at most; that is too near to be sure",
    ),
    "a reference that is not near enough": (
        [(f"{S}exact.py", "Fraction(value, 3)", "Fraction(value, 3) * (1 + Fraction(6, 10**10))")],
        "the reference uses 0.",
    ),
    "exact numbers that are wrong": (
        [(f"{S}exact.py", "Fraction(value, 3)", "Fraction(value, 4)")],
        "exact.py is failed: two numbers",
    ),
    "a stub that passes": (
        [(f"{E}stub.py", 'raise NotImplementedError("thirds is still to be written")', "return [1.0, 2.0]")],
        "the stub passes two numbers",
    ),
    "a stub that does not load": (
        [(f"{E}stub.py", "def thirds", "import nothing_of_this_name\n\n\ndef thirds")],
        "the stub is import_failed; it should load and fail",
    ),
    "points that are not ten": (
        [(f"{S}checks.py", "points=3", "points=2")],
        "the points of all checks sum to 8, not 10",
    ),
    "mutants that live": (
        [
            (f"{S}checks.py", 'Raises("ValueError")', 'Raises("Exception")'),
            (f"{S}checks.py", "attempt(student.thirds, none)", "attempt(student.thirds, None)"),
        ],
        "of 16 mutants die; it should be 95%, and these live:",
    ),
    "a hidden check that kills nothing": (
        [
            (f"{S}checks.py", "student.thirds(numbers=numbers, offset=offset)", "student.thirds(numbers)"),
            (f"{S}checks.py", ', "again": student.thirds(numbers, offset)', ""),
            (f"{S}checks.py", '"again": Close(rtol=1e-9, atol=1e-9),', ""),
            (f"{S}mistakes/not_moved.py", "value / 3", "value"),
            (f"{E}examples.py", "numbers=[3, 6]", "numbers=[4, 8]"),
        ],
        "the hidden check 'moved by an offset' kills nothing that the visible checks let live",
    ),
    "junk that earns much": (
        [
            (f"{S}checks.py", '"again": Close(rtol=1e-9, atol=1e-9),', '"again": Equal(),'),
            (f"{S}checks.py", '"again": student.thirds(numbers, offset)', '"again": 1'),
            (f"{S}checks.py", '"answer": Close(rtol=1e-9, atol=1e-9)}', '"again": Equal()}'),
            (f"{S}checks.py", '"answer": student.thirds(numbers)}', '"again": 1}'),
            (f"{S}checks.py", "import Close, Raises", "import Close, Equal, Raises"),
        ],
        "junk earns 3 points: zeros",
    ),
    "junk that passes": (
        [
            (f"{S}checks.py", '"again": Close(rtol=1e-9, atol=1e-9),', ""),
            (f"{S}checks.py", '"numbers": Unchanged(),', ""),
            (f"{S}checks.py", ', "again": student.thirds(numbers, offset), "numbers": numbers', ""),
            (f"{E}examples.py", '"answer": Close(rtol=1e-9, atol=1e-9),', '"kind": Equal(),'),
            (f"{E}examples.py", '"again": Close(rtol=1e-9, atol=1e-9),', ""),
            (f"{E}examples.py", '"numbers": Unchanged(),', ""),
            (f"{E}examples.py", "import Close, Unchanged", "import Equal"),
            (f"{E}examples.py", "answer = student.thirds(numbers)", ""),
            (
                f"{E}examples.py",
                '{"answer": answer, "again": student.thirds(numbers), "numbers": numbers}',
                '{"kind": 1}',
            ),
            (f"{S}checks.py", '"answer": Close(rtol=1e-9, atol=1e-9)}', '"kind": Equal()}'),
            (f"{S}checks.py", '"answer": student.thirds(numbers)}', '"kind": 1}'),
            (f"{S}checks.py", "import Close, Raises, Unchanged", "import Close, Equal, Raises"),
        ],
        "junk is passed: right on the first call only",
    ),
}


@pytest.mark.parametrize("what", SPOILT)
def test_what_is_spoilt_is_found(report, what):
    changes, sentence = SPOILT[what]
    found = report(*changes)
    assert not found.ok
    assert [fault for fault in found.faults if sentence in fault], found.faults


def test_mistakes_that_no_input_can_tell_apart_share_a_text(report):
    halved = (PACK / f"{S}mistakes/halved.py").read_text(encoding="utf-8")
    twin = halved.replace("number / 2", "0.5 * number")
    assert report(files={f"{S}mistakes/half.py": twin}, seeds=(0,)).faults == ()
    other = twin.replace("The numbers were halved.", "The numbers were multiplied by a half.")
    (fault,) = report(files={f"{S}mistakes/half.py": other}, seeds=(0,)).faults
    assert fault.startswith("mistakes/halved.py is named half, not halved: a case should tell them apart")


def test_a_tolerance_without_more_exact_numbers_is_found(report):
    found = report(files={f"{S}exact.py": None}, seeds=(0,))
    assert found.faults == (
        "exact.py is missing: a check has a tolerance, and there is nothing to measure it with",
    )


def test_examples_that_are_not_frozen_are_found(report):
    found = report(frozen=False, seeds=(0,))
    assert found.faults == ("examples.json is missing or stale: `kata verify --freeze thirds` writes it",)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            'schema = 1\nmistakes = ["thirded"]\n',
            "frequent.toml lists 'thirded', and there is no mistakes/thirded.py",
        ),
        ("mistakes = 3\n", "frequent.toml: "),
        ("mistakes = [\n", "frequent.toml: "),
    ],
    ids=["a stem of no file", "no list", "no TOML"],
)
def test_a_list_of_frequent_mistakes_that_cannot_be_used_is_found(report, text, sentence):
    (fault,) = report(files={f"{S}frequent.toml": text}, seeds=(0,)).faults
    assert sentence in fault


def test_a_list_of_frequent_mistakes_is_no_fault(report):
    assert report(files={f"{S}frequent.toml": 'schema = 1\nmistakes = ["halved"]\n'}, seeds=(0,)).ok


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        (f"{E}stub.py", "def thirds(:\n", "the stub is syntax_error; it should load and fail"),
        (f"{E}stub.py", "def thirds(:\n", "a file of the exercise cannot be read: "),
        (f"{S}accepted/loop.py", "x = (\n", "accepted/loop.py is syntax_error"),
        (f"{S}accepted/loop.py", "x = (\n", "a file of the exercise cannot be read: "),
        (f"{S}exact.py", "x = (\n", "exact.py is syntax_error"),
        (f"{S}mistakes/halved.py", "x = (\n", "halved.py, line 1"),
        (f"{S}checks.py", "x = (\n", "checks.py, line 1"),
    ],
)
def test_a_file_that_is_no_python_is_a_fault_and_no_traceback(report, name, text, sentence):
    found = report(files={name: text}, seeds=(0,))
    assert [fault for fault in found.faults if sentence in fault], found.faults


def test_a_package_that_is_missing_is_a_fault_and_no_traceback(report, monkeypatch):
    monkeypatch.setattr("grader.needs.find_spec", lambda _: None)
    found = report((f"{E}exercise.toml", "read_next", 'needs = ["numpy"]\nread_next'), frozen=False)
    assert found.faults == ("thirds needs numpy, which is not installed: pip install 'kata-grader[numpy]'",)


def test_a_fault_of_the_harness_is_not_called_a_kill():
    assert not Tried("mutant", "a change", "harness_error", (), 0).killed
    assert not Tried("mutant", "a change", "passed", (), 0).killed
    assert Tried("mutant", "a change", "failed", (1,), 0).killed


def test_a_fault_of_some_seeds_names_them(report):
    """A variant that is wrong where the offset drawn is large."""
    sometimes = [(f"{S}accepted/loop.py", "+ offset", "+ min(offset, 6)")]
    found = report(*sometimes, seeds=tuple(range(8)))
    (told,) = [fault for fault in found.faults if fault.startswith("accepted/loop.py")]
    sentence, _, seeds = told.removesuffix(")").partition(" (seed ")
    assert sentence == "accepted/loop.py is failed: moved by an offset"
    assert 0 < len(seeds.split(", ")) < 8


# --------------------------------------------------------------------------- the picture

PICTURE = """\
def picture(student):
    thirds = student.thirds([1, 2, 3])
    return [{"title": "A line", "rows": "third", "columns": "number", "values": thirds}]
"""


def test_a_picture_that_can_be_drawn_is_no_fault(report):
    assert report(files={f"{E}picture.py": PICTURE}, seeds=(0,)).faults == ()


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("[1, 2, 3]", "[]", "picture.py fails: ValueError: there is no number"),
        ("thirds}]", "'none'}]", "picture.py: panel 1: `values` should be numbers on one or two axes"),
        ("(student):", "(student:", "picture.py, line 1: "),
        ("def picture", "def drawing", "picture.py has no function `picture(student)`"),
    ],
)
def test_a_picture_that_cannot_be_drawn_is_a_fault(report, old, new, sentence):
    (fault,) = report(files={f"{E}picture.py": PICTURE.replace(old, new)}, seeds=(0,)).faults
    assert fault.startswith(sentence)


def test_a_picture_that_gives_the_solution_away_is_found(report):
    given_away = """
def again(numbers, offset=0.0):
    if not numbers:
        raise ValueError("there is no number")
    return [offset + number / 3 for number in numbers]
"""
    faults = report(files={f"{E}picture.py": PICTURE + given_away}, seeds=(0,)).faults
    assert any(fault.startswith("students are shown a piece of solution.py") for fault in faults)


# --------------------------------------------------------------------------- mutants that are equivalent

LISTED = """\
[[mutant]]
scope = "thirds"
before = "offset + number / 3"
after = "{after}"
reason = "{reason}"
"""
REDUNDANT = (
    f"{S}solution.py",
    "return [offset + number / 3 for",
    "return [offset + 0 * offset + number / 3 for",
)


def listed(after, reason="it is the same", before="offset + 0 * offset"):
    text = LISTED.replace("offset + number / 3", before)
    return {f"{S}equivalent.toml": text.format(after=after, reason=reason)}


def test_a_mutant_that_is_equivalent_may_be_listed_with_its_reason(report):
    found = report(REDUNDANT, files=listed("offset - 0 * offset"), seeds=(0,))
    (change,) = found.equivalents
    assert (change.after, change.reason, change.draws) == ("offset - 0 * offset", "it is the same", 3)
    assert not any("offset - 0 * offset" in one.name for one in found.tried)
    assert not any("equivalent" in fault for fault in found.faults)


def test_a_listed_mutant_that_is_told_apart_is_found(report):
    found = report(REDUNDANT, files=listed("0 * offset"), seeds=(0,))
    assert any("tells a mutant apart that is said to be equivalent" in fault for fault in found.faults)


def test_a_listed_mutant_that_does_not_exist_is_found(report):
    found = report(files=listed("nothing of the kind"), seeds=(0,))
    assert "equivalent.toml: no mutant is thirds: offset + 0 * offset -> nothing of the kind" in found.faults


def test_a_list_that_is_no_toml_is_found(report):
    found = report(files={f"{S}equivalent.toml": "[[mutant]\n"}, seeds=(0,))
    assert any("equivalent.toml" in fault for fault in found.faults)


def test_a_list_with_an_unknown_key_is_found(report):
    found = report(
        files={f"{S}equivalent.toml": LISTED.format(after="x", reason="y") + 'why = "z"\n'}, seeds=(0,)
    )
    assert any("why" in fault for fault in found.faults)


def test_no_more_than_one_mutant_in_ten_may_be_listed(report):
    entries = "".join(
        LISTED.replace("offset + number / 3", before).format(after=after, reason="so it is")
        for before, after in (
            ("offset + number / 3", "offset - number / 3"),
            ("offset + number / 3", "offset"),
            ("offset + number / 3", "number / 3"),
        )
    )
    found = report(files={f"{S}equivalent.toml": entries}, seeds=(0,), draws=1)
    assert any("mutants are said to be equivalent; one in ten may be" in fault for fault in found.faults)
