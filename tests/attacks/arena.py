"""Where attacks are tried: one long-lived worker, a control after each attack, and a look at the machine."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from grader.catalogue import load_pack
from grader.grade import grade
from grader.intake.classes import open_class
from grader.intake.hand_ins import ClassSubmissions, read_hand_in
from grader.model import Key, Result, Submission
from grader.needs import missing_packages, server_kind
from grader.prepared import key_for
from tests.attacks import judging, leaks, processes
from tests.attacks.judging import Breach
from tests.attacks.reading import (
    ATTACKER,
    NEIGHBOUR,
    PACK,
    Attack,
    Malformed,
    hand_in,
    honest_source,
    text_of,
)
from tests.attacks.traces import Signals, Snapshot, difference, left_over, snapshot
from tests.attacks.watching import WatchedWorker

# Other tests run at the same time; what is no fault of the machine's shows in every try.
TRIES = 5
SEED = 11
# What a control has in it besides, so that it runs on the same kind of server as the attack did.
_MENTIONS = {"numpy": "", "torch": "\nimport torch\n", "torch-long": "\nimport torch  # not torch.optim\n"}


@dataclass
class Outcome:
    """What became of one attack."""

    attack: Attack
    statuses: list[str] = field(default_factory=list)
    checks: list[str] = field(default_factory=list)
    seconds: float = 0.0
    server: str = ""
    breaches: list[Breach] = field(default_factory=list)
    tries: int = 1

    @property
    def reported(self) -> str:
        """What was reported, in a line."""
        if not self.statuses:
            return "ignored"
        found = [status for status in dict.fromkeys(self.checks) if status != "passed"]
        checks = ": " + ", ".join(found) if found and found != ["not_run"] else ""
        return " and ".join(self.statuses) + checks


@dataclass(frozen=True)
class Read:
    """What was found in a class, and all that is graded of it, read."""

    found: ClassSubmissions
    submissions: tuple[Submission, ...] = ()


class Arena:
    """Tries attacks one after the other with the same worker.

    Parameters
    ----------
    signals
        What records the signals that reach this process; it is entered by whoever made it.
    worker
        The worker that grades; the tests of the runner give one that misbehaves.
    """

    def __init__(self, signals: Signals, worker: WatchedWorker | None = None) -> None:
        self.signals = signals
        self.pack = load_pack(PACK)
        self.folder = Path(tempfile.mkdtemp(prefix="kata-corpus-"))
        private = (PACK.resolve(), self.folder.resolve())
        self.worker = WatchedWorker(*private) if worker is None else worker
        self.secrets = leaks.Secrets()
        self.keys: dict[str, Key] = {}
        self._controls: dict[tuple[str, str], Submission] = {}

    def __enter__(self) -> Arena:
        self._held = processes.held()
        self._held.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self.worker.close()
        self._held.__exit__(None, None, None)
        shutil.rmtree(self.folder, ignore_errors=True)

    def can_try(self, exercise: str) -> bool:
        """Whether the packages are there that an exercise needs."""
        return not missing_packages(self.pack.exercise(exercise))

    def prepare(self, exercise: str) -> None:
        """Make the key of an exercise and start a server, so that neither falls into an attack's time."""
        if exercise not in self.keys:
            self.keys[exercise] = key_for(self.pack.exercise(exercise), SEED, self.worker)
            self._control(exercise, "numpy")

    def attempt(self, attack: Attack) -> Outcome:
        """Try an attack; again if there are breaches that a busy machine may have made."""
        self.prepare(attack.exercise)
        outcome = self._once(attack)
        tries = [outcome.breaches]
        while len(tries) < TRIES and any(not breach.sure for breach in judging.confirmed(tries)):
            tries.append(self._once(attack).breaches)
        outcome.breaches = judging.confirmed(tries)
        outcome.tries = len(tries)
        return outcome

    # ------------------------------------------------------------------------ one try

    def _once(self, attack: Attack) -> Outcome:
        outcome = Outcome(attack)
        class_folder = Path(tempfile.mkdtemp(prefix="class-", dir=self.folder))
        try:
            hand_in(attack, class_folder)
        except (Malformed, OSError) as fault:
            outcome.breaches.append(Breach("intake", f"it cannot be handed in: {fault}"))
            return outcome
        running, before = processes.table(), self._look(class_folder)
        began = time.monotonic()
        with leaks.logged() as log:
            handed_in = self._read(class_folder, outcome)
            kinds = [self._grade(attack, submission, outcome) for submission in _of_attacker(handed_in)]
            outcome.seconds = time.monotonic() - began
            outcome.breaches += _of_reading(attack, handed_in, class_folder)
            for kind in dict.fromkeys(kinds or ["numpy"]):
                outcome.breaches += judging.of_control(self._control(attack.exercise, kind), kind)
        outcome.server = ", ".join(dict.fromkeys(kinds))
        outcome.breaches += self._leaked("the log", log.getvalue().encode("utf-8", "replace"))
        traces = [*left_over(self.worker, running), *self.signals.take()]
        traces += difference(before, self._look(class_folder), text_of(attack))
        outcome.breaches += [Breach(trace.kind, trace.sentence, trace.sure) for trace in traces]
        outcome.breaches += self._dead_servers()
        shutil.rmtree(class_folder, ignore_errors=True)
        return outcome

    def _look(self, class_folder: Path) -> Snapshot:
        return snapshot(self.worker.servers(), (class_folder,))

    def _read(self, class_folder: Path, outcome: Outcome) -> Read:
        try:
            return self._handed_in(class_folder)
        except Exception as fault:  # noqa: BLE001 - one who hands in must not spoil the reading of a class
            told = f"the class cannot be read any more: {type(fault).__name__}: {fault}"
            outcome.breaches.append(Breach("intake", told))
            return Read(ClassSubmissions(""))

    def _handed_in(self, class_folder: Path) -> Read:
        with open_class(class_folder, self.pack.exercises) as found:
            every = (each for hand_in in found.hand_ins for each in (hand_in, *hand_in.rivals))
            return Read(found, tuple(map(read_hand_in, every)))

    def _grade(self, attack: Attack, submission: Submission, outcome: Outcome) -> str:
        """Grade one submission, and judge what was told of it. Returns the kind of server."""
        self.prepare(submission.exercise)
        self.worker.forget()
        kind = server_kind(self.pack.exercise(submission.exercise), submission.units)
        try:
            result = grade(submission, self.keys[submission.exercise], self.worker)
        except Exception as fault:  # noqa: BLE001 - that there is one is what is told
            outcome.breaches.append(Breach("grader", f"the grader raised {type(fault).__name__}: {fault}"))
            return kind
        outcome.statuses.append(result.status)
        outcome.checks += [check.status for check in result.checks]
        own = "\n".join(unit.source for unit in submission.units).encode("utf-8", "replace")
        outcome.breaches += judging.of_result(attack, result)
        outcome.breaches += judging.of_time(self.worker.runs)
        for run in self.worker.runs:
            outcome.breaches += self._leaked("what its worker told", leaks.told(run.seen), own)
        outcome.breaches += self._leaked("the result", leaks.written(result), own)
        return kind

    def _leaked(self, where: str, text: bytes, own: bytes = b"") -> Iterator[Breach]:
        for secret in self.secrets.found_in(text, own):
            yield Breach("leak", f"{where} holds a secret of the grader's side: {secret}")

    def _dead_servers(self) -> Iterator[Breach]:
        """After the control every server is the one it was, or one in its place."""
        for kind in sorted(set(self.worker.servers()) - self.worker.living()):
            yield Breach("server", f"the {kind} server is dead and was not replaced")

    # ------------------------------------------------------------------------ controls

    def _control(self, exercise: str, kind: str) -> Result:
        """Grade a right answer on a kind of server."""
        if (exercise, kind) not in self._controls:
            folder = self.folder / f"control-{kind}" / NEIGHBOUR
            folder.mkdir(parents=True, exist_ok=True)
            source = honest_source(exercise) + _MENTIONS[kind]
            (folder / f"{exercise}.py").write_text(source, encoding="utf-8")
            for submission in self._handed_in(folder.parent).submissions:
                self._controls[submission.exercise, kind] = submission
        return grade(self._controls[exercise, kind], self.keys[exercise], self.worker)


def _of_attacker(handed_in: Read) -> list[Submission]:
    """All submissions but the neighbour's, whoever they are said to be from."""
    return [submission for submission in handed_in.submissions if submission.student != NEIGHBOUR]


def _of_reading(attack: Attack, handed_in: Read, class_folder: Path) -> Iterator[Breach]:
    """Whether what was handed in was read as what it is, and the neighbour's work left alone."""
    written = (class_folder / NEIGHBOUR / f"{attack.exercise}.py").read_text(encoding="utf-8")
    neighbours = [submission for submission in handed_in.submissions if submission.student == NEIGHBOUR]
    texts = ["".join(unit.source for unit in submission.units) for submission in neighbours]
    if texts != [written]:
        yield Breach("intake", f"the neighbour's submission is another one: {texts!r:.200}")
    ignored = [(passed.path, passed.reason) for passed in handed_in.found.ignored]
    theirs = _of_attacker(handed_in)
    if attack.ignored and theirs:
        yield Breach("intake", f"it was to be ignored and is graded: {theirs[0].path}")
    if attack.ignored and not any(ATTACKER in path and reason for path, reason in ignored):
        yield Breach("intake", f"it stands nowhere among the ignored files: {ignored!r:.200}")
    if not attack.ignored and not theirs:
        yield Breach("intake", f"there is no submission of it; ignored: {ignored!r:.300}")
