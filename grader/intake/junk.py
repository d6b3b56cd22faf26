"""What is nobody's work, by its name: caches, environments, backups, what systems and kata leave behind."""

from __future__ import annotations

import re

_FOLDERS = re.compile(
    r"\..*|__macosx|__pycache__|v?env|virtualenv|site-packages|node_modules|build|dist|tests?|backups?"
    r"|checkpoints|.*\.(?:egg|dist)-info"
)
_FILES = re.compile(
    r"\..*|.*~|.*\.(?:bak|orig|swp|tmp)|#.*#|.*-checkpoint\.(?:ipynb|py)|thumbs\.db|desktop\.ini"
    r"|case_.*\.kept\.(?:py|npz)"  # by `kata check --keep-case`
)


def is_junk_name(name: str, folder: bool) -> bool:
    """Whether a file or a folder is nobody's work, by its name."""
    return (_FOLDERS if folder else _FILES).fullmatch(name.lower()) is not None
