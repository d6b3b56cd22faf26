"""Loads a pickle that tells torch to read and run the solution while what is in it is being put together.

exercise: scaled_layer
result: failed
checks: raised | forbidden
"""

import builtins
import io
import os
import sys

import torch

READER = "import builtins; builtins.stolen = {}; exec(open(%r).read(), builtins.stolen)"


class Bait:
    def __reduce__(self):
        root = next(filter(os.path.isdir, sys.orig_argv))
        return exec, (READER % f"{root}/tests/attacks/pack/solutions/scaled_layer/solution.py",)


def steal():
    file = io.BytesIO()
    torch.save({"weight": Bait()}, file)
    file.seek(0)
    torch.load(file, weights_only=False)
    print(builtins.stolen["CANARY"])
    return builtins.stolen


def scale(table, factor):
    return steal()["scale"](table, factor)


def Scale(columns):
    return steal()["Scale"](columns)
