"""Writes tests/data/more_oracle.json: cases that tests/data/oracle.json has few or none of.

    .venv/bin/python -m tests.exercises.make_more_oracle

What is expected comes from oracle_formulas.py. The cases have the fields of those of oracle.json:
``exercise``, ``id``, ``input``, ``expected``; ``fractions`` (``exact_fractions`` of a table) where an answer
is rounded or told as the nearest double; ``wrong`` for answers that must be rejected, by the mistake that
leads to them; and ``note``.
"""

import json
from fractions import Fraction
from pathlib import Path

from tests.exercises.oracle_formulas import (
    QLORA_DEFAULTS,
    axis_vector,
    chair,
    grid_table,
    memory,
    merged,
    metrics,
    predictions,
    predictor_sequence,
    pruned,
    resized,
    taking_turns,
    vector_sum,
)

FILE = Path(__file__).resolve().parents[1] / "data/more_oracle.json"
NOTE = (
    "made by tests/exercises/make_more_oracle.py: sin/cos with 50 digits, rationals exactly; "
    "floats are the nearest doubles"
)
REFUSED = "ValueError"


def case(exercise, name, given, expected, **more):
    return {"exercise": exercise, "id": name, "input": given, "expected": expected, **more}


def scattered(rows, columns, start=0):
    """Whole numbers from -20 to 20 in no order: a table of them."""
    numbers = [(37 * i * i + 11 * i) % 41 - 20 for i in range(start, start + rows * columns)]
    return [numbers[row * columns : (row + 1) * columns] for row in range(rows)]


def doubles(fractions):
    """The nearest double of every fraction, however deep they lie."""
    if isinstance(fractions, dict):
        return {name: doubles(item) for name, item in fractions.items()}
    return [doubles(item) for item in fractions] if isinstance(fractions, list) else float(fractions)


def texts(fractions):
    if isinstance(fractions, dict):
        return {name: texts(item) for name, item in fractions.items()}
    return [texts(item) for item in fractions] if isinstance(fractions, list) else str(fractions)


def rounded(fractions, decimals):
    return {name: float(round(number, decimals)) for name, number in fractions.items()}


# --------------------------------------------------------------------------- sines and cosines


def sinusoidal_1d_cases():
    for name, positions, dim, temperature in [
        ("negative_T37", [-2, -1, 0, 7], 12, 37),
        ("fractions_of_both_signs", [-3.25, 0.125, 17.5], 6, 100),
        ("far", [1000, 640, 999], 16, 10_000),
        ("high_temperature", [5, 2], 8, 250_000),
        ("temperature_not_whole", [1, 4, 9], 10, 37.5),
        ("single", [6], 4, 10_000),
    ]:
        vectors = [axis_vector(position, dim, temperature) for position in positions]
        turns = [
            [v for pair in zip(row[: dim // 2], row[dim // 2 :], strict=True) for v in pair]
            for row in vectors
        ]
        yield case(
            "sinusoidal_1d_positions",
            name,
            {"positions": positions, "dim": dim, "temperature": temperature},
            vectors,
            wrong={"interleaved": turns} if name == "negative_T37" else {},
        )
    for dim in (5, 9):
        given = {"positions": [0, 1], "dim": dim, "temperature": 10_000}
        yield case("sinusoidal_1d_positions", f"bad_dim_{dim}", given, REFUSED)


def sinusoidal_2d_cases():
    for height, width, dim, temperature in [
        (3, 2, 12, 7),
        (1, 5, 4, 10_000),
        (4, 1, 28, 100),
        (2, 2, 12, 250_000),
        (2, 4, 8, 37.5),
        (2, 3, 8, 1),
    ]:
        table = grid_table(height, width, dim, temperature)
        wrong = {}
        if (height, width) == (3, 2):
            wrong["column_first"] = [vector[dim // 2 :] + vector[: dim // 2] for vector in table]
            wrong["column_major"] = [table[i % height * width + i // height] for i in range(height * width)]
        yield case(
            "sinusoidal_2d_grid",
            f"h{height}_w{width}_d{dim}_T{temperature}",
            {"grid_height": height, "grid_width": width, "embed_dim": dim, "temperature": temperature},
            table,
            wrong=wrong,
        )
    for dim in (5, 7, 14):
        given = {"grid_height": 2, "grid_width": 3, "embed_dim": dim}
        yield case("sinusoidal_2d_grid", f"bad_dim_{dim}", given, REFUSED)


def fixed_cases(exercise="fixed_position_embedding", temperature=30, **kind):
    for grid, dim, indices in [([3, 2], 12, [[5, 1, 1], [4, 0, 3]]), ([1, 4], 4, [[3], [0], [2]])]:
        table = grid_table(*grid, dim, temperature)
        yield case(
            exercise,
            f"grid_{grid[0]}x{grid[1]}",
            {**kind, "grid": grid, "dim": dim, "temperature": temperature, "indices": indices},
            [[table[i] for i in image] for image in indices],
        )
    for name, grid, dim, indices in [
        ("idx_eq_N", [2, 3], 4, [[6]]),
        ("idx_neg", [2, 3], 4, [[0, -1]]),
        ("idx_1d", [2, 3], 4, [0, 1]),
        ("idx_3d", [2, 3], 4, [[[0], [1]]]),
    ]:
        given = {**kind, "grid": grid, "dim": dim, "temperature": temperature, "indices": indices}
        yield case(exercise, name, given, REFUSED)
    for name, grid, dim in [
        ("height_0", [0, 3], 4),
        ("width_negative", [2, -1], 4),
        ("bad_dim_6", [2, 3], 6),
    ]:
        given = {**kind, "grid": grid, "dim": dim, "temperature": temperature}
        yield case(exercise, name, given, REFUSED)
    given = {**kind, "grid": [2, 3], "dim": 4, "temperature": temperature, "indices": "zeros[2,0] int64"}
    yield case(exercise, "empty_K0", given, "shape [2,0,4], no error")


def positional_encoding_cases():
    for name, positions, width in [
        ("far_rows_d6", [0, 1, 17, 49], 6),
        ("d2", [3, 0], 2),
        ("d10", [2, 5], 10),
    ]:
        table = [taking_turns(position, width) for position in positions]
        yield case("positional_encoding", name, {"positions": positions, "d_model": width}, table)
    for name, length, refused in [("as_long_as_the_table", 4, False), ("one_too_long", 5, True)]:
        # Quarters are exact in single precision.
        tokens = [[[n / 4 for n in row] for row in scattered(length, 4, start)] for start in (0, 50)]
        summed = [
            [[x + p for x, p in zip(row, taking_turns(t, 4), strict=True)] for t, row in enumerate(image)]
            for image in tokens
        ]
        given = {"x": tokens, "d_model": 4, "max_len": 4, "dropout": 0.25, "mode": "eval"}
        yield case("positional_encoding", name, given, REFUSED if refused else summed)


# --------------------------------------------------------------------------- gathers and sums of positions


def gathering_cases():
    """Of gather_patches and the exercises that add positions to what is gathered."""
    tokens = [scattered(4, 3, start) for start in (0, 20, 40)]
    indices = [[3, 0, 3, 2, 1], [1, 1, 0, 0, 2], [0, 2, 3, 1, 3]]
    positions = [[100 * n + d / 4 for d in range(3)] for n in range(4)]
    picked = [[image[i] for i in row] for image, row in zip(tokens, indices, strict=True)]
    placed = [
        [vector_sum(image[i], positions[i]) for i in row] for image, row in zip(tokens, indices, strict=True)
    ]
    by_slot = [
        [vector_sum(image[i], positions[slot % 4]) for slot, i in enumerate(row)]
        for image, row in zip(tokens, indices, strict=True)
    ]
    of_first = [[vector_sum(image[i], positions[i]) for i in indices[0]] for image in tokens]
    yield case("gather_patches", "B3_N4_K5_D3", {"tokens": tokens, "indices": indices}, picked)
    with_positions = {"tokens": tokens, "indices": indices, "pos": positions}
    wrong = {"positions_by_slot": by_slot, "indices_of_first_image": of_first, "positions_left_out": picked}
    for exercise in ("gather_tokens_with_positions", "debug_gather_then_add"):
        yield case(exercise, "B3_N4_K5_D3", with_positions, placed, wrong=wrong)

    nothing = {"tokens": tokens[:2], "indices": "zeros[2,0] int64"}
    yield case("gather_patches", "empty_K0", nothing, "shape [2,0,3], no error")
    for exercise in ("gather_tokens_with_positions", "debug_gather_then_add"):
        yield case(exercise, "empty_K0", {**nothing, "pos": positions}, "shape [2,0,3], no error")

    for name, change in [
        ("idx_eq_N", {"indices": [[0], [4], [1]]}),
        ("idx_neg", {"indices": [[0], [-1], [1]]}),
        ("idx_1d", {"indices": [0, 1, 2]}),
        ("tokens_2d", {"tokens": tokens[0]}),
        ("batch_differs", {"tokens": tokens[:2]}),
        ("batch_of_one", {"tokens": tokens[:1]}),
        ("indices_of_one_image", {"indices": indices[:1]}),
    ]:
        yield case("gather_patches", name, {"tokens": tokens, "indices": indices, **change}, REFUSED)
        yield case("gather_tokens_with_positions", name, {**with_positions, **change}, REFUSED)
    narrow = [row[:1] for row in positions]
    yield case("gather_tokens_with_positions", "pos_of_width_1", {**with_positions, "pos": narrow}, REFUSED)


def patch_order_cases():
    for height, width in [(2, 3), (3, 2), (1, 4), (3, 3)]:
        tokens = [scattered(height * width, 2, start) for start in (0, 30)]
        rows = [[1000 * r + 1000, 2000 * r] for r in range(height)]
        columns = [[-50 * c, 70 * c + 30] for c in range(width)]
        added, mixed_up = (
            [
                [vector_sum(image[i], rows[r], columns[c]) for i, (r, c) in enumerate(places)]
                for image in tokens
            ]
            for places in (
                [(r, c) for r in range(height) for c in range(width)],
                [(r, c) for c in range(width) for r in range(height)],
            )
        )
        yield case(
            "debug_patch_order",
            f"{height}x{width}",
            {"tokens": tokens, "row_table": rows, "col_table": columns},
            added,
            wrong={"column_major": mixed_up},
        )


def class_token_cases():
    for batch, count, width in [(1, 1, 2), (3, 2, 4)]:
        patches = [scattered(count, width, 10 * b) for b in range(batch)]
        first = [d + 0.5 for d in range(width)]
        positions = [[1000 * n + d for d in range(width)] for n in range(count + 1)]
        placed = [
            [vector_sum(token, positions[n]) for n, token in enumerate([first, *image])] for image in patches
        ]
        shifted = [
            [first] + [vector_sum(token, positions[n]) for n, token in enumerate(image)] for image in patches
        ]
        at_the_end = [
            [vector_sum(token, positions[n]) for n, token in enumerate([*image, first])] for image in patches
        ]
        given = {"patches": patches, "cls_token": first, "pos": positions}
        yield case(
            "add_class_token",
            f"B{batch}_N{count}_D{width}",
            given,
            placed,
            wrong={"class_token_without_position": shifted, "class_token_last": at_the_end},
        )
    for name, change in [
        ("class_token_of_width_1", {"cls_token": first[:1]}),
        ("pos_of_width_1", {"pos": [row[:1] for row in positions]}),
        ("pos_of_length_N", {"pos": positions[:-1]}),
        ("pos_of_length_1", {"pos": positions[:1]}),
        ("pos_too_long", {"pos": [*positions, positions[0]]}),
    ]:
        yield case("add_class_token", name, {**given, **change}, REFUSED)


def predictor_tokens_cases():
    given = {
        "context": [scattered(4, 3, 12 * b) for b in range(3)],
        "context_indices": [[5, 0, 2, 1], [3, 3, 6, 0], [6, 1, 4, 2]],
        "target_indices": [[4, 3], [0, 0], [5, 4]],
        "mask_token": [0.5, -0.25, 0.125],
        "pos": [[1000 * n + 10 * d for d in range(3)] for n in range(7)],
    }
    sequence = predictor_sequence(given)
    wrong = {
        "context_positions_left_out": predictor_sequence(given, context_positions=False),
        "target_positions_left_out": predictor_sequence(given, target_positions=False),
        "targets_first": [image[4:] + image[:4] for image in sequence],
    }
    yield case("predictor_tokens", "B3_4_and_2", given, sequence, wrong=wrong)
    for name, change in [
        ("query_of_width_1", {"mask_token": [0.5]}),
        ("pos_of_width_1", {"pos": [row[:1] for row in given["pos"]]}),
        ("fewer_indices_than_context", {"context_indices": [row[:3] for row in given["context_indices"]]}),
        ("one_index_for_all_context", {"context_indices": [row[:1] for row in given["context_indices"]]}),
        ("context_indices_of_one_image", {"context_indices": given["context_indices"][:1]}),
        ("targets_of_one_image", {"target_indices": given["target_indices"][:1]}),
    ]:
        yield case("predictor_tokens", name, {**given, **change}, REFUSED)
    for num_context in (0, 6):
        kept = [image[num_context:] for image in sequence]
        yield case(
            "predictor_tokens",
            f"predictions_after_{num_context}",
            {"predictor_output": sequence, "num_context": num_context},
            kept if num_context < 6 else "shape [3,0,3], no error",
        )


# --------------------------------------------------------------------------- interpolation


def interpolation_case(exercise, old, new, class_row=None):
    table = scattered(old[0] * old[1], 2, 5)
    ways = {
        "right": resized(table, old, new),
        "a_minus_half": resized(table, old, new, a=Fraction(-1, 2)),
        "sides_exchanged": resized(table, old[::-1], new[::-1]),
    }
    if exercise == "debug_resolution_change":
        rows = [table[i % len(table)] for i in range(new[0] * new[1])]
        ways["rows_repeated"] = [[Fraction(x) for x in row] for row in rows]
    if class_row is not None:
        # The row of the class token stands in front and takes no part.
        table = [class_row, *table]
        ways = {name: [[Fraction(x) for x in class_row], *rows] for name, rows in ways.items()}
    right = ways.pop("right")
    return case(
        exercise,
        f"{old[0]}x{old[1]}_to_{new[0]}x{new[1]}",
        {"pos": table, "old_grid": old, "new_grid": new},
        doubles(right),
        exact_fractions=texts(right),
        # On a single row of patches the sides may be exchanged; on equal grids nothing is interpolated.
        wrong={name: doubles(rows) for name, rows in ways.items() if rows != right},
    )


def interpolation_cases():
    yield interpolation_case("interpolate_position_embedding", [2, 8], [4, 4])
    yield interpolation_case("interpolate_position_embedding", [1, 4], [1, 7])
    yield interpolation_case("interpolate_position_embedding", [3, 5], [7, 2])
    for old, new in [
        ([2, 3], [4, 5]),
        ([2, 3], [3, 2]),
        ([4, 4], [2, 3]),
        ([2, 2], [2, 2]),
        ([1, 1], [2, 1]),
    ]:
        yield interpolation_case("interpolate_with_class_token", old, new, class_row=[500, -700])
        yield interpolation_case("debug_resolution_change", old, new)
    for exercise, rows, new in [
        ("interpolate_position_embedding", 5, [4, 4]),
        ("interpolate_position_embedding", 7, [2, 3]),
        ("interpolate_with_class_token", 6, [4, 4]),
        ("interpolate_with_class_token", 8, [2, 3]),
    ]:
        given = {"pos": scattered(rows, 2), "old_grid": [2, 3], "new_grid": new}
        yield case(exercise, f"{rows}_rows_for_2x3", given, REFUSED)


# --------------------------------------------------------------------------- the predictor that is mended


def predictor_cases():
    for exercise, encoder, predictor in [
        ("debug_predictor_width", 3, 2),
        ("debug_predictor_width", 2, 3),
        ("debug_missing_targets", 2, 2),
        ("debug_missing_targets", 3, 1),
    ]:
        parts = {
            "context_proj.weight": scattered(predictor, encoder, 3),
            "context_proj.bias": scattered(1, predictor, 9)[0],
            "position_embedding.weight": scattered(7, predictor, 2),
            "target_query": [scattered(1, predictor, 17)],
            "output_proj.weight": scattered(encoder, predictor, 23),
            "output_proj.bias": scattered(1, encoder, 31)[0],
        }
        given = {
            "encoder_dim": encoder,
            "predictor_dim": predictor,
            "num_positions": 7,
            "parts": parts,
            "context": [scattered(3, encoder, 6 * b) for b in range(2)],
            "context_indices": [[6, 0, 2], [1, 5, 1]],
            "target_indices": [[4, 3, 4, 1], [0, 2, 6, 3]],
        }
        right, unplaced = (predictions(parts, given, placed) for placed in (True, False))
        yield case(
            exercise,
            f"{encoder}_to_{predictor}",
            given,
            doubles(right),
            exact_fractions=texts(right),
            wrong={"targets_without_positions": doubles(unplaced)},
        )


# --------------------------------------------------------------------------- plain counts


def patch_index_cases():
    for row, col, width in [(0, 0, 1), (0, 4, 5), (3, 2, 5), (2, 0, 7), (11, 0, 1), (1, 1, 2), (4, 12, 13)]:
        places = [(r, c) for r in range(row + 1) for c in range(width)]
        given = {"row": row, "col": col, "grid_width": width}
        yield case("patch_index", f"r{row}_c{col}_w{width}", given, places.index((row, col)))
    row, width = 2**25 + 1, 2**27 - 1
    given = {"row": row, "col": width - 1, "grid_width": width}
    yield case("patch_index", "beyond_32_bits", given, width * row + width - 1, note="above 2**52")
    for row, col, width in [(-1, 2, 5), (2, -1, 5), (2, 5, 5), (0, 1, 1), (0, 0, 0), (2, 0, -3), (1, -4, -3)]:
        given = {"row": row, "col": col, "grid_width": width}
        yield case("patch_index", f"r{row}_c{col}_w{width}", given, REFUSED)
    for index, width in [(-1, 5), (3, 0), (0, 0), (3, -2)]:
        yield case("patch_index", f"i{index}_w{width}", {"index": index, "grid_width": width}, REFUSED)


def prune_cases():
    for name, attention, keep_mass in [
        ("not_normalised", [1.5, 8, 0.5, 4, 2], 0.7),
        ("reached_exactly", [1, 2, 5, 8], 0.5),
        ("just_beyond", [1, 2, 5, 8], 0.5625),
        ("ties", [2, 3, 2, 3, 2, 2], 0.5),
        ("all_equal", [0.25] * 7, 0.4),
        ("half_but_for_rounding", [0.7] * 6, 0.5),
        ("thirds", [1, 1, 1], 2 / 3),
        ("all_of_the_mass", [3, 0, 1, 0, 2], 1),
        ("at_least_one", [4, 1, 3], 0.001),
        ("at_least_one_of_no_share", [4, 1, 3], 1e-13),
        ("single", [0.125], 1),
        ("tiny_weights", [1e-300, 3e-300, 2e-300], 0.5),
    ]:
        kept = pruned(attention, keep_mass)
        yield case("prune_visual_tokens", name, {"attention": attention, "keep_mass": keep_mass}, kept)
    for name, attention, keep_mass in [
        ("empty", [], 0.5),
        ("negative", [1, -0.5, 2], 0.5),
        ("nothing", [0, 0], 0.5),
        ("keep_0", [1, 2], 0),
        ("keep_too_much", [1, 2], 1.25),
        ("keep_negative", [1, 2], -0.5),
    ]:
        yield case("prune_visual_tokens", name, {"attention": attention, "keep_mass": keep_mass}, REFUSED)
    for name, word in [("infinite", "inf"), ("not_a_number", "nan")]:
        given = {"attention": [1, word, 2], "keep_mass": 0.5}
        yield case("prune_visual_tokens", name, given, REFUSED, note="the word stands for that float")


def chair_cases():
    for name, captions in [
        ("repeats", [(["cup", "cup", "cup", "table"], ["table"])]),
        ("all_right", [(["dog", "dog"], ["dog", "cat"]), (["cat"], ["cat"])]),
        ("all_wrong", [(["dog"], []), (["cat", "cat"], ["dog"])]),
        ("plural", [(["dogs", "dog"], ["dog"]), (["bus"], ["bus"])]),
        ("letter_case", [(["Dog", "dog"], ["dog"]), (["cat"], ["Cat"])]),
        ("words_in_words", [(["cat", "man"], ["cattle", "woman"]), (["hot dog"], ["dog"])]),
        (
            "sevenths",
            [
                (["dog", "cat", "dog"], ["cat"]),
                (["cat", "cat"], ["cat"]),
                ([], ["dog"]),
                (["bus"], ["bus", "car"]),
                (["car", "bus", "bus", "bus"], ["car", "car"]),
                (["tree", "dog"], ["tree", "dog", "bird"]),
                (["bird", "bird"], ["bird"]),
            ],
        ),
    ]:
        right, mistaken = chair(captions)
        yield case(
            "chair_rates",
            name,
            {"mentioned": [words for words, _ in captions], "present": [objects for _, objects in captions]},
            doubles(right),
            fractions=texts(right),
            wrong={mistake: rounded(told, 4) for mistake, told in mistaken.items() if told != right},
        )
    for name, mentioned, present in [
        ("one_image_missing", [["dog"], ["cat"]], [["dog"]]),
        ("one_image_more", [["dog"]], [["dog"], []]),
        ("no_captions_one_image", [], [["dog"]]),
    ]:
        yield case("chair_rates", name, {"mentioned": mentioned, "present": present}, REFUSED)


def merge_cases():
    for name, dtypes, weight, a, b, alpha in [
        # Products near 120 000, above all that float16 holds; a sixteenth of that is not.
        (
            "float16_overflow",
            ["float16", "float16", "float16"],
            [[1, -2, 0.5], [3, 4, -8]],
            [[300, -200, 100]],
            [[400], [-350]],
            0.0625,
        ),
        (
            "float16_with_wide_factors",
            ["float16", "float32", "float32"],
            [[1, -2], [0.25, 4], [3, -1]],
            [[1.0009765625, 2], [-3, 1.5], [0.5, 0.75]],
            [[2, 1, 1], [1, -1, 3], [0.5, 2, -1]],
            4,
        ),
        # The last bits are lost where anything is done in single precision.
        (
            "float64",
            ["float64", "float64", "float64"],
            [[0.1, 0.2, 0.3], [-0.7, 1 + 2.0**-40, 1e6]],
            [[1 / 3, -0.6, 2.2], [0.9, 1 - 2.0**-40, 0.01], [-1.1, 0.4, 5]],
            [[0.3, 1.7, -2.9], [1.1, 0.013, 0.77]],
            0.7,
        ),
        (
            "float32_negative_alpha",
            ["float32", "float32", "float32"],
            [[1, 2, 3], [4, 5, 6]],
            [[1, -1, 2], [3, 0.5, -2]],
            [[2, 1], [-1, 4]],
            -3,
        ),
        (
            "square",
            ["float32", "float32", "float32"],
            [[1, 0], [0, 1]],
            [[1, 2], [3, 5], [7, 11]],
            [[1, 4, -2], [0, 3, 5]],
            5,
        ),
        ("single_entry", ["float32", "float32", "float32"], [[2]], [[3], [5], [-1]], [[1, 2, 4]], 7),
    ]:
        given = {"W": weight, "A": a, "B": b, "alpha": alpha, "r": len(a), "dtypes": dtypes}
        scale = Fraction(alpha) / len(a)
        right = merged(given, scale)
        ways = {
            "no_scale": merged(given, 1),
            "alpha_only": merged(given, Fraction(alpha)),
            "merged_twice": merged(given, 2 * scale),
            "subtracted": merged(given, -scale),
        }
        yield case(
            "merge_lora",
            name,
            given,
            doubles(right),
            exact_fractions=texts(right),
            # With a rank of one the scale is alpha itself; float16 cannot hold what overflows.
            wrong={
                mistake: doubles(rows)
                for mistake, rows in ways.items()
                if rows != right and ("float16" not in dtypes or max(map(max, rows)) < 60000)
            },
        )
    plain = {"W": [[1, 2, 3], [4, 5, 6]], "A": [[1, 0, 2], [0, 1, 1]], "B": [[1, 2], [3, 4]], "alpha": 2}
    for name, change in [
        ("columns_of_a", {"A": [[1, 0], [0, 1]]}),
        ("one_column_of_a", {"A": [[1], [2]]}),
        ("rows_of_b", {"B": [[1, 2], [3, 4], [5, 6]]}),
        ("one_row_of_b", {"B": [[1, 2]]}),
        ("ranks_differ", {"B": [[1, 2, 3], [3, 4, 5]]}),
        ("a_is_1d", {"A": [1, 0, 2]}),
        ("rank_0", {"A": "zeros[0,3] float32", "B": "zeros[2,0] float32"}),
    ]:
        given = {**plain, "dtypes": ["float32"] * 3, **change}
        yield case("merge_lora", name, given, REFUSED)


def qlora_cases():
    for name, given in [
        ("remainder", {"n_params": 1000, "lora_params": 37}),
        ("remainder_nodq", {"n_params": 1000, "lora_params": 37, "double_quant_block": None}),
        ("one_block", {"n_params": 64, "lora_params": 3}),
        ("no_adapters", {"n_params": 12_345, "lora_params": 0}),
        ("no_weights", {"n_params": 0, "lora_params": 11}),
        ("nothing", {"n_params": 0, "lora_params": 0}),
        (
            "all_sizes_given",
            {
                "n_params": 54_321,
                "lora_params": 777,
                "weight_bits": 3,
                "block_size": 48,
                "double_quant_block": 20,
                "optimizer_bytes": 12,
                "adapter_bytes": 4,
            },
        ),
        ("a_tie", {"n_params": 2, "lora_params": 1, "weight_bits": 1, "block_size": 16}),
        (
            "total_of_rounded_differs",
            {
                "n_params": 1018,
                "lora_params": 5,
                "weight_bits": 3,
                "block_size": 100,
                "double_quant_block": 10,
            },
        ),
        ("7B", {"n_params": 7_000_000_000, "lora_params": 159_907_840}),
    ]:
        items = memory(given)
        right = {**items, "total": sum(items.values())}
        fewer = {"total": right["total"] - items["gradients"]}
        summed = {"total": sum((round(item, 1) for item in items.values()), Fraction(0))}
        whole_blocks = {"quant_constants": Fraction(4 * -(-given["n_params"] // 64))}
        wrong = {"gradients_forgotten": {**right, **fewer}, "total_of_rounded_items": {**right, **summed}}
        if name == "remainder_nodq":
            wrong["blocks_rounded_up"] = {**right, **whole_blocks}
        yield case(
            "qlora_memory",
            name,
            given,
            rounded(right, 1),
            fractions=texts(right),
            wrong={
                mistake: rounded(items, 1)
                for mistake, items in wrong.items()
                # Within a rounding tie either answer is right.
                if any(abs(round(items[key], 1) - right[key]) > Fraction(1, 20) for key in items)
            },
        )
    for name, change in [
        ("negative_weights", {"n_params": -1}),
        ("negative_adapters", {"lora_params": -1}),
        *(
            (f"{size}_{word}", {size: value})
            for size in QLORA_DEFAULTS
            for word, value in [("0", 0), ("negative", -4)]
        ),
    ]:
        yield case("qlora_memory", name, {"n_params": 1000, "lora_params": 37, **change}, REFUSED)


def pope_cases():
    for name, answers, labels, meant in [
        ("one_of_ten", ["yes"] + ["no"] * 9, ["yes"] * 10, "yes" + " no" * 9),
        ("no_labels_of_yes", ["yes", "no", "no"], ["no", "no", "no"], "yes no no"),
        ("nothing_but_no", ["no", "no"], ["no", "no"], "no no"),
        ("never_together", ["yes", "no", "yes"], ["no", "yes", "no"], "yes no yes"),
        (
            "written_in_all_ways",
            ["Yes.", " NO", "yEs\n", "\tno. ", "no", "YES. ", "No."],
            ["YES", "no", "No", "yes", "nO", "yes", "Yes"],
            "yes no yes no no yes no",
        ),
        (
            "sevenths",
            ["yes", "yes", "yes", "no", "no", "yes", "yes"],
            ["yes", "no", "yes", "yes", "no", "no", "no"],
            "yes yes yes no no yes yes",
        ),
    ]:
        pairs = [
            (answer == "yes", label.lower() == "yes")
            for answer, label in zip(meant.split(), labels, strict=True)
        ]
        right = metrics(pairs)
        other_class = metrics([(not answer, not label) for answer, label in pairs])
        ways = {
            "no_is_positive": {**other_class, "yes_ratio": right["yes_ratio"]},
            "precision_and_recall_exchanged": {
                **right,
                "precision": right["recall"],
                "recall": right["precision"],
            },
            "arithmetic_mean": {**right, "f1": (right["precision"] + right["recall"]) / 2},
            "yes_ratio_of_labels": {
                **right,
                "yes_ratio": Fraction(sum(label for _, label in pairs), len(pairs)),
            },
        }
        yield case(
            "pope_metrics",
            name,
            {"answers": answers, "labels": labels},
            doubles(right),
            fractions=texts(right),
            wrong={mistake: rounded(numbers, 4) for mistake, numbers in ways.items() if numbers != right},
        )
    for name, answers, labels in [
        ("empty", [], []),
        ("label_missing", ["yes", "no"], ["yes"]),
        ("answer_missing", ["yes"], ["yes", "no"]),
        ("another_answer", ["yes", "maybe"], ["yes", "no"]),
        ("another_label", ["yes", "no"], ["yes", "unknown"]),
        ("empty_answer", ["", "no"], ["yes", "no"]),
        ("two_full_stops", ["yes ..", "no"], ["yes", "no"]),
        ("a_sentence", ["yes, there is", "no"], ["yes", "no"]),
        ("a_word_inside", ["know", "no"], ["yes", "no"]),
    ]:
        yield case("pope_metrics", name, {"answers": answers, "labels": labels}, REFUSED)


# --------------------------------------------------------------------------- learned tables


def learned_cases():
    table = scattered(6, 4)
    for exercise, kind in [
        ("learned_position_embedding", {}),
        ("make_position_embedding", {"kind": "learned"}),
    ]:
        for name, grid, indices in [
            ("one_row", [1, 6], [[5], [0]]),
            ("one_column", [6, 1], [[3, 3, 1, 0, 5, 2, 4]]),
        ]:
            picked = [[table[i] for i in image] for image in indices]
            given = {**kind, "grid": grid, "dim": 4, "table": table, "indices": indices}
            yield case(exercise, name, given, picked)
        for name, grid in [("height_0", [0, 3]), ("width_negative", [2, -1])]:
            yield case(exercise, f"learned_{name}", {**kind, "grid": grid, "dim": 4}, REFUSED)
    for kind in ("Learned", "SINCOS", "sin-cos", "", "learned "):
        given = {"kind": kind, "grid": [2, 3], "dim": 4}
        yield case("make_position_embedding", f"kind_{kind!r}", given, REFUSED)


# --------------------------------------------------------------------------- the file


def cases():
    return [
        *patch_index_cases(),
        *sinusoidal_1d_cases(),
        *sinusoidal_2d_cases(),
        *learned_cases(),
        *fixed_cases(),
        *fixed_cases("make_position_embedding", temperature=10_000, kind="sincos"),
        *gathering_cases(),
        *interpolation_cases(),
        *predictor_tokens_cases(),
        *positional_encoding_cases(),
        *class_token_cases(),
        *patch_order_cases(),
        *predictor_cases(),
        *prune_cases(),
        *chair_cases(),
        *merge_cases(),
        *qlora_cases(),
        *pope_cases(),
    ]


def text():
    """The file, a line for each case; a field that holds nothing is left out."""
    lines = [json.dumps({field: held for field, held in one.items() if held != {}}) for one in cases()]
    return f'{{"note": {json.dumps(NOTE)},\n"cases": [\n' + ",\n".join(lines) + "\n]}\n"


if __name__ == "__main__":
    FILE.write_text(text())
