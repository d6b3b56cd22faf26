"""What students are handed back: all that is theirs, nothing that is hidden, and no markup of anybody's."""

import re
from collections import Counter
from html.parser import HTMLParser

import msgspec
import pytest
from markdown_it import MarkdownIt

from grader.errors import UsageError
from grader.gradebook import NOT_GRADED, NOT_SUBMITTED, Details, Entry, Override, Told, ToldMap
from grader.model import Person
from grader.reports.feedback import feedback_html, feedback_markdown, write_feedback
from tests.reports.page_support import HOSTILE, book_of, check, hostile_class, result

SECRETS = tuple(f"SECRET{n}-only-for-instructors" for n in range(9))
KINDS = ("html", "md")


def secretive():
    """A result with a secret in every place that is not the student's."""
    its = result("ada", "f", "failed", score=4, notes=(SECRETS[0],))
    override = Override(1, "ada", "f", 6.5, "Nearly there.", SECRETS[1], SECRETS[2], SECRETS[3])
    told = Told(
        its.checks[0].name,
        SECRETS[4],
        SECRETS[5],
        ToldMap((SECRETS[6],), ((SECRETS[7], "#.#"),), SECRETS[7]),
    )
    return Details(its, override, (("f.py", SECRETS[8]),), (told,))


def written(book, folder, kind):
    return {path.stem: path.read_text(encoding="utf-8") for path in write_feedback(book, folder, kind=kind)}


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_that_is_an_instructors_stands_in_any_byte(tmp_path, kind):
    details = [secretive(), Details(result("bo", "f"))]
    book = book_of(
        details,
        (Person("ada", "Ada"), Person("bo", "Bo Secretsson"), Person("cy")),
        [
            Entry(
                "cy",
                "f",
                NOT_SUBMITTED,
                None,
                10.0,
                override=Override(2, "cy", "f", 3.0, None, SECRETS[1], SECRETS[2], ""),
            ),
            Entry("cy", "g", NOT_GRADED, None, 10.0, notes=(SECRETS[0],)),
        ],
    )
    texts = written(book, tmp_path / "out", kind)
    assert set(texts) == {"ada", "bo", "cy"}
    for path in (tmp_path / "out").iterdir():
        data = path.read_bytes()
        assert [secret for secret in SECRETS if secret.encode() in data] == []
        assert b"SECRET" not in data
    assert "Secretsson" not in texts["ada"], "nobody reads of others"


@pytest.mark.parametrize("kind", KINDS)
def test_a_student_reads_scores_messages_checks_and_the_comment(tmp_path, kind):
    details = [secretive(), Details(result("ada", "g", late=True))]
    text = written(book_of(details, exercises=("f", "g", "h")), tmp_path / "out", kind)["ada"]
    plain = re.sub(r"<[^>]+>|\\", "", text)
    assert "6.5 of 10 points" in plain, "what was set by hand counts"
    assert "16.5 of 30 points" in plain
    for words in (
        "Nearly there.",
        "set by hand",
        "late",
        "First to mend: small grids, entry by entry.",
        "On two frequencies per axis (2 of 3 cases failed):",
        "called by keyword",
        "Nothing was handed in for it, or nothing that was recognised as an answer to it.",
        "6 of 6 checks passed.",
    ):
        assert words in plain, words
    assert plain.count("0 of 2") >= 2, "the points of each check"


@pytest.mark.parametrize("make", [feedback_html, feedback_markdown])
def test_what_was_set_by_hand_counts_until_it_is_withdrawn(make):
    its = result("ada", "f", "failed", score=0)
    override = Override(1, "ada", "f", 9.25, "Well argued", "", "", "")
    assert "9.25" in make([Details(its, override)], Person("ada"))
    withdrawn = msgspec.structs.replace(override, withdrawn_at="2026-11-30")
    told = make([Details(its, withdrawn)], Person("ada"))
    assert "9.25" not in told
    assert "Well argued" not in told


@pytest.mark.parametrize("make", [feedback_html, feedback_markdown])
def test_the_fault_of_the_grader_is_no_zero(make):
    its = result("ada", "f", "harness_error", message="Grading failed; it is not your fault.")
    told = make([Details(its), Details(result("ada", "g"))], Person("ada"), exercises=("f", "g"))
    assert "no score" in told.lower()
    assert "it is not your fault" in told
    assert not re.search(r"\b0 of 10", told)


@pytest.mark.parametrize("make", [feedback_html, feedback_markdown])
def test_a_message_that_was_told_is_not_told_again(make):
    first, second = "The answer has 3 rows.", "It raised KeyError."
    checks = (check("one", "failed", message=first), check("two", "failed", message=second))
    told = make(
        [Details(result("ada", "f", "failed", message=f"First: {first}", checks=checks))], Person("ada")
    )
    assert told.count(first) == 1
    assert told.count(second) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_everybody_has_a_file_and_files_of_those_who_left_are_removed(tmp_path, kind):
    folder = tmp_path / "out"
    details = [Details(result("ada", "f")), Details(result("bo", "f"))]
    write_feedback(book_of(details), folder, kind=kind)
    mine = folder / f"notes.{kind}"
    mine.write_text("# what the instructor keeps here\n", encoding="utf-8")
    book = book_of(details[:1], (Person("ada"), Person("cy")))
    paths = write_feedback(book, folder, kind=kind)
    assert sorted(path.name for path in paths) == [f"ada.{kind}", f"cy.{kind}"]
    assert sorted(path.name for path in folder.iterdir()) == [f"ada.{kind}", f"cy.{kind}", mine.name]


def test_the_two_kinds_do_not_remove_each_other(tmp_path):
    book = book_of([Details(result("ada", "f"))])
    for kind in (*KINDS, *KINDS):
        write_feedback(book, tmp_path, kind=kind)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["ada.html", "ada.md"]


def test_a_folder_that_is_a_file_is_said_to_be_one(tmp_path):
    (tmp_path / "out").write_text("mine", encoding="utf-8")
    with pytest.raises(UsageError, match="is a file"):
        write_feedback(book_of([Details(result("ada", "f"))]), tmp_path / "out", kind="md")
    assert (tmp_path / "out").read_text(encoding="utf-8") == "mine"


# --------------------------------------------------------------------------- hostile students


class Tags(HTMLParser):
    """The elements of a page with their attributes."""

    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))


def test_hostile_text_makes_no_element_in_html(tmp_path):
    calm = replace_texts("plain")
    usual = Tags()
    usual.feed(feedback_html([Details(calm)], Person("x", "plain")))
    allowed = {tag for tag, _ in usual.found}
    for text in written(hostile_class(), tmp_path, "html").values():
        page = Tags()
        page.feed(text)
        assert {tag for tag, _ in page.found} <= allowed | {"blockquote", "wbr"}
        for _, attributes in page.found:
            assert not [name for name in attributes if name.startswith("on") or name in ("style", "src")]
            assert attributes.get("href", "#").startswith("#")
        assert "default-src 'none'" in text.replace("&#39;", "'")


def replace_texts(text):
    its = result("x", "f", "failed", score=0, message=text)
    return msgspec.structs.replace(
        its, checks=tuple(msgspec.structs.replace(each, name=text, message=f"{text}!") for each in its.checks)
    )


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_no_markup_in_markdown(text):
    """Whatever it says, a reader of Markdown sees the same elements as for a plain word."""

    def elements(word):
        override = Override(1, "x", "f", None, f"{word}\n{word}", "", "", "")
        details = [Details(replace_texts(word), override)]
        told = feedback_markdown(details, Person("x", word), titles={"f": word}, exercises=("f",))
        tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(told)
        inside = {child.type for token in tokens for child in token.children or []}
        return Counter(token.type for token in tokens), inside - {"text", "softbreak"}

    kinds, inside = elements(text)
    usual, _ = elements("plain")
    assert inside <= {"hardbreak"}
    assert set(kinds) <= set(usual)
    for kind in ("heading_open", "table_open", "tr_open", "td_open", "fence"):
        assert kinds[kind] == usual[kind], kind


def test_hostile_text_is_still_read_in_markdown():
    words = "a *b* _c_ [d](e) | `f` <g> 1. #h"
    told = feedback_markdown([Details(replace_texts(words))], Person("x", words))
    html = MarkdownIt("commonmark").enable("table").render(told)
    shown = html.replace("&lt;", "<").replace("&gt;", ">")
    assert f"Feedback for {words}" in shown
    assert f"<td>{words}</td>" in shown


def test_the_comments_lines_stay_lines():
    override = Override(1, "ada", "f", None, "First.\n\n- second\nthird", "", "", "")
    told = feedback_markdown([Details(result("ada", "f"), override)], Person("ada"))
    html = MarkdownIt("commonmark").render(told)
    assert "<p>First.</p>\n<p>- second<br />\nthird</p>" in html


@pytest.mark.parametrize("kind", KINDS)
def test_names_of_files_are_safe_and_apart(tmp_path, kind):
    book = hostile_class()
    paths = write_feedback(book, tmp_path / "out", kind=kind)
    assert len(set(paths)) == len(book.people)
    assert {path.parent for path in paths} == {tmp_path / "out"}
    assert all(len(path.name.encode()) < 255 for path in paths)
    assert {path.name for path in (tmp_path / "out").iterdir()} == {path.name for path in paths}
