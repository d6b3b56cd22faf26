"""Put together who fails in the same way. What comes first and what comes last makes no difference."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from grader.causes.failing import Failing, Kind, Sample
from grader.diagnose import same_failure

# Of the failures of an exercise without a cause that are not equal, so many are compared within a
# tolerance, and their evidence takes no more memory than this.
MAX_SAMPLES = 50
MAX_BYTES = 32 << 20
_KINDS = tuple(Kind)


@dataclass(frozen=True)
class Group:
    """Students who fail an exercise in the same way.

    Attributes
    ----------
    name
        The slug of the cause, the number among the groups alike, or the status of who was stopped.
    members
        By the path of the submission; the first stands for the group.
    failed
        How many fail the exercise, for whatever reason.
    compared
        False if there were too many to compare them within a tolerance: its members are equal.
    """

    exercise: str
    kind: Kind
    name: str
    members: tuple[Failing, ...]
    failed: int
    compared: bool = True

    @property
    def size(self) -> int:
        """How many students."""
        return len(self.members)

    @property
    def who(self) -> list[str]:
        """The students; the path of the submission where its student is not known."""
        return [member.student or member.submission for member in self.members]

    @property
    def checks(self) -> dict[str, int]:
        """How many fail each check, the most failed first."""
        return dict(Counter(name for member in self.members for name in member.checks).most_common())


class Causes:
    """Takes the failures of a class as they come, and keeps little of each."""

    def __init__(self) -> None:
        self._failing: list[Failing] = []
        self._samples: defaultdict[str, _Samples] = defaultdict(_Samples)

    def add(self, failing: Failing) -> None:
        """Take a submission that fails; its evidence is kept only as long as it is among the samples."""
        if failing.sample is not None:
            self._samples[failing.exercise].offer(failing.way, failing.sample)
        self._failing.append(replace(failing, sample=None))

    def groups(self) -> tuple[Group, ...]:
        """The groups, by exercise; in each the causes, those alike, and the rest, the largest first."""
        by_exercise: defaultdict[str, list[Failing]] = defaultdict(list)
        for failing in self._failing:
            by_exercise[failing.exercise].append(failing)
        return tuple(
            group
            for exercise, failing in sorted(by_exercise.items())
            for group in _groups_of(exercise, failing, self._samples[exercise].kept)
        )


class _Samples:
    """The samples with the smallest fingerprints, as many as there is room for.

    A fingerprint says nothing of who came first. As more of them come there is only less room, and
    what lies beyond it is not taken again: the same ones are left, in whatever order they came.
    """

    def __init__(self) -> None:
        self.kept: dict[str, Sample] = {}
        self._end: str | None = None

    def offer(self, way: str, sample: Sample) -> None:
        """Take a sample, if there is room for it."""
        if way in self.kept or (self._end is not None and way >= self._end):
            return
        offered = self.kept | {way: sample}
        kept, room = dict[str, Sample](), MAX_BYTES
        for each in sorted(offered):
            room -= offered[each].size
            if room < 0 or len(kept) == MAX_SAMPLES:
                self._end = each
                break
            kept[each] = offered[each]
        self.kept = kept


def _groups_of(exercise: str, failing: Sequence[Failing], samples: dict[str, Sample]) -> list[Group]:
    equal: defaultdict[tuple[Kind, str, str], list[Failing]] = defaultdict(list)
    for each in failing:
        # A factor of 2 and one of 1000 have one slug, and are two causes.
        equal[each.kind, each.way, each.told if each.kind is Kind.CAUSE else ""].append(each)
    groups = [
        Group(
            exercise,
            kind,
            way,
            tuple(sorted(members, key=lambda m: (m.submission, m.student))),
            len(failing),
            kind is not Kind.ALIKE or way in samples,
        )
        for (kind, way, _), members in equal.items()
    ]
    alike = _merged(sorted((g for g in groups if g.kind is Kind.ALIKE), key=_largest_first), samples)
    numbered = [
        replace(group, name=str(number))
        for number, group in enumerate(sorted(alike, key=_largest_first), start=1)
    ]
    others = sorted((g for g in groups if g.kind is not Kind.ALIKE), key=_largest_first)
    return sorted([*others, *numbered], key=lambda group: _KINDS.index(group.kind))


def _largest_first(group: Group) -> tuple[int, str, str]:
    return -group.size, group.members[0].submission, group.name


def _merged(equal: Sequence[Group], samples: dict[str, Sample]) -> list[Group]:
    """The groups of equal failures, each put to the first larger one that it agrees with."""
    led: dict[str, list[Failing]] = {}
    leaders: dict[str, Group] = {}
    for group in equal:
        leader = next((way for way in led if _agree(samples.get(way), samples.get(group.name))), group.name)
        leaders.setdefault(leader, group)
        led.setdefault(leader, []).extend(group.members)
    return [
        replace(leaders[way], members=tuple(sorted(members, key=lambda m: (m.submission, m.student))))
        for way, members in led.items()
    ]


def _agree(ours: Sample | None, theirs: Sample | None) -> bool:
    if ours is None or theirs is None or ours.pattern != theirs.pattern:
        return False
    try:
        return same_failure(ours.key, ours.evidence, theirs.evidence)
    except Exception:  # noqa: BLE001 - answers that cannot be compared are not alike, and end no class
        return False
