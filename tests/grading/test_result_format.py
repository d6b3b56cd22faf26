"""One result, field by field, as DESIGN.md gives it: this is what other programs read."""

import json

import msgspec
import pytest

from grader.grade import SCHEMA, versions
from grader.model import Result, Status
from tests.grading.support import CHECK_STATUSES, RESULT_STATUSES

FIELDS = {
    "schema": int,
    "submission": str,
    "student": (str, type(None)),
    "exercise": str,
    "status": str,
    "score": (float, type(None)),
    "max_score": float,
    "diagnosis": (str, type(None)),
    "message": str,
    "checks": list,
    "seed": int,
    "duration_s": float,
    "isolation": list,
    "fingerprint": dict,
    "name": (str, type(None)),
    "late": bool,
    "notes": list,
}
CHECK_FIELDS = {
    "name": str,
    "status": str,
    "points": float,
    "max_points": float,
    "visibility": str,
    "message": str,
    "diagnosis": (str, type(None)),
    "cases": int,
    "failed_cases": int,
    "printed": (str, type(None)),
}
TEXTS = {
    "passed": """
from math import cos, sin
def pos_embed_2d(grid, dim):
    def half(p):
        angles = [p / 10000 ** (4 * k / dim) for k in range(dim // 4)]
        return [sin(a) for a in angles] + [cos(a) for a in angles]
    return [[round(x, 4) + 0.0 for x in half(r) + half(c)] for r in range(grid) for c in range(grid)]
""",
    "failed": """
from math import cos, sin
def pos_embed_2d(grid, dim):
    def half(p):
        angles = [p / 10000 ** (4 * k / dim) for k in range(dim // 4)]
        return [sin(a) for a in angles] + [cos(a) for a in angles]
    return [[round(x, 4) for x in half(r) + half(c)] for r in range(grid) for c in range(grid)]
""",
    "syntax_error": "def pos_embed_2d(:",
    "import_failed": "1 / 0",
    "missing": "x = 1",
    "unreadable": "\0",
}


@pytest.fixture(scope="module")
def results(grading, tmp_path_factory):
    folder = tmp_path_factory.mktemp("format")
    (folder / "pos_embed_2d.py").write_bytes(b"\xff\xfe\xff\xff")
    told = {"unreadable": grading.file(folder / "pos_embed_2d.py", "pos_embed_2d")}
    for status, text in TEXTS.items():
        if status != "unreadable":
            told[status] = grading.text(text, "pos_embed_2d", folder, seed=7)
    return told


@pytest.fixture(params=TEXTS)
def result(request, results):
    told = results[request.param]
    assert told.status == request.param, told.message
    return told


@pytest.fixture
def document(result):
    return json.loads(msgspec.json.encode(result))


def test_the_fields_are_these_and_no_others(document):
    assert set(document) == set(FIELDS)
    assert document["checks"]
    for check in document["checks"]:
        assert set(check) == set(CHECK_FIELDS)
    assert set(document["fingerprint"]) == {"submission", "exercise", "versions"}


def test_every_field_has_its_type(document):
    for name, kind in FIELDS.items():
        assert isinstance(document[name], kind), name
        assert kind is bool or not isinstance(document[name], bool)
    for check in document["checks"]:
        for name, kind in CHECK_FIELDS.items():
            assert isinstance(check[name], kind), name
    assert all(isinstance(layer, str) for layer in document["isolation"])
    assert all(isinstance(note, str) for note in document["notes"])


def test_points_add_up(document):
    assert document["score"] == sum(check["points"] for check in document["checks"])
    assert document["max_score"] == sum(check["max_points"] for check in document["checks"]) == 10.0
    for check in document["checks"]:
        assert check["points"] == (check["max_points"] if check["status"] == "passed" else 0.0)
        assert check["max_points"] > 0


def test_statuses_and_visibilities_are_those_of_the_contract(document):
    assert document["status"] in RESULT_STATUSES
    assert {check["status"] for check in document["checks"]} <= CHECK_STATUSES
    shown = [check["visibility"] for check in document["checks"]]
    assert set(shown) == {"visible", "hidden"}
    assert shown == sorted(shown, reverse=True), "the visible checks come first"


def test_the_status_follows_from_the_checks(document):
    statuses = {check["status"] for check in document["checks"]}
    if document["status"] == "passed":
        assert statuses == {"passed"}
    elif document["status"] == "failed":
        assert statuses - {"passed", "not_run"}
    else:
        assert statuses == {"not_run"}
        assert document["score"] == 0.0


def test_cases_are_counted(document):
    for check in document["checks"]:
        assert check["cases"] >= 1
        assert 0 <= check["failed_cases"] <= check["cases"]
        assert (check["failed_cases"] == 0) == (check["status"] in ("passed", "not_run"))


def test_who_and_what(document):
    assert document["schema"] == SCHEMA == 1
    assert (document["student"], document["exercise"]) == ("ada", "pos_embed_2d")
    assert document["submission"] == "pos_embed_2d.py"
    assert (document["name"], document["late"]) == (None, False)


def test_the_fingerprint_says_what_the_result_depends_on(document, grading):
    fingerprint = document["fingerprint"]
    assert fingerprint["exercise"] == grading.pack.exercises["pos_embed_2d"].digest
    for name in ("submission", "exercise"):
        kind, _, digest = fingerprint[name].partition(":")
        assert kind == "sha256"
        assert len(bytes.fromhex(digest)) == 32
    assert fingerprint["versions"] == versions()
    assert {"grader", "python", "numpy"} <= set(fingerprint["versions"])


def test_every_result_has_a_message_of_about_ten_lines(document):
    lines = document["message"].splitlines()
    assert 1 <= len(lines) <= 12
    assert all(len(line) <= 320 for line in lines)
    assert "grader/" not in document["message"]


def test_what_ran_tells_its_isolation_and_what_did_not_tells_none(results):
    assert {"session", "rlimits", "no_new_privs"} <= set(results["passed"].isolation)
    assert results["unreadable"].isolation == ()


def test_the_seed_is_the_one_asked_for(results):
    assert results["passed"].seed == 7


def test_a_diagnosis_stands_in_the_result_and_in_the_checks_that_failed(results):
    failed = results["failed"]
    assert failed.diagnosis == "negative_zero"
    for check in failed.checks:
        assert check.diagnosis == ("negative_zero" if check.status == "failed" else None)


def test_a_result_survives_being_written_and_read(result):
    assert msgspec.json.decode(msgspec.json.encode(result), type=Result) == result


def test_the_statuses_of_the_model_are_those_of_the_contract():
    assert {status.value for status in Status} == CHECK_STATUSES | RESULT_STATUSES


def test_a_hidden_check_tells_no_input_and_no_value(results):
    for check in results["failed"].checks:
        if check.visibility == "hidden" and check.status != "passed":
            assert "968" not in check.message
            assert "expected" not in check.message
            assert "got" not in check.message
