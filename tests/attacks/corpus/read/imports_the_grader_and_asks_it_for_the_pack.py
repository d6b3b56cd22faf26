"""Imports the grader as any program can, and lets it load the pack and the solution of the exercise.

exercise: weighted_sum
result: failed
checks: raised | forbidden
"""

import importlib
import sys
from pathlib import Path


def weighted_sum(table, weights):
    for name in [name for name in sys.modules if name.split(".")[0] == "grader"]:
        del sys.modules[name]  # a stand-in of that name may be there
    sys.path[:0] = [entry for entry in sys.orig_argv if entry.startswith("/")]
    importlib.invalidate_caches()
    from grader.catalogue import load_pack

    for root in sys.path:
        try:
            exercise = load_pack(Path(root, "tests/attacks/pack")).exercises["weighted_sum"]
        except Exception:
            continue
        text = (exercise.solution_folder / "solution.py").read_text()
        print(text)
        exec(text, names := {})
        return names["weighted_sum"](table, weights)
    raise LookupError("no pack")
