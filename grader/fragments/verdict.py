"""The verdict on a submission as a piece of HTML, and as plain text for where no HTML is shown.

Both are made of a redacted result and of nothing else; a picture is of a visible case.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from importlib import resources
from itertools import groupby

from grader.escape import clean, for_terminal
from grader.fragments.heatmap import picture_html
from grader.markup import Markup, environment, points, trusted
from grader.model import CheckResult, Result
from grader.pictures.blocks import block_map
from grader.pictures.panels import Panel, Picture
from grader.text import plural
from grader.text.results import (
    EXAMPLES_ONLY,
    GROUPS,
    check_mark,
    failing_checks,
    other_notes,
    printed_where,
)

__all__ = ["STYLE", "standalone", "verdict_html", "verdict_text"]

_PACKAGE = "grader.fragments"
STYLE = resources.files(_PACKAGE).joinpath("templates", "fragments.css").read_text(encoding="utf-8")
WIDTH = 80
PRINTED_LINES = 3


def verdict_html(
    result: Result,
    picture: Picture | None = None,
    *,
    ident: str = "verdict",
    examples_only: bool = False,
) -> Markup:
    """A verdict as a ``<section>``, to be styled by ``STYLE``.

    Parameters
    ----------
    result
        What the student may read: it is shown as it is.
    picture
        Heatmaps of a visible case, if there is something to draw.
    ident
        Letters and digits that make the ids of this verdict unlike all others on the page.
    examples_only
        Whether nothing hidden was run, as there are no solutions; the verdict says so.
    """
    template = environment(_PACKAGE).get_template("verdict.html")
    failing = failing_checks(result)
    html = template.render(
        result=result,
        status=words(result.status),
        kind=_kind(result.status),
        score=_score(result),
        ran=any(check.status != "not_run" for check in result.checks),
        groups=[
            (GROUPS.get(name, name), [_shown(check, result) for check in checks])
            for name, checks in groupby(result.checks, key=lambda check: check.visibility)
        ],
        not_run=plural(len(result.checks), "check"),
        printing=[(printed_where(check, failing), check.printed) for check in failing if check.printed],
        notes=other_notes(result),
        only=EXAMPLES_ONLY if examples_only else "",
        picture=picture_html(picture, ident) if picture is not None else "",
    )
    return trusted(html)


def standalone(html: Markup) -> Markup:
    """A piece of HTML with its style before it, for a place that has none, such as a notebook."""
    return trusted(f"<style>{STYLE}</style>{html}")


def words(status: str) -> str:
    """The name of a status as words."""
    return status.replace("_", " ")


# --------------------------------------------------------------------------- as plain text


def verdict_text(result: Result, picture: Picture | None = None, *, examples_only: bool = False) -> str:
    """A verdict as text of at most 80 columns, without colours; see `verdict_html` for the rest."""
    blocks = [_first_line(result)]
    if any(check.status != "not_run" for check in result.checks):
        blocks.append("\n".join(_listed(result)))
    blocks.append(_wrapped(result.message))
    if picture is not None:
        blocks += _map(picture)
    failing = failing_checks(result)
    blocks += [_printed(check, failing) for check in failing[:1] if check.printed]
    notes = other_notes(result)
    if notes:
        blocks.append("\n".join(_wrapped(f"note: {clean(note)}") for note in notes))
    if examples_only:
        blocks.append(EXAMPLES_ONLY)
    return "\n\n".join(blocks)


def _first_line(result: Result) -> str:
    return _wrapped(f"{clean(result.exercise)}: {words(result.status)}, {_score(result)}")


def _listed(result: Result) -> Iterator[str]:
    told = [f"{check.points:g}/{check.max_points:g}" for check in result.checks]
    width = max(map(len, told))
    group = ""
    for check, earned in zip(result.checks, told, strict=True):
        if check.visibility != group:
            group = check.visibility
            yield GROUPS.get(group, group)
        status = "" if check.status == "passed" else f"  {words(check.status)}"
        start = f"  {check_mark(check.status):<2}  {earned:<{width}}  "
        yield textwrap.fill(
            f"{for_terminal(check.name)}{status}",
            WIDTH,
            initial_indent=start,
            subsequent_indent=" " * len(start),
            break_on_hyphens=False,
        )


def _map(picture: Picture) -> list[str]:
    """What is wrong, in a sentence, and a map of letters of the wrong entries."""
    panel = next((panel for panel in picture.panels if _can_be_mapped(panel)), None)
    if panel is None:
        return []
    lines = [clean(line, WIDTH) for line in block_map(panel, WIDTH).lines()]
    legend = lines.pop()
    told = _wrapped(f"{clean(picture.title)}: {clean(picture.told)}")
    return [told, "\n".join(line.rstrip() for line in lines), legend]


def _can_be_mapped(panel: Panel) -> bool:
    return panel.wrong is not None and panel.values.ndim == 2 and bool(panel.wrong.any())


def _printed(check: CheckResult, failing: list[CheckResult]) -> str:
    lines = (check.printed or "").split("\n")
    shown = [f"  {clean(line, WIDTH - 2)}" for line in lines[:PRINTED_LINES]]
    more = len(lines) - len(shown)
    left_out = [f"  (and {plural(more, 'more line')})"] if more > 0 else []
    return "\n".join([f"{printed_where(check, failing)} it printed:", *shown, *left_out])


def _wrapped(text: str) -> str:
    """A text with its long lines broken, each under its own beginning."""
    return "\n".join(
        textwrap.fill(
            line,
            WIDTH,
            subsequent_indent=" " * (len(line) - len(line.lstrip())),
            drop_whitespace=True,
            break_on_hyphens=False,
        )
        if len(line) > WIDTH
        else line
        for line in for_terminal(text, multiline=True).split("\n")
    )


# --------------------------------------------------------------------------- what both tell


def _score(result: Result) -> str:
    if result.score is None:
        return "no score"
    return f"{points(result.score)} of {points(result.max_score)} points"


def _kind(status: str) -> str:
    """The class that colours a status."""
    return {"passed": "good", "failed": "bad", "harness_error": "fault", "not_run": "none"}.get(status, "odd")


def _shown(check: CheckResult, result: Result) -> dict[str, str]:
    """A check as the template shows it; its message, where that of the result does not hold it already."""
    fails = check.status not in ("passed", "not_run")
    return {
        "mark": check_mark(check.status),
        "word": words(check.status),
        "kind": _kind(check.status),
        "name": check.name,
        "points": f"{points(check.points)}/{points(check.max_points)}",
        "hidden": "hidden" if check.visibility == "hidden" else "",
        "message": check.message if fails and check.message not in result.message else "",
    }
