"""How a case with known answers is put to a solution, exercise by exercise.

A road makes calls of a case; `answered`, `refused` and `empty` make questions of the calls of a road. Which
road a case takes is told by the table of oracle.py.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product

import numpy as np
import torch

from grader.model import Close, Equal, Raises, Rounded, Within
from tests.exercises.support import Question

# Six standard errors: one draw in five hundred million falls outside by chance.
SIGMAS = 6.0


def floats(numbers, dtype=torch.float32):
    return torch.tensor(numbers, dtype=dtype)


def doubles(numbers):
    return torch.tensor(numbers, dtype=torch.float64)


def size_in_words(text):
    """The shape in a text such as ``zeros[2,0] int64``."""
    return [int(side) for side in re.search(r"\[(.*)\]", text).group(1).split(",")]


def whole(numbers, dtype=torch.int64):
    """Indices; where there are none, the case says so in words."""
    if isinstance(numbers, str):
        return torch.zeros(size_in_words(numbers), dtype=dtype)
    return torch.tensor(numbers, dtype=dtype)


# --------------------------------------------------------------------------- from calls to questions


@dataclass(frozen=True)
class Call:
    """One call: an expression and the lines before it, in the names of ``inputs``.

    ``answer`` turns numbers, in the form in which a case tells its answer, into what the expression should
    give; ``truth`` is that answer before it is rounded. ``label`` tells the calls of one case apart.
    """

    expression: str
    inputs: dict
    setup: str = ""
    label: str = ""
    answer: Callable = floats
    policies: dict = field(default_factory=lambda: {"": Equal()})
    truth: object = None

    def question(self, case, expected, policies, form="{}"):
        label = f"{case['id']}, {self.label}" if self.label else case["id"]
        lines = [*self.setup.splitlines(), "return " + form.replace("{}", self.expression)]
        body = "".join(f"    {line}\n" for line in lines)
        probe = f"def probe(student, {', '.join(self.inputs)}):\n{body}"
        return Question(label, probe, self.inputs, expected, policies, self.truth)


def answered(*roads):
    """The expression gives what the case expects."""

    def questions(case):
        for road in roads:
            for call in road(case):
                yield call.question(case, call.answer(case["expected"]), call.policies)

    return questions


def refused(road):
    """The expression raises the error that the case names."""

    def questions(case):
        for call in road(case):
            policies = {"seen": Raises(case["expected"])}
            yield call.question(case, {"seen": None}, policies, '{"seen": attempt(lambda: {})}')

    return questions


def empty(road):
    """The expression gives a tensor of a shape that holds nothing; the case tells the shape in words."""

    def questions(case):
        nothing = torch.zeros(size_in_words(case["expected"]))
        assert nothing.numel() == 0
        for call in road(case):
            yield call.question(case, call.answer(nothing.tolist()).reshape(nothing.shape), call.policies)

    return questions


# --------------------------------------------------------------------------- sines and cosines


def close(position, dtypes=()):
    """What the catalogue allows for tables of sines and cosines, up to a position."""
    return {"": Close(rtol=0.0, atol=2e-6 + 2.4e-7 * abs(position), dtypes=dtypes)}


def rounded_grid(grid):
    """What the catalogue allows for pos_embed_2d at this size."""
    return {
        "": Rounded(
            4, "exact", atol=1e-6 + 2.4e-7 * (grid - 1), rtol=0.0, any_sequence=True, signed_zero=True
        )
    }


def table_of_a_grid(case):
    yield Call(
        "student.pos_embed_2d(grid, dim)",
        case["input"],
        answer=list,
        policies=rounded_grid(case["input"]["grid"]),
        truth=case["exact"],
    )


def single_entries(case):
    spots = case["expected"]
    yield Call(
        "[table[token][index] for token, index in places]",
        {**case["input"], "places": [[spot["token"], spot["index"]] for spot in spots]},
        setup="table = student.pos_embed_2d(grid, dim)",
        answer=lambda spots: [spot["rounded"] for spot in spots],
        policies=rounded_grid(case["input"]["grid"]),
        truth=[spot["exact"] for spot in spots],
    )


def vectors_of_positions(case):
    given = case["input"]
    positions, largest = given["positions"], max(map(abs, given["positions"]))
    dtypes = [torch.float32, torch.float64]
    if all(isinstance(position, int) for position in positions):
        dtypes += [torch.int64, torch.int16]
    for dtype in dtypes:
        # Either float dtype is right for positions in double precision.
        either = ("float32", "float64") if dtype is torch.float64 else ()
        yield Call(
            "student.sinusoidal_1d_positions(positions, dim, temperature)",
            {**given, "positions": torch.tensor(positions, dtype=dtype)},
            label=str(dtype),
            policies=close(largest, either),
        )


def table_of_a_rectangle(case):
    given = {"temperature": 10_000.0, **case["input"]}
    yield Call(
        "student.sinusoidal_2d_grid(grid_height, grid_width, embed_dim, temperature)",
        given,
        policies=close(max(given["grid_height"], given["grid_width"]) - 1),
    )


def rows_of_an_encoding(case):
    given = case["input"]
    if "x" in given:
        assert given["mode"] == "eval"
        yield Call(
            "module(x)",
            {**given, "x": floats(given["x"])},
            setup="module = student.PositionalEncoding(d_model, max_len, dropout).eval()",
            policies=close(given["max_len"] - 1),
        )
        return
    yield Call(
        "module.pe[0, positions]",
        {"d_model": given["d_model"], "positions": given["positions"]},
        setup="module = student.PositionalEncoding(d_model, max(positions) + 1, 0.0)",
        policies=close(max(given["positions"])),
    )


# --------------------------------------------------------------------------- tables that are looked up


def looked_up(case, constructor="student.Learned2DPositionEmbedding(grid[0], grid[1], dim)"):
    given = case["input"]
    (height, width), dim = given["grid"], given["dim"]
    if "indices" not in given:
        yield Call(constructor, {"grid": given["grid"], "dim": dim})
        return
    table = given.get("table") or [[10.0 * n + d for d in range(dim)] for n in range(height * width)]
    for dtype in (torch.int64, torch.int8):
        yield Call(
            "module(indices)",
            {**given, "table": floats(table), "indices": whole(given["indices"], dtype)},
            setup=f"module = {constructor}\nmodule.embedding.weight.data.copy_(table)",
            label=str(dtype),
        )


def fixed(case, constructor="student.FixedSinCos2DPositionEmbedding(grid[0], grid[1], dim, temperature)"):
    given = {"temperature": 10_000, **case["input"]}
    if "indices" not in given:
        yield Call(constructor, given)
        return
    for dtype, called, answer in [
        (torch.int64, "module(indices)", floats),
        (torch.int16, "module(indices)", floats),
        (torch.int64, "module.double()(indices)", doubles),
    ]:
        yield Call(
            called,
            {**given, "indices": whole(given["indices"], dtype)},
            setup=f"module = {constructor}",
            label=f"{called} in {dtype}",
            answer=answer,
            policies=close(max(given["grid"]) - 1),
        )


def fixed_keeps_nothing(case):
    """A fixed table has no parameters and is not saved."""
    given = {"temperature": 10_000, **case["input"]}
    yield Call(
        "[len(list(module.parameters())), list(module.state_dict())]",
        {name: given[name] for name in ("grid", "dim", "temperature")},
        setup="module = student.FixedSinCos2DPositionEmbedding(grid[0], grid[1], dim, temperature)",
        label="kept",
        answer=lambda _: [0, []],
    )


def made_embedding(case):
    """What make_position_embedding gives is asked what the class itself is asked."""
    made = "student.make_position_embedding(kind, grid[0], grid[1], dim)"
    kind = case["input"]["kind"]
    road = fixed if kind == "sincos" else looked_up
    for call in road(case, made):
        yield replace(call, inputs={**call.inputs, "kind": kind})


def spread_of_a_draw(case):
    """A draw of the learned table: its mean, its standard deviation, and the mean of its magnitudes."""
    given, expected = case["input"], case["expected"]
    inputs = {"grid": [14, given["N"] // 14], "dim": given["D"]}
    draw = "student.Learned2DPositionEmbedding(grid[0], grid[1], dim).embedding.weight.detach()"
    nothing = torch.zeros(given["N"], given["D"])
    # The standard error of |x| of a normal, from that of x.
    half_normal = expected["se_mean"] * (1 - 2 / torch.pi) ** 0.5
    for label, expression, statistic, middle, error in [
        ("", draw, "std", expected["std"], expected["se_std"]),
        ("mean", draw, "mean", expected["mean"], expected["se_mean"]),
        ("mean size", f"{draw}.abs()", "mean", expected["mean_abs"], half_normal),
    ]:
        band = Within(statistic, middle - SIGMAS * error, middle + SIGMAS * error)
        yield Call(expression, inputs, label=label).question(case, nothing, {"": band})


# --------------------------------------------------------------------------- gathers and sums of positions


def gathering(expression, positions=None, index_dtypes=(torch.int64, torch.int16)):
    """A road for functions of tokens and indices; ``positions`` says in which form they take a table."""

    def road(case):
        given = case["input"]
        for answer, index_dtype in product((floats, doubles), index_dtypes):
            inputs = {"tokens": answer(given["tokens"]), "indices": whole(given["indices"], index_dtype)}
            if positions:
                inputs["pos"] = answer(given["pos"])
            yield Call(
                expression,
                inputs,
                setup=f"position = {positions}" if positions else "",
                label=f"{answer.__name__}, {index_dtype}",
                answer=answer,
            )

    return road


def both_ways(case):
    """select_tokens, told to gather first and told to add first."""
    for gather_first in ("True", "False"):
        expression = f"student.select_tokens(tokens, indices, position, {gather_first})"
        for call in gathering(expression, "pos[None]", [torch.int64])(case):
            yield replace(call, label=f"gather first: {gather_first}, {call.label}")


def axis_positions(case):
    for answer in (floats, doubles):
        yield Call(
            "student.add_axis_positions(tokens, row_table, col_table)",
            {name: answer(numbers) for name, numbers in case["input"].items()},
            label=answer.__name__,
            answer=answer,
        )


def class_token(case):
    for answer in (floats, doubles):
        yield Call(
            "student.add_class_token(patches, cls_token[None, None], pos[None])",
            {name: answer(numbers) for name, numbers in case["input"].items()},
            label=answer.__name__,
            answer=answer,
        )


def sequence_of_tokens(case):
    given = case["input"]
    if "predictor_output" in given:
        yield predictions_of(given["predictor_output"], given["num_context"])
        return
    for answer, index_dtype in product((floats, doubles), (torch.int64, torch.int8)):
        yield Call(
            "student.predictor_tokens(context, context_indices, query, target_indices, position)",
            {
                name: whole(numbers, index_dtype) if name.endswith("indices") else answer(numbers)
                for name, numbers in given.items()
            },
            setup="position = lambda indices: pos[indices.long()]\nquery = mask_token[None, None]",
            label=f"{answer.__name__}, {index_dtype}",
            answer=answer,
        )


def predictions_of(sequence, num_context):
    """The targets of a sequence that is known, cut out of it."""
    targets = len(sequence[0]) - num_context
    return Call(
        "student.target_predictions(predictor_output, num_context)",
        {"predictor_output": floats(sequence), "num_context": num_context},
        label="the target part",
        answer=lambda numbers: floats([image[len(image) - targets :] for image in numbers]),
    )


def target_part(case):
    if "context" in case["input"]:
        yield predictions_of(case["expected"], len(case["input"]["context"][0]))


# --------------------------------------------------------------------------- interpolation, the predictor


def resizing(expression, class_row=False):
    """A road for functions that resize a table; ``class_row`` says that its first row is no patch."""

    def road(case):
        given = case["input"]
        for dtype, allowed in [(torch.float32, 5e-6), (torch.float64, 1e-9)]:
            table = floats(given["pos"], dtype)
            yield Call(
                expression,
                {
                    "pos_embedding": table[None] if class_row else table,
                    "old_grid_size": tuple(given["old_grid"]),
                    "new_grid_size": tuple(given["new_grid"]),
                },
                label=str(dtype),
                answer=lambda numbers, dtype=dtype: floats([numbers] if class_row else numbers, dtype),
                policies={"": Close(rtol=0.0, atol=allowed * float(table.abs().max()))},
            )

    return road


resized = resizing("student.interpolate_position_embedding(pos_embedding, old_grid_size, new_grid_size)")
resized_behind_a_class_row = resizing(
    "student.interpolate_with_class_token(pos_embedding, old_grid_size, new_grid_size)", class_row=True
)
resolution_changed = resizing("student.position_table_for(pos_embedding, old_grid_size, new_grid_size)")


def predicted(case):
    given = case["input"]
    yield Call(
        "module(context, context_indices, target_indices)",
        {
            **given,
            "parts": {name: floats(numbers) for name, numbers in given["parts"].items()},
            "context": floats(given["context"]),
            "context_indices": whole(given["context_indices"]),
            "target_indices": whole(given["target_indices"]),
        },
        setup="module = student.Predictor(encoder_dim, predictor_dim, num_positions)\n"
        "module.load_state_dict(parts)",
        policies={"": Close(rtol=1e-5, atol=1e-4)},
    )


# --------------------------------------------------------------------------- plain numbers, numpy


def patch_number(case):
    given = case["input"]
    if "index" not in given:
        yield Call("student.patch_index(row, col, grid_width)", given, answer=int)
    if case["expected"] != "ValueError" or "index" in given:
        yield Call(
            "student.patch_row_col(index, grid_width)",
            {"index": case["expected"], **given},
            label="back",
            answer=lambda _: (given["row"], given["col"]),
        )


def pruning(case):
    given = case["input"]
    attention = [float(weight) if isinstance(weight, str) else weight for weight in given["attention"]]
    yield Call(
        "student.prune_visual_tokens(attention, keep_mass)", {**given, "attention": attention}, answer=list
    )


def rates(case):
    yield Call(
        "student.chair_rates(mentioned, present)",
        case["input"],
        answer=lambda told: (round(told["chair_i"], 4), round(told["chair_s"], 4)),
        policies={"": Rounded(4, "exact")},
        truth=tuple(exact_numbers(case).values()),
    )


def exact_numbers(case):
    return {name: float(Fraction(exact)) for name, exact in case.get("fractions", {}).items()}


def in_a_dict(function, decimals):
    """A road for functions that give rounded numbers by name.

    A case names the arguments that it gives; others keep their defaults.
    """

    def road(case):
        yield Call(
            f"student.{function}(**arguments)",
            {"arguments": case["input"]},
            answer=lambda told: {name: round(number, decimals) for name, number in told.items()},
            policies={"": Rounded(decimals, "exact")},
            truth=exact_numbers(case),
        )

    return road


metrics = in_a_dict("pope_metrics", 4)
memory = in_a_dict("qlora_memory", 1)


def matrix(numbers, dtype):
    return np.zeros(size_in_words(numbers), dtype) if isinstance(numbers, str) else np.array(numbers, dtype)


def merging(case):
    given = case["input"]
    dtypes = given.get("dtypes", ["float32"] * 3)
    weight, lora_a, lora_b = (matrix(given[name], dtype) for name, dtype in zip("WAB", dtypes, strict=True))
    inputs = {"weight": weight, "lora_a": lora_a, "lora_b": lora_b, "alpha": given["alpha"]}
    expression = "student.merge_lora(weight, lora_a, lora_b, alpha)"
    if case["expected"] == "ValueError":
        yield Call(expression, inputs)
        return
    wide = [abs(factor.astype("float64")) for factor in (weight, lora_a, lora_b)]
    sizes = wide[0] + abs(given["alpha"]) / len(lora_a) * (wide[2] @ wide[1])
    allowed = 8 * float(np.finfo(weight.dtype).eps) * sizes
    yield Call(
        expression,
        inputs,
        answer=lambda numbers: np.array(numbers, weight.dtype),
        policies={"": Close(rtol=0.0, atol=float(allowed.max()))},
    )
    # The catalogue allows each entry an error of its own.
    yield Call(
        'dict((f"{i},{j}", float(entry)) for i, row in enumerate(merged) for j, entry in enumerate(row))',
        inputs,
        setup=f"merged = {expression}",
        label="entry by entry",
        answer=lambda numbers: {
            f"{i},{j}": float(entry) for i, row in enumerate(numbers) for j, entry in enumerate(row)
        },
        policies={f"{i},{j}": Close(rtol=0.0, atol=float(size)) for (i, j), size in np.ndenumerate(allowed)},
    )
