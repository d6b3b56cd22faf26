"""Exceptions with the words of the system: no memory, not allowed."""

import pytest

from grader.model import Error
from tests.judging.support import EXACT, error, status

OS_ERROR = ("OSError", "Exception", "BaseException")
MMAP = "unable to mmap 80 bytes from file <filename not specified>: Cannot allocate memory (12)"


@pytest.mark.parametrize(
    ("what", "wanted"),
    [
        (Error("OSError", OS_ERROR, "[Errno 12] Cannot allocate memory"), "out_of_memory"),
        (Error("Mine", OS_ERROR, "[Errno 12] Cannot allocate memory"), "out_of_memory"),
        (error("RuntimeError", MMAP), "out_of_memory"),
        (Error("OSError", OS_ERROR, "[Errno 22] Invalid argument"), "raised"),
        (error("ValueError", "[Errno 12] Cannot allocate memory"), "raised"),
        (error("RuntimeError", "could not open /dev/shm/x: Operation not permitted (1)"), "forbidden"),
        (error("RuntimeError", "unable to open file </x>: Permission denied (13)"), "forbidden"),
        (error("RuntimeError", "can't start new thread"), "forbidden"),
        (error("RuntimeError", "not permitted"), "raised"),
        (error("ValueError", "Permission denied"), "raised"),
    ],
    ids=lambda what: what if isinstance(what, str) else f"{what.name}: {what.message[:20]}",
)
def test_the_words_of_the_system_count_where_the_system_speaks(what, wanted):
    assert status(EXACT, 1.0, what) == wanted
