"""From a request to its reply: a verdict, or a picture. All that is told is what a student may read."""

from __future__ import annotations

import contextlib
import secrets
import traceback
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType

import msgspec
import numpy as np

from grader.catalogue import Pack, load_pack
from grader.errors import HarnessError, KataError
from grader.escape import clean
from grader.needs import require_packages
from grader.notebook.messages import FromText, Reply, Request
from grader.notebook.reading import read
from grader.notebook.skipped import require_own_cell, with_older
from grader.pictures.compared import choose, compared_picture
from grader.pictures.panels import Picture
from grader.practice.cancelling import Cancellation, Cancelled
from grader.practice.checking import Checked, Practice
from grader.practice.own_worker import open_own_worker
from grader.practice.progress import Progress
from grader.practice.workspace import Workspace, find_workspace

GIVEN_UP = "it was interrupted."
# So long another program may keep from the progress; a verdict is to be told soon.
PROGRESS_WAIT_S = 1.0


@dataclass(frozen=True)
class _Place:
    """Where a notebook works: a pack, what checks answers to it, and the workspace, if it is in one."""

    pack: Pack
    practice: Practice
    workspace: Workspace | None


class Desk:
    """Answers requests, one at a time. Packs, keys and workers stay until it is closed."""

    def __init__(self) -> None:
        self._open = ExitStack()
        self._known: dict[Path | None, tuple[Pack, Practice]] = {}
        self._told: list[str] = []
        self._progress = Progress(tell=self._told.append)
        self._progress.wait_s = PROGRESS_WAIT_S

    def __enter__(self) -> Desk:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the workers, also from another thread."""
        self._open.close()

    def answer(self, request: Request, cancellation: Cancellation) -> Reply:
        """The reply to a request; nothing that it holds raises an exception."""
        try:
            return self._answer(request, cancellation)
        except Cancelled:
            return Reply(request.number, fault=GIVEN_UP)
        except KataError as fault:
            return Reply(request.number, fault=fault.told)
        except Exception as fault:  # noqa: BLE001 - the notebook waits for a reply; the text could hold what is hidden
            last = traceback.extract_tb(fault.__traceback__)[-1]
            where = f"{type(fault).__name__} in {Path(last.filename).name}, line {last.lineno}"
            return Reply(request.number, fault=f"the grader itself failed, which is not your fault: {where}.")

    def _answer(self, request: Request, cancellation: Cancellation) -> Reply:
        place = self._place(request)
        exercise = place.pack.exercise(request.exercise)
        require_packages(exercise)
        submission = read(request, exercise)
        own = not request.draws and not any(isinstance(found.place, FromText) for found in request.found)
        place.practice.progress = None  # until it is known what was checked
        checked = place.practice.check_submission(exercise, submission, cancellation=cancellation)
        require_own_cell(request, submission, checked.result)
        if request.draws:
            return _drawn(request, checked)
        if own:
            place.practice.progress = self._progress
            checked = place.practice.kept(checked)
        message = with_older(submission, exercise, checked.result)
        checked = replace(checked, result=msgspec.structs.replace(checked.result, message=message))
        if own and place.workspace is not None:
            with contextlib.suppress(HarnessError):  # it only saves naming the folder the next time
                self._progress.remember(place.workspace.folder.absolute())
        return _verdict(request, checked, self._notes(checked))

    def _place(self, request: Request) -> _Place:
        workspace = find_workspace(Path(request.folder))
        folder = workspace.pack if workspace is not None else None
        if request.pack is not None:
            folder = Path(request.pack)
        if folder not in self._known:
            pack = load_pack(folder)
            worker = self._open.enter_context(open_own_worker(pack))
            self._known[folder] = pack, Practice(worker, None)
        return _Place(*self._known[folder], workspace)

    def _notes(self, checked: Checked) -> list[str]:
        """What is to be said of the progress."""
        told = [*self._told, *([checked.not_kept] if checked.not_kept is not None else [])]
        self._told.clear()
        return [clean(sentence) for sentence in told]


def _verdict(request: Request, checked: Checked, notes: list[str]) -> Reply:
    from grader.fragments.verdict import standalone, verdict_html, verdict_text

    result = msgspec.structs.replace(checked.result, notes=(*checked.result.notes, *notes))
    shown = _picture(checked, request.exercise) if result.status == "failed" else None
    options: Mapping[str, bool] = {"examples_only": checked.examples_only}
    html = verdict_html(result, shown, ident=_ident(), **options)
    text = verdict_text(result, shown, **options)
    return Reply(request.number, "", result, text, str(standalone(html)), checked.examples_only)


def _drawn(request: Request, checked: Checked) -> Reply:
    from grader.fragments.heatmap import picture_html
    from grader.fragments.verdict import standalone
    from grader.markup import trusted

    shown = _picture(checked, request.exercise, wrong=False)
    if shown is None:
        text = (
            "There is nothing to draw: no visible example gave numbers. "
            f'check("{request.exercise}", ...) says why.'
        )
        return Reply(request.number, "", checked.result, text, str(trusted("<p>{}</p>").format(text)))
    html = picture_html(shown, _ident())
    return Reply(request.number, "", checked.result, _in_letters(shown), str(standalone(html)))


def _in_letters(shown: Picture) -> str:
    """A picture as text: what is to be seen, and the numbers, of many the first and the last."""
    blocks = [f"{clean(shown.title)}\n{clean(shown.told)}"]
    for panel in shown.panels:
        values = np.array2string(
            panel.values,
            threshold=100,
            max_line_width=80,
            formatter={"float_kind": lambda number: f"{number:.6g}"},
        )
        blocks.append(f"{clean(panel.title)}\n{values}")
    return "\n\n".join(blocks)


def _picture(checked: Checked, exercise: str, *, wrong: bool = True) -> Picture | None:
    """The picture of a visible case; None if there is none, or where it is to show what is ``wrong``."""
    one = choose(checked.key, checked.evidence)
    if one is None or (wrong and one.mismatch is None):
        return None
    return compared_picture(one, exercise)


def _ident() -> str:
    """Letters and digits that no other output of the notebook has."""
    return f"k{secrets.token_hex(5)}"
