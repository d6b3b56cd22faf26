"""Search for the repair that explains a failure. Pure, and bounded in work."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from grader.diagnose.agreement import Answer
from grader.diagnose.forms import forms
from grader.diagnose.kinds import of_right_kind
from grader.diagnose.layouts import layouts
from grader.diagnose.numbers import numbers
from grader.diagnose.proofs import Weighed, Work, allowance, allows, enough_evidence, explains, fits, leaves
from grader.diagnose.repairs import Repair
from grader.diagnose.sites import Site, Target, pieces
from grader.diagnose.values import fitted, values
from grader.judge import Place
from grader.model import Array, Cause, Failure, Key, Packed, Value
from grader.text import repair_text

# Small answers that a repair is tried on before all are; with fewer numbers than a few, many repairs fit.
MAX_PROBES, FEW = 6, 4
# So many sizes that fit a factor alike are told.
MAX_NAMES = 3


@cache
def repairs() -> tuple[Repair, ...]:
    """All repairs that need no number of the answer itself, the most telling first."""
    return (*forms(), *values(), *layouts())


@dataclass(frozen=True)
class Piece:
    """Wrong numbers of a failing site that a repair is first tried on; of a list of arrays, one of them."""

    site: Site
    key: str
    index: int
    got: Value
    numbers: Any

    def right(self, answer: Value | None) -> Any | None:
        """The numbers that another answer has in this place."""
        other = pieces(answer).get(self.key) if answer is not None else None
        some = [one for one, _ in leaves(other, other)] if other is not None else []
        return numbers(some[self.index]) if self.index < len(some) else None

    def fits(self, repair: Repair, right: Any) -> bool:
        """Whether a repair fits, were these the right numbers."""
        return fits(repair, self.site, self.key, right, self.numbers, self.got)


@dataclass(frozen=True)
class Scene:
    """Where a submission fails and where it passes, and what may be looked at.

    ``lost`` are failing cases of which there is no answer: an exception nobody asks for, say.
    """

    key: Key
    ours: dict[Place, Answer]
    sites: tuple[Site, ...]
    failing: frozenset[Place]
    passing: frozenset[Place]
    work: Work

    @cached_property
    def wrong(self) -> tuple[Site, ...]:
        """The sites that break a policy."""
        return tuple(site for site in self.sites if site.place in self.failing and site.fails)

    @cached_property
    def worth_looking(self) -> bool:
        """Whether there are wrong answers, none of which is much larger than the right one."""
        places = [site for site in self.sites if site.place in self.failing]
        return all(site.comparable for site in places) and bool(self.wrong)

    @cached_property
    def lost(self) -> frozenset[Place]:
        """The failing cases that no site is of."""
        return self.failing - {site.place for site in self.wrong}

    @cached_property
    def targets(self) -> frozenset[Target]:
        """The pieces of answers that are wrong somewhere: what a repair touches, everywhere."""
        return frozenset((site.part.name, key) for site in self.wrong for key in site.wrong_keys)

    def touched(self, site: Site) -> list[str]:
        """The keys of a site that a repair touches."""
        return [key for name, key in sorted(self.targets) if name == site.part.name]

    @cached_property
    def axes(self) -> int | None:
        """How many axes wrong numbers have, if all have as many."""
        counts = {len(one.shape) for one in self._wrong_arrays}
        return counts.pop() if len(counts) == 1 else None

    @property
    def _wrong_arrays(self) -> Iterator[Array | Packed]:
        for site in self.wrong:
            expected = pieces(site.part.expected)
            for key in site.wrong_keys & expected.keys():
                for one, _ in leaves(expected[key], expected[key]):
                    if isinstance(one, Array | Packed):
                        yield one

    @cached_property
    def probes(self) -> list[Piece]:
        """A few small pieces of numbers that are wrong, those that can show next to nothing last."""
        found = []
        for site in self.wrong:
            given = pieces(site.answer) if site.answer is not None else {}
            expected = pieces(site.part.expected)
            for key in sorted(site.wrong_keys & given.keys() & expected.keys()):
                for index, (right, got) in enumerate(leaves(expected[key], given[key])):
                    mine = numbers(got) if right != got else None
                    if mine is not None and mine.size:
                        found.append(Piece(site, key, index, got, mine))
        found.sort(key=lambda piece: (piece.numbers.size < FEW, piece.numbers.size))
        return found[:MAX_PROBES]

    @cached_property
    def shown(self) -> tuple[Repair, ...]:
        """The repairs that cannot be undone, as far as they show in the first of the probes."""
        piece = self.probes[0]
        setting = piece.site.setting(piece.key)
        return tuple(
            repair
            for repair in repairs()
            if repair.undo is None and (repair.shows is None or repair.shows(piece.numbers, setting))
        )

    @cached_property
    def size(self) -> int:
        """How many numbers a full proof looks at."""
        return sum(
            given.size
            for site in self.sites
            if site.answer is not None
            for value in pieces(site.answer).values()
            for given in (numbers(value),)
            if given is not None
        )


# --------------------------------------------------------------------------- a repair alone


def repaired(scene: Scene) -> Cause | None:
    """The repair that makes every failing case right."""
    if scene.lost or not scene.worth_looking:
        return None
    proven = (repair for repair in _candidates(scene) if _proven(scene, repair))
    repair = next(proven, None)
    if repair is None:
        return None
    words = _either(repair, proven) if repair.slug == "factor" else repair.words
    return Cause(repair.slug, (repair_text(repair.slug, words, scene.axes),))


def _either(factor: Repair, others: Iterator[Repair]) -> tuple[str, ...]:
    """The words of a factor, with those of others that the inputs give as well: they cannot be told apart."""
    if not any("`" in words for words in factor.words):
        return factor.words
    phrases = (*factor.words, *(words for other in others if other.slug == "factor" for words in other.words))
    return (" or ".join(phrases[:MAX_NAMES]),)


def of_another_kind(scene: Scene) -> tuple[str, dict[Place, Answer]] | None:
    """The slug of what is wrong with the kind of answers, the same wherever it is, and the answers mended."""
    slugs = set[str]()
    mended = dict(scene.ours)
    if not scene.worth_looking:
        return None
    for site in scene.wrong:
        found = None
        if site.answer is not None and not site.of_right_kind:
            found = of_right_kind(site.part.policies, site.part.expected, site.answer)
        if found is not None:
            slugs.add(found[0])
            mended[site.place] = mended[site.place].with_part(site.part.name, found[1])
    return (slugs.pop(), mended) if len(slugs) == 1 else None


def _candidates(scene: Scene) -> Iterator[Repair]:
    """The repairs that do for the probes, seen from near by."""
    some = [(piece, right) for piece in scene.probes if (right := piece.right(piece.site.right)) is not None]
    if not some:
        return
    for repair in (*repairs(), *fitted_to(some)):
        for piece, wanted in some:
            scene.work.spend(piece.numbers.size)
            if not piece.fits(repair, wanted):
                break
        else:
            yield repair


def fitted_to(some: list[tuple[Piece, Any]]) -> Iterator[Repair]:
    """Factors and amounts that would make the right numbers those of the probes."""
    first = some[0][0]
    return fitted([(right, piece.numbers) for piece, right in some], first.site.setting(first.key))


def _proven(scene: Scene, repair: Repair) -> bool:
    """Whether a repair explains all that is wrong, and nothing that is right speaks against it."""
    scene.work.spend(scene.size)
    for site in scene.wrong:
        if not explains(repair, site, site.wrong_keys, site.right, site.passes_with):
            return False
    for site in scene.sites:
        touched = scene.touched(site) if not site.fails and site.policy is not None else []
        if touched and not allows(repair, site, touched, site.right, site.passes_with):
            return False
    return enough_evidence(weighed(scene, None), repair)


def weighed(scene: Scene, theirs: dict[Place, Answer] | None) -> Iterator[Weighed]:
    """The numbers of wrong pieces, next to the right ones or to those of a known mistake."""
    for site in scene.wrong:
        right = site.part.expected if theirs is None else part_at(theirs, site)
        if right is None or site.answer is None:
            continue
        rights, given = pieces(right), pieces(site.answer)
        for key in site.wrong_keys:
            if key not in rights or key not in given:
                continue
            for one, other in leaves(rights[key], given[key]):
                true, have = numbers(one), numbers(other)
                if true is not None and have is not None:
                    allowed, grain = (allowance(true, site.policy, other, rounded=r) for r in (False, True))
                    yield Weighed(true, have, allowed, grain)


def part_at(theirs: dict[Place, Answer], site: Site) -> Value | None:
    """What another submission gave in the place of a site; None if it gave nothing."""
    answer = theirs.get(site.place)
    if answer is None:
        return None
    if answer.seen.error is not None:
        return Failure(answer.seen.error)
    return answer.part(site.part.name)
