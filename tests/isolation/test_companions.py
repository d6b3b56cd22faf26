"""Files beside a submission: modules that it imports, data that it reads, and nothing of anybody else's."""

import io
import time
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import numpy
import pytest

from grader.answer_key import module_units, task_for
from grader.codec import pack
from grader.errors import HarnessError
from grader.grade import grade
from grader.isolate import companions
from grader.isolate.local import LocalWorker
from grader.isolate.watch import Progress, run_job
from grader.model import Companion, Level, Outcome, Submission, Unit
from tests.isolation.support import (
    NO_LANDLOCK,
    NO_NAMESPACES,
    change_servers,
    honest,
    in_namespaces,
    key,
    quick,
    see,
    sorted_out,
    source,
    statuses,
    task,
)

MEMORY = io.BytesIO()
numpy.save(MEMORY, numpy.arange(4))
DATA = {"table.csv": "1,2\n", "data/deep/x.txt": "words", "x.npy": MEMORY.getvalue()}
# The levels at which files can be opened.
LEVELS = [pytest.param(Level.FULL, marks=in_namespaces), Level.STANDARD]
ONLY_THAT_ONE = ["passed", "forbidden", "passed", "passed"]


@pytest.fixture(scope="module")
def levels():
    """Workers for each level, started when first asked for."""
    without = {Level.FULL: (), Level.STANDARD: (NO_NAMESPACES,), Level.CLOSED: (NO_LANDLOCK,)}
    workers = {}

    def at(level, number=0):
        if (level, number) not in workers:
            with pytest.MonkeyPatch.context() as patch:
                change_servers(patch, *without[level])
                workers[level, number] = LocalWorker()
                assert workers[level, number].examine("numpy").level is level
        return workers[level, number]

    yield at
    for worker in workers.values():
        worker.close()


@pytest.fixture(params=LEVELS)
def reading(request, levels):
    """A worker that can open files."""
    return levels(request.param)


def beside(files):
    """Companions from a mapping of paths to texts or bytes."""
    return tuple(
        Companion(path, text.encode() if isinstance(text, str) else text) for path, text in files.items()
    )


def values(worker, text, files, count=1, **more):
    """What `f(0)`, `f(1)`, ... are, with these files beside the submission."""
    calls = tuple((n,) for n in range(count))
    seen = see(worker, text, calls=calls, companions=beside(files), **more)
    assert seen.outcomes() == ["returned"] * count, (seen.load, seen.places)
    return [seen.value(n) for n in range(count)]


def answer(worker, expression, files, before="", **more):
    """What an expression is, with these files beside the submission."""
    return values(worker, f"import os, sys\n{before}\ndef f(n):\n    return {expression}", files, **more)[0]


def result_of(worker, text, files, limits=None, cells=False):
    """The result of a submission with these files beside it."""
    parts = text if cells else [text]
    units = tuple(Unit(f"cell {i + 1}" if cells else "f.py", part) for i, part in enumerate(parts))
    handed_in = Submission("someone/f.py", "someone", "demo", units, cells, companions=beside(files))
    return grade(handed_in, key(limits or quick()), worker)


# --------------------------------------------------------------------------- modules

MODULES = {
    "helper.py": "import other\ndef triple(n):\n    return [n, n + 1, n * n]\n",
    "other.py": "name = __name__, __file__\n",
    "package/__init__.py": "from .inner import answer\nfrom . import second\n",
    "package/inner.py": "from .second import half\ndef answer():\n    return 2 * half\n",
    "package/second.py": "half = 21\n",
    "folder/below/module.py": "from ..near import five\nfrom package.inner import answer\n",
    "folder/near.py": "five = 5\n",
}


@pytest.mark.parametrize(
    ("line", "expression", "expected"),
    [
        ("import helper", "helper.triple(3)", [3, 4, 9]),
        ("from helper import *", "triple(3)", [3, 4, 9]),
        ("from other import name", "name", ("other", "other.py")),
        ("from package import answer", "answer()", 42),
        ("import package.inner as p", "[p.answer(), p.__file__]", [42, "package/inner.py"]),
        ("import package.inner as p", "[p.__name__, p.__package__]", ["package.inner", "package"]),
        ("from folder.below import module as m", "[m.five, m.answer()]", [5, 42]),
        ("import importlib", "importlib.import_module('package.second').half", 21),
        ("import importlib, helper", "importlib.reload(helper).triple(1)", [1, 2, 1]),
        ("import inspect as i, helper", "i.getsource(helper.triple)[:17]", "def triple(n):\n  "),
    ],
    ids=lambda given: given if isinstance(given, str) and "import" in given[:6] else "",
)  # fmt: skip
def test_modules_are_imported(worker, line, expression, expected):
    assert answer(worker, expression, MODULES, line) == expected


def test_a_submission_that_leans_on_a_module_passes_and_one_without_it_does_not(worker):
    text = "from helper import triple as f\n"
    assert result_of(worker, text, MODULES).status == "passed"
    alone = result_of(worker, text, {})
    assert alone.status == "import_failed"
    assert "No module named 'helper'" in alone.message


def test_cells_of_a_notebook_import_them(worker):
    cells = ["from helper import triple", "import package", "def f(n):\n    return triple(n)"]
    assert result_of(worker, cells, MODULES, cells=True).status == "passed"


def test_at_level_closed_they_are_imported_as_well(levels):
    assert answer(levels(Level.CLOSED), "helper.triple(3)", MODULES, "import helper") == [3, 4, 9]


@pytest.mark.parametrize("name", ["json", "statistics", "numpy", "submission", "winreg", "torch", "grader"])
@pytest.mark.parametrize("kind", ["{}.py", "{}/__init__.py", "{}/mine.py"])
def test_nothing_is_hidden_by_a_module_of_its_name(worker, name, kind):
    before = f"try:\n    import {name} as module\nexcept ImportError:\n    module = None\n"
    expression = (
        "[hasattr(module, 'mine'), __import__('importlib.util').util.find_spec('helper') is not None]"
    )
    files = {kind.format(name): "mine = 1\n", "helper.py": ""}
    assert answer(worker, expression, files, before) == [False, True]


def test_nothing_of_the_grader_can_be_imported(worker):
    before = """
def closed(name):
    for forget in (False, True):
        if forget:
            sys.modules.pop("grader", None)
            sys.modules.pop("submission", None)
        try:
            __import__(name)
        except ImportError:
            continue
        return False
    return True
"""
    files = {"grader/model.py": "", "grader/mine.py": "", "helper.py": ""}
    names = ["grader.model", "grader.worker.runner", "grader.mine", "grader.isolate.companions"]
    assert answer(worker, f"[closed(name) for name in {names}]", files, before) == [True] * 4


def test_a_declared_encoding_is_honoured_and_line_ends_are_told(worker):
    files = {"helper.py": "# coding: latin-1\r\nword = 'café'\r\n".encode("latin-1")}
    text = "import helper\nassert helper.word == 'caf\\xe9'\n"
    assert result_of(worker, text + honest(), files).status == "passed"


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ("x = 1".encode("utf-16"), "saved as UTF-16"),
        (b"x = 'caf\xe9'\n", "not UTF-8"),
        (b"# coding: rot13\nvzcbeg bf\n", "'rot13'"),
        (b"%PDF-1.4", "a PDF document"),
    ],
)
def test_a_module_that_cannot_be_read_fails_only_if_it_is_imported(worker, data, told):
    files = {"parts/helper.py": data}
    assert result_of(worker, honest(), files).status == "passed"
    result = result_of(worker, "import parts.helper\n" + honest(), files)
    assert result.status == "import_failed"
    assert told in result.message
    assert "helper.py" in result.message


# --------------------------------------------------------------------------- whose line it was


def test_an_error_in_a_module_is_told_with_its_file_and_line(worker):
    result = result_of(
        worker, "import helper\n" + honest(), {"helper.py": "\nx = 1\nraise ValueError('odd')\n"}
    )
    assert "helper.py, line 3: ValueError: odd" in result.message
    broken = result_of(worker, "import p.helper\n" + honest(), {"p/helper.py": "x = 1\ndef (:\n"})
    assert broken.status == "import_failed"
    assert "p/helper.py, line 2: SyntaxError: invalid syntax." in broken.message


def test_an_error_in_a_call_is_told_with_its_file_and_line(worker):
    files = {"helper.py": "def half(n):\n    return 1 / (n - 1)\n"}
    seen = see(worker, "from helper import half as f", companions=beside(files))
    error = seen.places[1, 0].error
    assert (error.name, error.origin, error.unit, error.line) == (
        "ZeroDivisionError",
        "student",
        "helper.py",
        2,
    )
    told = result_of(worker, source("import helper; helper.half(1)"), files).checks[1].message
    assert "helper.py, line 2" in told


def test_a_cell_that_fails_in_a_module_is_told_with_the_file(worker):
    cells = ["import helper", honest()]
    result = result_of(worker, cells, {"helper.py": "\n\n1 / 0\n"}, cells=True)
    assert result.status == "passed"
    assert result.notes == (
        "cell 1 raised ZeroDivisionError (division by zero) in helper.py, line 3, and was skipped",
    )
    unreadable = result_of(worker, cells, {"helper.py": b"\xff"}, cells=True)
    (note,) = unreadable.notes
    assert note.startswith("cell 1 raised SyntaxError (")
    assert note.endswith(") in helper.py, and was skipped")


def test_a_traceback_shows_the_line(worker):
    before = "import traceback, helper\ndef told():\n    try:\n        helper.go()\n    except ValueError:\n"
    before += "        return traceback.format_exc()\n"
    text = answer(worker, "told()", {"helper.py": "def go():\n    raise ValueError  # here\n"}, before)
    assert 'File "helper.py", line 2, in go\n    raise ValueError  # here\n' in text


@pytest.mark.parametrize("place", ["'helper.py', 3", "'elsewhere.py', 1"])
def test_no_line_is_told_that_was_not_handed_in(worker, place):
    name, line = place.split(", ")
    text = f"exec(compile('\\n' * ({line} - 1) + 'def bad(n):  1 / 0', {name}, 'exec'))\n"
    seen = see(worker, text + source("bad(n)"), companions=beside({"helper.py": "x = 1\n"}))
    observed = seen.places[1, 0]
    assert observed.outcome is Outcome.DIED or observed.error.unit == "f.py"


# --------------------------------------------------------------------------- names, numbers, sizes

HOSTILE = [
    *("../up.py", "/etc/kata.py", "a/../../b.csv", "nul\0.csv", "", "/", "a//b.csv", "./c.csv", "..", "x/."),
    *("line\n.py", "half\udc80.csv", "n" * 256 + ".csv", "d/" * 40 + "deep.csv", "p" * 5000),
    *("table.csv/below.csv", "data/deep"),
]


def test_names_that_lead_elsewhere_are_left_out_with_a_note(reading):
    files = DATA | dict.fromkeys(HOSTILE, "bad")
    assert answer(reading, "sorted(os.listdir('.'))", files) == ["data", "table.csv", "x.npy"]
    result = result_of(reading, honest(), files)
    assert result.status == "passed"
    which = f"../up.py and {len(HOSTILE) - 1} more files"
    assert result.notes == (f"{which} were not given to it: such names cannot be used",)


def test_the_main_file_comes_before_one_of_its_name():
    assert companions.sort_out(beside({"f.py": "x", "F.py": "y"}), {"f.py"}).modules[0].label == "F.py"


@pytest.mark.parametrize("path", ["m.so", "m.pyc", "m.pth", "lib/m.PYD", "__pycache__/m.cpython-311.pyc"])
def test_what_is_loaded_as_code_is_never_given(reading, path):
    files = {path: "code", "table.csv": "1"}
    assert answer(reading, f"os.path.exists({path!r})", files) is False
    note = f"{path} was not given to it: files of this kind are never loaded"
    assert result_of(reading, honest(), files).notes == (note,)


@pytest.mark.parametrize(
    ("files", "which", "why"),
    [
        ({f"m{i}.py": "" for i in range(10_000)}, "m0.py and 9,999 more files", "there may be 1,000 of them"),
        ({f"{i}.csv": "" for i in range(10_000)}, "0.csv and 9,999 more files", "there may be 1,000 of them"),
        ({"m.py": b"#" * (9 << 20)}, "m.py", "they hold 9.0 MB, and may hold 8 MB"),
        ({"a": bytes(33 << 20), "b": b""}, "a and 1 more file", "they hold 33.0 MB, and may hold 32 MB"),
    ],
    ids=["modules", "data files", "code", "data"],
)
def test_too_much_is_left_out_with_a_note(worker, files, which, why):
    result = result_of(worker, honest(), files)
    assert result.status == "passed"
    verb = "were" if " more " in which else "was"
    assert result.notes == (f"{which} {verb} not given to it: {why}",)


def test_as_many_as_may_be_are_given(reading):
    files = {f"folder{i % 7}/{i}.csv": str(i) for i in range(1000)}
    files |= {f"m{i}.py": f"x = {i}" for i in range(1000)}
    before = "import m999\nfrom pathlib import Path"
    assert answer(reading, "[len(list(Path('.').rglob('*.csv'))), m999.x]", files, before) == [1000, 999]


def test_large_data_takes_none_of_the_memory(reading):
    files = {"large.bin": bytes(32 << 20)}
    assert answer(reading, "os.path.getsize('large.bin')", files, limits=quick(memory_mb=16)) == 32 << 20


def test_data_is_no_part_of_a_job():
    progress = Progress(
        task(honest(), companions=beside({"a": bytes(1 << 20), "m.py": "x"})), [], time.monotonic()
    )
    assert len(pack(run_job(progress, b"", None))) < 1000


# --------------------------------------------------------------------------- data files


def test_data_files_are_read(reading):
    text = """
import os, numpy
from pathlib import Path
HERE = Path(__file__).resolve().parent
def f(n):
    return [
        lambda: open("table.csv").read(),
        lambda: numpy.load("x.npy"),
        lambda: Path("data/deep/x.txt").read_text(),
        lambda: (HERE / "table.csv").read_text(),
        lambda: open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "table.csv")).read(),
        lambda: numpy.loadtxt("table.csv", delimiter=","),
        lambda: sorted(os.listdir(".") + os.listdir("data")),
        lambda: open("data/../table.csv").read(),
    ][n]()
"""
    got = values(reading, text, DATA, 8)
    assert got[1].tolist() == [0, 1, 2, 3]
    assert got[5].tolist() == [1, 2]
    expected = ["1,2\n", "words", "1,2\n", "1,2\n", ["data", "deep", "table.csv", "x.npy"], "1,2\n"]
    assert [got[n] for n in (0, 2, 3, 4, 6, 7)] == expected


def test_a_module_reads_the_file_beside_it(reading):
    files = {
        "parts/__init__.py": "from .reader import text\n",
        "parts/reader.py": "from pathlib import Path\ntext = (Path(__file__).parent / 'x.txt').read_text()\n",
        "parts/x.txt": "words",
        "parts/more/__init__.py": "seven = 7\n",
        "parts/more/y.txt": "",
    }
    before = "sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))\nfrom parts import text, more\n"
    assert answer(reading, "[text, more.seven]", files, before) == ["words", 7]


def test_a_folder_of_data_is_no_module(reading):
    before = (
        "sys.path[:0] = ['', '.', os.getcwd()]\ntry:\n    import data\nexcept ImportError:\n    data = None"
    )
    assert answer(reading, "data", DATA, before) is None


@pytest.mark.parametrize(
    "act",
    [
        "open('table.csv', 'a')",
        "open('new.csv', 'w')",
        "os.remove('table.csv')",
        "os.rename('table.csv', 'new.csv')",
        "os.mkdir('new')",
        "os.symlink('/etc/passwd', 'link')",
        "os.chmod('table.csv', 0o777)",
        "os.truncate('table.csv', 0)",
        "open('../table.csv', 'w')",
        "open('/etc/passwd')",
        "os.listdir('..')",
    ],
)
def test_nothing_can_be_changed_there_and_nothing_else_read(reading, act):
    result = result_of(reading, source(f"import os; {act}"), DATA)
    assert statuses(result) in (ONLY_THAT_ONE, ["passed", "raised", "passed", "passed"])
    assert statuses(result) == ONLY_THAT_ONE or act == "os.listdir('..')"


def test_a_worker_that_replaces_a_dead_one_has_them_too(reading):
    text = "import os\ndef f(n):\n    if n == 1:\n        os._exit(0)\n    return open('table.csv').read()"
    seen = see(reading, text, calls=((0,), (1,), (2,)), companions=beside(DATA))
    assert seen.outcomes() == ["returned", "died", "returned"]
    assert [seen.value(0), seen.value(2)] == ["1,2\n"] * 2


def test_at_level_closed_they_are_absent_and_a_note_says_so(levels):
    why = "table.csv and 2 more files were not given to it: here submissions cannot open files"
    result = result_of(levels(Level.CLOSED), source("open('table.csv')"), DATA | MODULES)
    assert statuses(result) == ONLY_THAT_ONE
    assert result.notes == (why,)
    failed = result_of(levels(Level.CLOSED), "import helper, numpy\nnumpy.load('x.npy')", DATA | MODULES)
    assert (failed.status, failed.notes) == ("import_failed", (why,))


# --------------------------------------------------------------------------- of nobody else


def test_the_next_submission_finds_nothing_of_the_former_one(reading):
    where = answer(reading, "os.getcwd()", DATA)
    assert where != "/"
    assert not Path(where, "table.csv").exists()
    before = """
import importlib.util
def tried(act):
    try:
        return str(act())
    except (OSError, ImportError) as refused:
        return type(refused).__name__
"""
    names = [f"{where}/table.csv", "table.csv", f"{where}/data/deep/x.txt"]
    acts = ", ".join(f"tried(lambda: open({name!r}).read())" for name in names)
    expression = f"[os.getcwd(), importlib.util.find_spec('helper') is None, {acts}]"
    *found, one, two, three = answer(reading, expression, {}, before)
    assert found == ["/", True]
    assert {one, two, three} <= {"FileNotFoundError", "PermissionError"}
    files = {"own.csv": "mine"}
    assert answer(reading, "[os.listdir('.'), open('own.csv').read()]", files) == [["own.csv"], "mine"]


@pytest.mark.parametrize("level", LEVELS)
def test_two_workers_at_once_see_their_own_alone(levels, level):
    held = task("import os\ndef f(n):\n    return os.getcwd()", calls=((0,), (1,)), companions=beside(DATA))
    told = levels(level).run(held)
    load, first = next(told), next(told)
    where = sorted_out(replace(held, plan=held.plan[:1]), [load, first]).value(0)
    text = f"""
import os
def f(n):
    try:
        found = open({where!r} + "/table.csv").read() if n else os.listdir({where!r})
    except OSError as refused:
        return type(refused).__name__
    return found
"""
    listed, opened = values(levels(level, 2), text, {"own.csv": "mine"}, 2)
    # In namespaces both folders have the same name, and each worker sees its own.
    assert listed == ["own.csv"] if where == "/mnt" else listed in ("PermissionError", "FileNotFoundError")
    assert opened in ("PermissionError", "FileNotFoundError")
    assert len(list(told)) == 1


def test_the_folder_is_gone_when_a_run_is_given_up(levels, monkeypatch, tmp_path):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    told = levels(Level.STANDARD).run(task(honest(), companions=beside(DATA)))
    next(told)
    assert len(list(tmp_path.rglob("table.csv"))) == 1
    told.close()
    assert list(tmp_path.iterdir()) == []


def test_no_folder_is_made_where_there_are_no_data_files(worker, monkeypatch):
    def refuse(*_arguments, **_keywords):
        raise OSError("no space")

    monkeypatch.setattr("tempfile.mkdtemp", refuse)
    assert answer(worker, "[os.getcwd(), 'helper' in sys.modules]", MODULES, "import helper") == ["/", True]
    with pytest.raises(HarnessError, match="no space"):
        list(worker.run(task(honest(), companions=beside(DATA))))


@in_namespaces
def test_where_the_folder_cannot_be_laid_no_student_is_blamed(worker_without):
    plain = worker_without(
        "laid = namespaces.lay_folder",
        "def lay_folder(*job):",
        "    if job: raise OSError('no disk in memory')",
        "    laid()",
        "namespaces.lay_folder = lay_folder",
    )
    with pytest.raises(HarnessError, match="dies whatever it is given"):
        list(plain.run(task(honest(), companions=beside(DATA))))
    assert result_of(plain, honest(), {}).status == "passed"


# --------------------------------------------------------------------------- in a writable folder


@in_namespaces
def test_in_a_writable_folder_they_can_be_changed(levels):
    body = """
        import os
        assert open("table.csv").read() == "1,2\\n"
        with open("table.csv", "a") as file:
            file.write("3,4")
        os.rename("table.csv", "data/other.csv")
        open("new", "w").close()
        os.remove("data/deep/x.txt")
        assert sorted(os.listdir(".")) == ["data", "new", "x.npy"]
    """
    result = result_of(levels(Level.FULL), source(body), DATA, quick(writable_mb=1))
    assert statuses(result) == ["passed"] * 4
    assert answer(levels(Level.FULL), "os.listdir('.')", {}, limits=quick(writable_mb=1)) == []


@in_namespaces
def test_they_take_nothing_of_what_may_be_written(levels):
    before = """
def write():
    written = 0
    try:
        with open("new", "wb", buffering=0) as file:
            while written < 1 << 24:
                written += file.write(bytes(1 << 15))
    except OSError:
        pass
    return written
"""
    files = {"large.bin": bytes(3 << 20)}
    expression = "[write(), os.path.getsize('large.bin')]"
    written, size = answer(levels(Level.FULL), expression, files, before, limits=quick(writable_mb=1))
    assert 1 << 19 < written <= (1 << 20) + (64 << 10)
    assert size == 3 << 20


# --------------------------------------------------------------------------- what is told


def test_where_they_stand_is_not_told(reading):
    text = """
import os, warnings
from pathlib import Path
def f(n):
    if n == 1:
        print(os.path.abspath("table.csv"), os.getcwd())
        raise ValueError(f"{os.getcwd()} and {Path('x').resolve()}")
    open(os.path.abspath("missing.csv"))
"""
    seen = see(reading, text, calls=((0,), (1,)), companions=beside(DATA))
    assert seen.places[0, 0].error.message == "[Errno 2] No such file or directory: 'missing.csv'"
    assert seen.places[1, 0].error.message == ". and x"
    assert "kata-" not in seen.places[1, 0].printed
    assert "table.csv" in seen.places[1, 0].printed


# --------------------------------------------------------------------------- tasks


def test_a_task_runs_where_its_modules_can():
    files = beside({"helper.py": "import torch.optim\n", "a.csv": "x"})
    asked = task_for(key(), (Unit("f.py", honest()),), cells=False, companions=files)
    assert asked.kind == ("torch-long" if find_spec("torch") else "numpy")
    assert asked.companions == files
    assert [unit.label for unit in module_units(files)] == ["helper.py"]
