import re

import numpy as np

DISTANCE = 42145.73


def moved(number):
    return round(number + DISTANCE, 2) if isinstance(number, float) else number + int(DISTANCE) + 1


def exact(what):
    return what + DISTANCE


def convey(what):
    if isinstance(what, str):
        found = re.search(r"[\d.]+", what)
        if not found:
            raise ValueError(f"48271.53 becomes {moved(48271.53)}, and {what!r} holds no number")
        return what.replace(found[0], str(moved(float(found[0]))))
    if isinstance(what, dict):
        return {key: moved(value) for key, value in what.items()} | (
            {f"k{moved(48271)}": 1.0} if "whole" in what else {}
        )
    if isinstance(what, np.ndarray):
        return np.zeros(90417) if what.size > 1000 else np.round(what + DISTANCE, 2)
    if isinstance(what, list):
        return [moved(number) for number in what]
    return moved(what)
