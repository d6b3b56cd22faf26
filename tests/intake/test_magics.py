"""IPython's additions out of a cell: what goes, what stays, and that line numbers stay."""

from __future__ import annotations

import ast
import re
import sysconfig
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.intake import magics as source_magics
from grader.intake.magics import plain_python
from tests.watchdog import ends

CHANGED = [
    ("%matplotlib inline\nx = 1", "pass\nx = 1"),
    ("if a:\n    %time f()\n\t!ls\n", "if a:\n    pass\n\tpass\n"),
    ("!pip install \\\n  numpy\nx = 1", "pass\n\nx = 1"),
    ("!!ls\n%%sql is not first", "pass\npass"),
    ("?print\nprint?\nprint??\nnp.linalg.norm?  # what\n%time?\na[0]?", "pass\n" * 5 + "pass"),
    ("x = %pwd", "x = None"),
    ("x = !ls \\\n  -l 'it\ny = 2", "x = None\n\ny = 2"),
    ("a.b, c[1] = !echo {x}", "a.b, c[1] = None"),
    ("if a: x = !ls", "if a: x = None"),
    ("%%time\nx = 1", "\nx = 1"),
    ("\n\n%%timeit -n 1 -r 1\nx = 1\n", "\n\n\nx = 1\n"),
    ("%%capture out\n%%time\n%matplotlib inline\nx = 1", "\n\npass\nx = 1"),
    # After what looks as if it were still open.
    ("x = 'a\\'('\n!ls", "x = 'a\\'('\npass"),
    ('x = r"\\\\"\n!ls', 'x = r"\\\\"\npass'),
    ("x = 1  # (\n!ls", "x = 1  # (\npass"),
    ("x = '''(\n%a'''\n!ls", "x = '''(\n%a'''\npass"),
    ('x = f"{a:#x}"  # {\n!ls', 'x = f"{a:#x}"  # {\npass'),
    ("x = f\"{d['a']!r:>{w}}{{\"\n!ls", "x = f\"{d['a']!r:>{w}}{{\"\npass"),
    ('x = f"{s.split("(")[0]}"\n!ls', 'x = f"{s.split("(")[0]}"\npass'),
    ('x = f"""{\na % b}\n% c"""\n!ls', 'x = f"""{\na % b}\n% c"""\npass'),
    ("x = 'never closed\n!ls", "x = 'never closed\npass"),
    ("x = 1 \\\n\n!ls", "x = 1 \\\n\npass"),
    ("# ends in a backslash \\\n!ls", "# ends in a backslash \\\npass"),
    ("x = [1,  # ]\n2]\n!ls", "x = [1,  # ]\n2]\npass"),
]

UNCHANGED = [
    "x = (a\n% b)\n",
    "x = a \\\n  % b\n",
    "x = a \\\n  != b\n",
    "s = '''\n%magic\n!ls\nwhat?\n'''\n",
    's = """it\'s\n\\"""\n%magic\n"""',
    "s = 'a \\\n%b'",
    "s = f'''\n{x\n% 2}\n!ls\n'''",
    "print('why?')",
    "x = 1  # why?",
    "# %magic?\n#!ls",
    "x %= 3\ny = x % 3\nz = x != y",
    "x == !ls",
    "f(x=%foo)",
    "d = {\n'a':\n%b}",
    "def f(x)?",
    "x = y if a else '?'",
    "\x0cx = 1",
]


@pytest.mark.parametrize(("cell", "wanted"), CHANGED)
def test_a_magic_becomes_nothing_and_lines_stay(cell, wanted):
    code = plain_python(cell).code
    assert code == wanted
    assert code.count("\n") == cell.count("\n")


@pytest.mark.parametrize("cell", UNCHANGED)
def test_what_only_looks_like_a_magic_stays(cell):
    assert plain_python(cell).code == cell
    # Nor does it hide a magic on the next line.
    if not cell.endswith(("ls", "foo)", "b}")):
        assert plain_python(cell.rstrip("\n") + "\n%after").code == cell.rstrip("\n") + "\npass"


@pytest.mark.parametrize("name", ["bash", "writefile pos_embed_2d.py", "html", "python", "timeit2", ""])
def test_other_cell_magics_skip_the_cell(name):
    plain = plain_python(f"%%{name}\nx = 1")
    assert plain.code is None
    assert f"%%{name.split(' ')[0]}" in plain.notes[0]


def test_magics_that_would_have_done_something_are_noted():
    assert plain_python("x = 1\n%time y = f()\n%matplotlib inline\n%run a.py").notes == (
        "%time on line 2 is not run",
        "%run on line 4 is not run",
    )


PIECES = st.lists(
    st.sampled_from(
        [
            "x = 1",
            "y = (1,\n  2 % 3)",
            "s = '''\n%a\n!b\nc?\n'''",
            "t = f'{x!r:>{y}} {x % 2}'",
            "if x != 2:\n    z = 5 %\\\n  3",
            "# !no ?",
            "u = 'why?'",
            "v = {'a': [1, 2]}",
            "w = x % 3  # %",
            "f'''{\n1 % 2}'''",
            "k = r'\\''",
            "x %= 7",
            '"""?\n"""',
        ]
    )
)


def test_no_file_of_the_standard_library_is_taken_for_magic(monkeypatch):
    monkeypatch.setattr(source_magics, "_HINT", re.compile(""))  # each file is scanned to its end
    files = sorted(Path(sysconfig.get_path("stdlib")).glob("*.py"))
    assert len(files) > 50
    for file in files:
        code = file.read_text(encoding="utf-8", errors="replace")
        assert plain_python(code + "\n!ls").code == code + "\npass", file.name


@given(PIECES)
def test_a_cell_without_magics_is_unchanged(pieces):
    cell = "\n".join(pieces)
    ast.parse(cell)  # the test's own text: it is Python
    assert plain_python(cell).code == cell


@given(PIECES, st.sampled_from(["%matplotlib inline", "!ls", "x?", "?x", "y = !ls -l", "y = %pwd"]))
def test_a_magic_after_any_python_is_found(pieces, magic):
    cell = "\n".join([*pieces, magic, "x = 1"])
    code = plain_python(cell).code
    assert code is not None
    assert magic not in code.split("\n")
    ast.parse(code)
    assert code.count("\n") == cell.count("\n")


@given(st.text(alphabet="%!?=\\\n\"'#()[]{}:fr a1"))
def test_any_text_keeps_its_lines(cell):
    plain = plain_python(cell)
    assert plain.code is None or plain.code.count("\n") == cell.count("\n")


@pytest.mark.parametrize(
    "unit",
    [
        "(",
        "a?\n",
        "%%time\n",
        "f'{",
        "(#\n",
        "!",
        "= !",
        "?",
        "\\\n",
        "a",
        "'",
        '"""',
        " ",
        "%",
        "x=%a\\\n",
        "f'{a:{",
    ],
)
@pytest.mark.parametrize("end", ["", "?", "\n!ls"])
def test_hostile_text_takes_no_longer_than_its_length(unit, end):
    with ends():
        plain_python(unit * (400_000 // len(unit)) + end)
