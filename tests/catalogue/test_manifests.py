"""A broken exercise.toml or a missing file is told with file, key and what is allowed; nothing is run."""

from __future__ import annotations

import pytest

from grader.catalogue import load_pack
from grader.errors import PackError, UsageError
from tests.catalogue.conftest import MANIFEST

TOML = "exercises/halve/exercise.toml"


def fault(folder):
    """The sentence that is told of the only exercise of a pack."""
    (broken,) = load_pack(folder).broken.values()
    assert isinstance(broken, PackError)
    return str(broken)


def test_a_sound_exercise_is_read_as_it_stands(pack):
    exercise = load_pack(pack()).exercise("halve")
    assert (exercise.title, exercise.difficulty, exercise.entry_points) == ("Halves", "easy", ("halve",))
    assert exercise.hints == ("One.", "Two.", "Three.")
    assert exercise.limits.memory_mb == 256
    assert exercise.limits.time_per_check_s == 2.0
    assert exercise.digest.startswith("sha256:")


def with_line(key, value):
    """The manifest with another value for one key, or without the key."""
    lines = [line for line in MANIFEST.splitlines() if not line.startswith(f"{key} =")]
    at = lines.index("[limits]") + 1 if key in LIMITS else 0
    return "\n".join([*lines[:at], *([f"{key} = {value}"] if value is not None else []), *lines[at:]]) + "\n"


LIMITS = ("memory_mb", "answer_mb", "time_per_check_s", "time_per_submission_s")
BROKEN = [
    ("schema", "2", "the number 1"),
    ("schema", '"1"', "the number 1"),
    ("schema", "true", "the number 1"),
    ("schema", None, "the number 1"),
    ("title", '""', "a text"),
    ("title", "7", "a text"),
    ("title", None, "a text"),
    ("tracks", "[]", "a list of at least one text"),
    ("tracks", '"demo"', "a list of at least one text"),
    ("tracks", "[1]", "a list of at least one text"),
    ("difficulty", '"impossible"', '"easy", "medium" or "hard"'),
    ("difficulty", None, '"easy", "medium" or "hard"'),
    ("entry_points", "[]", "a list of at least one name"),
    ("entry_points", None, "a list of at least one name"),
    ("hints", '["one", "two"]', "a list of exactly three texts"),
    ("hints", '["1", "2", "3", "4"]', "a list of exactly three texts"),
    ("hints", '["1", "2", ""]', "a list of exactly three texts"),
    ("needs", '["jax"]', 'a list of "numpy" and "torch"'),
    ("tags", "7", "a list of texts"),
    ("prerequisites", "[1]", "a list of names of exercises"),
    ("memory_mb", "1", "a whole number from 16 to 65536"),
    ("memory_mb", "1.5", "a whole number from 16 to 65536"),
    ("answer_mb", "64", "a whole number from 1 to 48"),
    ("time_per_check_s", "0", "a number of seconds above 0"),
    ("time_per_check_s", "-1.0", "a number of seconds above 0"),
    ("time_per_submission_s", "1e9", "a number of seconds above 0"),
    ("time_per_submission_s", "inf", "a number of seconds above 0"),
    ("time_per_submission_s", "nan", "a number of seconds above 0"),
]


@pytest.mark.parametrize(("key", "value", "allowed"), BROKEN, ids=[f"{k} = {v}" for k, v, _ in BROKEN])
def test_a_wrong_value_is_told_with_file_key_and_what_is_allowed(pack, key, value, allowed):
    folder = pack({TOML: with_line(key, value)})
    sentence = fault(folder)
    assert sentence.startswith(f"halve: {folder / TOML}: key ")
    assert key in sentence.split(": key ")[1].split(":")[0]
    assert allowed in sentence


def test_limits_that_are_no_table_are_told(pack):
    sentence = fault(pack({TOML: MANIFEST.replace("[limits]\nmemory_mb = 256", "limits = 7")}))
    assert "key 'limits'" in sentence
    assert "a table with time_per_check_s" in sentence


AXES = '[axes]\nanswer = ["patch", "dimension"]\n"the full grid" = ["patch"]\n'


def test_the_names_of_axes_are_read_part_by_part(pack):
    exercise = load_pack(pack({TOML: MANIFEST + AXES})).exercise("halve")
    assert exercise.axes == (("answer", ("patch", "dimension")), ("the full grid", ("patch",)))


@pytest.mark.parametrize(
    "text",
    [
        "axes = 7\n" + MANIFEST,
        MANIFEST + '[axes]\nanswer = "patch"\n',
        MANIFEST + "[axes]\nanswer = []\n",
        MANIFEST + "[axes]\nanswer = [1, 2]\n",
        MANIFEST + '[axes]\nanswer = [""]\n',
        MANIFEST + '[axes]\n"" = ["patch"]\n',
    ],
    ids=["no table", "no list", "no name", "numbers", "an empty name", "no part"],
)
def test_names_of_axes_that_are_none_are_told(pack, text):
    sentence = fault(pack({TOML: text}))
    assert "key 'axes" in sentence
    assert "It takes a table: a part of what the checks look at, and the names of its axes" in sentence


@pytest.mark.parametrize(
    ("text", "key", "hint"),
    [
        ("titel = 'x'\n" + MANIFEST, "titel", "Did you mean 'title'?"),
        ("colour = 'x'\n" + MANIFEST, "colour", "Allowed here: "),
        (MANIFEST + "memory = 7\n", "limits.memory", "Did you mean 'memory_mb'?"),
    ],
)
def test_a_key_that_is_not_known_is_told_with_the_one_that_was_meant(pack, text, key, hint):
    sentence = fault(pack({TOML: text}))
    assert f"key '{key}' is not known" in sentence
    assert hint in sentence


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("title = \n", "is not TOML"),
        ("title = 'a'\ntitle = 'b'\n", "is not TOML"),
        (b"title = '\xff'\n", "cannot be read"),
        (None, "is missing"),
    ],
    ids=["syntax", "twice", "not UTF-8", "no file"],
)
def test_a_file_that_is_no_manifest_is_told_by_its_path(pack, content, why):
    folder = pack({TOML: content})
    sentence = fault(folder)
    assert str(folder / TOML) in sentence
    assert why in sentence


@pytest.mark.parametrize(
    "name",
    [
        "exercises/halve/README.md",
        "exercises/halve/stub.py",
        "exercises/halve/examples.py",
        "solutions/halve/solution.py",
        "solutions/halve/checks.py",
    ],
)
def test_a_missing_file_is_told_by_its_path(pack, name):
    folder = pack({name: None})
    assert fault(folder) == f"halve: {folder / name} is missing."


def test_one_broken_exercise_leaves_the_others_usable(pack):
    folder = pack({"exercises/other/exercise.toml": "title = 7\n"})
    both = load_pack(folder)
    assert list(both.exercises) == ["halve"]
    with pytest.raises(PackError, match="other"):
        both.exercise("other")


def test_without_solutions_a_pack_is_a_students_pack(pack):
    folder = pack(dict.fromkeys(("solutions/halve/solution.py", "solutions/halve/checks.py")))
    (folder / "solutions/halve/mistakes/doubled.py").unlink()
    (folder / "solutions/halve/mistakes").rmdir()
    (folder / "solutions/halve").rmdir()
    assert load_pack(folder).exercise("halve").solution_folder is None


def test_an_unknown_exercise_is_told_with_the_one_that_was_meant(pack):
    loaded = load_pack(pack())
    with pytest.raises(UsageError, match="no exercise called 'halv': did you mean halve"):
        loaded.exercise("halv")
    with pytest.raises(UsageError, match="`kata list` shows all"):
        loaded.exercise("something_else")


@pytest.mark.parametrize(
    "name",
    ["nowhere", "pack/exercises", "pack/exercises/halve/README.md", "a" * 5000, "a\0b"],
    ids=["nowhere", "too deep", "a file", "too long", "with a zero"],
)
def test_a_folder_that_is_no_pack_is_told(pack, tmp_path, name):
    pack()
    with pytest.raises(UsageError, match="is not an exercise pack"):
        load_pack(tmp_path / name)


def test_a_pack_without_exercises_is_told(tmp_path):
    (tmp_path / "exercises").mkdir()
    with pytest.raises(UsageError, match="holds no exercise"):
        load_pack(tmp_path)


def test_the_digest_changes_with_any_file_and_with_nothing_else(pack):
    before = load_pack(pack()).exercise("halve").digest
    assert load_pack(pack({"exercises/halve/__pycache__/stub.pyc": b"x"})).exercise("halve").digest == before
    for name in ("exercises/halve/README.md", "solutions/halve/checks.py", "solutions/halve/mistakes/new.py"):
        changed = load_pack(pack({name: "# changed\n"})).exercise("halve").digest
        assert changed != before
        before = changed
