"""Search for the known mistake and the repair that explain a failure together. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from grader.diagnose.agreement import Answer, agree, same
from grader.diagnose.bank import Known
from grader.diagnose.proofs import Work, allowance, allows, enough_evidence, explains
from grader.diagnose.repairs import Repair
from grader.diagnose.search import Piece, Scene, fitted_to, part_at, repairs, weighed
from grader.diagnose.sites import Site, pieces
from grader.judge import Place
from grader.model import Cause, Failure, Value
from grader.text import repair_text

# So many places of a large answer are looked at before all are.
SAMPLE = 1000


def combined(scene: Scene, candidates: list[Known]) -> Cause | None:
    """The known mistake and the repair that together explain every failing case."""
    if not scene.worth_looking or not scene.probes:
        return None
    fitting = _Fitting(scene)
    for known in candidates:
        mistake = known.mistake
        if not mistake.failed & scene.failing:
            continue
        theirs = known.theirs
        for repair in fitting.repairs(theirs):
            scene.work.spend(scene.size)
            if not _together(scene, repair, known) or _hides(scene, repair):
                continue
            if enough_evidence(weighed(scene, theirs), repair):
                texts = (mistake.text, repair_text(repair.slug, repair.words, scene.axes, alone=False))
                return Cause(f"{mistake.slug}+{repair.slug}", texts)
    return None


def _hides(scene: Scene, repair: Repair) -> bool:
    """Whether a repair would explain it all alone: behind it a known mistake could not be seen."""
    alone = replace(repair, test=None)
    return not scene.lost and all(
        explains(alone, site, site.wrong_keys, site.right, site.passes_with) for site in scene.wrong
    )


class _Fitting:
    """The repairs that fit the probes, were the numbers of a known mistake the right ones."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._undone = _Undone(scene.probes[0], scene.work)
        # Many mistakes give the same numbers in the few places that are looked at.
        self._found: dict[tuple[object, ...], list[Repair]] = {}

    def repairs(self, theirs: dict[Place, Answer]) -> list[Repair]:
        """Those for the answers of a mistake."""
        some = []
        for piece in self._scene.probes:
            right = piece.right(part_at(theirs, piece.site))
            if right is None:
                return []
            some.append((piece, right))
        numbers_there = tuple((right.shape, right.tobytes()) for _, right in some)
        if numbers_there not in self._found:
            self._found[numbers_there] = list(self._look_for(some))
        return self._found[numbers_there]

    def _look_for(self, some: list[tuple[Piece, Any]]) -> Iterator[Repair]:
        first, wanted = some[0]
        self._scene.work.spend(20 * wanted.size)
        allowed = allowance(wanted, first.site.policy, first.got, rounded=True)
        # A factor or an amount that has no name would be a second free guess.
        named = (repair for repair in fitted_to(some) if repair.words)
        rest = (*self._scene.shown, *named)
        shown = (repair for repair in rest if first.fits(repair, wanted))
        for repair in (*self._undone.fitting(wanted, allowed), *shown):
            if all(piece.fits(repair, right) for piece, right in some[1:]):
                yield repair


class _Undone:
    """The numbers of a piece with each mistake undone, by their shape, to be compared at once.

    Of a large piece it holds a sample of places.
    """

    def __init__(self, piece: Piece, work: Work) -> None:
        found: dict[tuple[int, ...], list[tuple[Repair, Any]]] = {}
        setting = piece.site.setting(piece.key)
        for repair in repairs():
            work.spend(piece.numbers.size)
            new = repair.undo(piece.numbers, setting) if repair.undo is not None else None
            if new is not None:
                found.setdefault(new.shape, []).append((repair, _sampled(new)))
        self._by_shape = {
            shape: ([repair for repair, _ in some], np.stack([new for _, new in some]))
            for shape, some in found.items()
        }

    def fitting(self, right: Any, allowed: Any) -> Iterator[Repair]:
        """The repairs after which the numbers are these."""
        if right.shape not in self._by_shape:
            return
        some, all_numbers = self._by_shape[right.shape]
        close = np.abs(all_numbers - _sampled(right)) <= _sampled(allowed)
        yield from (repair for repair, fit in zip(some, close.all(axis=1), strict=True) if fit)


def _sampled(given: Any) -> Any:
    """The numbers at some places, the same ones in all arrays of a shape."""
    flat = given.reshape(-1)
    return flat if flat.size <= SAMPLE else flat[:: flat.size // SAMPLE]


def _together(scene: Scene, repair: Repair, known: Known) -> bool:
    """Whether the answers, repaired, are those of a known mistake on every case.

    Those on which the mistake fails come first: on the others many mistakes are alike.
    """
    theirs = known.theirs
    for place in scene.lost:
        case = scene.key.checks[place[0]].cases[place[1]]
        if not agree(case, scene.ours.get(place), theirs.get(place)):
            return False
    sites = sorted(scene.sites, key=lambda site: site.place not in known.mistake.failed)
    return all(_like(scene, repair, site, part_at(theirs, site)) for site in sites)


def _like(scene: Scene, repair: Repair, site: Site, theirs: Value | None) -> bool:
    """Whether one site, repaired where the repair touches it, is that of a known mistake."""
    if theirs is None or site.answer is None:
        return theirs is None and site.answer is None

    def accepts(answer: Value) -> bool:
        return all(same(policy, answer, theirs, site.before) for policy in site.part.policies)

    touched = scene.touched(site)
    if site.policy is None or not touched or isinstance(theirs, Failure):
        return site.passed or accepts(site.answer)
    if not site.fails:
        return allows(repair, site, touched, theirs, accepts)
    if repair.undo is not None:
        return explains(repair, site, touched, theirs, accepts)
    given, wanted = pieces(site.answer), pieces(theirs)
    if given.keys() != wanted.keys():
        return False
    rest = [key for key in given if key not in touched]
    return explains(repair, site, touched, theirs, accepts) and all(
        same(site.policy, given[key], wanted[key]) for key in rest
    )
