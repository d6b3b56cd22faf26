"""The results as JUnit's XML, which build servers and editors read."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from grader.escape import clean, for_xml
from grader.gradebook import NOT_SUBMITTED, Details, Entry, Gradebook
from grader.model import Person, Result
from grader.reports.standing import points_words, status_words

# Where nothing could be checked a case of this name says so: checks that are not run look like success.
LOADING = "loading"
UNCHECKED = ("unreadable", "syntax_error", "import_failed", "missing")
GRADING, HANDING_IN = "grading", "handing in"
COUNTED = {"failure": "failures", "error": "errors", "skipped": "skipped"}
MAX_MESSAGE = 300


@dataclass(frozen=True)
class _Case:
    """One test case: what became of it (None: it passed), why, and what was printed."""

    exercise: str
    name: str
    time_s: float = 0.0
    outcome: str | None = None
    kind: str = ""
    text: str = ""
    printed: str | None = None


def junit_xml(book: Gradebook) -> bytes:
    """A suite for each student, a case for each exercise and check.

    A check that fails is a failure, a fault of the grader an error; what was not run, not graded or not
    handed in is skipped. The time of a submission is measured as a whole, and shared out equally among
    its checks. A score set by hand changes no case: it stands among the properties of the suite.
    """
    cases: defaultdict[tuple[str, str], list[_Case]] = defaultdict(list)
    for details in book.details():
        cases[details.result.student or "", details.result.exercise] += _cases(details)
    root = ET.Element("testsuites", name="kata")
    for person in book.people:
        shown: list[_Case] = []
        for exercise in book.exercises:
            entry = book.entry(person.id, exercise)
            shown += cases.get((person.id, exercise)) or [_absent(exercise, entry)]
        root.append(_suite(book, person, shown))
    for name in ("tests", *COUNTED.values()):
        root.set(name, str(sum(int(suite.get(name, "0")) for suite in root)))
    root.set("time", f"{sum(float(suite.get('time', '0')) for suite in root):.3f}")
    ET.indent(root)
    told: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return told + b"\n"


def _absent(exercise: str, entry: Entry | None) -> _Case:
    """The case of what has no result."""
    handed_in = entry is not None and entry.status != NOT_SUBMITTED
    text = "handed in, and not graded yet" if handed_in else "not submitted"
    return _Case(exercise, HANDING_IN, outcome="skipped", text=text)


def _cases(details: Details) -> Iterator[_Case]:
    """The cases of one result, which share its time."""
    result = details.result
    extra = list(_unchecked(result))
    time_s = result.duration_s / max(len(result.checks) + len(extra), 1)
    for case in extra:
        yield _Case(case.exercise, case.name, time_s, case.outcome, case.kind, case.text)
    for check in result.checks:
        outcome = {"passed": None, "not_run": "skipped"}.get(check.status, "failure")
        yield _Case(
            result.exercise, check.name, time_s, outcome, check.status, check.message, check.printed or None
        )


def _unchecked(result: Result) -> Iterator[_Case]:
    """The case that says why nothing was checked."""
    if result.status == "harness_error":
        yield _Case(result.exercise, GRADING, 0.0, "error", result.status, result.message)
    elif result.status in UNCHECKED:
        yield _Case(result.exercise, LOADING, 0.0, "failure", result.status, result.message)


def _suite(book: Gradebook, person: Person, cases: Sequence[_Case]) -> ET.Element:
    suite = ET.Element("testsuite", name=_line(person.id), tests=str(len(cases)))
    for outcome, name in COUNTED.items():
        suite.set(name, str(sum(case.outcome == outcome for case in cases)))
    suite.set("time", f"{sum(case.time_s for case in cases):.3f}")
    properties = ET.SubElement(suite, "properties")
    for name, value in _properties(book, person):
        ET.SubElement(properties, "property", name=_line(name), value=_line(value))
    suite.extend(_element(case) for case in cases)
    return suite


def _properties(book: Gradebook, person: Person) -> Iterable[tuple[str, str]]:
    """Who it is, and the score of each exercise."""
    if person.name:
        yield "name", person.name
    for exercise in book.exercises:
        entry = book.entry(person.id, exercise)
        if entry is None:
            continue
        yield exercise, f"{points_words(entry, book.max_scores.get(exercise))}, {status_words(entry)}"
        if entry.override is not None:
            said = f": {entry.override.comment}" if entry.override.comment else ""
            yield f"{exercise}, set by hand", f"by {entry.override.by} at {entry.override.at}{said}"


def _element(case: _Case) -> ET.Element:
    element = ET.Element(
        "testcase", classname=_line(case.exercise), name=_line(case.name), time=f"{case.time_s:.3f}"
    )
    if case.outcome is not None:
        why = ET.SubElement(element, case.outcome, message=_line(case.text))
        if case.outcome != "skipped":
            why.set("type", case.kind)
            why.text = for_xml(case.text, multiline=True)
    if case.printed is not None:
        ET.SubElement(element, "system-out").text = for_xml(case.printed, multiline=True)
    return element


def _line(text: str) -> str:
    return for_xml(clean(text, MAX_MESSAGE))
