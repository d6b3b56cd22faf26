"""`kata plot` and `kata check --picture`, as their users run them."""

from __future__ import annotations

import json
import os
import shutil

import pytest

from tests.pictures.conftest import SOLUTION
from tests.pictures.support import svg_texts

WRONG = SOLUTION.replace("float(i * j)", "float(i * j) + (j == 2)")
SECRET = "64"
"""What stands in the hidden table alone."""


def write(kata, text, name="products.py"):
    (kata.folder / name).write_text(text)
    return name


def written(kata):
    return sorted(path.name for path in kata.folder.iterdir() if path.suffix in (".png", ".svg"))


# --------------------------------------------------------------------------- what the exercise is about


def test_without_a_file_the_picture_of_the_author_is_written(kata, pack):
    ran = kata("plot", "products", "--pack", pack())
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "wrote products.png\n", "")
    assert (kata.folder / "products.png").read_bytes().startswith(b"\x89PNG")


def test_it_holds_the_titles_of_the_author(kata, pack):
    kata("plot", "products", "-o", "about.svg", "--pack", pack())
    found = svg_texts((kata.folder / "about.svg").read_bytes())
    assert {"The table mirrors itself", "Squares on the diagonal", "other factor"} <= set(found)


@pytest.mark.parametrize("solutions", [True, False])
def test_without_a_picture_visible_examples_are_drawn_and_no_hidden_one(kata, pack, student_pack, solutions):
    folder = pack({"exercises/products/picture.py": "pass"}) if solutions else student_pack
    (folder / "exercises/products/picture.py").unlink()
    ran = kata("plot", "products", "-o", "about.svg", "--pack", folder)
    assert (ran.returncode, ran.stderr) == (0, "")
    found = svg_texts((kata.folder / "about.svg").read_bytes())
    assert {"the answers to its visible examples", "a small table (4 x 4)", "9"} <= set(found)
    assert SECRET not in found


def test_a_picture_that_fails_is_told_and_ends_with_3(kata, pack):
    text = "def picture(student):\n    return student.products()\n"
    ran = kata("plot", "products", "--pack", pack({"exercises/products/picture.py": text}))
    assert (ran.returncode, ran.stdout) == (3, "")
    assert "kata: products: picture.py fails: TypeError" in ran.stderr
    assert "Traceback" not in ran.stderr
    assert written(kata) == []


# --------------------------------------------------------------------------- what a file gives


@pytest.mark.parametrize("solutions", [True, False])
def test_a_wrong_file_is_drawn_beside_what_is_expected(kata, pack, student_pack, solutions):
    folder = pack() if solutions else student_pack
    ran = kata("plot", "products", write(kata, WRONG), "-o", "mine.svg", "--pack", folder)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "wrote mine.svg\n", "")
    found = svg_texts((kata.folder / "mine.svg").read_bytes())
    assert "products: a small table (n = 4)" in found
    assert "4 of 16 entries wrong (all of column 2)" in found
    assert {"expected", "got", "|difference|", "factor", "other factor"} <= set(found)
    assert SECRET not in found


def test_a_right_file_is_drawn_too(kata, pack):
    ran = kata("plot", "products", write(kata, SOLUTION), "-o", "mine.svg", "--pack", pack())
    assert (ran.returncode, ran.stdout) == (0, "wrote mine.svg\n")
    assert "all 4 entries are right" in svg_texts((kata.folder / "mine.svg").read_bytes())


def test_a_file_that_is_wrong_on_hidden_cases_only_shows_none_of_them(kata, pack):
    wrong = SOLUTION.replace("float(i * j)", "float(i * j) + (n > 8) * 0.123")
    kata("plot", "products", write(kata, wrong), "-o", "mine.svg", "--pack", pack())
    found = svg_texts((kata.folder / "mine.svg").read_bytes())
    assert "all 4 entries are right" in found
    assert not [text for text in found if "large" in text or ".123" in text or text == SECRET]


NOTHING = {
    "raises": ("def products(n):\n    return [][n]\n", "It raised IndexError at products.py, line 2"),
    "returns nothing": ("def products(n):\n    pass\n", "it is None"),
    "returns text": ("def products(n):\n    return 'table'\n", "should be a list; it is a str"),
    "no python": ("def products(n:\n", "line 1"),
    "no function": ("x = 1\n", "products"),
    "the stub": ("def products(n):\n    raise NotImplementedError\n", "Not started"),
    "loops": ("def products(n):\n    while True:\n        pass\n", "time limit"),
}


@pytest.mark.parametrize(("text", "sentence"), NOTHING.values(), ids=NOTHING)
def test_where_there_is_nothing_to_draw_it_is_told_and_no_file_written(kata, pack, text, sentence):
    ran = kata("plot", "products", write(kata, text), "--pack", pack())
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.startswith("kata: there are no numbers to draw.\n")
    assert sentence in ran.stderr
    assert written(kata) == []


def test_what_fails_without_numbers_is_told_beside_the_picture_of_what_is_right(kata, pack):
    wrong = SOLUTION.replace("return", "assert n < 4\n    return")
    ran = kata("plot", "products", write(kata, wrong), "--pack", pack())
    assert ran.returncode == 0
    assert ran.stdout.startswith("wrote products.png\nWhat fails gave no numbers to draw.\n")
    assert "AssertionError" in ran.stdout


def test_not_a_number_is_drawn(kata, pack):
    wrong = SOLUTION.replace("float(i * j)", "float('nan') if i == j else float('inf')")
    ran = kata("plot", "products", write(kata, wrong), "-o", "mine.svg", "--pack", pack())
    assert (ran.returncode, ran.stderr) == (0, "")
    assert {"nan", "inf"} <= set(svg_texts((kata.folder / "mine.svg").read_bytes()))


def test_the_same_file_gives_the_same_picture(kata, pack):
    name, folder = write(kata, WRONG), pack()
    for output in ("one.svg", "two.svg"):
        kata("plot", "products", name, "-o", output, "--pack", folder)
    assert (kata.folder / "one.svg").read_bytes() == (kata.folder / "two.svg").read_bytes()


# --------------------------------------------------------------------------- how it is called


USAGE = {
    "no such exercise": (["producs"], "there is no exercise called 'producs': did you mean products?"),
    "no such file": (["products", "nowhere.py"], "there is no file nowhere.py to draw"),
    "a folder": (["products", "."], "there is no file . to draw"),
    "another kind": (["products", "-o", "a.jpg"], "the name of a picture ends in .png or .svg"),
    "no kind": (["products", "-o", "a"], "the name of a picture ends in .png or .svg"),
    "no such folder": (["products", "-o", "nowhere/a.png"], "there is no folder nowhere"),
    "a folder of that name": (["products", "-o", "folder.png"], "folder.png is a folder"),
    "nothing": ([], "Missing argument"),
}


@pytest.mark.parametrize(("arguments", "sentence"), USAGE.values(), ids=USAGE)
def test_what_cannot_be_used_is_2(kata, pack, arguments, sentence):
    (kata.folder / "folder.png").mkdir()
    ran = kata("plot", *arguments, "--pack", pack())
    assert (ran.returncode, ran.stdout) == (2, "")
    assert sentence in ran.stderr


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written_is_2(kata, pack):
    kata.folder.chmod(0o500)
    ran = kata("plot", "products", "--pack", pack())
    kata.folder.chmod(0o700)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "there is no permission" in ran.stderr


def test_a_picture_that_is_there_is_written_over(kata, pack):
    (kata.folder / "products.png").write_text("something else")
    assert kata("plot", "products", "--pack", pack()).returncode == 0
    assert (kata.folder / "products.png").read_bytes().startswith(b"\x89PNG")


def test_the_suffix_may_be_in_capitals(kata, pack):
    assert kata("plot", "products", "-o", "A.SVG", "--pack", pack()).returncode == 0
    assert svg_texts((kata.folder / "A.SVG").read_bytes())


WITHOUT = """
import sys


class Without:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "matplotlib":
            raise ModuleNotFoundError("No module named 'matplotlib'", name="matplotlib")


sys.meta_path.insert(0, Without())
"""


def test_without_matplotlib_one_sentence_says_what_to_install(kata, pack, tmp_path):
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text(WITHOUT)
    ran = kata("plot", "products", "--pack", pack(), PYTHONPATH=str(tmp_path / "site"))
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == (
        "kata: pictures are drawn by matplotlib, which is not installed: pip install 'kata-grader[plot]'\n"
    )
    name = write(kata, WRONG)
    ran = kata("check", name, "--picture", "--pack", pack(), PYTHONPATH=str(tmp_path / "site"))
    assert (ran.returncode, ran.stderr) == (1, "")
    assert "# wrong   . right" in ran.stdout


def test_a_home_that_may_not_be_written_is_no_matter(kata, pack):
    ran = kata(
        "plot", "products", "--pack", pack(), HOME="/proc", XDG_CONFIG_HOME="/proc", XDG_CACHE_HOME="/proc"
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "wrote products.png\n", "")


# --------------------------------------------------------------------------- the map of kata check


MAP = """\
a small table: 4 of 16 entries wrong (all of column 2)

          other factor 0-3
          0123
       0  ..#.
factor 1  ..#.
       2  ..#.
       3  ..#.

# wrong   . right
"""


@pytest.mark.parametrize("solutions", [True, False])
def test_a_map_of_the_first_failing_example_stands_under_the_result(kata, pack, student_pack, solutions):
    ran = kata("check", write(kata, WRONG), "--picture", "--pack", pack() if solutions else student_pack)
    assert (ran.returncode, ran.stderr) == (1, "")
    assert f"\n{MAP}" in ran.stdout
    assert ran.stdout.index("points") < ran.stdout.index("a small table: 4 of 16")


def test_a_right_file_has_nothing_to_map(kata, pack):
    ran = kata("check", write(kata, SOLUTION), "--picture", "--pack", pack())
    assert ran.returncode == 0
    assert ran.stdout.endswith("The visible examples are all right, so there is nothing to map.\n")


def test_without_numbers_there_is_no_map_and_a_sentence(kata, pack):
    ran = kata("check", write(kata, "def products(n:\n"), "--picture", "--pack", pack())
    assert ran.returncode == 1
    assert ran.stdout.endswith("There is no map: no visible example that fails gave numbers to compare.\n")


def test_with_json_there_is_one_document_and_nothing_else(kata, pack):
    ran = kata("check", write(kata, WRONG), "--picture", "--json", "--pack", pack())
    assert json.loads(ran.stdout)["status"] == "failed"
    assert ran.stderr == ""


def test_the_map_fits_a_narrow_terminal(kata, pack):
    folder = pack()
    shutil.copy(folder / "exercises/products/examples.py", folder / "kept.py")
    examples = (folder / "kept.py").read_text().replace("n=4", "n=90")
    (folder / "exercises/products/examples.py").write_text(examples)
    ran = kata("check", write(kata, WRONG), "--picture", "--pack", folder, COLUMNS="50")
    drawn = [line for line in ran.stdout.splitlines() if line.endswith("." * 8)]
    assert 12 <= len(drawn) <= 16
    assert max(map(len, drawn)) <= 50
    assert "partly wrong" in ran.stdout
