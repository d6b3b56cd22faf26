"""Templates filled with foreign text that stays text. The one module that knows what makes markup.

Every expression of a template is made harmless in two steps, both of them the default and none of them
asked for in a template: `for_terminal` shows what is not seen or turns the direction of text, and Jinja2
escapes the markup. What is markup already has the type `Markup`, and only this module makes it of text.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import re
from typing import TYPE_CHECKING

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer, TextLexer

from grader.escape import clean, for_terminal

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

__all__ = ["Markup", "code_lines", "digest", "environment", "escape", "from_markdown", "points", "trusted"]

# Longer code than this is shown without colours: some texts take a highlighter time that grows with
# the square of their length.
MAX_HIGHLIGHTED = 40_000


@functools.cache
def environment(package: str) -> Environment:
    """The templates of a package of ours, in its folder ``templates``."""
    made = Environment(
        loader=PackageLoader(package),
        autoescape=True,
        finalize=_harmless,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {"cut": clean, "points": points, "breakable": _breakable, "ticked": ticked}
    return made


def trusted(text: str) -> Markup:
    """Take a text of ours for markup: a file of this package, or what is made of numbers and escaped text."""
    # S704: that is what it is for.
    return Markup(text)  # noqa: S704


def code_lines(source: str, number: int) -> Markup:
    """Code with a class for each kind of word and an id for each line; ``number`` is that of the piece."""
    # The lines are those that Python counts.
    text = for_terminal(re.sub(r"\r\n?", "\n", source), multiline=True)
    lexer = PythonLexer if len(text) <= MAX_HIGHLIGHTED else TextLexer
    formatter = HtmlFormatter(linespans=f"s{number}", cssclass="code", wrapcode=True)
    return trusted(highlight(text, lexer(stripnl=False), formatter))  # the formatter escapes the text


def from_markdown(text: str) -> Markup:
    """A text in Markdown as HTML; HTML in it stays text. Needs the packages of the local page.

    A formula becomes ``<tex-math>`` with its LaTeX inside, with the attribute ``block`` where it stands on
    lines of its own; a script draws it, and without one it can still be read.
    """
    return trusted(_markdown().render(text))


@functools.cache
def _markdown() -> MarkdownIt:
    from markdown_it import MarkdownIt
    from mdit_py_plugins.dollarmath import dollarmath_plugin

    def formula(latex: str, options: dict[str, bool]) -> str:
        block = " block" if options["display_mode"] else ""
        return f"<tex-math{block}>{escape(for_terminal(latex, multiline=True))}</tex-math>"

    def coloured(code: str, language: str, _: str) -> str:
        lexer = PythonLexer if language == "python" else TextLexer
        return str(highlight(code, lexer(stripnl=False), HtmlFormatter(nowrap=True)))

    made = MarkdownIt("commonmark", {"html": False, "highlight": coloured}).enable("table")
    return made.use(dollarmath_plugin, renderer=formula, double_inline=True)


def digest(text: str) -> str:
    """What a content security policy calls a style or a script by."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def points(score: float | None) -> str:
    """A score, or that there is none."""
    return "no score" if score is None else f"{score:.6g}"


def ticked(sentence: str) -> Markup:
    """A sentence of ours as a page shows it: what stands between backticks is code."""
    pieces = re.split(r"`([^`]+)`", for_terminal(sentence, multiline=True))
    coded = (Markup("<code>{}</code>").format(piece) if i % 2 else piece for i, piece in enumerate(pieces))
    return Markup("").join(coded)


def _harmless(value: object) -> object:
    """What an expression of a template shows; markup is escaped afterwards."""
    if isinstance(value, str) and not isinstance(value, Markup):
        return for_terminal(value, multiline=True)
    return value


def _breakable(name: str) -> Markup:
    """A name that may be broken after each underscore."""
    return Markup("<wbr>").join(re.split(r"(?<=_)", clean(name, 80)))
