"""Whatever is handed in: each file is graded, goes along with what is, or is named with a reason."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from grader.errors import UsageError
from grader.intake.classes import open_class
from grader.intake.dry_run import dry_run_table
from grader.intake.hand_ins import ClassSubmissions, read_hand_in
from grader.intake.source import printable
from tests.intake.conftest import CODE
from tests.intake.packing import zipped

FOLDERS = [
    "ada", "bob", "pos_embed_2d", "week 1", "submitted", "source", "hw-submissions", "hw-ada", "hw-bob",
    "Ada L_101_assignsubmission_file", "Bob_102_assignsubmission_onlinetext", "submission_7",
    "ada+ps1+2015-02-02 x",
    "assignment_9_export", "eve__gather_patches", "doejane_4312_998877_hw", "\u202eevil", "a\nb", "é", "x..",
]  # fmt: skip
FILES = [
    "pos_embed_2d.py", "pos_embed_2d (1).py", "gather_patches.ipynb", "solution.py", "util.py", "ada.py",
    "grid.csv",
    "notes.txt", "essay.pdf", "timestamp.txt", "ada__pos_embed_2d.py", "bob__grid.csv", "x.so", "noending",
    "doejane_4312_998877_pos_embed_2d.py", "roejohn_LATE_4313_998878_grid.csv", "anon_ab1_text.html",
    "HW_ada_attempt_2021-03-04-12-30-45_solution.py", "Ada L_101_assignsubmission_file_pos_embed_2d.py",
    "broken.zip", "pos_embed_2d.rar", "x\u2066.py", "a\tb.py",
]  # fmt: skip
CONTENTS = st.sampled_from([*CODE.values(), "x = 1", "", "import util\n" + CODE["pos_embed_2d"], "\0\xff"])
PATHS = st.tuples(st.lists(st.sampled_from(FOLDERS), max_size=3), st.sampled_from(FILES)).map(
    lambda parts: "/".join([*parts[0], parts[1]])
)


def accounted_for(found: ClassSubmissions, root: Path) -> set[str]:
    """The paths of all files that something became of."""
    graded = [each for hand_in in found.hand_ins for each in (hand_in, *hand_in.rivals)]
    homes = (root, *([found.unpacked / "all"] if found.unpacked else []))
    beside = {
        str(each.file.relative_to(home))
        for hand_in in graded
        for each in hand_in.besides
        for home in homes
        if each.file.is_relative_to(home)
    }
    shown = {each.path for each in (*graded, *found.superseded, *found.ignored)}
    return {printable(path) for path in beside} | {path.removeprefix("class.zip!/") for path in shown}


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(PATHS, CONTENTS, min_size=1, max_size=12), st.booleans())
def test_every_file_is_accounted_for(exercises, files, as_archive):
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / ("class.zip" if as_archive else "class")
        if as_archive:
            root.write_bytes(zipped(files))
        for name, content in {} if as_archive else files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(content, encoding="utf-8")
        try:
            with open_class(root, exercises) as found:
                known = accounted_for(found, root)
                submissions = [read_hand_in(hand_in) for hand_in in found.hand_ins]
                rows = dry_run_table(found)
        except UsageError as told:
            sentence = str(told)
            assert sentence.isprintable()
            return
    places = [(submission.student, submission.exercise) for submission in submissions]
    assert places == sorted(set(places))
    assert {student for student, _ in places} <= {person.id for person in found.people}
    assert all(f"{row.student}{row.file}{row.reason}".isprintable() for row in rows)
    for name in files:
        stamp = name.endswith("/timestamp.txt") and ("submitted/" in name or "+" in name)
        course = any(name.startswith(f"{path}/") for path in known if path.endswith("source"))
        assert stamp or course or printable(name) in known, (name, known)
