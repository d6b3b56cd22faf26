"""How often the cause of a failure is named, how often a wrong one is, and what it costs.

    python benchmarks/naming_causes.py            every exercise
    python benchmarks/naming_causes.py --quick    one of them, to see that it runs

Three kinds of wrong answers are diagnosed, as if a student had handed them in:

held out      every known mistake, with the bank that is left without it and those of the same text
repairs       the right answers, with one small thing done to them (transposed, rounded otherwise, ...)
composed      known mistakes, with such a thing done to what they give

A cause is wrong if it is not what was done, unless it says the same in other words (halves exchanged and
then reversed are halves reversed) and other draws of the hidden cases confirm it. Of a mistake held out it
is wrong if nobody has read and confirmed it (confirmed_causes.json holds those that were), or if another
draw names another cause. What a diagnosis costs is set against judging the same answers, in processor time.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import msgspec
import numpy as np

from grader.catalogue import load_pack
from grader.diagnose import diagnose
from grader.diagnose.numbers import held_by, numbers, with_numbers
from grader.isolate.local import LocalWorker
from grader.judge import judge
from grader.model import (
    Array,
    Cause,
    Close,
    Equal,
    Key,
    Load,
    Mapping,
    Mistake,
    Observation,
    Outcome,
    Packed,
    Rounded,
    Sequence,
    Status,
    Text,
    Value,
)
from grader.prepared import key_for
from grader.private import private_folders

CONFIRMED = Path(__file__).with_name("confirmed_causes.json")
QUICK = ("merge_lora",)
SEEDS = (0, 1, 2)
# Of each known mistake so many compositions are tried.
COMPOSED = 4

# --------------------------------------------------------------------------- what is done to answers


def alternated(x):
    half = x.shape[-1] // 2
    return np.stack([x[..., :half], x[..., half:]], -1).reshape(x.shape)


def where(allowed, change):
    return lambda x: change(x) if allowed(x) else None


NUMERIC: dict[str, Callable] = {
    "transposed": where(lambda x: x.ndim == 2, lambda x: x.T),
    "halves_exchanged": where(
        lambda x: x.ndim and x.shape[-1] % 2 == 0, lambda x: np.roll(x, x.shape[-1] // 2, -1)
    ),
    "interleaved": where(lambda x: x.ndim and x.shape[-1] % 2 == 0 and x.shape[-1] > 2, alternated),
    "reversed": where(lambda x: x.ndim and x.shape[-1] > 2, lambda x: np.flip(x, -1)),
    "shifted_by_one": where(lambda x: x.ndim > 1 and x.shape[0] > 2, lambda x: np.roll(x, 1, 0)),
    "sign_exchanged": lambda x: -x,
    "factor": lambda x: 2 * x,
    "squared": np.square,
    "absolute": np.abs,
    "clipped": lambda x: np.clip(x, 0, None),
    "rows_normalised": where(
        lambda x: x.ndim and x.shape[-1] > 1 and np.linalg.norm(x, axis=-1).all(),
        lambda x: x / np.linalg.norm(x, axis=-1, keepdims=True),
    ),
    "first_for_all": where(
        lambda x: x.ndim > 1 and x.shape[0] > 1, lambda x: np.broadcast_to(x[:1], x.shape)
    ),
    "off_by_one": lambda x: x + 1,
    "other_decimals": lambda x: np.round(x, 2),
    "narrow_precision": partial(held_by, "float16"),
}


def retyped(value: Value) -> Value | None:
    """The same numbers in an array of another floating type."""
    wider = {"float32": "float64", "float64": "float32"}
    if not isinstance(value, Array) or value.dtype not in wider or value.data is None:
        return None
    data = np.frombuffer(value.data, value.dtype).astype(wider[value.dtype]).tobytes()
    return msgspec.structs.replace(value, dtype=wider[value.dtype], data=data)


def recontained(value: Value) -> Value | None:
    """The same numbers in a numpy array instead of lists."""
    if not isinstance(value, Packed):
        return None
    return Array("numpy", "float64", value.shape, value.data)


def numeric(change: Callable, value: Value) -> Value | None:
    given = numbers(value)
    if given is None or not given.size:
        return value if given is not None else None
    with np.errstate(all="ignore"):
        new = change(given)
    return None if new is None else with_numbers(value, np.asarray(new))


DEEDS: dict[str, Callable[[Value], Value | None]] = {
    **{slug: partial(numeric, change) for slug, change in NUMERIC.items()},
    "wrong_dtype": retyped,
    "wrong_container": recontained,
}


def mapped(value: Value, deed: Callable[[Value], Value | None]) -> Value | None:
    """A value with a deed done to all numbers in it; None if it cannot be done to some."""
    if isinstance(value, Sequence):
        items = [mapped(item, deed) for item in value.items]
        return None if None in items else msgspec.structs.replace(value, items=tuple(items))
    if isinstance(value, Mapping):
        pairs = [(key, mapped(item, deed)) for key, item in value.items]
        return None if any(item is None for _, item in pairs) else Mapping(tuple(pairs))
    return deed(value)


def after(key: Key, seen: tuple[Observation, ...], deed: Callable) -> tuple[Observation, ...] | None:
    """What was seen, with a deed done to every part that is judged by its values; None if that cannot be."""
    done = []
    for item in seen:
        case = key.checks[item.check].cases[item.case]
        parts = {p for p, policies in case.expect if isinstance(policies[0], Equal | Close | Rounded)}
        value = item.value
        if item.outcome is not Outcome.RETURNED or value is None or not parts:
            done.append(item)
            continue
        if "" in parts:
            value = mapped(value, deed)
        elif isinstance(value, Mapping):
            pairs = []
            for name, part in value.items:
                chosen = isinstance(name, Text) and name.value in parts
                pairs.append((name, mapped(part, deed) if chosen else part))
            value = None if any(part is None for _, part in pairs) else Mapping(tuple(pairs))
        if value is None:
            return None
        done.append(replace(item, value=value))
    return tuple(done)


# --------------------------------------------------------------------------- measuring


@dataclass
class Tally:
    """What was found of one kind of wrong answers."""

    tried: int = 0
    named: int = 0
    other_words: int = 0
    wrong: list[str] = field(default_factory=list)
    judging_ms: list[float] = field(default_factory=list)
    diagnosing_ms: list[float] = field(default_factory=list)


def loaded(key: Key) -> Load:
    names = tuple((name, "callable") for name in key.exercise.entry_points)
    return Load(Outcome.RETURNED, entry_points=names)


def diagnosed(
    key: Key, seen: tuple[Observation, ...], tally: Tally | None = None
) -> tuple[bool, Cause | None]:
    """Whether an answer fails, and the cause that is named."""
    everything = [loaded(key), *seen]
    began = time.process_time()
    verdict = judge(key, everything)
    judged = time.process_time()
    if verdict.status is not Status.FAILED:
        return False, None
    cause = diagnose(key, verdict, everything)
    if tally is not None:
        tally.tried += 1
        tally.named += cause is not None
        tally.judging_ms.append(1e3 * (judged - began))
        tally.diagnosing_ms.append(1e3 * (time.process_time() - judged))
    return True, cause


def without(key: Key, mistake: Mistake) -> Key:
    """The key of a bank that does not know a mistake."""
    return replace(key, mistakes=tuple(known for known in key.mistakes if known.text != mistake.text))


def held_out(keys: list[Key], confirmed: dict[str, str], tally: Tally) -> Iterator[tuple[str, str]]:
    """Every known mistake with the rest of the bank."""
    for mistake in keys[0].mistakes:
        slugs = []
        for key in keys:
            same = next(known for known in key.mistakes if known.slug == mistake.slug)
            first = key is keys[0]
            _, cause = diagnosed(without(key, mistake), same.seen, tally if first else None)
            slugs.append(cause.slug if cause else None)
        name = f"{keys[0].exercise.name}/{mistake.slug}"
        if slugs[0] is not None:
            yield name, slugs[0]
            if len({slug for slug in slugs if slug is not None}) > 1:
                tally.wrong.append(f"{name}: {slugs[0]} on the first draw, {slugs[1:]} on others")
            elif confirmed.get(name) != slugs[0]:
                tally.wrong.append(f"{name}: {slugs[0]}, which nobody has confirmed")


def repaired(keys: list[Key], tally: Tally) -> None:
    """The right answers, with one thing done to them."""
    for slug in DEEDS:
        check_cause(keys, [key.expected for key in keys], {slug}, slug, tally)


def composed(keys: list[Key], chance: random.Random, tally: Tally) -> None:
    """Known mistakes, with one thing done to what they give."""
    for mistake in keys[0].mistakes:
        same = [next(m for m in key.mistakes if m.slug == mistake.slug).seen for key in keys]
        for slug in chance.sample(sorted(DEEDS), COMPOSED):
            # What is done may hide the mistake, or be hidden by it.
            check_cause(keys, same, {mistake.slug, slug}, slug, tally)


def check_cause(
    keys: list[Key], seen: list[tuple[Observation, ...]], known: set[str], slug: str, tally: Tally
) -> None:
    """Do something to answers, and see whether the cause that is named is it, or the same in other words."""
    made = [after(key, some, DEEDS[slug]) for key, some in zip(keys, seen, strict=True)]
    first = made[0]
    if first is None or first == seen[0]:
        return
    _, cause = diagnosed(keys[0], first, tally)
    if cause is None or known & set(cause.slug.split("+")):
        return
    others = [diagnosed(key, done)[1] for key, done in zip(keys[1:], made[1:], strict=True) if done]
    if all(other is not None and other.slug == cause.slug for other in others):
        tally.other_words += 1
    else:
        names = "+".join(sorted(known))
        tally.wrong.append(f"{keys[0].exercise.name}: {cause.slug}, where it is {names}")


def told(name: str, tally: Tally) -> str:
    cost = sorted(tally.diagnosing_ms)
    share = 100 * tally.named / max(tally.tried, 1)
    return (
        f"{name:<10} {tally.tried:>6} {tally.named:>6} {share:>5.0f} %  {len(tally.wrong):>5} "
        f"{statistics.mean(cost):>8.1f} {cost[len(cost) // 2]:>8.1f} {cost[int(0.95 * len(cost))]:>8.1f} "
        f"{statistics.mean(tally.judging_ms):>9.1f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("exercises", nargs="*", help="these exercises only")
    parser.add_argument("--quick", action="store_true", help="one exercise, one further draw")
    parser.add_argument("--list", action="store_true", help="print the causes named of mistakes held out")
    options = parser.parse_args()
    confirmed = json.loads(CONFIRMED.read_text(encoding="utf-8"))
    pack = load_pack()
    chosen = options.exercises or (QUICK if options.quick else list(pack.exercises))
    seeds = SEEDS[:2] if options.quick else SEEDS
    tallies = {"held out": Tally(), "repairs": Tally(), "composed": Tally()}
    with LocalWorker(private_folders(pack)) as worker:
        for name in chosen:
            keys = [key_for(pack.exercise(name), seed, worker) for seed in seeds]
            for mistake, slug in held_out(keys, confirmed, tallies["held out"]):
                if options.list:
                    print(json.dumps({mistake: slug}))
            repaired(keys, tallies["repairs"])
            composed(keys, random.Random(name), tallies["composed"])
    for tally in tallies.values():
        for kind, count in Counter(tally.wrong).items():
            print(f"wrong: {kind}{f' ({count} times)' if count > 1 else ''}")
    print(f"{len(chosen)} exercises; milliseconds of processor time for a submission")
    columns = f"{'mean':>8} {'median':>8} {'95 %':>8} {'judging':>9}"
    print(f"{'':<10} {'tried':>6} {'named':>6} {'':>7}  {'wrong':>5} {columns}")
    for name, tally in tallies.items():
        print(told(name, tally))


if __name__ == "__main__":
    main()
