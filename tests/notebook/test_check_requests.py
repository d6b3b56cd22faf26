"""What the process beside a notebook makes of a request, asked without a notebook."""

import msgspec
import pytest

from grader import needs
from grader.notebook import reading
from grader.notebook.answering import Desk
from grader.notebook.messages import (
    OWN_CELL,
    Found,
    FromCells,
    FromFile,
    FromText,
    Request,
    Typed,
    framed,
    reader,
)
from grader.practice.cancelling import Cancellation
from tests.notebook.support import ROOT, SOLUTION

WRONG = "def pos_embed_2d(grid, dim):\n    return 1"


@pytest.fixture(scope="module")
def desk():
    with Desk() as one:
        yield one


def request(*places, exercise="pos_embed_2d", folder="/", unnamed="`f`", **more):
    return Request(1, exercise, places, unnamed, str(folder), **more)


def cells(*texts, names=("pos_embed_2d",), plain=False):
    typed = tuple(
        text if isinstance(text, Typed) else Typed(f"cell {number}", text)
        for number, text in enumerate(texts, 1)
    )
    return Found(FromCells(typed, plain), names)


def sources(*texts, **more):
    """The code that the worker is given for some cells, without the prelude."""
    found = cells(*texts, **more)
    return [unit.source for unit in reading._units(found.place, found)[1:]]


def test_a_reply_holds_what_a_student_may_read_and_no_more(desk):
    reply = desk.answer(request(cells("def pos_embed_2d(grid, dim):\n    return 1")), Cancellation())
    assert reply.result.status == "failed"
    told = msgspec.json.encode(reply).decode()
    for hidden in ("exact_pos_embed_2d", "axis_vector", str(ROOT / "solutions")):
        assert hidden not in told
    assert all(check.printed is None for check in reply.result.checks if check.visibility == "hidden")


def test_definitions_run_again_at_once_are_sent_once_and_what_counts_on_stays():
    define = "def f():\n    return 1"
    assert sources(define, define, "k *= 2", "k *= 2", define) == [define, "k *= 2", "k *= 2", define]


ASKED_IN_A_BLOCK = Typed(
    "cell 2", "if True:\n    def pos_embed_2d(grid, dim):\n        return 1\n    ask()", before=4
)


def test_a_block_that_sets_the_answer_and_asks_for_its_check_is_refused():
    """What was run before it is an older answer: a verdict on that would be one on the wrong code."""
    found = cells(SOLUTION, ASKED_IN_A_BLOCK)
    with pytest.raises(reading.UsageError, match="put the check behind the block"):
        reading._units(found.place, found)
    other = cells(
        SOLUTION, msgspec.structs.replace(ASKED_IN_A_BLOCK, text="for _ in a:\n    b\n    c\n    ask()")
    )
    assert [unit.label for unit in reading._units(other.place, other)[1:]] == ["cell 1"]


def test_an_answer_of_another_name_that_calls_the_name_asked_for_is_refused(desk):
    wrapper = "def final(grid, dim):\n    return pos_embed_2d(grid, dim)"
    reply = desk.answer(request(cells(SOLUTION, wrapper, names=("final",))), Cancellation())
    assert reply.result is None
    assert "call what is to be checked `pos_embed_2d`" in reply.fault
    renamed = SOLUTION.replace("pos_embed_2d", "final")
    reply = desk.answer(request(cells(WRONG, renamed, names=("final",))), Cancellation())
    assert reply.result.status == "passed"


def test_of_a_script_that_asks_only_what_came_before_is_judged(desk, tmp_path):
    code = (
        f"{SOLUTION}\nverdict = check('pos_embed_2d', pos_embed_2d)\nraise SystemExit(verdict.score < 10)\n"
    )
    (tmp_path / "own.py").write_text(code)
    line = SOLUTION.count("\n") + 2
    place = FromFile(str(tmp_path / "own.py"), line)
    reply = desk.answer(request(Found(place, ("pos_embed_2d",)), folder=tmp_path), Cancellation())
    assert reply.result.status == "passed"


def test_a_cell_too_long_to_be_parsed_is_believed():
    long = f"def pos_embed_2d(grid, dim):\n    return [{'0, ' * 80_000}]"
    assert reading.set_by(long, {"pos_embed_2d", "other"}) == {"pos_embed_2d"}


def test_of_too_much_code_the_oldest_of_equal_cells_go(monkeypatch):
    monkeypatch.setattr(reading, "MAX_CODE_BYTES", 20)
    assert sources("a = 1 # 45", "b = 2", "a = 1 # 45") == ["b = 2", "a = 1 # 45"]
    with pytest.raises(reading.UsageError, match="restart the notebook"):
        sources("a = 1 # 45", "b = 2 # 45", "c = 3 # 45")


def test_of_the_cell_that_runs_now_only_what_comes_before_counts():
    cell = "@twice\ndef f():\n    pass\n\nf()\ncheck('f', f)\nf = 1"
    assert sources(Typed("cell 1", cell, before=6)) == ["@twice\ndef f():\n    pass\n\nf()\n\n"]


def test_of_an_interrupted_cell_its_definitions_count():
    cell = "import math\nx = slow()\nclass A:\n    pass"
    assert sources(Typed("cell 1", cell, interrupted=True)) == ["import math\n\nclass A:\n    pass"]


@pytest.mark.parametrize(
    ("code", "holds"),
    [
        ("def f(): pass", True),
        ("class f: pass", True),
        ("f = other", True),
        ("from own import f", True),
        ("from own import g as f", True),
        ("from own import *", True),
        ("def g():\n    global f\n    f = 1", True),
        ("if (f := 1): pass", True),
        ("f()", False),
        ("def g():\n    f = 1", False),
        ("exec('f = 1')", False),
        ("def f(:", False),
    ],
)
def test_whether_a_cell_gives_a_name(code, holds):
    assert reading.set_by(code, {"f"}) == ({"f"} if holds else set())


def test_the_next_place_is_taken_where_the_first_does_not_give_the_name(desk, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(SOLUTION.replace("def pos_embed_2d", "def mine"))
    asked = request(cells("%run mine.py", names=("mine",)), Found(FromFile(str(file)), ("mine",)))
    assert desk.answer(asked, Cancellation()).result.status == "passed"


def test_names_that_do_not_fit_the_exercise_are_told(desk):
    asked = request(cells("a = b = print", names=("a", "b")))
    assert "pos_embed_2d asks for pos_embed_2d: pass it" in desk.answer(asked, Cancellation()).fault


def test_modules_and_data_beside_the_notebook_go_along(desk, tmp_path):
    (tmp_path / "angles.py").write_text("TEMPERATURE = float(open('base.txt').read())\n")
    (tmp_path / "base.txt").write_text("10000")
    code = SOLUTION.replace("TEMPERATURE = 10_000.0", "from angles import TEMPERATURE\nNAME = 'base.txt'")
    reply = desk.answer(request(cells(code), folder=tmp_path), Cancellation())
    assert reply.result.status == "passed"


def test_a_package_that_is_not_there_where_answers_are_checked_costs_its_import_alone(desk):
    code = f"import matplotlib.pyplot as plt\nimport numpy as np\nimport math\n\n\n{SOLUTION}\nplt.plot([1])"
    for plain in (False, True):
        reply = desk.answer(request(cells(code + "\nnp.zeros(3)", plain=plain)), Cancellation())
        assert reply.result.status == "passed"
        assert reply.result.notes[0].startswith("cell 1 (line 1), line 1 raised ModuleNotFoundError")
        assert reply.result.notes[1].startswith("cell 1, line")
        assert "'plt' is not defined" in reply.result.notes[1]


@pytest.mark.parametrize(
    ("cell", "told"),
    [
        ("1 / 0\n" + WRONG, "no verdict on it: this cell, line 1 raised ZeroDivisionError"),
        ("def pos_embed_2d(:", "no verdict on it: this cell, line 1 raised SyntaxError"),
        ("import os\nos._exit(3)\n" + WRONG, "no verdict on it: this cell ended the process"),
        ("%%bash\nls", "holds no Python"),
    ],
)
def test_a_cell_that_does_not_run_has_no_verdict_and_is_no_attempt(cell, told, tmp_path, monkeypatch):
    monkeypatch.setenv("KATA_DATA_DIR", str(tmp_path / "data"))
    with Desk() as own:
        asked = request(cells(SOLUTION, Typed(OWN_CELL, cell), names=()))
        assert told in own.answer(asked, Cancellation()).fault
        assert not own._progress.standings().of("pos_embed_2d").last_attempt


def test_an_import_that_fails_in_a_cell_leaves_it_its_verdict(desk):
    asked = request(cells(Typed(OWN_CELL, f"import no_such_package\n{SOLUTION}"), names=()))
    assert desk.answer(asked, Cancellation()).result.status == "passed"


def test_where_the_cell_of_the_answer_was_skipped_the_verdict_says_so_first(desk):
    older = desk.answer(request(cells(SOLUTION, "1 / 0\n" + WRONG)), Cancellation())
    assert older.result.message.startswith(
        "What was checked is an older `pos_embed_2d`: cell 2, line 1 raised ZeroDivisionError"
    )
    named = request(cells(SOLUTION, "mine = pos_embed_2d", "mine = 1 / 0", names=("mine",)))
    assert "an older `mine`: cell 3" in desk.answer(named, Cancellation()).text
    after = desk.answer(request(cells(SOLUTION + "\n1 / 0")), Cancellation())
    assert after.result.message.startswith("All 6 checks passed.")


def test_of_an_answer_that_gives_nothing_to_draw_one_sentence_says_so(desk):
    reply = desk.answer(request(cells("def pos_embed_2d(grid, dim): pass"), draws=True), Cancellation())
    assert reply.text.startswith("There is nothing to draw")
    assert reply.html.startswith("<p>There is nothing to draw")
    assert len(reply.html) < 150


def test_an_attempt_that_cannot_be_kept_is_noted(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("KATA_DATA_DIR", str(tmp_path / "file" / "data"))
    with Desk() as own:
        reply = own.answer(request(cells(SOLUTION)), Cancellation())
    assert reply.result.status == "passed"
    assert any("KATA_DATA_DIR" in note for note in reply.result.notes)


def test_an_exercise_whose_package_is_missing_says_the_command(desk, monkeypatch):
    monkeypatch.setattr(needs, "find_spec", lambda name: None)
    place = desk._place(request())
    exercise = next(one.name for one in place.pack.exercises.values() if "torch" in one.needs)
    reply = desk.answer(request(Found(FromText("")), exercise=exercise), Cancellation())
    assert f"{exercise} needs torch, which is not installed: pip install 'kata-grader[torch]'" in reply.fault


def test_a_pack_of_ones_own_is_taken_where_the_notebook_lies_in_its_workspace(desk, tmp_path):
    exercises = tmp_path / "pack" / "exercises"
    exercises.mkdir(parents=True)
    (exercises / "pos_embed_2d").symlink_to(ROOT / "exercises" / "pos_embed_2d")
    (tmp_path / "kata.toml").write_text("schema = 1\npack = 'pack'\n")
    source = Found(FromText(SOLUTION))
    reply = desk.answer(request(source, folder=tmp_path), Cancellation())
    assert {check.visibility for check in reply.result.checks} == {"visible"}
    assert "run by your instructor" in reply.text
    named = desk.answer(request(source, pack=str(ROOT), folder=tmp_path), Cancellation())
    assert named.result.max_score == 10
    none = desk.answer(request(source, pack=str(tmp_path / "pack" / "exercises")), Cancellation())
    assert "is not an exercise pack" in none.fault


def test_a_fault_of_the_grader_is_told_without_its_text(desk, monkeypatch):
    def broken(*_):
        raise ValueError("a secret")

    monkeypatch.setattr("grader.notebook.answering.read", broken)
    fault = desk.answer(request(), Cancellation()).fault
    assert "ValueError in " in fault
    assert "secret" not in fault


def test_a_message_comes_in_pieces_and_one_that_is_too_large_ends_it():
    data = framed(request(cells("x = 1")))
    pieces = iter([data[:2], data[2:7], data[7:], b"\xff\xff\xff\xff", b""])
    rest = b""

    def read(count):
        nonlocal rest
        rest = rest or next(pieces)
        given, rest = rest[:count], rest[count:]
        return given

    following = reader(read)
    assert msgspec.msgpack.decode(following(), type=Request) == request(cells("x = 1"))
    assert following() is None
