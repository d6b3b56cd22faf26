"""Verdicts as HTML and as plain text: everything that a result tells, and nothing as markup."""

from __future__ import annotations

import re

import pytest

from grader.fragments.verdict import EXAMPLES_ONLY, STYLE, standalone, verdict_html, verdict_text
from grader.model import Status
from tests.fragments.support import HOSTILE, Read, check_result, compared, result, samples, several

STATUSES = [status.value for status in Status]


@pytest.mark.parametrize("status", STATUSES)
def test_every_status_is_told_in_words(status):
    score = None if status == "harness_error" else 3.0
    given = result(status, [check_result(status=status)], score=score)
    read = Read(verdict_html(given))
    told = status.replace("_", " ")
    points = "no score" if score is None else "3 of 10 points"
    assert re.search(rf"[✓✗]? ?{told} {points} demo What to mend first\.", read.text)
    assert "_" not in re.sub(r"[✓✗]", "", read.text)
    assert verdict_text(given).startswith(f"demo: {told}, {points}\n")


def test_each_check_has_its_mark_its_points_and_a_word():
    read = Read(verdict_html(several()))
    told = (
        "examples ok 2/2 small tables passed x 0/2 long tables failed "
        "hidden checks x 0/2 empty tables out of memory hidden What it says It took too much memory. "
        "-- 0/2 the others not run hidden "
        "In this case it printed one two three four note: 2 cells were skipped"
    )
    assert told in read.text
    assert [each["role"] for each in read.of("p") if "role" in each] == ["status"]


def test_plain_text_tells_the_same():
    assert verdict_text(several(), examples_only=True) == (
        "demo: failed, 3 of 10 points\n\n"
        "examples\n"
        "  ok  2/2  small tables\n"
        "  x   0/2  long tables  failed\n"
        "hidden checks\n"
        "  x   0/2  empty tables  out of memory\n"
        "  --  0/2  the others  not run\n\n"
        "What to mend first.\n\n"
        "In this case it printed:\n  one\n  two\n  three\n  (and 1 more line)\n\n"
        "note: 2 cells were skipped\n\n"
        f"{EXAMPLES_ONLY}"
    )


def test_a_verdict_of_examples_only_says_so():
    assert EXAMPLES_ONLY in Read(verdict_html(several(), examples_only=True)).text
    assert EXAMPLES_ONLY not in Read(verdict_html(several())).text


def test_checks_of_which_none_was_run_are_counted_only():
    checks = [check_result(f"check {i}", "not_run") for i in range(3)]
    given = result("syntax_error", checks, score=0.0, message="Line 3: a bracket is missing.")
    assert (
        Read(verdict_html(given)).text.strip().endswith("Line 3: a bracket is missing. -- not run: 3 checks")
    )
    assert verdict_text(given) == "demo: syntax error, 0 of 10 points\n\nLine 3: a bracket is missing."


def test_a_note_that_the_message_tells_is_not_told_twice():
    given = result("unreadable", message="It is no notebook: broken.", notes=("It is no notebook…", "late"))
    assert Read(verdict_html(given)).text.count("It is no notebook") == 1
    assert verdict_text(given).endswith("\n\nnote: late")


def test_what_a_student_wrote_stays_text():
    checks = [
        check_result(HOSTILE, printed=HOSTILE, message=HOSTILE),
        check_result(HOSTILE, "raised", printed=HOSTILE, message="another " + HOSTILE),
    ]
    given = result(
        checks=checks, message=HOSTILE, notes=("a note " + HOSTILE,), submission=HOSTILE, exercise=HOSTILE
    )
    html = verdict_html(given, samples()["small"])
    read = Read(html)
    assert read.of("script") == read.of("img") == []
    assert not any("style" in attributes for _, attributes in read.elements)
    assert "<script>pwned = 1</script>" in read.text
    for told in (html, verdict_text(given)):
        assert "\u202e" not in told
        assert "\x1b" not in told


def test_a_map_of_letters_stands_in_for_the_picture():
    text = verdict_text(several(), samples()["small"])
    assert "demo: a case: 2 of 32 entries wrong\n\n" in text
    assert "patch 1  ..##....\n" in text
    assert "\n\n# wrong   . right\n" in text
    right = compared([[1.0]], [[1.0]])
    assert verdict_text(several(), right) == verdict_text(several())
    assert verdict_text(several(), samples()["lines"]) == verdict_text(several())


@pytest.mark.parametrize("name", ["large", "flat", "names", "joined"])
def test_plain_text_has_80_columns(name):
    checks = [check_result("long " * 40, printed="wide " * 100), check_result("x" * 200, "raised")]
    given = result(
        checks=checks, message="  indented " + "word " * 40 + "\n" + "y" * 300, notes=("note " * 50,)
    )
    lines = verdict_text(given, samples()[name]).split("\n")
    assert max(map(len, lines)) <= 80
    assert verdict_text(given, samples()[name]) == verdict_text(given, samples()[name])


def test_a_piece_for_a_notebook_brings_its_style():
    html = standalone(verdict_html(several()))
    assert html.startswith(f"<style>{STYLE}</style><section")
    assert "</" not in STYLE
    assert "url(" not in STYLE
    assert "@import" not in STYLE


def test_two_verdicts_on_a_page_have_ids_of_their_own():
    picture = samples()["not-finite"]
    both = str(verdict_html(several(), picture, ident="a")) + str(verdict_html(several(), picture, ident="b"))
    ids = [attributes["id"] for _, attributes in Read(both).elements if "id" in attributes]
    assert len(ids) == len(set(ids)) > 2
