"""Whatever text comes from a student: where it is shown it is text, and all of it is seen."""

from __future__ import annotations

import csv
import io
import unicodedata
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.text import Text

from grader.escape import clean, for_csv, for_html, for_terminal, for_xml
from tests.text.support import ANY_TEXT, FORMULA_STARTS, harmful

# --------------------------------------------------------------------------- terminal


@given(ANY_TEXT, st.booleans())
def test_nothing_that_steers_turns_or_hides_is_left(text, multiline):
    assert harmful(for_terminal(text, multiline=multiline), multiline=multiline) == []


@given(ANY_TEXT)
def test_one_line_stays_one_line(text):
    assert len(for_terminal(text).splitlines()) <= 1


@given(ANY_TEXT)
def test_several_lines_are_those_of_the_text(text):
    lines = for_terminal(text, multiline=True).splitlines()
    assert lines == [for_terminal(line, multiline=True) for line in lines]
    assert len(lines) <= text.count("\n") + 1


@given(ANY_TEXT, st.booleans())
def test_escaping_twice_is_escaping_once(text, multiline):
    once = for_terminal(text, multiline=multiline)
    assert for_terminal(once, multiline=multiline) == once


@given(ANY_TEXT)
def test_what_is_escaped_can_be_written_and_stored(text):
    for_terminal(text).encode("utf-8")


@given(ANY_TEXT, st.integers(1, 60))
def test_a_line_is_no_longer_than_allowed(text, limit):
    assert len(clean(text, limit)) <= limit


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred", "\\x1b[31mred"),
        ("\x1b]0;owned\x07", "\\x1b]0;owned\\x07"),
        ("\x9b2J", "\\x9b2J"),
        ("wrong\rpassed", "wrong\\rpassed"),
        ("a\u202eb", "a\\u202eb"),
        ("a\u200bb\ufeff", "a\\u200bb\\ufeff"),
        ("a\ud800b", "a\\ud800b"),
        ("\uffff", "\\uffff"),
        ("\U000e0041", "\\U000e0041"),
        ("a\u3164b", "a\\u3164b"),
        ("a\u2028b", "a\\u2028b"),
    ],
)
def test_what_may_not_be_there_is_seen(text, shown):
    assert for_terminal(text) == for_terminal(text, multiline=True) == clean(text) == shown


def test_lines_and_tabs_are_kept_only_where_there_may_be_several_lines():
    text = "one\r\ntwo\n\tthree"
    assert for_terminal(text, multiline=True) == "one\ntwo\n\tthree"
    assert for_terminal(text) == "one two  three"


HONEST = {
    "ASCII": "list index out of range: a[3] <= {x!r} & 100% \\n",
    "accents": "Zoë Müller-Đặng",
    "combining accents": unicodedata.normalize("NFD", "Zoë Đặng"),
    "Chinese": "索引超出范围",
    "Hebrew": "שלום",
    "Persian with a joiner": "می\u200cشود",
    "Hindi with a joiner": "क्\u200dष",
    "an emoji": "fast ✔\ufe0f and 🚀",
    "mathematics": "‖x‖ ≤ ε·10⁻⁴",
    "a blank that keeps words together": "10\u00a0000",
}


@pytest.mark.parametrize("text", HONEST.values(), ids=HONEST)
def test_honest_text_stays_as_it_is(text):
    assert for_terminal(text) == for_xml(text) == for_csv(text) == text


@pytest.mark.parametrize("text", ["a\u200cb", "a\u200db", "\u200cعلی", "علی\u200c", "a\ufe0f", "\ufe0f"])
def test_a_joiner_that_joins_nothing_is_seen(text):
    assert for_terminal(text) != text
    assert harmful(for_terminal(text)) == []


@given(ANY_TEXT)
def test_rich_prints_the_very_same_text(text):
    shown = for_terminal(text)
    file = io.StringIO()
    console = Console(
        file=file,
        force_terminal=True,
        color_system=None,
        highlight=False,
        soft_wrap=True,
        legacy_windows=False,
    )
    console.print(Text(shown), end="")
    assert file.getvalue() == shown


# --------------------------------------------------------------------------- HTML


class Parsed(HTMLParser):
    """What a parser makes of a page: the texts, and everything else."""

    def __init__(self, page):
        super().__init__(convert_charrefs=True)
        self.text, self.values, self.others = "", [], []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.others.append(tag)
        self.values += attrs

    def handle_endtag(self, tag):
        self.others.append(f"/{tag}")

    def handle_data(self, data):
        self.text += data

    def handle_comment(self, data):
        self.others.append(data)

    handle_decl = handle_pi = unknown_decl = handle_comment


@given(ANY_TEXT, st.booleans())
def test_html_is_one_text_node(text, multiline):
    page = Parsed(f"<p>{for_html(text, multiline=multiline)}</p>")
    assert page.others == ["p", "/p"]
    assert page.text == for_terminal(text, multiline=multiline)


@pytest.mark.parametrize("quote", ["'", '"'])
@given(text=ANY_TEXT)
def test_html_is_the_value_of_one_attribute(quote, text):
    page = Parsed(f"<p title={quote}{for_html(text)}{quote}>x</p>")
    assert page.others == ["p", "/p"]
    assert page.values == [("title", for_terminal(text))]


def test_html_in_full():
    assert for_html('<b title="x">&\'\x1b') == "&lt;b title=&quot;x&quot;&gt;&amp;&#x27;\\x1b"


# --------------------------------------------------------------------------- CSV


def written(*cells):
    file = io.StringIO(newline="")
    csv.writer(file).writerow(cells)
    return file.getvalue()


@given(ANY_TEXT)
def test_csv_is_one_cell_and_no_formula(text):
    (row,) = csv.reader(io.StringIO(written("before", for_csv(text), "after"), newline=""))
    assert (row[0], row[2], len(row)) == ("before", "after", 3)
    assert row[1].lstrip()[:1] not in FORMULA_STARTS
    assert harmful(row[1]) == []
    assert row[1].replace("'", "") == for_terminal(text).replace("'", "")


@given(ANY_TEXT)
def test_where_the_semicolon_ends_a_cell_there_is_no_formula_either(text):
    for cell in written("before", for_csv(text), "after").split(";"):
        assert cell.lstrip()[:1] not in FORMULA_STARTS


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-1+1", "'-1+1"),
        ("-1.5", "'-1.5"),
        ("@sum(A1)", "'@sum(A1)"),
        ("\t=1", "' =1"),
        ("\r=1", "\\r=1"),
        ("\n=1", "' =1"),
        ("\uff1d1", "'\uff1d1"),
        ("\u22121", "'\u22121"),
        ("ada;=1", "ada;'=1"),
        ("Mary-Ann O'Neil <a@b.c>", "Mary-Ann O'Neil <a@b.c>"),
        ("1 = 1", "1 = 1"),
        ("", ""),
    ],
)
def test_a_text_is_no_formula(text, cell):
    assert for_csv(text) == cell


@pytest.mark.parametrize(
    ("number", "cell"),
    [
        (-1.5, "-1.5"),
        (20.0, "20"),
        (0.0, "0"),
        (3, "3"),
        (-4, "-4"),
        (0.1 + 0.2, "0.3"),
        (12345678.5, "12345678.5"),
    ],
)
def test_a_number_of_ours_stays_a_number(number, cell):
    assert for_csv(number) == cell


def test_nothing_is_an_empty_cell():
    assert for_csv(None) == ""


# --------------------------------------------------------------------------- XML


@given(ANY_TEXT, st.booleans())
def test_xml_can_be_read_back(text, multiline):
    shown = for_xml(text, multiline=multiline)
    case = ElementTree.Element("failure", message=shown)
    case.text = shown
    for encoding in ("utf-8", "us-ascii"):
        read = ElementTree.fromstring(ElementTree.tostring(case, encoding=encoding))
        assert (read.text or "", read.get("message"), len(read)) == (shown, shown, 0)
    assert shown == for_terminal(text, multiline=multiline)
