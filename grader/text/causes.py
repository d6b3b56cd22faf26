"""The sentences of repairs: what an answer is, next to the right one. No value of an answer is in them."""

from __future__ import annotations

_RIGHT = "The numbers are right"
_SENTENCES = {
    "transposed": f"{_RIGHT}, but rows and columns are exchanged. Which of the two should come first?",
    "axes_exchanged": f"{_RIGHT}, but the axes stand in another order. Which should come first, which last?",
    "reshaped": f"{_RIGHT} and in the right order, but they are arranged in another shape.",
    "halves_exchanged": f"{_RIGHT}, but the two halves of the {{0}} are exchanged.",
    "halves_exchanged_within_halves": (
        f"{_RIGHT}, but inside each half of the {{columns}} two blocks are exchanged."
    ),
    "blocks_exchanged": f"{_RIGHT}, but the four quarters of the {{columns}} stand in another order.",
    "interleaved": (
        f"{_RIGHT}, but {{columns}} take turns that should stand in blocks, one kind after the other."
    ),
    "not_interleaved": f"{_RIGHT}, but {{columns}} stand in blocks that should take turns.",
    "other_grid_axis_first": (
        "The rows are right, but they stand in another order, as those of a grid that is walked along its "
        "other axis first. Which row comes second?"
    ),
    "reversed": f"{_RIGHT}, but the {{0}} run backwards.",
    "reversed_within_blocks": f"{_RIGHT}, but inside blocks of {{columns}} they run backwards.",
    "shifted_by_one": (
        f"{_RIGHT}, but the {{0}} are shifted by one, and what falls off one end stands at the other."
    ),
    "sign_exchanged": "Each wrong number has the wrong sign and nothing else.",
    "squared": "Each wrong number is the square of the right one. Is a root missing?",
    "root_taken": "Each wrong number is the square root of the right one.",
    "exponential_taken": "Each wrong number is the exponential of the right one. Is a logarithm missing?",
    "logarithm_taken": "Each wrong number is the logarithm of the right one.",
    "absolute": "The numbers are right but for their signs: each is the absolute value of the right one.",
    "clipped": f"{_RIGHT} but for those beyond a limit, which are cut off at it. Should anything be clipped?",
    "rows_normalised": "{row} is a multiple of the right one: it is normalised, and should not be.",
    "rows_not_normalised": "{row} is a multiple of the right one: it should be normalised.",
    "first_for_all": (
        "Everything along the first axis is what the first entry alone should be. "
        "Does each one use its own input?"
    ),
    "negative_zero": f"{_RIGHT} but for the sign of a zero.",
    "other_decimals": f"{_RIGHT}, but rounded to {{0}}. What does the exercise ask for?",
    "unrounded": f"{_RIGHT}, but they have more decimals than the exercise asks for.",
    "narrow_precision": (
        f"{_RIGHT} up to what {{0}} can hold: the computation or its result is in that precision."
    ),
    "off_by_one": "Each wrong number is {0} by one.",
    "offset": "Each wrong number is off by one and the same amount. Is something added, or left out?",
    "wrong_dtype": f"{_RIGHT}, but they are of another type than the exercise asks for.",
    "wrong_container": f"{_RIGHT}, but they come in another container than the exercise asks for.",
    "wrong_exception": (
        "It raises an exception where one is asked for, but of another type. "
        "Does your own check raise it, or something further down that your check lets through?"
    ),
}
_TRUNCATED = {
    ("off",): f"{_RIGHT} up to the last digit: what follows it is cut off, not rounded.",
    ("down",): "Each wrong number is rounded down, where it should be rounded to the nearest.",
    ("up",): "Each wrong number is rounded up, where it should be rounded to the nearest.",
    ("up", "whole"): "Each wrong number is the right one, rounded up to a whole one.",
    ("off", "whole"): (
        f"{_RIGHT} up to the decimal point: what follows it is cut off. Is there an int() or a // too many?"
    ),
    ("down", "whole"): (
        "Each wrong number is the right one, rounded down to a whole one. Is there a // or a floor too many?"
    ),
}
_SHARED_FACTOR = (
    "Each wrong number is off by one and the same factor. Is something multiplied or divided once too often?"
)


# What stands along the last axis and along the first, by the number of axes.
_LINES = {1: ("entries", "entries"), 2: ("columns", "rows")}
_LINES_OF_MANY = ("entries of the last axis", "entries of the first axis")


def repair_text(slug: str, words: tuple[str, ...] = (), axes: int | None = 2, *, alone: bool = True) -> str:
    """The sentence of a repair.

    Parameters
    ----------
    words
        What it names: an axis, a type, "times `dim`".
    axes
        How many axes the numbers have, if it is the same number everywhere.
    alone
        Whether it is the only cause, or the second.
    """
    columns, rows = _LINES.get(axes or 0, _LINES_OF_MANY)
    if slug == "factor":
        text = _factor(*words) if words else _SHARED_FACTOR
    elif slug == "truncated":
        text = _TRUNCATED[words]
    elif slug == "off_by_one" and "counted" in words:
        text = f"{_SENTENCES[slug].format(*words)} Where does the counting begin?"
    elif slug == "halves_exchanged" and "alone" in words:
        text = f"{_RIGHT}, but the two {columns if 'columns' in words else rows} are exchanged."
    else:
        lines = {"columns": columns, "rows": rows, "inner rows": "entries of the second to last axis"}
        named = [_decimals(*words)] if slug == "other_decimals" else [lines.get(word, word) for word in words]
        row = "The answer" if axes == 1 else "Each row"
        text = _SENTENCES[slug].format(*named, columns=columns, row=row)
    if alone:
        return text
    rest = text.removeprefix(f"{_RIGHT}, but ")
    return f"Apart from that, {rest[0].lower()}{rest[1:]}"


def _decimals(count: str) -> str:
    return {"0": "whole numbers", "1": "1 decimal"}.get(count, f"{count} decimals")


def _factor(phrase: str) -> str:
    plain = {
        "times 2": "Each wrong number is twice what it should be.",
        "divided by 2": "Each wrong number is half of what it should be.",
    }
    return plain.get(phrase, f"Each wrong number is the right one {phrase}.")
