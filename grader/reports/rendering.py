"""Templates filled with foreign text that stays text. The one module that knows Jinja2 and Pygments.

Every expression of a template is made harmless in two steps, both of them the default and none of them
asked for in a template: `for_terminal` shows what is not seen or turns the direction of text, and Jinja2
escapes the markup. What is markup already has the type `Markup`, and only this module makes it.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import re
from importlib import resources

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer, TextLexer

from grader.escape import clean, for_terminal
from grader.gradebook import NOT_SUBMITTED

# Longer code than this is shown without colours: some texts take a highlighter time that grows with
# the square of their length.
MAX_HIGHLIGHTED = 40_000
_KINDS = {
    "class.html": "kata: class",
    "detail.html": "kata: one result",
    "feedback.html": "kata: feedback",
}


def render(template: str, *, style: str, script: str = "", **values: object) -> str:
    """Fill a template; ``style`` and ``script`` name files beside it that become part of the page."""
    css = _file("common.css") + _file(style)
    js = _file(script) if script else ""
    page = _environment().get_template(template)
    kind = _KINDS[template]
    # S704: the files are part of this package.
    markup = {"style": Markup(css), "script": Markup(js)}  # noqa: S704
    return page.render(kind=kind, policy=_policy(css, js), **markup, **values)


def mark_of(template: str) -> str:
    """What stands near the beginning of each page that is made of a template, and of no other."""
    return f'<meta name="generator" content="{_KINDS[template]}">'


def code_lines(source: str, number: int) -> Markup:
    """Code with a class for each kind of word and an id for each line; ``number`` is that of the piece."""
    # The lines are those that Python counts.
    text = for_terminal(re.sub(r"\r\n?", "\n", source), multiline=True)
    lexer = PythonLexer if len(text) <= MAX_HIGHLIGHTED else TextLexer
    formatter = HtmlFormatter(linespans=f"s{number}", cssclass="code", wrapcode=True)
    # S704: the formatter escapes the text.
    return Markup(highlight(text, lexer(stripnl=False), formatter))  # noqa: S704


@functools.cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("grader.reports"),
        autoescape=True,
        finalize=_harmless,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"cut": clean, "words": words, "points": points, "breakable": _breakable}
    return environment


def _harmless(value: object) -> object:
    """What an expression of a template shows; markup is escaped afterwards."""
    if isinstance(value, str) and not isinstance(value, Markup):
        return for_terminal(value, multiline=True)
    return value


def words(name: str) -> str:
    """A name of ours, such as that of a status, as words."""
    return "not handed in" if name == NOT_SUBMITTED else name.replace("_", " ")


def points(score: float | None) -> str:
    """A score, or that there is none."""
    return "no score" if score is None else f"{score:.6g}"


def _breakable(name: str) -> Markup:
    """A name that may be broken after each underscore."""
    return Markup("<wbr>").join(re.split(r"(?<=_)", clean(name, 80)))


@functools.cache
def _file(name: str) -> str:
    return resources.files("grader.reports").joinpath("templates", name).read_text(encoding="utf-8")


def _policy(css: str, js: str) -> str:
    """The content security policy: nothing is fetched, and no style or script but our own has an effect."""
    allowed = ["default-src 'none'", f"style-src '{_hash(css)}'", "base-uri 'none'", "form-action 'none'"]
    return "; ".join([*allowed, f"script-src '{_hash(js)}'"] if js else allowed)


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
