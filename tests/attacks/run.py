"""``python -m tests.attacks.run``: try the corpus in the circumstances of this process.

Two processes: the runner that grades, and above it a supervisor, which tells what the runner was at if an
attack brought it down. The runner starts with a canary in its environment, so that it stands in /proc from
the first moment, and in a session of its own, so that a signal to its group hits nobody else.
"""

from __future__ import annotations

import argparse
import json
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from tests.attacks import leaks, processes
from tests.attacks.arena import Arena, Outcome
from tests.attacks.reading import GROUPS, Attack, read_corpus
from tests.attacks.traces import Signals

_FOLDER = "KATA_ATTACK_FOLDER"
_IN_HAND = "in-hand"


def main(arguments: Sequence[str] | None = None) -> int:
    """Try what the arguments ask for; 1 if anything was breached, 2 if the corpus is malformed."""
    parser = argparse.ArgumentParser(prog="python -m tests.attacks.run", description=__doc__)
    parser.add_argument("--only", metavar="GLOB", default="*", help="names as in the tables: 'read/*'")
    parser.add_argument("--json", metavar="FILE", type=Path, help="write what became of each attack")
    options = parser.parse_args(arguments)
    console = Console(highlight=False)
    if _FOLDER not in os.environ:
        return _supervise(sys.argv[1:] if arguments is None else list(arguments), console)
    attacks, faults = read_corpus(only=options.only)
    for fault in faults or ([] if attacks else [f"no attack is named {options.only}"]):
        console.print(Text(f"MALFORMED {fault}", "bold red"), soft_wrap=True)
    status = _run(attacks, options.json, console)
    return 2 if faults or not attacks else status


def _supervise(arguments: list[str], console: Console) -> int:
    """Start the runner, and see how it ends."""
    with tempfile.TemporaryDirectory(prefix="kata-corpus-") as folder:
        environment = {
            **os.environ,
            _FOLDER: folder,
            leaks.VARIABLE: f"CANARY-{secrets.token_hex(12)}",
            "KATA_CACHE_DIR": os.environ.get("KATA_CACHE_DIR", f"{folder}/cache"),
        }
        command = [sys.executable, "-m", "tests.attacks.run", *arguments]
        status = _ended(command, environment)
        if status >= 0:
            return status
        in_hand = Path(folder, _IN_HAND)
        name = in_hand.read_text(encoding="utf-8") if in_hand.exists() else "nothing yet"
        how = signal.Signals(-status).name
        console.print(
            Text(f"BREACH {name}: the runner itself was ended by {how}", "bold red"), soft_wrap=True
        )
        return 1


def _ended(command: list[str], environment: dict[str, str]) -> int:
    """Start a runner, wait for its end, and end it if this process is told to end."""
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    runner = subprocess.Popen(command, env=environment, start_new_session=True)
    try:
        return runner.wait()
    finally:
        runner.kill()
        runner.wait()
        signal.signal(signal.SIGTERM, before)


def _run(attacks: list[Attack], report: Path | None, console: Console) -> int:
    """Try attacks, show tables, and write the report."""
    processes.end_with_parent()
    began = time.monotonic()
    in_hand = Path(os.environ[_FOLDER], _IN_HAND)
    outcomes: list[Outcome] = []
    skipped: list[Attack] = []
    with Signals() as signals, Arena(signals) as arena:
        for attack in attacks:
            if not arena.can_try(attack.exercise):
                skipped.append(attack)
                continue
            in_hand.write_text(attack.id, encoding="utf-8")
            outcomes.append(arena.attempt(attack))
            for breach in outcomes[-1].breaches:
                console.print(Text(f"BREACH {attack.id}: {breach.sentence}", "bold red"), soft_wrap=True)
        layers = (*filter(None, [arena.worker.level]), *arena.worker.layers)
    seconds = time.monotonic() - began
    show(outcomes, skipped, layers, seconds, console)
    if report is not None:
        report.write_text(json.dumps(as_json(outcomes, skipped, layers, seconds), indent=1) + "\n", "utf-8")
    return 1 if any(outcome.breaches for outcome in outcomes) else 0


def show(
    outcomes: Iterable[Outcome],
    skipped: Sequence[Attack],
    layers: tuple[str, ...],
    seconds: float,
    console: Console,
) -> None:
    """A table per group, and the total."""
    outcomes = list(outcomes)
    for group in GROUPS:
        told = [outcome for outcome in outcomes if outcome.attack.group == group]
        if told:
            console.print(_table(group, told))
    if skipped:
        console.print(f"{len(skipped)} attacks were left out: torch is not installed.")
    breached = sum(bool(outcome.breaches) for outcome in outcomes)
    console.print(f"layers: {', '.join(layers)}")
    console.print(f"{len(outcomes)} attacks in {seconds:.0f} s, {breached} of them with a breach")


def _table(group: str, outcomes: list[Outcome]) -> Table:
    table = Table(title=f"{group} ({len(outcomes)})", title_justify="left", box=None, pad_edge=False)
    table.add_column("tried", overflow="fold")
    table.add_column("reported", overflow="fold")
    table.add_column("seconds", justify="right")
    for outcome in outcomes:
        again = f" (tried {outcome.tries} times)" if outcome.tries > 1 else ""
        style = "bold red" if outcome.breaches else ""
        mark = "BREACH " if outcome.breaches else ""
        table.add_row(
            Text(f"{mark}{outcome.attack.name.replace('_', ' ')}{again}", style),
            Text(outcome.reported),
            f"{outcome.seconds:.2f}",
        )
    return table


def as_json(
    outcomes: Iterable[Outcome], skipped: Sequence[Attack], layers: tuple[str, ...], seconds: float
) -> dict[str, object]:
    """The same for a program to read."""
    return {
        "user": os.geteuid(),
        "layers": list(layers),
        "seconds": round(seconds, 2),
        "skipped": [attack.id for attack in skipped],
        "attacks": [
            {
                "name": outcome.attack.id,
                "tried": outcome.attack.what,
                "statuses": outcome.statuses,
                "checks": outcome.checks,
                "server": outcome.server,
                "seconds": round(outcome.seconds, 3),
                "tries": outcome.tries,
                "breaches": [breach.sentence for breach in outcome.breaches],
            }
            for outcome in outcomes
        ],
    }


if __name__ == "__main__":
    sys.exit(main())
