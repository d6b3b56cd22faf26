"""The templates of the reports: one page with its style and its script in it, and nothing fetched."""

from __future__ import annotations

import functools
from importlib import resources

from grader.gradebook import NOT_SUBMITTED
from grader.markup import digest, environment, trusted

_PACKAGE = "grader.reports"
_KINDS = {
    "class.html": "kata: class",
    "detail.html": "kata: one result",
    "feedback.html": "kata: feedback",
}


def render(template: str, *, style: str, script: str = "", **values: object) -> str:
    """Fill a template; ``style`` and ``script`` name files beside it that become part of the page."""
    css = _file("common.css") + _file(style)
    js = _file(script) if script else ""
    templates = environment(_PACKAGE)
    templates.filters["words"] = words
    page = templates.get_template(template)
    return page.render(
        kind=_KINDS[template], policy=_policy(css, js), style=trusted(css), script=trusted(js), **values
    )


def mark_of(template: str) -> str:
    """What stands near the beginning of each page that is made of a template, and of no other."""
    return f'<meta name="generator" content="{_KINDS[template]}">'


def words(name: str) -> str:
    """A name of ours, such as that of a status, as words."""
    return "not handed in" if name == NOT_SUBMITTED else name.replace("_", " ")


@functools.cache
def _file(name: str) -> str:
    return resources.files(_PACKAGE).joinpath("templates", name).read_text(encoding="utf-8")


def _policy(css: str, js: str) -> str:
    """The content security policy: nothing is fetched, and no style or script but our own has an effect."""
    allowed = ["default-src 'none'", f"style-src '{digest(css)}'", "base-uri 'none'", "form-action 'none'"]
    return "; ".join([*allowed, f"script-src '{digest(js)}'"] if js else allowed)
