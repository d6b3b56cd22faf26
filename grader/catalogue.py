"""Exercise packs on disk: read, checked, never run."""

from __future__ import annotations

import ast
import difflib
import dis
import hashlib
import marshal
import tomllib
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from grader.allowances import ALLOWED
from grader.errors import PackError, UsageError
from grader.model import Exercise, Limits, Track
from grader.syntax import compiled, parse
from grader.tracks import FILE as TRACKS
from grader.tracks import arranged, read_tracks

SCHEMA = 1
STATEMENT, APPROACH, STUB, EXAMPLES, FROZEN, PICTURE = (
    "README.md",
    "approach.md",
    "stub.py",
    "examples.py",
    "examples.json",
    "picture.py",
)
SOLUTION, CHECKS, FREQUENT = "solution.py", "checks.py", "frequent.toml"
PICTURE_FUNCTION = "picture"

_Name = Annotated[str, Meta(min_length=1)]


class _Manifest(msgspec.Struct, forbid_unknown_fields=True):
    schema: Annotated[int, Meta(ge=SCHEMA, le=SCHEMA)]
    title: _Name
    tracks: Annotated[list[_Name], Meta(min_length=1)]
    difficulty: Literal["easy", "medium", "hard"]
    entry_points: Annotated[list[_Name], Meta(min_length=1)]
    hints: Annotated[list[_Name], Meta(min_length=3, max_length=3)]
    tags: list[_Name] = []
    needs: list[Literal["numpy", "torch"]] = []
    prerequisites: list[_Name] = []
    read_next: list[_Name] = []
    limits: Limits = Limits()
    axes: dict[_Name, Annotated[list[_Name], Meta(min_length=1)]] = {}


_ALLOWED = {
    "schema": f"the number {SCHEMA}",
    "title": "a text",
    "tracks": "a list of at least one text",
    "difficulty": '"easy", "medium" or "hard"',
    "entry_points": "a list of at least one name",
    "hints": "a list of exactly three texts",
    "tags": "a list of texts",
    "needs": 'a list of "numpy" and "torch"',
    "prerequisites": "a list of names of exercises",
    "read_next": "a list of texts",
    "limits": f"a table with {', '.join(ALLOWED)}",
    "axes": "a table: a part of what the checks look at, and the names of its axes, a list of texts",
    **ALLOWED,
}


class _Frequent(msgspec.Struct, forbid_unknown_fields=True):
    schema: Annotated[int, Meta(ge=SCHEMA, le=SCHEMA)]
    mistakes: list[_Name]


@dataclass(frozen=True)
class Pack:
    """A folder of exercises. ``broken`` are those that cannot be used (or a file of it), and why."""

    folder: Path
    exercises: dict[str, Exercise]
    broken: dict[str, PackError]
    tracks: tuple[Track, ...] = ()

    @property
    def private(self) -> tuple[Path, ...]:
        """What no submission may read."""
        parts = (self.folder / "exercises", self.folder / "solutions")
        return tuple(part.resolve() for part in parts if part.is_dir())

    def exercise(self, name: str) -> Exercise:
        """The exercise of a name.

        Raises
        ------
        PackError
            It is there, but broken.
        UsageError
            There is none of that name.
        """
        if name in self.exercises:
            return self.exercises[name]
        if name in self.broken:
            raise self.broken[name]
        near = difflib.get_close_matches(name, self.exercises, 1)
        hint = f"did you mean {near[0]}?" if near else "`kata list` shows all."
        raise UsageError(f"there is no exercise called {name!r}: {hint}")


def default_pack() -> Path:
    """The pack of this distribution: inside the installed package, or beside it in a checkout."""
    package = Path(__file__).resolve().parent
    inside = package / "_catalogue"
    return inside if (inside / "exercises").is_dir() else package.parent


def load_pack(folder: Path | None = None) -> Pack:
    """Read every exercise of a pack; one that is broken leaves the others usable.

    Raises
    ------
    UsageError
        The folder is no pack.
    """
    folder = default_pack() if folder is None else folder
    exercises = folder / "exercises"
    good: dict[str, Exercise] = {}
    broken: dict[str, PackError] = {}
    for path in _exercise_folders(folder):
        try:
            good[path.name] = load_exercise(path, folder / "solutions" / path.name)
        except PackError as fault:
            broken[path.name] = fault
        except OSError as fault:
            where = fault.filename or path
            broken[path.name] = PackError(f"{path.name}: {where} cannot be read: {fault.strerror}.")
    if not good and not broken:
        raise UsageError(f"{exercises} holds no exercise.")
    listed = []
    try:
        listed = read_tracks(exercises / TRACKS)
    except PackError as fault:
        broken[TRACKS] = fault
    return Pack(folder, good, broken, arranged(listed, good))


def _exercise_folders(pack: Path) -> list[Path]:
    """The folders of a pack's exercises in their order; raises `UsageError` if it is no pack."""
    exercises = pack / "exercises"
    try:
        if exercises.is_dir():
            paths = sorted(exercises.iterdir())
            return [path for path in paths if path.is_dir() and not path.name.startswith((".", "__"))]
    except (OSError, ValueError) as fault:  # the path of a workspace's file may be anything
        why = fault.strerror if isinstance(fault, OSError) else fault
        raise UsageError(f"{pack} is not an exercise pack: {why}.") from None
    raise UsageError(f"{pack} is not an exercise pack: there is no folder `exercises` in it.")


def load_exercise(folder: Path, solution_folder: Path) -> Exercise:
    """Read one exercise's manifest and check that its files are there; raises `PackError`."""
    manifest = _manifest(folder / "exercise.toml")
    graded = solution_folder.is_dir()
    needed = [folder / name for name in (STATEMENT, STUB, EXAMPLES)]
    if graded:
        needed += [solution_folder / name for name in (SOLUTION, CHECKS)]
    for path in needed:
        if not path.is_file():
            raise PackError(f"{folder.name}: {path} is missing.")
    return Exercise(
        name=folder.name,
        title=manifest.title,
        folder=folder,
        solution_folder=solution_folder if graded else None,
        tracks=tuple(manifest.tracks),
        difficulty=manifest.difficulty,
        tags=tuple(manifest.tags),
        entry_points=tuple(manifest.entry_points),
        needs=tuple(manifest.needs),
        prerequisites=tuple(manifest.prerequisites),
        read_next=tuple(manifest.read_next),
        hints=tuple(manifest.hints),
        limits=manifest.limits,
        digest=_digest(folder, solution_folder if graded else None),
        axes=tuple((part, tuple(names)) for part, names in manifest.axes.items()),
    )


def _manifest(path: Path) -> _Manifest:
    where = f"{path.parent.name}: {path}"
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise PackError(f"{where} is missing.") from None
    except (OSError, UnicodeDecodeError) as fault:
        raise PackError(f"{where} cannot be read: {fault}") from None
    except tomllib.TOMLDecodeError as fault:
        raise PackError(f"{where} is not TOML: {fault}") from None
    _known_keys(data, set(_Manifest.__struct_fields__), where, "")
    if isinstance(data.get("limits"), dict):
        _known_keys(data["limits"], set(ALLOWED), where, "limits.")
    try:
        return msgspec.convert(data, _Manifest)
    except msgspec.ValidationError as fault:
        text = str(fault)
        key = _key_of(text)
        allowed = _ALLOWED.get(key.partition("[")[0].split(".")[-1])
        suffix = f" It takes {allowed}." if allowed else ""
        raise PackError(f"{where}: key {key!r}: {text.split(' - at')[0]}.{suffix}") from None


def _known_keys(data: dict[str, object], known: set[str], where: str, prefix: str) -> None:
    for key in data:
        if key not in known:
            near = difflib.get_close_matches(key, known, 1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            allowed = ", ".join(sorted(known))
            raise PackError(f"{where}: key {prefix + key!r} is not known.{hint} Allowed here: {allowed}.")


def _key_of(text: str) -> str:
    if "missing required field" in text:
        return text.split("`")[1]
    key = text.rsplit("`$.", 1)[-1].rstrip("`") if "`$." in text else "?"
    return key.replace("[...]", "")  # some entry of a table, whose name is not told


def _digest(*folders: Path | None) -> str:
    """SHA-256 over the names and bytes of all files of an exercise."""
    digest = hashlib.sha256()
    for folder in folders:
        for path in sorted(folder.rglob("*")) if folder else ():
            if path.is_file() and "__pycache__" not in path.parts:
                content = path.read_bytes()
                digest.update(f"{path.relative_to(folder).as_posix()}\0{len(content)}\0".encode())  # type: ignore[arg-type]
                digest.update(content)
    return f"sha256:{digest.hexdigest()}"


def frequent_mistakes(exercise: Exercise) -> tuple[str, ...]:
    """The stems of the known mistakes that are made most, most frequent first; none where none are listed.

    Raises
    ------
    PackError
        The list cannot be used.
    """
    if exercise.solution_folder is None:
        return ()
    path = exercise.solution_folder / FREQUENT
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
        listed = msgspec.convert(told, _Frequent).mistakes
    except FileNotFoundError:
        return ()
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as fault:
        raise PackError(f"{exercise.name}: {path}: {fault}") from None
    for stem in listed:
        if not (exercise.solution_folder / "mistakes" / f"{stem}.py").is_file():
            raise PackError(f"{exercise.name}: {FREQUENT} lists {stem!r}, and there is no mistakes/{stem}.py")
    return tuple(listed)


def check_files(exercise: Exercise) -> tuple[tuple[str, str, str], ...]:
    """The files of checks: (visibility, name, text)."""
    files = [("visible", EXAMPLES, (exercise.folder / EXAMPLES).read_text(encoding="utf-8"))]
    if exercise.solution_folder is not None:
        hidden = (exercise.solution_folder / CHECKS).read_text(encoding="utf-8")
        files.append(("hidden", CHECKS, hidden))
    return tuple(files)


# --------------------------------------------------------------------------- probes


def compile_probes(files: tuple[tuple[str, str, str], ...], exercise: str) -> bytes:
    """The probes of the files and what they refer to, compiled; nothing else of the files.

    Decorators, cases, annotations and docstrings are left out: a worker that runs a student's
    code receives these bytes. Raises `PackError` if a file does not parse.
    """
    return marshal.dumps(tuple(_compiled(name, text, exercise, _is_probe) for _, name, text in files))


def compile_picture(text: str, exercise: str) -> bytes:
    """The function `picture` of an exercise and what it refers to, compiled as a probe is.

    Raises `PackError` if the file does not parse or holds no such function.
    """
    code = _compiled(PICTURE, text, exercise, lambda function: function.name == PICTURE_FUNCTION)
    if PICTURE_FUNCTION not in code.co_names:
        raise PackError(f"{exercise}: {PICTURE} has no function `{PICTURE_FUNCTION}(student)`.")
    return marshal.dumps((code,))


def probe_text(text: str, probe: str) -> str:
    """The source of a probe and of what it refers to, as its author wrote it; nothing else of the file."""
    lines = text.split("\n")  # what Python takes for the end of a line, and nothing else
    told, end = "", 0
    for statement in _Extract(parse(text), lambda function: function.name == probe).body():
        decorators = getattr(statement, "decorator_list", [])
        start = min(part.lineno for part in (statement, *decorators))
        told += ("\n" if start == end + 1 else "\n\n\n") if told else ""
        end = statement.end_lineno or start
        told += "\n".join(lines[start - 1 : end])
    return told


def _compiled(
    name: str, text: str, exercise: str, wanted: Callable[[ast.FunctionDef], bool]
) -> types.CodeType:
    """The functions of a file that are wanted, and what they refer to."""
    try:
        body = _Extract(parse(text), wanted).body()
        return compiled(ast.Module(body, []), "<check>")
    except SyntaxError as fault:
        raise PackError(f"{exercise}: {name}, line {fault.lineno}: {fault.msg}") from None


class _Extract:
    """The top-level statements that the functions of a file that are wanted need."""

    def __init__(self, tree: ast.Module, wanted: Callable[[ast.FunctionDef], bool]) -> None:
        self.statements = tree.body
        self.wanted = wanted
        self.binders: dict[str, int] = {}
        for index, statement in enumerate(tree.body):
            for name in _bound(statement):
                self.binders.setdefault(name, index)

    def body(self) -> list[ast.stmt]:
        """The statements in their order, stripped."""
        wanted: dict[int, ast.stmt] = {}
        todo = [i for i, s in enumerate(self.statements) if isinstance(s, ast.FunctionDef) and self.wanted(s)]
        while todo:
            index = todo.pop()
            if index in wanted:
                continue
            stripped = _strip(self.statements[index])
            wanted[index] = stripped
            todo += [self.binders[name] for name in _names_used(stripped) if name in self.binders]
        return [wanted[index] for index in sorted(wanted) if not _from_grader(wanted[index])]


def _names_used(statement: ast.stmt) -> Iterator[str]:
    """The names of the file that a statement reads; a parameter or local of the same name is not one."""
    todo = [compiled(ast.Module([statement], []), "<check>")]
    while todo:
        code = todo.pop()
        todo += [constant for constant in code.co_consts if isinstance(constant, types.CodeType)]
        for instruction in dis.get_instructions(code):
            if instruction.opname.startswith("LOAD_") and instruction.opname.endswith(
                ("_NAME", "_GLOBAL", "_GLOBALS")
            ):
                yield instruction.argval


def _is_probe(function: ast.FunctionDef) -> bool:
    for decorator in function.decorator_list:
        target = decorator.func if isinstance(decorator, ast.Call) else decorator
        if isinstance(target, ast.Name) and target.id == "check":
            return True
    return False


def _bound(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        yield statement.name
    elif isinstance(statement, ast.Import | ast.ImportFrom):
        for alias in statement.names:
            yield alias.asname or alias.name.split(".")[0]
    else:
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                yield node.id


def _from_grader(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.ImportFrom) and (statement.module or "").split(".")[0] == "grader"


def _strip(statement: ast.stmt) -> ast.stmt:
    """The statement without decorators, annotations and docstrings."""
    for node in ast.walk(statement):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            node.decorator_list = (
                [] if isinstance(node, ast.FunctionDef) and _is_probe(node) else node.decorator_list
            )
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                node.body[0] = ast.copy_location(ast.Pass(), first)
        if isinstance(node, ast.FunctionDef):
            node.returns = None
        if isinstance(node, ast.arg):
            node.annotation = None
    return statement
