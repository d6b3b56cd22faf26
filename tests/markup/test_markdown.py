"""Statements as HTML: formulas for the page's script, code in colours, and nothing that runs."""

import re
from html.parser import HTMLParser

import pytest

from grader.catalogue import STATEMENT, default_pack
from grader.markup import from_markdown

STATEMENTS = sorted((default_pack() / "exercises").glob(f"*/{STATEMENT}"))
VOID = ("br", "hr", "img")


class Nesting(HTMLParser):
    """The tags that are opened, each of which is to be closed in its place."""

    def __init__(self):
        super().__init__()
        self.open, self.seen = [], []

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def parsed(html):
    parser = Nesting()
    parser.feed(str(html))
    parser.close()
    assert parser.open == []
    return parser


@pytest.mark.parametrize("path", STATEMENTS, ids=[path.parent.name for path in STATEMENTS])
def test_every_statement_is_sound_html_and_no_formula_is_left_as_text(path):
    html = str(from_markdown(path.read_text(encoding="utf-8")))
    found = parsed(html)
    assert not any(name.startswith("on") or name == "style" for _, attrs in found.seen for name in attrs)
    prose = re.sub(r"<(tex-math|pre|code)[ >].*?</\1>", "", html, flags=re.DOTALL)
    assert "$" not in prose


def test_a_formula_keeps_its_latex_and_says_whether_it_stands_alone():
    html = str(from_markdown("Take $a < b$.\n\n$$\n\\frac{1}{2}\n$$\n"))
    found = re.findall(r"<tex-math( block)?>(.*?)</tex-math>", html, re.DOTALL)
    assert found == [("", "a &lt; b"), (" block", "\\frac{1}{2}")]


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "$</tex-math><script>alert(1)</script>$",
        "```python\n</code></pre><script>alert(1)</script>\n```",
        '```"><script>alert(1)</script>\nx\n```',
    ],
)
def test_html_in_a_statement_stays_text(text):
    found = parsed(from_markdown(text))
    assert not {"script", "img"} & {tag for tag, _ in found.seen}
    assert not any("javascript" in (attrs.get("href") or "") for _, attrs in found.seen)


def test_python_is_coloured_and_other_code_is_not():
    html = str(from_markdown("```python\ndef f(): pass\n```\n\n```text\ndef f(): pass\n```\n"))
    coloured, plain = re.findall(r"<pre>(.*?)</pre>", html, re.DOTALL)
    assert 'class="k"' in coloured
    assert "<span" not in plain
