"""The attack corpus: reads its files and lays out what each of them hands in."""

from __future__ import annotations

import ast
import fnmatch
import importlib.util
import inspect
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from tests.grading.support import CHECK_STATUSES, RESULT_STATUSES

HERE = Path(__file__).resolve().parent
CORPUS = HERE / "corpus"
PACK = HERE / "pack"
GROUPS = ("read", "forge", "exhaust", "poison", "network", "detect", "source", "archives")
EXERCISES = ("weighted_sum", "scaled_layer")
ATTACKER, NEIGHBOUR = "mallory", "ada"
# A result with one of these statuses checked nothing: each of its checks is not_run.
UNRUN = frozenset({"import_failed", "syntax_error", "unreadable", "missing"})
RESULTS = RESULT_STATUSES - {"harness_error"}
CHECKS = CHECK_STATUSES - {"passed"}
_FIELDS = frozenset({"exercise", "result", "checks", "made", "ignored", "honest"})
_FLAGS = frozenset({"made", "ignored", "honest"})


class Malformed(Exception):
    """A file of the corpus is not as the README asks; the text says which and why."""


@dataclass(frozen=True)
class Attack:
    """One file of the corpus."""

    path: Path
    group: str
    name: str
    what: str
    exercise: str
    results: frozenset[str] = frozenset()
    checks: frozenset[str] = frozenset()
    made: bool = False
    ignored: bool = False
    honest: bool = False

    @property
    def id(self) -> str:
        """The name as ``--only`` and reports have it."""
        return f"{self.group}/{self.name}"


def read_corpus(folder: Path = CORPUS, only: str = "*") -> tuple[list[Attack], list[str]]:
    """The attacks whose ``group/name`` fits a pattern, group by group; and the faults of malformed files."""
    attacks, faults = [], []
    for path in sorted(folder.rglob("*.py")):
        name = path.relative_to(folder).with_suffix("").as_posix()
        if "__pycache__" in path.parts or not fnmatch.fnmatchcase(name, only):
            continue
        try:
            attacks.append(read_attack(path, folder))
        except Malformed as fault:
            faults.append(str(fault))
    return sorted(attacks, key=lambda attack: (GROUPS.index(attack.group), attack.name)), faults


def read_attack(path: Path, folder: Path = CORPUS) -> Attack:
    """One attack; raises `Malformed`."""
    where = path.relative_to(folder)
    if len(where.parts) != 2 or where.parts[0] not in GROUPS:
        raise Malformed(f"{where}: it must lie in a folder of one of the groups {', '.join(GROUPS)}")
    what, fields = _docstring(path, str(where))
    exercise = fields.get("exercise", "")
    if exercise not in EXERCISES:
        raise Malformed(f"{where}: exercise is {exercise!r}, not one of {', '.join(EXERCISES)}")
    attack = Attack(
        path,
        where.parts[0],
        path.stem,
        what,
        exercise,
        _statuses(fields, "result", RESULTS, str(where)),
        _statuses(fields, "checks", CHECKS, str(where)),
        **{flag: _flag(fields, flag, str(where)) for flag in _FLAGS},
    )
    _fits_together(attack, str(where))
    return attack


def _docstring(path: Path, where: str) -> tuple[str, dict[str, str]]:
    """What a file says it tries, and its fields."""
    try:
        text = ast.get_docstring(ast.parse(path.read_bytes()))
    except (SyntaxError, ValueError) as fault:
        raise Malformed(f"{where}: it is no Python ({fault}); hand such bytes in by `made: yes`") from None
    if not text:
        raise Malformed(f"{where}: it has no docstring")
    what, _, rest = inspect.cleandoc(text).rpartition("\n\n")
    fields: dict[str, str] = {}
    for line in rest.splitlines():
        name, colon, value = line.partition(":")
        if not line.strip():
            continue
        if not colon or name.strip() not in _FIELDS:
            known = ", ".join(sorted(_FIELDS))
            raise Malformed(f"{where}: {line.strip()!r} is no field; the last paragraph holds {known}")
        if name.strip() in fields:
            raise Malformed(f"{where}: the field {name.strip()!r} is there twice")
        fields[name.strip()] = value.strip()
    return " ".join(what.split()), fields


def _statuses(fields: dict[str, str], field: str, known: frozenset[str], where: str) -> frozenset[str]:
    if field not in fields:
        return frozenset()
    found = frozenset(word.strip() for word in fields[field].split("|"))
    if unknown := sorted(found - known):
        told = ", ".join(sorted(known))
        raise Malformed(f"{where}: {field} holds {', '.join(map(repr, unknown))}, not among {told}")
    return found


def _flag(fields: dict[str, str], field: str, where: str) -> bool:
    if fields.get(field, "yes") != "yes":
        raise Malformed(f"{where}: {field} is {fields[field]!r}; it is `yes`, or left out")
    return field in fields


def _fits_together(attack: Attack, where: str) -> None:
    if attack.ignored:
        if attack.results or attack.checks or attack.honest:
            raise Malformed(f"{where}: what is ignored has no result, no checks and is not honest")
        return
    if not attack.results:
        raise Malformed(f"{where}: the field `result:` is missing")
    if attack.honest != ("passed" in attack.results) or (attack.honest and len(attack.results) > 1):
        raise Malformed(f"{where}: `result: passed` and `honest: yes` go together, and with no other result")
    if attack.honest and attack.checks:
        raise Malformed(f"{where}: every check of an honest submission passes; leave `checks:` out")
    if "failed" in attack.results and not attack.checks:
        raise Malformed(f"{where}: the field `checks:` is missing")
    if attack.made and "def made(" not in attack.path.read_text(encoding="utf-8"):
        raise Malformed(f"{where}: `made: yes`, but it defines no function `made`")


def files_of(attack: Attack) -> dict[str, bytes]:
    """What the attacker hands in, by path below the own folder."""
    if not attack.made:
        return {f"{attack.exercise}.py": attack.path.read_bytes()}
    spec = importlib.util.spec_from_file_location(f"kata_attack_{attack.name}", attack.path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    files = module.made()
    for name, content in files.items():
        inside = not PurePosixPath(name).is_absolute() and ".." not in PurePosixPath(name).parts
        if not inside or not isinstance(content, bytes):
            raise Malformed(f"{attack.id}: made() gives {name!r}: it takes paths below a folder, and bytes")
    return files


def text_of(attack: Attack) -> str:
    """All that an attack is made of, as text."""
    return attack.path.read_text(encoding="utf-8", errors="replace")


def honest_source(exercise: str) -> str:
    """The text of a right answer."""
    accepted = sorted((PACK / "solutions" / exercise / "accepted").glob("*.py"))
    return accepted[0].read_text(encoding="utf-8")


def hand_in(attack: Attack, folder: Path) -> None:
    """Lay out a class of two: the attacker, and a neighbour whose right answer must stay what it is."""
    for name, content in files_of(attack).items():
        path = folder / ATTACKER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    neighbour = folder / NEIGHBOUR / f"{attack.exercise}.py"
    neighbour.parent.mkdir(parents=True, exist_ok=True)
    neighbour.write_text(honest_source(attack.exercise), encoding="utf-8")
