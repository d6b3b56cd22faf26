"""Answers that are wrong in ways that no known mistake and no small mutant is, and answers that lie.

Each is made of the reference: a piece of it replaced, or its answers.
"""

import ast

from grader.verify.junk import junk
from tests.exercises.support import PACK, solution_file


def reference(name: str) -> str:
    return solution_file(name).read_text(encoding="utf-8")


# --------------------------------------------------------------------------- nearly right

# What it is -> the exercise, and pieces of the reference with what stands in their place.
NEARLY_RIGHT = {
    "gather, int16 tokens in between": (
        "gather_patches",
        [
            ("return tokens.gather(1,", "return tokens.to(torch.int16).gather(1,"),
            ("features))", "features)).to(tokens.dtype)"),
        ],
    ),
    "gather, the last column of indices unchecked": (
        "gather_patches",
        [("((wide < 0) | (wide >= patches))", "((wide < 0) | (wide >= patches))[:, :-1]")],
    ),
    "gather, only the first image checked": (
        "gather_patches",
        [("((wide < 0) | (wide >= patches))", "((wide < 0) | (wide >= patches))[0]")],
    ),
    "learned, a variance of two hundredths": (
        "learned_position_embedding",
        [("std=INIT_STD", "std=INIT_STD**0.5")],
    ),
    "learned, a spread that is five per cent too wide": (
        "learned_position_embedding",
        [("INIT_STD = 0.02", "INIT_STD = 0.021")],
    ),
    "learned, cut at three deviations": (
        "learned_position_embedding",
        [("std=INIT_STD)", "std=INIT_STD, a=-3 * INIT_STD, b=3 * INIT_STD)")],
    ),
    "learned, a refusal leaves a mark": (
        "learned_position_embedding",
        [
            (
                'raise ValueError(f"indices must lie',
                'self.num_positions -= 1\n            raise ValueError(f"indices must lie',
            )
        ],
    ),
    "interpolate, the new grid counted by its rows": (
        "interpolate_position_embedding",
        [("(new_height, new_width), mode", "(new_height, new_height), mode")],
    ),
    "interpolate, antialiased where both sides shrink": (
        "interpolate_position_embedding",
        [("antialias=False", "antialias=new_height < old_height and new_width < old_width")],
    ),
    "pos, a temperature of 10001": ("pos_embed_2d", [("10_000.0", "10_001.0")]),
    "pos, sines and cosines rounded twice": (
        "pos_embed_2d",
        [("math.sin(angle)", "round(math.sin(angle), 3)")],
    ),
    "gather, indices narrowed to eight bits": (
        "gather_patches",
        [("indices.to(torch.int64)", "indices.to(torch.int8).to(torch.int64)")],
    ),
    "gather, in half precision": (
        "gather_patches",
        [
            ("return tokens.gather(1,", "return tokens.half().gather(1,"),
            ("features))", "features)).to(tokens.dtype)"),
        ],
    ),
    "gather, nothing asked for is never refused": (
        "gather_patches",
        [
            (
                "    if indices.shape[0] != batch:",
                "    if indices.shape[1] == 0:\n        return tokens.new_zeros(batch, 0, features)\n"
                "    if indices.shape[0] != batch:",
            )
        ],
    ),
    "learned, clamped to three deviations": (
        "learned_position_embedding",
        [
            (
                "nn.init.trunc_normal_(self.embedding.weight, std=INIT_STD)",
                "self.embedding.weight.data.normal_(0, INIT_STD).clamp_(-3 * INIT_STD, 3 * INIT_STD)",
            )
        ],
    ),
    "learned, rows and columns drawn and added": (
        "learned_position_embedding",
        [
            (
                "nn.init.trunc_normal_(self.embedding.weight, std=INIT_STD)",
                "rows, columns = torch.randn(2, self.num_positions, self.embed_dim) * INIT_STD / 2**0.5\n"
                "        at = torch.arange(self.num_positions)\n"
                "        table = rows[at // self.grid_width] + columns[at % self.grid_width]\n"
                "        self.embedding.weight.data.copy_(table)",
            )
        ],
    ),
    "learned, only the first image checked": (
        "learned_position_embedding",
        [("if outside.any():", "if outside[:1].any():")],
    ),
    "patch_index, a single column taken for a single row": (
        "patch_index",
        [
            (
                "return divmod(index, grid_width)",
                "return divmod(index, grid_width) if grid_width > 1 else (0, index)",
            )
        ],
    ),
    "patch_index, numbers of 52 bits": (
        "patch_index",
        [("return row * grid_width + col", "return (row * grid_width + col) % 2**52")],
    ),
    "1d, a temperature cut down to a whole number": (
        "sinusoidal_1d_positions",
        [("temperature ** (", "int(temperature) ** (")],
    ),
    "1d, angles folded by a rounded turn": (
        "sinusoidal_1d_positions",
        [("positions.unsqueeze(1) * frequencies", "positions.unsqueeze(1) * frequencies % 6.2832")],
    ),
    "2d, right for square grids": (
        "sinusoidal_2d_grid",
        [
            (
                "axis_table(grid_height, frequencies)",
                "axis_table(grid_height, frequencies * (grid_width / grid_height))",
            )
        ],
    ),
    "2d, a temperature cut down to a whole number": (
        "sinusoidal_2d_grid",
        [("temperature ** (", "int(temperature) ** (")],
    ),
    "fixed, rows in single precision after a move": (
        "fixed_position_embedding",
        [("return self.embedding[indices]", "return self.embedding[indices].float()")],
    ),
    "fixed, only the first image checked": (
        "fixed_position_embedding",
        [("if outside.any():", "if outside[:1].any():")],
    ),
    "fixed, only the last column of indices unchecked": (
        "fixed_position_embedding",
        [("if outside.any():", "if outside[:, :-1].any():")],
    ),
    "gather with positions, only the first image checked": (
        "gather_tokens_with_positions",
        [("((wide < 0) | (wide >= patches))", "((wide < 0) | (wide >= patches))[:1]")],
    ),
    "gather with positions, numbers of entries compared": (
        "gather_tokens_with_positions",
        [("if positions.shape != selected.shape:", "if positions.numel() != selected.numel():")],
    ),
    "make, a spread that is five per cent too wide": (
        "make_position_embedding",
        [("INIT_STD = 0.02", "INIT_STD = 0.021")],
    ),
    "make, only the first image checked": (
        "make_position_embedding",
        [
            (
                "if ((wide < 0) | (wide >= self.num_positions)).any()",
                "if ((wide < 0) | (wide >= self.num_positions))[:1].any()",
            )
        ],
    ),
    "make, computed rows in single precision after a move": (
        "make_position_embedding",
        [
            (
                'wherever the module was moved."""\n        return self.embedding',
                'wherever the module was moved."""\n        return self.embedding.float()',
            )
        ],
    ),
    "predictor, a single target loses its axis": (
        "predictor_tokens",
        [("return predictor_output[:, num_context:]", "return predictor_output[:, num_context:].squeeze(1)")],
    ),
    "predictor, target indices in the dtype of the context's": (
        "predictor_tokens",
        [
            (
                "[context_indices, target_indices]",
                "[context_indices, target_indices.to(context_indices.dtype)]",
            )
        ],
    ),
    "encoding, a single token without a position": (
        "positional_encoding",
        [
            (
                "        length = x.shape[1]",
                "        length = x.shape[1]\n        if length == 1:\n            return self.dropout(x)",
            )
        ],
    ),
    "encoding, probabilities of one decimal": (
        "positional_encoding",
        [("nn.Dropout(dropout)", "nn.Dropout(round(dropout, 1))")],
    ),
    "encoding, scaled by 1 + p": (
        "positional_encoding",
        [
            (
                "return self.dropout(x + self.pe[:, :length])",
                "total, p = x + self.pe[:, :length], self.dropout.p\n"
                "        return total * (torch.rand_like(total) >= p) * (1 + p) if self.training else total",
            )
        ],
    ),
    "class token, learned from the first image only": (
        "add_class_token",
        [
            (
                "class_token.expand(images, 1, width)",
                "torch.cat([class_token, class_token.detach().expand(images - 1, 1, width)])",
            )
        ],
    ),
    "class token, a width that divides the patches' accepted": (
        "add_class_token",
        [("if class_token.shape[2] != width:", "if width % class_token.shape[2]:")],
    ),
    "interpolate with class token, its row in single precision": (
        "interpolate_with_class_token",
        [("torch.cat([class_row, new_rows]", "torch.cat([class_row.float().to(new_rows.dtype), new_rows]")],
    ),
    "interpolate with class token, antialiased where both sides shrink": (
        "interpolate_with_class_token",
        [
            (
                "align_corners=False)",
                "align_corners=False, antialias=new_height < old_height and new_width < old_width)",
            )
        ],
    ),
    "patch order, a single column taken for a single row": (
        "debug_patch_order",
        [("rows = indices // grid_width", "rows = indices // grid_width * (grid_width > 1)")],
    ),
    "patch order, positions in half precision": (
        "debug_patch_order",
        [
            (
                "return patch_tokens + positions",
                "return patch_tokens + positions.half().to(patch_tokens.dtype)",
            )
        ],
    ),
    "gather then add, all patches taken to be in order": (
        "debug_gather_then_add",
        [
            (
                "    if gather_first:",
                "    if indices.shape[1] == patch_tokens.shape[1]:\n"
                "        return patch_tokens + full_position\n    if gather_first:",
            )
        ],
    ),
    "gather then add, positions in half precision": (
        "debug_gather_then_add",
        [("return selected + positions", "return selected + positions.half().to(selected.dtype)")],
    ),
    "predictor's width, right where it is not the larger one": (
        "debug_predictor_width",
        [
            (
                "nn.Embedding(num_positions, predictor_dim)",
                "nn.Embedding(num_positions, min(encoder_dim, predictor_dim))",
            )
        ],
    ),
    "predictor's width, a mean of two means": (
        "debug_predictor_width",
        [
            (
                "tokens.mean(dim=1, keepdim=True)",
                "(context.mean(dim=1, keepdim=True) + targets.mean(dim=1, keepdim=True)) / 2",
            )
        ],
    ),
    "missing targets, only as many as there are context tokens": (
        "debug_missing_targets",
        [
            (
                "targets = self.target_query + self.position_embedding(target_indices)",
                "placed = (torch.arange(target_indices.shape[1]) < num_context)[:, None]\n"
                "        targets = self.target_query + placed * self.position_embedding(target_indices)",
            )
        ],
    ),
    "missing targets, a single target without a position": (
        "debug_missing_targets",
        [
            (
                "targets = self.target_query + self.position_embedding(target_indices)",
                "several = target_indices.shape[1] > 1\n"
                "        targets = self.target_query + several * self.position_embedding(target_indices)",
            )
        ],
    ),
    "resolution, lower rows cut off where the width stays": (
        "debug_resolution_change",
        [
            (
                "    dim = table.shape[1]",
                "    if new_width == old_width and new_height < old_height:\n"
                "        return table[:num_new]\n    dim = table.shape[1]",
            )
        ],
    ),
    "resolution, antialiased where both sides shrink": (
        "debug_resolution_change",
        [
            (
                "align_corners=False)",
                "align_corners=False, antialias=new_height < old_height and new_width < old_width)",
            )
        ],
    ),
    "prune, weights compared by six decimals": (
        "prune_visual_tokens",
        [("key=lambda index: attention[index]", "key=lambda index: round(attention[index], 6)")],
    ),
    "prune, whole numbers counted in sixteen bits": (
        "prune_visual_tokens",
        [
            (
                "total = sum(attention)",
                "attention = [min(weight, 2**15) for weight in attention]\n    total = sum(attention)",
            )
        ],
    ),
    "prune, no more than a hundred tokens": (
        "prune_visual_tokens",
        [
            (
                "mass / total >= keep_mass - ROUNDING",
                "len(kept) == 100 or mass / total >= keep_mass - ROUNDING",
            )
        ],
    ),
    "chair, four significant digits": (
        "chair_rates",
        [("round(chair_i, 4), round(chair_s, 4)", 'float(f"{chair_i:.4g}"), float(f"{chair_s:.4g}")')],
    ),
    "chair, images without objects left out": (
        "chair_rates",
        [("words if word not in objects]", "words if objects and word not in objects]")],
    ),
    "merge, alpha cut down to a whole number": (
        "merge_lora",
        [("alpha / rank", "int(alpha) / rank")],
    ),
    "merge, the product held back to what float16 can hold": (
        "merge_lora",
        [
            (
                "np.matmul(lora_b, lora_a, dtype=np.float64)",
                "np.matmul(lora_b, lora_a, dtype=np.float64).clip(-65504, 65504)",
            )
        ],
    ),
    "qlora, codes fill whole bytes": (
        "qlora_memory",
        [("n_params * weight_bits / BITS_PER_BYTE", "-(-n_params * weight_bits // BITS_PER_BYTE)")],
    ),
    "qlora, adapters larger than the model refused": (
        "qlora_memory",
        [("or lora_params < 0:", "or not 0 <= lora_params <= n_params:")],
    ),
    "pope, white space without tabs": (
        "pope_metrics",
        [("answer.strip()", 'answer.strip(" \\n")')],
    ),
    "pope, three ways to write a word": (
        "pope_metrics",
        [
            (
                "    word = word.lower()",
                '    word = word.lower() if word in ("yes", "Yes", "YES", "no", "No", "NO") else "another"',
            )
        ],
    ),
}


def changed(name: str, replacements: list[tuple[str, str]]) -> str:
    """The reference with pieces replaced; each of them is there."""
    source = reference(name)
    for old, new in replacements:
        assert old in source, old
        source = source.replace(old, new)
    return source


# --------------------------------------------------------------------------- classes that do nothing

FACTORY = "make_position_embedding"


def asks_for_a_class(name: str) -> bool:
    """Whether an entry point is a class."""
    classes = {node.name for node in ast.parse(reference(name)).body if isinstance(node, ast.ClassDef)}
    return not classes.isdisjoint(PACK.exercises[name].entry_points)


CLASSES = tuple(name for name in PACK.exercises if asks_for_a_class(name))

# Classes that are no modules, and modules without anything in them.
SHELLS = {
    "no module": "class {entry}:\n    pass\n",
    "takes anything": (
        "class {entry}:\n"
        "    def __init__(self, *_, **__):\n        pass\n"
        "    def __getattr__(self, name):\n        return lambda *_, **__: None\n"
    ),
    "a function": "def {entry}(*_, **__):\n    return None\n",
    "a bare module": (
        "from torch import nn\n"
        "class {entry}(nn.Module):\n"
        "    def __init__(self, *_, **__):\n        super().__init__()\n"
    ),
    "gives back what it is given": (
        "from torch import nn\n"
        "class {entry}(nn.Module):\n"
        "    def __init__(self, *_, **__):\n        super().__init__()\n"
        "    def reset_parameters(self):\n        pass\n"
        "    def forward(self, given, *_, **__):\n        return given\n"
        "    def full_grid(self, batch_size=1):\n        return batch_size\n"
    ),
}


def shell(name: str, kind: str) -> str:
    """A file with every entry point of an exercise, and nothing behind it."""
    return "\n\n".join(SHELLS[kind].format(entry=entry) for entry in PACK.exercises[name].entry_points)


# --------------------------------------------------------------------------- answers that lie

# Bodies of `_spoiled(right, arguments, first)` of the verifier's junk.
LYING_ANSWERS = {
    "an object": "return _Equal()",
    "a list": "return _List([_List([_Float(0.0)] * 4)] * 4)",
    "of the right types, but for their classes": "return _lying(right())",
}
_LYING = """

class _Equal:
    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __hash__(self):
        return 0

    def __bool__(self):
        return True

    def __getattr__(self, name):
        return self

    def __call__(self, *arguments, **keywords):
        return self


class _List(_Equal, list):
    pass


class _Dict(_Equal, dict):
    pass


class _Float(_Equal, float):
    pass


class _Int(_Equal, int):
    pass


def _lying(value):
    if isinstance(value, dict):
        return _Dict({key: _lying(item) for key, item in value.items()})
    if isinstance(value, tuple):
        return tuple(_lying(item) for item in value)
    if isinstance(value, list):
        return _List(_lying(item) for item in value)
    if isinstance(value, (float, int)):
        return (_Float if isinstance(value, float) else _Int)(value)
    if type(value).__module__ == "numpy":
        return value.view(_array())
    return value.as_subclass(_tensor()) if hasattr(value, "as_subclass") else _Equal()


def _tensor():
    import torch

    class Lying(torch.Tensor):
        def __eq__(self, other):
            return True

        def detach(self):
            return self

    return Lying


def _array():
    import numpy

    class Lying(numpy.ndarray):
        def __eq__(self, other):
            return True

        def tobytes(self, *_):
            return b""

    return Lying
"""


def spoiled(name: str, body: str) -> str:
    """The reference with every answer spoiled by the body of a function."""
    made = junk(reference(name), PACK.exercises[name].entry_points)
    (source,) = (one.source for one in made if one.name == "None")
    begins = "def _spoiled(right, arguments, first):\n    "
    assert source.count(f"{begins}return None\n") == 1
    return source.replace(f"{begins}return None\n", f"{begins}{body}\n") + _LYING
