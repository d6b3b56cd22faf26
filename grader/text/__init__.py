"""Every sentence a reader meets: policies in words, messages of verdicts, redacted for who reads."""

from grader.text.causes import repair_text
from grader.text.comparison import GENERAL_COMPARISON, comparison_words, part_name, policy_words
from grader.text.endings import load_message
from grader.text.inputs import called_with
from grader.text.messages import NOT_STARTED, check_message, not_started_message, result_message
from grader.text.near_names import near_name
from grader.text.plain import a, plural
from grader.text.redaction import ToldCase, known_keys, told_case

__all__ = [
    "GENERAL_COMPARISON",
    "NOT_STARTED",
    "ToldCase",
    "a",
    "called_with",
    "check_message",
    "comparison_words",
    "known_keys",
    "load_message",
    "near_name",
    "not_started_message",
    "part_name",
    "plural",
    "policy_words",
    "repair_text",
    "result_message",
    "told_case",
]
