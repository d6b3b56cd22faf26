"""The plugin for pytest: in a workspace or a student pack each check of an exercise is a test item.

What is not in a workspace is left alone. pytest loads this in every project where kata is installed, so that
nothing but pytest and the standard library is imported before a workspace is found.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from grader.catalogue import Pack
    from grader.errors import KataError
    from grader.model import CheckResult, Key
    from grader.practice.checking import Checked, Practice
    from grader.practice.workspace import Workspace

SESSION = "kata-session"
ANSWERS = (".py", ".ipynb")


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
        """Read the packs; one that is not there ends the run before anything is collected."""
        from grader.errors import UsageError

        for place in self.places.values():
            try:
                place.open()
            except UsageError as fault:
                raise pytest.UsageError(f"kata: {_harmless(fault.told)}") from None

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(
        self, file_path: Path, parent: pytest.Collector
    ) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
        """Take an answer for what it is, and keep others from importing it into this process."""
        found = yield
        for folder in (file_path.parent, file_path.parent.parent):
            place = self.places.get(folder)
            if place is not None and place.is_answer(file_path):
                if not (place.counts(file_path) or parent.session.isinitpath(file_path)):
                    return []
                answer = AnswerFile.from_parent(parent, path=file_path)
                answer.begin(self, place)
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

    def is_answer(self, path: Path) -> bool:
        """Whether a file is named as an answer to an exercise of the pack is."""
        pack = self.open()
        name = path.stem
        if path.suffix not in ANSWERS or (name not in pack.exercises and name not in pack.broken):
            return False
        return path.parent in (self.workspace.folder, self.workspace.folder / name)

    def counts(self, path: Path) -> bool:
        """Whether it is the one that counts of the files that answer the exercise."""
        from grader.practice.workspace import answers_to

        answers = answers_to(self.workspace.folder, path.stem)
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


class AnswerFile(pytest.File):
    """A file that answers an exercise. It is checked once, when the first of its items is run."""

    of: KataSession
    place: Place

    def begin(self, of: KataSession, place: Place) -> None:
        """Say what it belongs to."""
        self.of = of
        self.place = place
        self._outcome: Checked | KataError | None = None

    def collect(self) -> Iterable[pytest.Item]:
        """An item for each check; nothing of the answer is run, or even read."""
        from grader.errors import KataError
        from grader.needs import MissingPackage, require_packages

        try:
            exercise = self.place.open().exercise(self.path.stem)
            require_packages(exercise)
            key = self.place.practice().key(exercise)
        except MissingPackage as fault:
            self.of.missing[fault.told] = None
            item = CheckItem.from_parent(self, name="loading")
            item.add_marker(pytest.mark.skip(reason=fault.told))
            return [item]
        except KataError as fault:
            raise self.CollectError(_harmless(fault.told)) from None
        return list(self._items(key))

    def prepare(self) -> None:
        """Start what will run the answer, and do not wait for it."""
        from grader.needs import missing_packages, server_kind

        exercise = self.place.open().exercise(self.path.stem)
        if not missing_packages(exercise):
            self.place.practice().worker.prepare(server_kind(exercise, ()))

    def _items(self, key: Key) -> Iterator[pytest.Item]:
        for index, check in enumerate(key.checks):
            item = CheckItem.from_parent(self, name=check.name)
            item.index = index
            item.extra_keyword_matches.add(check.visibility)
            yield item

    def checked(self, *, keep: bool) -> Checked:
        """What came of checking the file, now or before; raises `KataError` as it did then."""
        from grader.errors import KataError

        if self._outcome is None:
            try:
                self._outcome = self._check(keep)
            except KataError as fault:
                self._outcome = fault
        if isinstance(self._outcome, KataError):
            raise self._outcome
        return self._outcome

    def _check(self, keep: bool) -> Checked:
        from grader.practice.progress import Progress

        practice = self.place.practice()
        practice.progress = Progress(tell=self._tell) if keep else None
        exercise = self.place.open().exercise(self.path.stem)
        return practice.check(exercise, self.path, shown=self.nodeid)

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
        from grader.errors import KataError

        try:
            checked = self.answer.checked(keep=self.answer.of.keeps(self))
        except KataError as fault:
            pytest.fail(_harmless(fault.told), pytrace=False)
        if checked.result.status == "harness_error":
            pytest.fail(checked.result.message, pytrace=False)
        if checked.not_kept is not None and self.answer.of.keeps(self):
            self.warn(pytest.PytestWarning(_harmless(checked.not_kept)))

    def runtest(self) -> None:
        """Fail with the message of the check."""
        checked = self.answer.checked(keep=False)
        found = checked.result.checks[self.index]
        if found.status == "passed":
            return
        if found.printed:
            self.add_report_section("call", "stdout", _harmless(found.printed))
        if checked.result.notes:
            self.add_report_section("call", "notes", "\n".join(checked.result.notes))
        pytest.fail(_message(checked, found), pytrace=False)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where it stands, and how its failure is headed."""
        return self.path, 0, f"{self.path.stem}: {self.name}"


def _harmless(text: str) -> str:
    from grader.escape import for_terminal

    return for_terminal(text, multiline=True)


def _message(checked: Checked, check: CheckResult) -> str:
    """Why a check did not pass, in the words of `kata check`."""
    result = checked.result
    nothing_ran = all(each.status == "not_run" for each in result.checks)
    return result.message if checked.untouched or nothing_ran else check.message
