"""Intake: from what was handed in to one submission per student and exercise. Reads, never runs."""

from grader.intake.classes import ClassSubmissions, read_class
from grader.intake.names import exercise_for
from grader.intake.source import load, read_file

__all__ = ["ClassSubmissions", "exercise_for", "load", "read_class", "read_file"]
