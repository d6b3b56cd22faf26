"""Nothing of a solution, a mistake or the drawing of hidden cases stands in what a student receives."""

from __future__ import annotations

import ast
import difflib
import io
import re
import tokenize
from collections.abc import Iterator

from grader import author
from grader.catalogue import APPROACH, CHECKS, EXAMPLES, PICTURE, SOLUTION, STATEMENT, STUB
from grader.model import Close, Equal, Exercise, Rounded
from grader.syntax import parse

RUN = 12
MIN_MENDING_TOKENS = 4
Run = tuple[str, ...]


def leaks(exercise: Exercise, *, program: bool) -> Iterator[str]:
    """What is given away, a sentence for each file.

    A run of twelve tokens of a solution, a mistake or hidden check must not stand in the stub, the
    statement, the approach, the hints, the visible checks or the picture, unless it is there by right:
    signatures, imports, formulas that the statement itself gives, and of a debugging exercise
    (``program``) the whole stub.
    """
    assert exercise.solution_folder is not None
    folder = exercise.solution_folder
    material = _Material(exercise, program=program)
    for path in [
        folder / SOLUTION,
        *sorted(folder.glob("mistakes/*.py")),
        *sorted(folder.glob("accepted/*.py")),
    ]:
        found = material.given_away(path.read_text(encoding="utf-8"))
        if found:
            told = f"{path.parent.name}/{path.name}" if path.parent != folder else path.name
            yield f"students are shown a piece of {told}: {found[0]}"
    for piece in drawing((folder / CHECKS).read_text(encoding="utf-8")):
        found = material.given_away(piece)
        if found:
            yield f"students are shown a piece of {CHECKS}: {found[0]}"
    yield from _unfilled(material.stub) if not program else _mending(exercise, material)


class _Material:
    """What a student of an exercise receives, as runs of tokens."""

    def __init__(self, exercise: Exercise, *, program: bool) -> None:
        texts = {
            name: (exercise.folder / name).read_text(encoding="utf-8")
            for name in (STUB, STATEMENT, APPROACH, EXAMPLES, PICTURE)
            if (exercise.folder / name).is_file()
        }
        self.stub = texts[STUB]
        self.texts = [*texts.values(), *exercise.hints]
        self.shown = set().union(*(runs(tokens(text)) for text in self.texts))
        self.by_right = self._definitions(texts[STATEMENT])
        self.by_right |= runs(code_only(self.stub))
        self.words = _known_words(self.stub)

    @staticmethod
    def _definitions(statement: str) -> set[Run]:
        """What the statement itself gives as code: the formulas between backquotes, and its samples."""
        codes = re.findall(r"`+([^`]+)`+", statement)
        return set().union(*(runs(tokens(code)) for code in codes)) if codes else set()

    def given_away(self, source: str) -> list[str]:
        """Runs of a source that stand in what students are shown, and say something."""
        found = (runs(code_only(source)) & self.shown) - self.by_right
        return sorted(" ".join(run) for run in found if self._says_something(run))

    def _says_something(self, run: Run) -> bool:
        return any(re.match(r"\w", word) and word not in self.words for word in run)


def tokens(text: str) -> list[str]:
    """Words and single signs."""
    return re.findall(r"\w+|[^\w\s]", text)


def runs(sequence: list[str], length: int = RUN) -> set[Run]:
    """All runs of so many tokens."""
    return {tuple(sequence[i : i + length]) for i in range(len(sequence) - length + 1)}


def code_only(source: str) -> list[str]:
    """The tokens of a source without comments and without lines that are only a string."""
    lines: list[list[tokenize.TokenInfo]] = [[]]
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.NEWLINE:
            lines.append([])
        elif token.type not in (tokenize.COMMENT, tokenize.NL, tokenize.INDENT, tokenize.DEDENT):
            lines[-1].append(token)
    code = [line for line in lines if any(token.type != tokenize.STRING for token in line)]
    return [piece for line in code for token in line for piece in tokens(token.string)]


def drawing(source: str) -> list[str]:
    """The functions of a file of checks that draw cases: the rest of it are probes and policies."""
    return [
        ast.get_source_segment(source, node) or ""
        for node in parse(source).body
        if isinstance(node, ast.FunctionDef) and "rng" in ast.unparse(node)
    ]


def _known_words(stub: str) -> set[str]:
    """Words that give nothing away: those of the stub, of imports and of authors of checks."""
    words = {"student", "expect", "cases", "label", "points", "policy", "answer", "again"}
    words |= {"def", "return", "for", "in", "torch", "import"} | set(author.__all__)
    words |= {name for policy in (Close, Equal, Rounded) for name in policy.__struct_fields__}
    return words | set(code_only(stub))


def _unfilled(stub: str) -> Iterator[str]:
    """Every function of a stub is left to be written."""
    for node in ast.walk(parse(stub)):
        if not isinstance(node, ast.FunctionDef):
            continue
        body = node.body[1:] if ast.get_docstring(node) is not None else node.body
        if not all(map(_says_nothing, body)):
            yield f"{STUB}: {node.name} does something already; a stub is left to be written"


def _says_nothing(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Raise):
        return "NotImplementedError" in ast.unparse(statement)
    return isinstance(statement, ast.Pass) or ast.unparse(statement) in ("super().__init__()", "...")


def _mending(exercise: Exercise, material: _Material) -> Iterator[str]:
    """The lines that mend the fault of a program stand nowhere in what a student receives."""
    assert exercise.solution_folder is not None
    stub, solution = (
        _lines(text)
        for text in (material.stub, (exercise.solution_folder / SOLUTION).read_text(encoding="utf-8"))
    )
    changes = difflib.SequenceMatcher(None, stub, solution, autojunk=False).get_opcodes()
    mending = [line for tag, _, _, i, j in changes if tag in ("replace", "insert") for line in solution[i:j]]
    if not mending:
        yield f"{STUB} holds every line of {SOLUTION}: there is no fault to mend"
    shown = [" ".join(tokens(text)) for text in material.texts]
    for line in mending:
        if len(line.split()) >= MIN_MENDING_TOKENS and any(line in text for text in shown):
            yield f"students are shown the line that mends the fault: {line}"


def _lines(source: str) -> list[str]:
    """The lines of a program as their tokens, as Python writes them out; docstrings left out."""
    tree = parse(source)
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef)
            and ast.get_docstring(node) is not None
        ):
            node.body = node.body[1:] or [ast.Pass()]
    return [" ".join(tokens(line)) for line in ast.unparse(tree).splitlines() if line.strip()]
