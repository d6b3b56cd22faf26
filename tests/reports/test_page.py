"""The report in HTML as files: what stands in it, where it lies, and that foreign text stays text."""

import gc
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import replace
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag

import msgspec
import pytest

from grader.causes import Kind
from grader.errors import UsageError
from grader.gradebook import NOT_SUBMITTED, Details, Entry, Override, Told, entry_of
from grader.intake.hand_ins import Passed
from grader.model import ENDED_THE_SERVER, UNSAFE, Person
from grader.reports import page, page_class
from grader.reports.page import write_page
from grader.reports.page_files import page_name
from tests.reports.page_support import (
    HOSTILE,
    a_class,
    a_large_class,
    book_of,
    group,
    hostile_class,
    result,
    told_of,
)

BLOCKS = {"td", "th", "tr", "dt", "dd", "li", "p", "pre", "h1", "h2", "h3", "h4", "div", "section", "option"}


class Page(HTMLParser):
    """A page in pieces: its elements with attributes, and its text."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.words, self._raw = [], [], ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        self.words.append(" " if tag in BLOCKS else "")
        self._raw = tag if tag in ("style", "script") else ""

    def handle_endtag(self, tag):
        self._raw = ""

    def handle_data(self, data):
        if not self._raw:
            self.words.append(data)

    @property
    def text(self):
        return " ".join("".join(self.words).split())

    def all(self, tag):
        return [attributes for each, attributes in self.elements if each == tag]


def read(path):
    return Page(path.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    target = tmp_path_factory.mktemp("report") / "report.html"
    return write_page(a_class(16), target, when=datetime(2026, 11, 30, 12, 5, tzinfo=UTC))


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    return write_page(hostile_class(), tmp_path_factory.mktemp("hostile"))


# --------------------------------------------------------------------------- the page of a class


def test_the_class_page_says_what_an_instructor_asks(report):
    text = read(report[0]).text
    for words in (
        "16 students, 8 exercises",
        "Written 2026-11-30 12:05 UTC",
        "The last run is not complete. It did not come to 1 hand-in.",
        "mean total, of 80",
        "Ada Lovelace s101",
        "Óscar Núñez",
        "1 student handed in nothing",
        "Distribution of totals",
        "90 to 100 %",
        "Discrimination tells whether those who do well elsewhere do well here",
        "interleaved known mistake",
        "Sine and cosine take turns inside each half of a vector.",
        "answers alike, no known cause",
        "unlike any other, no known cause",
        "stopped, no wrong answer",
        "Chiara Conti, qlora_memory not graded No run has come to it yet.",
        "shown in the tutorial",
        "Slowest to grade",
        "s104/old/pos_embed_2d.py: an older attempt",
        "s105/notes.txt: not Python",
        "kata check FILE --exercise EXERCISE --seed 7",
        "time per check 2.0 s",
    ):
        assert words in text, words


def test_a_cell_says_score_and_ending_in_words():
    details = [
        Details(result("ada", "a")),
        Details(result("ada", "b", "failed", score=2, late=True)),
        Details(result("ada", "c", "syntax_error")),
        Details(result("ada", "d", "harness_error")),
        Details(result("ada", "e"), Override(1, "ada", "e", 4.5, None, "copied", "prof", "today")),
    ]
    view = page.ClassView(book_of(details, exercises=tuple("abcdef")), lambda student, exercise: None)
    (row,) = view.rows()
    told = [cell and (cell.status, cell.score, cell.told, cell.tone, cell.eye) for cell in row.cells]
    assert told == [
        ("passed", "10", (), "good", False),
        ("failed", view.book.entry("ada", "b").score.__format__("g"), ("late",), "part", False),
        ("syntax_error", "0", ("syntax error",), "odd", False),
        ("harness_error", "", ("harness error",), "fault", True),
        ("passed", "4.5", ("by hand",), "part", False),
        None,
    ]
    assert row.total is None, "one score is not known"


def test_what_was_set_by_hand_without_a_hand_in_is_shown(tmp_path):
    override = Override(1, "bo", "f", 8.0, None, "shown in class", "prof", "2026-11-30")
    book = book_of(
        [Details(result("ada", "f"))], others=[Entry("bo", "f", NOT_SUBMITTED, None, 10.0, override=override)]
    )
    text = read(write_page(book, tmp_path / "r.html")[0]).text
    assert "8 not handed in, by hand" in text
    assert "bo, f no score 8 shown in class" in text
    assert "Handed in nothing (1) bo" in text


def test_grading_without_isolation_is_said_first(tmp_path):
    book = book_of([Details(result("ada", "f", isolation=(UNSAFE,)))])
    index, detail = write_page(book, tmp_path / "r.html")
    assert read(index).text.index("Graded without isolation.") < read(index).text.index("Summary")
    assert "Graded without isolation:" in read(detail).text


def test_long_lists_are_cut_and_say_so(tmp_path, monkeypatch):
    monkeypatch.setattr(page_class, "MAX_LISTED", 2)
    monkeypatch.setattr(page_class, "MAX_GROUPS", 2)
    override = Override(1, "s", "f", 5.0, None, "looked at it", "prof", "2026-11-30")
    details = [Details(result(f"s{n}", "f", "syntax_error"), override) for n in range(5)]
    book = book_of(
        details,
        ignored=tuple(Passed(f"notes{n}.txt", None, None, "not Python") for n in range(6)),
        groups=tuple(group("f", Kind.CAUSE, f"cause{n}", [f"s{n}"], "Look again.", 5) for n in range(3)),
    )
    text = read(write_page(book, tmp_path / "r.html")[0]).text
    assert "Could not be graded (5)" in text
    assert "And 3 more; the table of scores shows them all." in text
    assert "And 3 more; the table of scores marks them all." in text
    assert "And 4 more." in text
    assert "And 1 more group; causes.csv has them all." in text
    assert "cause2" not in text


def test_a_class_of_nobody_has_a_page(tmp_path):
    (index,) = write_page(book_of([], exercises=("f",)), tmp_path / "r.html")
    assert "No total is known." in read(index).text


def test_a_large_class_is_under_two_megabytes(tmp_path, monkeypatch):
    def only_names(book, folder, *rest):
        return (((student, exercise), page_name(student, exercise)) for student, exercise in book.entries)

    monkeypatch.setattr(page, "_write_details", only_names)
    index = write_page(a_large_class(), tmp_path / "report.html")[0]
    assert len(read(index).all("td")) > 6000
    assert index.stat().st_size < 2_000_000


# --------------------------------------------------------------------------- links


def test_every_link_leads_somewhere(report):
    pages = {path: read(path) for path in report}
    ids = {path: {a["id"] for _, a in its.elements if "id" in a} for path, its in pages.items()}
    for path, its in pages.items():
        for link in its.all("a"):
            address, fragment = urldefrag(link["href"])
            target = (path.parent / unquote(address)).resolve() if address else path
            assert target in pages, link
            assert not fragment or fragment in ids[target], link


def test_every_result_has_a_page_that_the_table_leads_to(report):
    linked = {link["href"].split("/")[-1] for link in read(report[0]).all("a")}
    assert {path.name for path in report[1:]} <= linked
    assert len(report) == 1 + len(list(a_class(16).details()))


def test_pages_lead_to_their_neighbours(tmp_path):
    details = [
        Details(result(student, exercise)) for student in ("ada", "bo", "cy") for exercise in ("f", "g")
    ]
    paths = write_page(book_of(details), tmp_path / "r.html")
    links = {link.get("rel"): link["href"] for link in read(paths[3]).all("a") if "rel" in link}
    assert links == {"prev": page_name("ada", "g"), "next": page_name("bo", "g")}
    hrefs = [link["href"] for link in read(paths[3]).all("a")]
    assert page_name("ada", "f") in hrefs, "the same exercise of the student before"
    assert page_name("cy", "f") in hrefs
    assert "../r.html" in hrefs
    assert not [link for link in read(paths[1]).all("a") if link.get("rel") == "prev"]


@pytest.mark.parametrize("name", ["a report #1?.html", "r%20.html", "\udce4.html", "é.HTML"])
def test_the_name_of_the_report_is_written_so_that_links_find_it(tmp_path, name):
    target = tmp_path / name
    index, detail = write_page(book_of([Details(result("ada", "f"))]), target)
    assert index == target
    (href,) = {link["href"] for link in read(index).all("a") if "#" not in link["href"]}
    assert os.fsencode(tmp_path / unquote(href, errors="surrogateescape")) == os.fsencode(detail)
    back = read(detail).all("a")[1]["href"]
    assert unquote(back, errors="surrogateescape") == f"../{name}"


def test_a_human_is_asked_for_by_what_says_so_and_not_by_the_name_of_a_package():
    absent = "cell 1, line 1 raised ModuleNotFoundError (No module named 'humanize') and was skipped"
    assert not entry_of(result("ada", "f", notes=(absent,))).needs_eye
    assert entry_of(result("ada", "f", notes=(absent, ENDED_THE_SERVER))).needs_eye


# --------------------------------------------------------------------------- the page of a result


def test_a_page_shows_checks_evidence_map_notes_and_the_way_back():
    its = result("ada", "f", "failed", score=2, notes=("Cell 3 was skipped.",), diagnosis="interleaved")
    override = Override(1, "ada", "f", 7.5, "Good idea.", "he showed it to me", "prof", "2026-11-30")
    its_page = detail_page(Details(its, override, (("f.py", "def f():\n    return 1\n"),), told_of(its)))
    for words in (
        "7.5 of 10",
        "set by hand",
        "1 computed, set to 7.5, by prof",
        "he showed it to me",
        "Good idea.",
        "cause: interleaved",
        "Cell 3 was skipped.",
        "every entry, rounded to 4 decimals ✗ failed 0 of 2 points hidden 2 of 3 cases failed",
        "with grid = 3, dim = 12",
        "debug: 3",
        "# wrong + partly wrong . right",
        "def f(): return 1",
        "sha256:abab",
        "python 3.11.2",
        "kata check ada/f.py --exercise f --seed 7",
    ):
        assert words in its_page.text, words
    labels = [a["aria-label"] for a in its_page.all("div") if a.get("role") == "img"]
    assert labels[0] == "Map of wrong entries. Of 40 marks: 12 wrong, 4 partly wrong, 24 right."


def detail_page(details, **options):
    with tempfile.TemporaryDirectory() as temporary:
        return read(write_page(book_of([details]), Path(temporary) / "r.html", **options)[1])


def test_evidence_of_no_check_is_shown_too():
    its = result("ada", "f", "import_failed")
    assert (
        "More for you alone the file as a whole It ended the process."
        in detail_page(Details(its, told=(Told("the file as a whole", "It ended the process."),))).text
    )


def test_code_is_left_out_where_asked():
    details = Details(result("ada", "f"), source=(("f.py", "unmistakable = 1\n"),))
    assert "unmistakable" in detail_page(details).text
    without = detail_page(details, sources=False).text
    assert "unmistakable" not in without
    assert "This report was written without code: ada/f.py" in without
    assert "No code was kept of it: ada/f.py" in detail_page(Details(result("ada", "f"))).text


def test_lines_of_code_have_the_numbers_that_python_gives_them():
    source = "\n\nimport math\r\nx = 1\rraise ValueError\n"
    lines = [
        a["id"]
        for a in detail_page(Details(result("ada", "f"), source=(("f.py", source),))).all("span")
        if "id" in a
    ]
    assert lines == ["s0-1", "s0-2", "s0-3", "s0-4", "s0-5"]


def test_long_code_is_cut_with_a_notice():
    cells = (("Cell 1", "x = 1\n" * 30_000), ("Cell 2", "y = 2\n" * 30_000), ("Cell 3", "z = 3\n"))
    its_page = detail_page(Details(result("ada", "f"), source=cells))
    assert "160,006 more characters" in its_page.text
    assert "z = 3" not in its_page.text
    assert len(its_page.text) < 250_000


@pytest.mark.parametrize(
    ("submission", "command"),
    [
        ("ada/my file.py", "kata check 'ada/my file.py' --exercise f --seed 7"),
        ("-rf.py", "kata check ./-rf.py --exercise f --seed 7"),
        ("a'; rm -rf ~ #.py", """kata check 'a'"'"'; rm -rf ~ #.py' --exercise f --seed 7"""),
        (
            "class.zip!/ada/f.py",
            "Take the file out of class.zip first. Then: kata check ada/f.py --exercise f --seed 7",
        ),
    ],
)
def test_the_command_is_safe_to_paste(submission, command):
    assert command in detail_page(Details(result("ada", "f", submission=submission))).text


# --------------------------------------------------------------------------- hostile students


def test_hostile_text_makes_no_element_and_no_address(hostile, report):
    known = {tag for path in report for tag, _ in read(path).elements}
    for path in hostile:
        its = read(path)
        assert {tag for tag, _ in its.elements} <= known
        for tag, attributes in its.elements:
            bad = [n for n in attributes if n.startswith("on") or n in ("style", "src", "srcdoc", "action")]
            assert not bad, (tag, attributes)
            href = attributes.get("href", "#")
            assert href.startswith("#") or re.fullmatch(r"(pages/|\.\./)?[a-z0-9_-]+\.html", href), href
        assert sum(tag == "script" for tag, _ in its.elements) == (path == hostile[0])


def test_hostile_text_is_seen_as_what_it_is(hostile):
    raw = "".join(path.read_text(encoding="utf-8") for path in hostile)
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200b\ufeff]", raw)
    text = read(hostile[0]).text
    for words in (
        "<script>window.pwned = 1</script>",
        r"\u202egnp.exe",
        r"\x1b]0;owned",
        r"\udc80",
        "{{ 917 * 773 }}",
    ):
        assert words in text, words
    assert "708841" not in text  # what the template would make of it


def test_huge_names_do_not_make_a_huge_table(hostile):
    assert hostile[0].stat().st_size < 200_000


def test_only_our_own_script_may_run(hostile, report):
    for path in (hostile[0], report[0], hostile[1]):
        (policy,) = [a["content"] for a in read(path).all("meta") if a.get("http-equiv")]
        assert policy.startswith("default-src 'none'; style-src 'sha256-")
        assert "unsafe" not in policy
        assert ("script-src" in policy) == (path in (hostile[0], report[0]))


# --------------------------------------------------------------------------- files


@pytest.mark.parametrize("student", [*HOSTILE, "", "-", "Ada", "ada"])
def test_names_of_pages_are_safe(student):
    name = page_name(student, "interpolate_position_embedding")
    assert re.fullmatch(r"[a-z0-9_][a-z0-9_-]*\.html", name)
    assert len(name) < 100


def test_names_of_pages_differ_even_where_capitals_do_not():
    pairs = [
        ("Ada", "f"),
        ("ada", "f"),
        ("ada-f", ""),
        ("a", "da-f"),
        ("", "ada-f"),
        ("ä", "f"),
        ("a", "f"),
        ("é", "f"),
    ]
    assert len({page_name(*pair) for pair in pairs}) == len(pairs)


def test_a_folder_gets_an_index_and_a_file_a_folder_beside_it(tmp_path):
    book = book_of([Details(result("ada", "f"))])
    index, detail = write_page(book, tmp_path / "out")
    assert (index, detail.parent) == (tmp_path / "out" / "index.html", tmp_path / "out" / "pages")
    index, detail = write_page(book, tmp_path / "class.html")
    assert (index, detail.parent) == (tmp_path / "class.html", tmp_path / "class_pages")
    assert detail.stat().st_mode & 0o077 == 0, "hidden answers are their owner's alone"
    assert detail.parent.stat().st_mode & 0o077 == 0


def test_pages_of_a_former_report_go_and_nothing_else_does(tmp_path):
    target = tmp_path / "r.html"
    former = write_page(book_of([Details(result("ada", "f")), Details(result("bo", "f"))]), target)
    folder = former[1].parent
    other = folder / page_name("zed", "f")
    other.write_text("<!doctype html><p>what somebody keeps here under such a name", encoding="utf-8")
    (folder / "notes.txt").write_text("mine", encoding="utf-8")
    link = folder / page_name("link", "f")
    (tmp_path / "kept.html").write_bytes(former[1].read_bytes())
    link.symlink_to(tmp_path / "kept.html")
    now = write_page(book_of([Details(result("bo", "f"))]), target)
    assert {path.name for path in folder.iterdir()} == {now[1].name, other.name, "notes.txt", link.name}


def test_a_report_that_breaks_off_leaves_the_former_one(tmp_path):
    target = tmp_path / "r.html"
    book = book_of([Details(result("ada", "f")), Details(result("bo", "f"))])
    before = {
        path: path.read_bytes() for path in write_page(book, target, when=datetime(2026, 1, 1, tzinfo=UTC))
    }

    def broken():
        yield from list(book.details())[:1]
        raise OSError("the disk is gone")

    with pytest.raises(OSError, match="the disk is gone"):
        write_page(replace(book, details=broken), target)
    assert {path: path.read_bytes() for path in before} == before
    assert len(list(tmp_path.rglob("*"))) == 4, "no temporary file is left"


def test_a_place_that_cannot_be_written_is_said(tmp_path):
    book = book_of([Details(result("ada", "f"))])
    (tmp_path / "r_pages").write_text("mine", encoding="utf-8")
    with pytest.raises(UsageError, match="r_pages is a file"):
        write_page(book, tmp_path / "r.html")
    with pytest.raises(UsageError, match="there is no folder"):
        write_page(book, tmp_path / "absent" / "r.html")


def test_details_are_let_go_one_by_one(tmp_path):
    held = []

    def details():
        before = []
        for n in range(6):
            each = Details(result(f"s{n}", "f"), source=(("f.py", "x = 1\n"),))
            before.append(each)
            if len(before) > 2:
                gc.collect()
                # The list's, the name's and the call's own.
                old = before.pop(0)
                held.append(sys.getrefcount(old))
            del each
            yield before[-1]

    book = replace(book_of([Details(result(f"s{n}", "f")) for n in range(6)]), details=details)
    assert len(write_page(book, tmp_path / "r.html")) == 7
    assert held == [2] * 4


def test_pages_are_the_same_whenever_they_are_written(tmp_path):
    when = datetime(2026, 11, 30, tzinfo=UTC)
    book = book_of(
        [Details(its, told=told_of(its)) for its in (result("ada", "f", "failed"), result("bo", "g"))]
    )
    one = [path.read_bytes() for path in write_page(book, tmp_path / "r.html", when=when)]
    assert [path.read_bytes() for path in write_page(book, tmp_path / "r.html", when=when)] == one


def test_the_command_starts_without_what_pages_are_made_with():
    code = (
        "import sys, grader, grader.cli, grader.gradebook, grader.reports\n"
        "print([m for m in ('jinja2', 'pygments', 'markupsafe') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_withdrawn_score_is_history():
    override = Override(1, "ada", "f", 9.0, None, "mistaken", "prof", "2026-11-30")
    withdrawn = msgspec.structs.replace(override, withdrawn_at="2026-12-01", withdrawn_reason="wrong student")
    text = detail_page(Details(result("ada", "f"), withdrawn)).text
    assert "10 of 10" in text
    assert "withdrawn 2026-12-01 (wrong student)" in text


def test_people_are_called_by_name_and_id(tmp_path):
    book = book_of([Details(result("s1", "f"))], (Person("s1", "Ada Lovelace", section="B2"),))
    text = read(write_page(book, tmp_path / "r.html")[1]).text
    assert "Ada Lovelace f s1, section B2" in text
    assert [page.name_of(Person("s1", name)) for name in ("Ada", " ", "", None)] == ["Ada", "s1", "s1", "s1"]
    assert page.name_of(Person(" ")) == "(no name)"
