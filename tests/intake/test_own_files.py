"""What goes along with one's own file when it is checked: what it mentions, and nothing from outside."""

import pytest

from grader.intake import own_files
from grader.intake.own_files import read_own_file


@pytest.fixture
def companions(tmp_path):
    def companions(files):
        for name, content in files.items():
            path = tmp_path / "work" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content)
        submission = read_own_file(tmp_path / "work" / "answer.py", "answer")
        return {each.path: each.data.decode() for each in submission.companions}

    return companions


def test_nothing_goes_along_with_a_file_that_mentions_nothing(companions):
    assert companions({"answer.py": "x = 1\n", "helper.py": "y = 2\n", "table.csv": "1,2\n"}) == {}


def test_modules_that_are_imported_and_those_that_these_import(companions):
    found = companions(
        {
            "answer.py": "import helper\nfrom package.inner import f\n",
            "helper.py": "import deeper\n",
            "deeper.py": "y = 2\n",
            "package/__init__.py": "",
            "package/inner.py": "def f(): pass\n",
            "other.py": "z = 3\n",
        }
    )
    assert set(found) == {"helper.py", "deeper.py", "package/__init__.py", "package/inner.py"}


def test_data_that_is_named_in_quotes(companions):
    code = "text = open('data/table.csv').read()\n"
    assert companions({"answer.py": code, "data/table.csv": "1,2\n", "data/other.csv": "3\n"}) == {
        "data/table.csv": "1,2\n"
    }


@pytest.mark.parametrize("name", ["../secret.txt", "{absolute}", "linked/secret.txt", "link.txt"])
def test_nothing_outside_of_the_folder_goes_along(companions, tmp_path, name):
    (tmp_path / "secret.txt").write_text("a secret")
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "linked").symlink_to(tmp_path)
    (tmp_path / "work" / "link.txt").symlink_to(tmp_path / "secret.txt")
    name = name.format(absolute=tmp_path / "secret.txt")
    assert companions({"answer.py": f"open('{name}')\n"}) == {}


def test_a_text_that_no_file_can_be_called_is_no_name(companions):
    assert companions({"answer.py": f"a = '{'x' * 199}'\nb = 'a\\x00b'\nc = '.'\n"}) == {}


def test_no_more_modules_than_a_few_hundred_are_read(companions, monkeypatch):
    monkeypatch.setattr(own_files, "MAX_MODULES", 3)
    files = {f"package/m{i}.py": "x = 1\n" for i in range(9)}
    assert len(companions({"answer.py": "import package.m1\n", **files})) == 3
