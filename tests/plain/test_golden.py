"""The submissions of tests/golden come to the same in a plain process, but for what isolation alone tells."""

import pytest

from tests.grading.support import Grading
from tests.grading.test_golden import CASES, expected

# Nothing limits memory in a plain process: these would take all that the machine has.
NEVER_RUN = {"gather_allocates_too_much", "pos_takes_all_memory"}
# Nothing is forbidden there. What comes of it instead: status, score, and the statuses of checks that differ.
WITHOUT_ISOLATION = {
    "pos_starts_a_process": ("passed", 10, {"entries close to zero, with their sign": "passed"}),
}
# A new process with torch for each, and their keys, take long.
LONG = ("interpolate_", "learned_", "gather_")
QUICK = {"gather_right", "gather_right_in_a_notebook", "gather_raises_index_errors"}
RUN = [
    pytest.param(
        path,
        marks=pytest.mark.soak if path.parent.name.startswith(LONG) and path.parent.name not in QUICK else (),
    )
    for path in CASES
    if path.parent.name not in NEVER_RUN
]


@pytest.fixture(scope="module")
def grading(plain):
    return Grading(plain)


@pytest.mark.parametrize("path", RUN, ids=lambda path: path.parent.name)
def test_a_submission_comes_to_the_same_without_isolation(grading, path):
    wanted = expected(path)
    status, score, checks = WITHOUT_ISOLATION.get(path.parent.name, (wanted["status"], wanted["score"], {}))
    (file,) = (each for each in path.parent.iterdir() if each != path)
    result = grading.file(file, wanted["exercise"])
    told = {check.name: check.status for check in result.checks}
    assert (result.status, result.score) == (status, score), (told, result.message)
    wanted_checks = wanted["checks"] | checks
    assert {name: told.get(name) for name in wanted_checks} == wanted_checks, result.message
    assert set(result.isolation) <= {"plain"}
    if not checks:
        assert result.diagnosis == wanted["diagnosis"]
        for text in (*wanted["message_contains"], *wanted.get("notes_contain", ())):
            assert text in "\n".join((result.message, *result.notes))


def test_the_cases_that_differ_are_there():
    assert {path.parent.name for path in CASES} >= NEVER_RUN | set(WITHOUT_ISOLATION)
