"""Submissions as students hand them in, each a folder of tests/golden with what it must come to."""

import json
from pathlib import Path

import pytest

from tests.grading.support import CHECK_STATUSES, EXERCISES, RESULT_STATUSES

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
CASES = sorted(GOLDEN.glob("*/expected.json"))


def expected(path):
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.parent.name)
def test_a_submission_comes_to_what_is_written_beside_it(grading, path):
    wanted = expected(path)
    (file,) = (each for each in path.parent.iterdir() if each != path)
    result = grading.file(file, wanted["exercise"])
    told = {check.name: check.status for check in result.checks}
    assert result.status == wanted["status"], (told, result.message)
    assert result.score == wanted["score"], (told, result.message)
    assert result.diagnosis == wanted["diagnosis"], result.message
    assert {name: told.get(name) for name in wanted["checks"]} == wanted["checks"], result.message
    for text in wanted["message_contains"]:
        assert text in result.message
    for text in wanted.get("message_never_contains", ()):
        assert text not in result.message
        assert not any(text in check.message for check in result.checks)
    for text in wanted.get("notes_contain", ()):
        assert any(text in note for note in result.notes), result.notes
    assert wanted.get("notes_contain") or not result.notes or wanted["status"] == "unreadable", result.notes


def test_there_is_a_case_for_every_status_and_every_exercise():
    told = [expected(path) for path in CASES]
    assert len(told) >= 45
    assert {case["exercise"] for case in told} == set(EXERCISES)
    # No file that a student hands in is a fault of the harness.
    assert {case["status"] for case in told} == RESULT_STATUSES - {"harness_error"}
    assert {status for case in told for status in case["checks"].values()} == CHECK_STATUSES


def test_no_editor_tidied_the_files_that_are_odd_on_purpose():
    crlf = (GOLDEN / "pos_right_with_crlf_tabs_and_a_bom" / "pos_embed_2d.py").read_bytes()
    assert crlf.startswith(b"\xef\xbb\xbf")
    assert crlf.count(b"\n") == crlf.count(b"\r\n") > 20
    assert b"\n\t\tfor " in crlf
    latin = (GOLDEN / "pos_undeclared_latin_1" / "pos_embed_2d.py").read_bytes()
    assert b"\xf6" in latin
