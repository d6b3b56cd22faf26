"""Prove exercises: try every solution an author knows, and many that nobody wrote, before a student does."""

from grader.verify.bank import freeze_file
from grader.verify.document import document
from grader.verify.findings import Equivalent, Report, Tried
from grader.verify.proving import Effort, prove

__all__ = ["Effort", "Equivalent", "Report", "Tried", "document", "freeze_file", "prove"]
