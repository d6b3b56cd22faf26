"""The results as JUnit's XML: what build servers count."""

import xml.etree.ElementTree as ET

from hypothesis import given, settings

from grader.model import Person
from grader.reports.junit import junit_xml
from tests.reports.support import check, gradebook, override, result
from tests.text.support import ANY_TEXT, harmful

CHECKS = [
    check("right"),
    check("wrong", "failed", printed="a line\nanother"),
    check("slow", "timeout", visibility="hidden"),
    check("left out", "not_run"),
]
BOOK = gradebook(
    [Person("ada", "Ada Lovelace"), Person("bo"), Person("cy")],
    [
        result("ada", "pos", 5.0, checks=CHECKS, duration_s=2.0),
        result("ada", "rope", 0.0, "syntax_error", message="Line 3 is cut off."),
        result("bo", "pos", None, "harness_error", message="Not your fault."),
    ],
    overrides=[override("ada", "pos", 7.0, "for the idea")],
    waiting=[("cy", "rope")],
)


def suites(book):
    root = ET.fromstring(junit_xml(book))
    assert root.tag == "testsuites"
    return root, {suite.get("name"): suite for suite in root}


def cases(suite):
    """Of each case: exercise, name and what became of it."""
    return [
        (case.get("classname"), case.get("name"), next((e.tag for e in case if e.tag != "system-out"), None))
        for case in suite.iter("testcase")
    ]


def test_each_check_is_a_case_of_its_student():
    _, told = suites(BOOK)
    assert cases(told["ada"]) == [
        ("pos", "right", None),
        ("pos", "wrong", "failure"),
        ("pos", "slow", "failure"),
        ("pos", "left out", "skipped"),
        ("rope", "loading", "failure"),
        ("rope", "small grids", "skipped"),
        ("rope", "every entry", "skipped"),
    ]
    failure = told["ada"].find(".//testcase[@name='slow']/failure")
    assert (failure.get("type"), failure.text) == ("timeout", "slow is wrong.")


def test_a_fault_of_the_grader_is_an_error_and_what_is_absent_is_skipped():
    _, told = suites(BOOK)
    assert cases(told["bo"])[0] == ("pos", "grading", "error")
    assert cases(told["bo"])[-1] == ("rope", "handing in", "skipped")
    assert [e.get("message") for e in told["cy"].iter("skipped")] == [
        "not submitted",
        "handed in, and not graded yet",
    ]


def test_the_counts_are_those_of_the_cases():
    root, told = suites(BOOK)
    for suite in told.values():
        ends = [end for _, _, end in cases(suite)]
        assert int(suite.get("tests")) == len(ends)
        for name, end in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            assert int(suite.get(name)) == ends.count(end)
        times = [float(case.get("time")) for case in suite.iter("testcase")]
        assert abs(float(suite.get("time")) - sum(times)) < 0.01
    for name in ("tests", "failures", "errors", "skipped"):
        assert int(root.get(name)) == sum(int(suite.get(name)) for suite in told.values())
    assert float(told["ada"].get("time")) == 2.5


def test_scores_stand_among_the_properties_which_come_first():
    _, told = suites(BOOK)
    assert told["ada"][0].tag == "properties"
    named = {each.get("name"): each.get("value") for each in told["ada"].iter("property")}
    assert named["name"] == "Ada Lovelace"
    assert named["pos"] == "7 of 10 points, failed (timeout), overridden (computed 5)"
    assert named["pos, set by hand"] == "by grace at 2026-11-30T10:00:00Z: for the idea"
    assert named["rope"] == "0 of 10 points, syntax_error"


def test_what_was_printed_stands_with_its_case():
    _, told = suites(BOOK)
    assert told["ada"].find(".//testcase[@name='wrong']/system-out").text == "a line\nanother"
    assert len(list(told["ada"].iter("system-out"))) == 1


@settings(max_examples=60)
@given(ANY_TEXT)
def test_no_text_breaks_the_document(text):
    checks = [check(text or "x", "failed", message=text, printed=text)]
    book = gradebook(
        [Person(text, text)],
        [result(text, "pos", 0.0, checks=checks), result(text, "rope", 0.0, "missing", message=text)],
        overrides=[override(text, "pos", 1.0, text)],
    )
    root, told = suites(book)
    assert len(told) == 1
    assert root.get("tests") == "4"
    for element in root.iter():
        assert not any(harmful(value) for value in element.attrib.values())
        assert not harmful(element.text or "", multiline=True)
