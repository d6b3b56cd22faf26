"""Values to bytes and back, on both sides of the wall.

The worker's side (`encode`, `revive`) turns live objects into `grader.model` values by exact type,
told by identity, so that no method of a student's class decides what is carried. The trusted side
(`decoder`, `check_value`) accepts nothing that is not well formed: no pickle, no eval, hard limits.
"""

from grader.codec.checking import check_error, check_value
from grader.codec.counting import items_in
from grader.codec.encoding import Caught, Encoder, encode, encode_parts, type_name
from grader.codec.formats import (
    ITEM_SIZES,
    MAX_DEPTH,
    MAX_FRAME,
    MAX_ITEMS,
    MAX_NODES,
    MAX_VALUES,
    NUMPY_SCALARS,
)
from grader.codec.messages import decoder, pack
from grader.codec.reviving import number, revive

__all__ = [
    "ITEM_SIZES",
    "MAX_DEPTH",
    "MAX_FRAME",
    "MAX_ITEMS",
    "MAX_NODES",
    "MAX_VALUES",
    "NUMPY_SCALARS",
    "Caught",
    "Encoder",
    "check_error",
    "check_value",
    "decoder",
    "encode",
    "encode_parts",
    "items_in",
    "number",
    "pack",
    "revive",
    "type_name",
]
