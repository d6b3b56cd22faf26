"""Asking for a verdict from a notebook or a script: what `grader.check` and ``%%kata`` do."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from grader.errors import KataError
from grader.notebook import marimo_cells
from grader.notebook.conversation import CONVERSATION
from grader.notebook.faults import CannotCheck
from grader.notebook.ipython_cells import before, shell
from grader.notebook.messages import OWN_CELL, Found, FromCells, FromText, Reply, Request, Typed
from grader.notebook.places import in_words, places_of
from grader.notebook.verdict import Drawn, Verdict, verdict_of


def check(
    exercise: str, answers: Sequence[Any], source: str | None, pack: str | os.PathLike[str] | None
) -> Verdict:
    """The verdict on what was passed; see `grader.check`."""
    found, unnamed = _found("check", exercise, answers, source)
    return _verdict(_ask(exercise, found, pack, unnamed=unnamed))


def picture(
    exercise: str, answers: Sequence[Any], source: str | None, pack: str | os.PathLike[str] | None
) -> Drawn:
    """A visible example of what was passed, drawn; see `grader.picture`."""
    found, unnamed = _found("picture", exercise, answers, source)
    reply = _ask(exercise, found, pack, unnamed=unnamed, draws=True)
    return Drawn(exercise, reply.text, reply.html)


def check_cell(exercise: str, text: str, pack: str | None = None) -> Verdict:
    """The verdict on the text of a cell, together with what the cells before it define."""
    cells = FromCells((*before(exercise), Typed(OWN_CELL, text)))
    return _verdict(_ask(exercise, (Found(cells),), pack))


def _found(
    function: str, exercise: str, answers: Sequence[Any], source: str | None
) -> tuple[tuple[Found, ...], str]:
    if not isinstance(exercise, str):
        raise CannotCheck(f'name the exercise first: {function}("pos_embed_2d", pos_embed_2d).')
    if source is not None:
        if answers or not isinstance(source, str):
            raise CannotCheck("give either a function or class, or code as text in source=, and not both.")
        return (Found(FromText(str.__str__(source))),), ""
    if not answers:
        raise CannotCheck(f'give what is to be checked, too: {function}("{exercise}", {exercise}).')
    for answer in answers:
        if isinstance(answer, str):
            raise CannotCheck(
                f'that is a text: pass the function or class itself, or {function}("{exercise}", source=...).'
            )
        if not callable(answer):
            raise CannotCheck(
                f"that is of type {type(answer).__name__}: pass the function or class itself, not what it "
                "returns."
            )
    return places_of(exercise, answers), " and ".join(in_words(answer) for answer in answers)


def _ask(
    exercise: str,
    found: tuple[Found, ...],
    pack: str | os.PathLike[str] | None,
    *,
    unnamed: str = "",
    draws: bool = False,
) -> Reply:
    own = marimo_cells.folder()
    here = own or _here()
    folder = own or _where_it_began(here)
    given = str(Path(here, os.fspath(pack)).absolute()) if pack is not None else None
    try:
        reply = CONVERSATION.ask(Request(0, str.__str__(exercise), found, unnamed, folder, given, draws))
    except UnicodeEncodeError as fault:
        raise CannotCheck(_half_a_character(fault, exercise, folder)) from None
    except (KataError, ValueError) as fault:
        raise CannotCheck(fault.told if isinstance(fault, KataError) else "this is too much code.") from None
    if reply.fault:
        raise CannotCheck(reply.fault)
    return reply


def _here() -> str:
    try:
        return os.getcwd()  # noqa: PTH109 - it is sent as a text
    except OSError:  # this folder is gone
        return os.sep


def _where_it_began(here: str) -> str:
    """The folder in which the kernel was started, the notebook's, whatever it changed to meanwhile.

    If what it imported last of the two is from the folder that it is in now, it is the folder of now.
    """
    began = getattr(shell(), "starting_dir", None)
    if not isinstance(began, str) or not Path(began).is_dir():
        return here
    imported = [module for name, module in tuple(sys.modules.items()) if "." not in name]
    return next((folder for folder in map(_folder_of, reversed(imported)) if folder in (here, began)), began)


def _folder_of(module: object) -> str:
    """The folder that a module or package was found in."""
    file = getattr(module, "__file__", None)
    if not isinstance(file, str):
        return ""
    path = Path(file)
    return str(path.parent.parent if path.name == "__init__.py" else path.parent)


def _half_a_character(fault: UnicodeEncodeError, exercise: str, folder: str) -> str:
    half = str(fault.object)[fault.start : fault.start + 1]
    what = "the code"
    if half in exercise:
        what = "the name of the exercise"
    elif half in folder:
        what = f"the name of the folder {folder!a}"
    return f"{what} holds {half!a}, which is half of a character and no text: put another one there."


def _verdict(reply: Reply) -> Verdict:
    assert reply.result is not None, "a reply has a result or a fault"
    # Of nbgrader a cell that ends with None has full marks, and one that raises has none.
    if reply.result.score is None:
        raise CannotCheck(reply.result.message)
    if reply.examples_only and os.environ.get("NBGRADER_EXECUTION") == "autograde":
        raise CannotCheck(
            "nbgrader is grading, and only the visible examples are there: nobody could have all points. Let "
            "it run where the exercises stand together with their solutions."
        )
    return verdict_of(reply, reply.result, reply.result.score)
