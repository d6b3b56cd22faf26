"""Every sentence a reader meets: policies in words, messages of verdicts, redacted for who reads."""

from grader.text.comparison import GENERAL_COMPARISON, comparison_words, part_name, policy_words
from grader.text.endings import load_message
from grader.text.messages import NOT_STARTED, check_message, not_started_message, result_message
from grader.text.near_names import near_name
from grader.text.plain import a, plural

__all__ = [
    "GENERAL_COMPARISON",
    "NOT_STARTED",
    "a",
    "check_message",
    "comparison_words",
    "load_message",
    "near_name",
    "not_started_message",
    "part_name",
    "plural",
    "policy_words",
    "result_message",
]
