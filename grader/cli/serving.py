"""The command of the local page: serve."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.session import (
    INTERRUPTED,
    last_workspace,
    open_own_worker,
    open_place,
    open_progress,
    pack_option,
    tell_broken,
)
from grader.errors import UsageError
from grader.escape import clean, for_terminal

if TYPE_CHECKING:
    from contextlib import ExitStack

    from grader.catalogue import Pack
    from grader.practice.progress import Progress
    from grader.web.access import Access

# What the page is made with; the command says so where one of them is not installed.
PACKAGES = ("starlette", "uvicorn", "markdown_it", "mdit_py_plugins")


@dataclass(frozen=True)
class _Place:
    """The pack, the workspace, and the pack that a new workspace is to remember."""

    pack: Pack
    folder: Path
    pack_to_keep: Path | None


@click.command()
@click.argument("folder", required=False, type=click.Path(path_type=Path), metavar="[DIR]")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help="The port; 0 takes any. Without it 8642 or the next free one, or any where others use the machine.",
)
@click.option("--no-browser", is_flag=True, help="Only print the address.")
@pack_option
def serve(folder: Path | None, port: int | None, no_browser: bool, pack_folder: Path | None) -> int:
    """Practise on a page in your browser, on this machine alone.

    DIR is the workspace; without it the one that this folder lies in, or that you used last, as `kata
    start` chooses it. The page writes the files that your editor and the other commands use; what another
    program saves is noticed, and never written over.

    The page is served to this machine only, and the address that is printed opens it: keep it to
    yourself, as whoever has it can run code as you. Ctrl-C ends the server, with exit status 130; what
    was typed stays.

    \b
    Examples:
      kata serve
      kata serve ~/kata --no-browser
    """
    _require_packages()
    progress = open_progress()
    place = _place(folder, pack_folder, progress)
    tell_broken(place.pack)
    _serve(place, progress, port, browser=not no_browser)
    return INTERRUPTED


def _require_packages() -> None:
    """Say how to add what the page needs; raises `UsageError`."""
    from importlib.util import find_spec

    from grader.needs import adding

    missing = [name for name in PACKAGES if find_spec(name) is None]
    if missing:
        raise UsageError(f"the local page needs {' and '.join(missing)}: {adding('web')}")


def _place(folder: Path | None, pack_folder: Path | None, progress: Progress) -> _Place:
    """Where to practise, chosen as `kata start` does; a folder that holds answers will do, too."""
    from grader.practice.workspace import answers_in, choose_workspace, find_workspace

    if folder is not None and folder.exists() and not folder.is_dir():
        raise UsageError(
            f"{clean(str(folder))} is a file, not a folder: give `kata serve` the folder of your answers."
        )
    pack_folder = pack_folder and pack_folder.absolute()
    here = Path()
    around = find_workspace(here)
    if folder is None and around is None:
        pack = open_place(pack_folder).pack
        if answers_in(here, pack.exercises):
            return _Place(pack, here.absolute(), pack_folder)
    last = last_workspace(progress) if folder is None else None
    chosen = choose_workspace(folder, here, last, pack_folder)
    if chosen.workspace is not None:
        return _Place(open_place(pack_folder, chosen.folder).pack, chosen.folder.absolute(), pack_folder)
    keep = pack_folder or (around.pack if around is not None else None)
    return _Place(open_place(keep).pack, chosen.folder.absolute(), keep)


def _serve(place: _Place, progress: Progress, port: int | None, *, browser: bool) -> None:
    import contextlib

    from grader.web.access import Access
    from grader.web.app import Site
    from grader.web.files import Desk
    from grader.web.neighbours import is_shared
    from grader.web.pictures import Pictures
    from grader.web.running import Runner
    from grader.web.server import bind, serve
    from grader.web.verdicts import verdict_event

    bound = bind(port, shared=port is None and is_shared())
    access = Access(bound.port)
    if bound.unusual:
        click.echo(for_terminal(f"kata: {bound.unusual}"), err=True)
    desk = Desk(place.folder, place.pack_to_keep, progress)
    with contextlib.ExitStack() as stack:
        stack.callback(desk.close)
        runner = Runner(
            lambda: open_own_worker(place.pack),
            progress,
            lambda checked: verdict_event(checked, place.pack, progress),
            lambda text: click.echo(for_terminal(text, multiline=True), err=True),
        )
        stack.enter_context(runner)
        site = Site(place.pack, progress, desk, runner, Pictures(runner), access)

        def begun() -> None:
            _say_where(access, place.folder)
            if browser:
                _open(access, stack)

        serve(site.app(), bound, begun, runner.end)
    click.echo("\nThe page has ended. What you wrote is in your files.")


def _say_where(access: Access, folder: Path) -> None:
    from grader.practice.showing import shown_path

    click.echo(f"page       {access.address}")
    click.echo(f"workspace  {shown_path(folder)}")
    click.echo("\nKeep the address to yourself: it opens the page. Ctrl-C ends it.")


def _open(access: Access, stack: ExitStack) -> None:
    """Open a browser, if there is one; the address is printed in any case."""
    from grader.practice.progress import data_folder
    from grader.web.opening import has_browser, open_browser, way_in

    if not has_browser():
        return
    try:
        open_browser(stack.enter_context(way_in(data_folder() / "serve", access.address)))
    except OSError:  # the address is there to be opened by hand
        return
