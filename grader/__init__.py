"""kata: numerical exercises and a grader that can be trusted.

In a notebook, at IPython's prompt or in a script, `check` says what is right and what is not::

    from grader import check
    check("pos_embed_2d", pos_embed_2d)

and ``%load_ext grader`` adds ``%%kata pos_embed_2d``, a cell that is checked instead of being run. Python's
own prompt keeps no code: there pass it as text, in ``source=``.
"""

from __future__ import annotations

TYPE_CHECKING = False  # what `typing` calls so, and takes longer to import than all there is here
if TYPE_CHECKING:
    import os
    from typing import Any

    from grader.notebook.verdict import Drawn, Verdict

__version__ = "0.1.0"
__all__ = ["check", "picture"]


def check(
    exercise: str, /, *answers: Any, source: str | None = None, pack: str | os.PathLike[str] | None = None
) -> Verdict:
    """Check an answer to an exercise.

    The code is taken from the cells that ran in this notebook (or from the file, in a script), helpers and
    all, and run in a process of its own: whatever it does, this notebook stays alive. Nothing that was
    changed in this process changes a verdict.

    Parameters
    ----------
    exercise
        The name of the exercise; `kata list` shows all.
    *answers
        The function or class that answers it, as this notebook knows it, whatever it is called; several
        if the exercise asks for several.
    source
        Code as text, in the place of a function. It is no attempt of yours and is not kept as one.
    pack
        The folder of another exercise pack.

    Returns
    -------
    Verdict
        Shown as a table by a notebook, and as text by ``print``. ``.passed``, ``.score``, ``.max_score``,
        ``.status``, ``.message`` and ``.checks`` are for programs.

    Raises
    ------
    CannotCheck
        There is no such exercise, no code can be found, or nothing can be run. The message says what to do.

    Examples
    --------
    >>> from grader import check
    >>> check("pos_embed_2d", pos_embed_2d)                # doctest: +SKIP
    >>> check("pos_embed_2d", my_function).passed          # doctest: +SKIP
    """
    from grader.notebook import checking

    return checking.check(exercise, answers, source, pack)


def picture(
    exercise: str, /, *answers: Any, source: str | None = None, pack: str | os.PathLike[str] | None = None
) -> Drawn:
    """Draw a visible example: what was expected, what the answer gives, and how far they are apart.

    It is the first example that fails, or the first one if all pass. Parameters and exceptions are those of
    `check`. It is no attempt.

    Returns
    -------
    Drawn
        Shown as pictures, with the numbers as tables, by a notebook, and as text by ``print``.

    Examples
    --------
    >>> from grader import picture
    >>> picture("pos_embed_2d", pos_embed_2d)              # doctest: +SKIP
    """
    from grader.notebook import checking

    return checking.picture(exercise, answers, source, pack)


def load_ipython_extension(ipython: Any) -> None:
    """Add ``%%kata EXERCISE`` to IPython, for ``%load_ext grader``."""
    from grader.notebook import magic

    magic.load(ipython)
