"""The pages as HTML: templates filled with views."""

from __future__ import annotations

import mimetypes
from importlib import resources
from typing import TYPE_CHECKING

from grader import __version__
from grader.markup import Markup, code_lines, environment, from_markdown, trusted
from grader.web.guard import UNKNOWN
from grader.web.views import without_title

if TYPE_CHECKING:
    from grader.practice.helping import OpenedSolution

PACKAGE = "grader.web"
# What the system's own table says may be wrong (Windows reads it from the registry), and a script or a style
# of another type is not taken.
TYPES = {".js": "text/javascript", ".css": "text/css", ".woff2": "font/woff2", ".svg": "image/svg+xml"}


def know_types() -> None:
    """Have static files sent with the types that browsers ask for."""
    for ending, kind in TYPES.items():
        mimetypes.add_type(kind, ending)


def page(template: str, nonce: str, **values: object) -> bytes:
    """A page of ours."""
    made = environment(PACKAGE).get_template(template)
    return made.render(nonce=nonce, version=__version__, **values).encode()


def fragments_style() -> str:
    """`grader.fragments.verdict.STYLE`, without importing what else is needed for a verdict."""
    styles = resources.files("grader.fragments").joinpath("templates", "fragments.css")
    return styles.read_text(encoding="utf-8")


def refused(sentence: str, nonce: str) -> bytes:
    """The page for whoever may not see the others."""
    return page("refused.html", nonce, message=sentence, is_unknown=sentence == UNKNOWN)


def solution(opened: OpenedSolution) -> Markup:
    """The reference and what is worth reading after it, as a piece of a page."""
    html = (
        environment(PACKAGE)
        .get_template("solution.html")
        .render(
            opened=opened,
            code=code_lines(opened.code, 0),
            approach=from_markdown(without_title(opened.approach)),
            styles=[(name, told, code_lines(code, place)) for place, (name, told, code) in _numbered(opened)],
        )
    )
    return trusted(html)


def _numbered(opened: OpenedSolution) -> list[tuple[int, tuple[str, str, str]]]:
    return list(enumerate(opened.styles, start=1))
