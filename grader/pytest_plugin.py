"""The plugin for pytest: in a workspace or a student pack each check of an exercise is a test item.

What is not in a workspace is left alone. pytest loads this in every project where kata is installed, so that
nothing but pytest and the standard library is imported before a workspace is found.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from grader.catalogue import Pack
    from grader.practice.checking import Checked, Practice
    from grader.practice.workspace import Workspace

SESSION = "kata-session"


def pytest_configure(config: pytest.Config) -> None:
    """Begin where what is to be tested lies in a workspace; elsewhere nothing else is registered."""
    if config.pluginmanager.has_plugin(SESSION):
        return
    workspaces, faults = _workspaces(config)
    if workspaces or faults:
        config.pluginmanager.register(KataSession(config, workspaces, faults), SESSION)


class _Plugin:
    """What the entry point names; the module itself may be named with ``-p``, too."""

    def pytest_configure(self, config: pytest.Config) -> None:
        pytest_configure(config)


PLUGIN = _Plugin()


def _workspaces(config: pytest.Config) -> tuple[dict[Path, Workspace], list[str]]:
    """The workspaces that the arguments lie in, by folder, and what is wrong with others."""
    from grader.errors import UsageError
    from grader.practice.workspace import find_workspace

    found, faults = dict[Path, "Workspace"](), dict[str, None]()
    for argument in dict.fromkeys(config.args):
        try:
            workspace = find_workspace(config.invocation_params.dir / argument.partition("::")[0])
        except UsageError as fault:  # another program's file may have that name, so that it stops nothing
            faults[fault.told] = None
            continue
        if workspace is not None:
            found[workspace.folder] = workspace
    return found, list(faults)


class KataSession:
    """One run of pytest: what of it lies in workspaces, and the worker that runs the answers."""

    def __init__(self, config: pytest.Config, workspaces: dict[Path, Workspace], faults: list[str]) -> None:
        self.config = config
        self.faults = faults
        self.places = {folder: Place(workspace) for folder, workspace in workspaces.items()}
        self.missing: dict[str, None] = {}
        self._firsts: set[str] = set()

    # ----------------------------------------------------------------------- what pytest asks

    def pytest_report_header(self) -> list[str]:
        """Say where the checks come from."""
        from grader.escape import clean

        told = [place.told for place in self.places.values()]
        return [f"kata: {clean(line)}" for line in (*told, *self.faults)]

    @pytest.hookimpl(tryfirst=True)  # before the header is written
    def pytest_sessionstart(self) -> None:
        """Read the packs. One that cannot be used is told of, and stops no other test."""
        from grader.errors import UsageError

        for folder, place in list(self.places.items()):
            try:
                place.open()
            except UsageError as fault:
                self.faults.append(f"nothing in {folder} is checked: {fault.told}")
                del self.places[folder]

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(
        self, file_path: Path, parent: pytest.Collector
    ) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
        """Take an answer for what it is, and keep others from importing it into this process."""
        from grader.practice.workspace import is_kept

        found = yield
        for folder in (file_path.parent, file_path.parent.parent):
            place = self.places.get(folder)
            if place is None:
                continue
            if is_kept(file_path.name):  # it leads to an answer, or is an older one
                return []
            exercise = place.answered_by(file_path)
            if exercise is not None:
                if not (place.counts(file_path, exercise) or parent.session.isinitpath(file_path)):
                    return []
                answer = AnswerFile.from_parent(parent, path=file_path)
                answer.begin(self, place, exercise)
                return [answer]
        return found

    def pytest_report_collectionfinish(self) -> list[str]:
        """Say which packages are missing, with the command that adds them."""
        return [f"kata: {told}" for told in self.missing]

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Note the first item of each answer, and let the servers that will run them warm up.

        Where several processes share the items of an answer, that of its first item keeps the attempt.
        """
        from grader.errors import KataError

        first: dict[AnswerFile, str] = {}
        for item in session.items:
            if isinstance(item, CheckItem):
                first.setdefault(item.answer, item.nodeid)
        self._firsts = set(first.values())
        if not self.config.option.collectonly:
            for answer in first:
                with suppress(KataError):  # what goes wrong is told by the items
                    answer.prepare()

    def pytest_unconfigure(self) -> None:
        """End the workers."""
        for place in self.places.values():
            place.close()

    # ----------------------------------------------------------------------- what items ask

    def keeps(self, item: CheckItem) -> bool:
        """Whether the attempt is kept in this process."""
        return item.nodeid in self._firsts


class Place:
    """A workspace, its pack, and the worker that stays warm for all of its answers."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self._pack: Pack | None = None
        self._ends = ExitStack()
        self._practice: Practice | None = None

    @property
    def told(self) -> str:
        """Where it is, in words."""
        folder, pack = self.workspace.folder, self.workspace.pack
        where = f"student pack {folder}" if pack == folder else f"workspace {folder}"
        of_another = f", pack {pack}" if pack not in (None, folder) else ""
        graded = any(exercise.solution_folder is not None for exercise in self.open().exercises.values())
        return where + of_another + ("" if graded else " (the visible examples only)")

    def open(self) -> Pack:
        """Its pack; raises `UsageError` if there is none."""
        from grader.catalogue import load_pack

        if self._pack is None:
            self._pack = load_pack(self.workspace.pack)
        return self._pack

    def answered_by(self, path: Path) -> str | None:
        """The exercise of the pack that a file is named as an answer to, in whatever case."""
        from grader.practice.workspace import ENDINGS

        pack = self.open()
        if path.suffix.lower() not in ENDINGS:
            return None
        name = path.stem.casefold()
        found = (each for each in (*pack.exercises, *pack.broken) if each.casefold() == name)
        is_here = path.parent == self.workspace.folder
        is_own = path.parent.parent == self.workspace.folder and path.parent.name.casefold() == name
        return next(found, None) if is_here or is_own else None

    def counts(self, path: Path, exercise: str) -> bool:
        """Whether it is the one that counts of the files that answer the exercise."""
        from grader.practice.workspace import answers_to

        answers = answers_to(self.workspace.folder, exercise)
        return bool(answers) and answers[0].path == path

    def practice(self) -> Practice:
        """What checks the answers; the worker is opened when it is first needed."""
        if self._practice is None:
            from grader.practice.checking import Practice
            from grader.practice.own_worker import open_own_worker

            self._practice = Practice(self._ends.enter_context(open_own_worker(self.open())), None)
        return self._practice

    def close(self) -> None:
        """End the worker, if there is one."""
        self._ends.close()


@dataclass(frozen=True)
class _Told:
    """What may be shown of a check of a file; whatever else came of it is not kept.

    ``fault`` says why nothing could be checked.
    """

    fault: str | None = None
    checks: tuple[_CheckTold, ...] = ()
    notes: tuple[str, ...] = ()
    not_kept: str | None = None


@dataclass(frozen=True)
class _CheckTold:
    """What may be shown of one check of an exercise; nothing is said of one that passed."""

    message: str | None
    printed: str


class AnswerFile(pytest.File):
    """A file that answers an exercise. It is checked once, when the first of its items is run."""

    of: KataSession
    place: Place
    exercise: str

    def begin(self, of: KataSession, place: Place, exercise: str) -> None:
        """Say what it belongs to."""
        self.of = of
        self.place = place
        self.exercise = exercise
        self._told: _Told | None = None

    def collect(self) -> Iterable[pytest.Item]:
        """An item for each check; nothing of the answer is run, or even read."""
        from grader.errors import KataError
        from grader.needs import MissingPackage

        try:
            return list(self._items())
        except MissingPackage as fault:
            self.of.missing[fault.told] = None
            item = CheckItem.from_parent(self, name="loading")
            item.add_marker(pytest.mark.skip(reason=fault.told))
            return [item]
        except KataError as fault:
            told = _harmless(fault.told)
        # Not where the fault is at hand: its frames hold the key.
        raise self.CollectError(told)

    def prepare(self) -> None:
        """Start what will run the answer, and do not wait for it."""
        from grader.needs import missing_packages, server_kind

        exercise = self.place.open().exercise(self.exercise)
        if not missing_packages(exercise):
            self.place.practice().worker.prepare(server_kind(exercise, ()))

    def _items(self) -> Iterator[pytest.Item]:
        from grader.needs import require_packages

        exercise = self.place.open().exercise(self.exercise)
        require_packages(exercise)
        checks = self.place.practice().key(exercise).checks
        for index, (name, visibility) in enumerate([(each.name, each.visibility) for each in checks]):
            item = CheckItem.from_parent(self, name=name)
            item.index = index
            item.extra_keyword_matches.add(visibility)
            yield item

    def told(self, *, keep: bool) -> _Told:
        """What may be shown of checking the file, now or before."""
        if self._told is None:
            self._told = self._checked(keep)
        return self._told

    def _checked(self, keep: bool) -> _Told:
        from grader.errors import KataError
        from grader.practice.progress import Progress

        practice = self.place.practice()
        practice.progress = Progress(tell=self._tell) if keep else None
        try:
            exercise = self.place.open().exercise(self.exercise)
            return _tellable(practice.check(exercise, self.path, shown=self.nodeid))
        except KataError as fault:
            return _Told(_harmless(fault.told))

    def _tell(self, sentence: str) -> None:
        self.warn(pytest.PytestWarning(_harmless(sentence)))


class CheckItem(pytest.Item):
    """One check of an exercise on one answer: the one of that index in its key."""

    index: int

    @property
    def answer(self) -> AnswerFile:
        """The file that it is a check of."""
        assert isinstance(self.parent, AnswerFile)
        return self.parent

    def setup(self) -> None:
        """Check the answer, if that is not done; what goes wrong besides the answer is an error."""
        told = self.answer.told(keep=self.answer.of.keeps(self))
        if told.fault is not None:
            pytest.fail(told.fault, pytrace=False)
        if told.not_kept is not None and self.answer.of.keeps(self):
            self.warn(pytest.PytestWarning(_harmless(told.not_kept)))

    def runtest(self) -> None:
        """Fail with the message of the check."""
        told = self.answer.told(keep=False)
        check = told.checks[self.index]
        if check.message is None:
            return
        if check.printed:
            self.add_report_section("call", "stdout", _harmless(check.printed))
        if told.notes:
            self.add_report_section("call", "notes", "\n".join(told.notes))
        pytest.fail(check.message, pytrace=False)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where it stands, and how its failure is headed."""
        return self.path, 0, f"{self.answer.exercise}: {self.name}"


def _harmless(text: str) -> str:
    from grader.escape import for_terminal

    return for_terminal(text, multiline=True)


def _tellable(checked: Checked) -> _Told:
    """What may be shown, in the words of `kata check`."""
    result = checked.result
    if result.status == "harness_error":
        return _Told(result.message)
    nothing_ran = all(each.status == "not_run" for each in result.checks)
    of_all = result.message if checked.untouched or nothing_ran else None
    checks = tuple(
        _CheckTold(None if each.status == "passed" else of_all or each.message, each.printed or "")
        for each in result.checks
    )
    return _Told(None, checks, result.notes, checked.not_kept)
