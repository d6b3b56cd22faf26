"""The application of the local page: its addresses, and what answers them."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from grader.catalogue import Pack
from grader.errors import KataError, UsageError
from grader.practice.progress import Progress
from grader.practice.showing import shown_path
from grader.practice.standing import Standings
from grader.web import pages
from grader.web.access import Access, Place
from grader.web.files import Conflict, Desk, DiskFull, Held, Saved, TooLarge
from grader.web.guard import API, ENTERS, HELLO, NONCE, Guard
from grader.web.pictures import Pictures
from grader.web.running import OUR_FAULT, Run, Runner
from grader.web.streaming import EventStream, Lines, Refused, read_json
from grader.web.views import catalogue, exercise_view, hint

if TYPE_CHECKING:
    from grader.model import Exercise, Submission
    from grader.practice.helping import OpenedSolution

NO_PAGE = "There is no page at this address."
NONCE_HEADER = "x-kata-nonce"
MAX_NONCE = 200
Answer = Callable[[Request], Awaitable[Response]]


class Code(msgspec.Struct, frozen=True):
    """What a page sends of its editor: the text, and the version of the file that it began with."""

    code: str
    version: str
    keep_other: bool = False


class ToRun(msgspec.Struct, frozen=True):
    """What is to be run; without a code the file as it is."""

    code: str | None = None
    version: str = ""


class GiveUp(msgspec.Struct, frozen=True):
    """Whether the solution is to be shown although the exercise is not passed."""

    give_up: bool = False


class Nothing(msgspec.Struct, frozen=True):
    """A request that says all with its address."""


@dataclass(frozen=True)
class Site:
    """What the pages are about, and what does the work."""

    pack: Pack
    progress: Progress
    desk: Desk
    runner: Runner
    pictures: Pictures
    access: Access

    def app(self) -> Guard:
        """The application, behind its guard."""
        pages.know_types()
        routes = [
            Route("/", self.home),
            Route("/exercise/{name}", self.exercise),
            Route(HELLO, self.hello),
            *(
                Route(f"{API}exercise/{{name}}/{path}", answer, methods=[method])
                for path, method, answer in self._calls()
            ),
            Route("/static/fragments.css", _fragments_style),
            Mount("/static", StaticFiles(packages=[(pages.PACKAGE, "static")])),
        ]
        faults: dict[Any, Any] = {
            HTTPException: _told_missing,
            KataError: _told_fault,
            Refused: _told_fault,
            Exception: _told_broken,
        }
        app = Starlette(routes=routes, exception_handlers=faults)
        return Guard(app, self.access, self.place, pages.refused)

    @property
    def place(self) -> Place:
        """The workspace and the pack that the pages are about."""
        return Place(self.desk.folder, self.pack.folder)

    def _calls(self) -> list[tuple[str, str, Answer]]:
        return [
            ("code", "GET", self.code),
            ("version", "GET", self.version),
            ("about", "GET", self.about),
            ("code", "PUT", self.save),
            ("run", "POST", self.run),
            ("stop", "POST", self.stop),
            ("hint", "POST", self.hint),
            ("solution", "POST", self.solution),
            ("reset", "POST", self.reset),
        ]

    # ------------------------------------------------------------------- who is here

    async def hello(self, request: Request) -> Response:
        """Prove to a page that this is the server whose token it has, before it sends that or any text."""
        nonce = request.headers.get(NONCE_HEADER, "")
        if not 0 < len(nonce) <= MAX_NONCE:
            raise Refused(400, "There is nothing to be proven.")
        return JSONResponse({"proof": self.access.proof(nonce)})

    # ------------------------------------------------------------------- pages

    async def home(self, request: Request) -> Response:
        """The catalogue; or the way in, for whoever brings the token."""
        if request.scope["state"][ENTERS]:
            return self._enter(request)
        answer = await _page(request, "catalogue.html", self.place, self._catalogue)
        self.runner.warm_up()
        return answer

    def _enter(self, request: Request) -> Response:
        answer = HTMLResponse(pages.page("enter.html", _nonce(request)))
        answer.set_cookie(
            self.access.cookie_name, self.access.cookie, path="/", httponly=True, samesite="strict"
        )
        return answer

    def _catalogue(self) -> object:
        stand, notes = self._standings()
        folder = shown_path(self.desk.folder)
        return catalogue(self.pack, stand, folder, (*notes, *self.desk.notes))

    def _standings(self) -> tuple[Standings, list[str]]:
        try:
            return self.progress.standings(), []
        except KataError as fault:
            return Standings(), [fault.told]

    async def exercise(self, request: Request) -> Response:
        """An exercise; what its first run needs is made ready meanwhile."""
        exercise = self._exercise(request)
        track = request.query_params.get("track")
        return await _page(request, "exercise.html", self.place, lambda: self._exercise_view(exercise, track))

    def _exercise_view(self, exercise: Exercise, track: str | None) -> object:
        held = self.desk.held(exercise)
        self.runner.warm_up()
        self.runner.make_ready(exercise, _submission(exercise, held) if held.exists else None)
        stand, _ = self._standings()
        shown = shown_path(held.path or self.desk.folder / exercise.name / f"{exercise.name}.py")
        about = self.pictures.known(exercise)
        return exercise_view(
            exercise,
            self.pack,
            stand,
            self.progress,
            held,
            shown,
            self.desk.folder,
            track=track,
            about=about,
        )

    # ------------------------------------------------------------------- the code

    async def code(self, request: Request) -> Response:
        """The code of an answer, and the version of its file."""
        exercise = self._exercise(request)
        held = await run_in_threadpool(self.desk.held, exercise)
        return JSONResponse(
            {
                "code": held.code,
                "version": held.version,
                "path": shown_path(held.path) if held.path else "",
                "kind": held.kind,
                "exists": held.exists,
                "problem": held.problem,
            }
        )

    async def version(self, request: Request) -> Response:
        """The version alone."""
        held = await run_in_threadpool(self.desk.held, self._exercise(request))
        return JSONResponse({"version": held.version, "kind": held.kind, "exists": held.exists})

    async def save(self, request: Request) -> Response:
        """Write what is in the editor."""
        exercise = self._exercise(request)
        given = await read_json(request, Code)
        write = functools.partial(self.desk.save, keep_other=given.keep_other)
        try:
            saved = await run_in_threadpool(write, exercise, given.code, given.version)
        except Conflict as conflict:
            return _conflict(conflict.held)
        copy = {"copy": shown_path(saved.copy)} if saved.copy else {}
        return JSONResponse({"version": saved.version, "path": _path(saved), **copy})

    async def reset(self, request: Request) -> Response:
        """Begin anew, with a copy of what was there."""
        exercise = self._exercise(request)
        await read_json(request, Nothing)
        held, copy = await run_in_threadpool(self.desk.reset, exercise)
        return JSONResponse(
            {"code": held.code, "version": held.version, "copy": shown_path(copy) if copy else None}
        )

    # ------------------------------------------------------------------- runs

    async def run(self, request: Request) -> Response:
        """Save, check, and tell of it line by line."""
        exercise = self._exercise(request)
        given = await read_json(request, ToRun)
        try:
            version, submission = await run_in_threadpool(self._saved_to_run, exercise, given)
        except Conflict as conflict:
            return _conflict(conflict.held)
        lines = Lines()
        lines.put({"event": "saved", "version": version})
        run = Run(exercise, submission, lines.put)
        self.runner.submit(run)
        return EventStream(lines, lambda: self.runner.cancel(run))

    def _saved_to_run(self, exercise: Exercise, given: ToRun) -> tuple[str, Submission]:
        """What is to be run is read at once: a later save has its own run."""
        if given.code is None:
            held = self.desk.begin(exercise)
        else:
            saved = self.desk.save(exercise, given.code, given.version)
            held = self.desk.held(exercise)
            if held.version != saved.version:
                raise Conflict(held)
        return held.version, _submission(exercise, held)

    async def stop(self, request: Request) -> Response:
        """End what runs of an exercise."""
        exercise = self._exercise(request)
        await read_json(request, Nothing)
        self.runner.stop(exercise.name)
        return JSONResponse({})

    # ------------------------------------------------------------------- what helps along

    async def about(self, request: Request) -> Response:
        """Its author's picture of an exercise, as soon as it is drawn."""
        exercise = self._exercise(request)
        return JSONResponse({"html": await run_in_threadpool(self.pictures.drawn, exercise)})

    async def hint(self, request: Request) -> Response:
        """Open the next hint."""
        from grader.practice.helping import open_hint

        exercise = self._exercise(request)
        await read_json(request, Nothing)
        opened = await run_in_threadpool(open_hint, exercise, self.progress)
        shown = hint(opened)
        return JSONResponse(
            {
                "number": shown.number,
                "total": shown.total,
                "html": shown.text,
                "is_approach": shown.is_approach,
                "follows": opened.follows,
                "note": opened.not_kept,
            }
        )

    async def solution(self, request: Request) -> Response:
        """Show the solution, if that is allowed by now, or is asked for by giving up."""
        exercise = self._exercise(request)
        given = await read_json(request, GiveUp)
        return JSONResponse({"html": await run_in_threadpool(self._solution, exercise, given.give_up)})

    def _solution(self, exercise: Exercise, give_up: bool) -> str:
        from grader.practice.helping import NotYet, open_solution

        if exercise.solution_folder is None:
            raise Refused(409, "This pack holds no solutions, so none can be shown here.")
        try:
            opened: OpenedSolution = open_solution(exercise, self.progress, give_up=give_up)
        except NotYet:
            raise Refused(
                409,
                "The solution is closed until you have passed. Giving up opens it now, which is kept in "
                "your progress.",
            ) from None
        return pages.solution(opened)

    def _exercise(self, request: Request) -> Exercise:
        """The exercise of an address: nothing but the names of the pack leads to a file."""
        try:
            return self.pack.exercise(request.path_params["name"])
        except KataError as fault:
            raise HTTPException(404, fault.told) from None


# --------------------------------------------------------------------------- answers


async def _fragments_style(_: Request) -> Response:
    """The style of verdicts and pictures, which notebooks have as well."""
    return Response(await run_in_threadpool(pages.fragments_style), media_type="text/css")


def _nonce(request: Request) -> str:
    return str(request.scope["state"][NONCE])


async def _page(request: Request, template: str, place: Place, view: Callable[[], object]) -> Response:
    def made() -> bytes:
        return pages.page(template, _nonce(request), place=place, view=view())

    return HTMLResponse(await run_in_threadpool(made))


def _submission(exercise: Exercise, held: Held) -> Submission:
    from grader.intake.own_files import read_own_file

    if held.path is None:
        raise UsageError(f"{exercise.name} was removed in this moment: try again.")
    return read_own_file(held.path, exercise.name, shown=shown_path(held.path))


def _path(saved: Saved) -> str:
    return shown_path(saved.path) if saved.path else ""


def _conflict(held: Held) -> Response:
    told = "The file was changed outside of this page; nothing was written."
    return JSONResponse(
        {
            "message": told,
            "code": held.code,
            "version": held.version,
            "kind": held.kind,
            "problem": held.problem,
        },
        409,
    )


def _refusal(request: Request, status: int, sentence: str) -> Response:
    if request.url.path.startswith(API):
        return JSONResponse({"message": sentence}, status)
    return HTMLResponse(pages.page("missing.html", _nonce(request), message=sentence), status)


def _told_missing(request: Request, fault: HTTPException) -> Response:
    """What is not there, or not in this way."""
    sentence = fault.detail if "name" in request.path_params else NO_PAGE
    if fault.status_code == 405:
        sentence = "That is not how this address is used."
    return _refusal(request, fault.status_code, sentence)


def _told_fault(request: Request, fault: KataError | Refused) -> Response:
    """What cannot be done, and why."""
    if isinstance(fault, Refused):
        return _refusal(request, fault.status, str(fault))
    status = 422 if isinstance(fault, UsageError) else 500
    if isinstance(fault, TooLarge):
        status = 413
    if isinstance(fault, DiskFull):
        status = 507
    return _refusal(request, status, fault.told)


def _told_broken(request: Request, fault: Exception) -> Response:
    """What is our own fault; the server logs it."""
    return _refusal(request, 500, OUR_FAULT)
