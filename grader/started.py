"""Tell a stub as it was given from work that has begun, by tokens: hostile text is only scanned."""

from __future__ import annotations

import io
import tokenize

_LAYOUT = {tokenize.NL, tokenize.COMMENT, tokenize.ENCODING, tokenize.ENDMARKER}
MAX_CHARACTERS = 200_000


def same_code(given: str, handed_in: str) -> bool:
    """Whether two sources are equal apart from comments, docstrings and blank lines."""
    if len(handed_in) > MAX_CHARACTERS:
        return False
    try:
        return _code(given) == _code(handed_in)
    except (tokenize.TokenError, SyntaxError, ValueError):
        return False


def _code(source: str) -> list[tuple[int, str]]:
    """The tokens that do something, line by logical line; lines that are only a string are dropped."""
    lines: list[list[tuple[int, str]]] = [[]]
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in _LAYOUT:
            continue
        if token.type == tokenize.NEWLINE:
            lines.append([])
        elif token.type in (tokenize.INDENT, tokenize.DEDENT):
            lines.append([(token.type, "")])
            lines.append([])
        else:
            lines[-1].append((token.type, token.string))
    kept = [line for line in lines if line and any(kind != tokenize.STRING for kind, _ in line)]
    return [token for line in kept for token in (*line, (tokenize.NEWLINE, ""))]
