"""The results of a class on disk: kept by content in one database, from which every report is made."""

from grader.store.book import read_details, read_gradebook
from grader.store.changes import Change, Changes, read_changes
from grader.store.database import STORE
from grader.store.kept import Graded
from grader.store.keys import Basis, content_key
from grader.store.overrides import read_overrides, set_by_hand, withdraw_by_hand
from grader.store.results import Before, HandedIn, Store

__all__ = [
    "STORE",
    "Basis",
    "Before",
    "Change",
    "Changes",
    "Graded",
    "HandedIn",
    "Store",
    "content_key",
    "read_changes",
    "read_details",
    "read_gradebook",
    "read_overrides",
    "set_by_hand",
    "withdraw_by_hand",
]
