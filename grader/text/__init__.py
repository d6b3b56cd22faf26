"""Every sentence a reader meets: policies in words, messages of verdicts, redacted for who reads."""

from grader.text.comparison import GENERAL_COMPARISON, comparison_words, part_name, policy_words
from grader.text.messages import (
    check_message,
    load_message,
    not_started_message,
    result_message,
)
from grader.text.plain import a, clean, plural

__all__ = [
    "GENERAL_COMPARISON",
    "a",
    "check_message",
    "clean",
    "comparison_words",
    "load_message",
    "not_started_message",
    "part_name",
    "plural",
    "policy_words",
    "result_message",
]
