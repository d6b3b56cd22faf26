"""What is raised where a notebook cannot be told a verdict: a sentence that says what to do."""

from __future__ import annotations

from grader.errors import KataError
from grader.escape import for_terminal


class CannotCheck(KataError):
    """There is no verdict; nothing is said of the answer. IPython shows the sentence and no traceback."""

    def _render_traceback_(self) -> list[str]:
        return [f"kata: {for_terminal(self.told, multiline=True)}"]
