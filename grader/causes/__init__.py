"""Why a class fails: known mistakes counted, answers without a cause put together where they are alike.

Pure: no files, no processes, no clock. Results come in any order, and the report does not depend on it.
"""

from grader.causes.failing import Failing, Kind, Sample, failing_of
from grader.causes.groups import Causes, Group
from grader.causes.words import CAUSES_HEADER, cause_lines, cause_rows

__all__ = [
    "CAUSES_HEADER",
    "Causes",
    "Failing",
    "Group",
    "Kind",
    "Sample",
    "cause_lines",
    "cause_rows",
    "failing_of",
]
