"""Classes made by hand, as reports see them: a plain one, a large one, and one whose students are hostile."""

import random
from dataclasses import replace

from grader.causes import Failing, Group, Kind
from grader.gradebook import NOT_GRADED, Details, Gradebook, Override, Told, ToldMap, entry_of
from grader.intake.hand_ins import Passed
from grader.model import CheckResult, Fingerprint, Person, Result

EXERCISES = (
    "alibi_bias",
    "gather_patches",
    "interpolate_position_embedding",
    "learned_position_embedding",
    "pos_embed_2d",
    "prune_visual_tokens",
    "qlora_memory",
    "rotary_embedding",
)
PEOPLE = """Ada Lovelace|Bruno Almeida|Chiara Conti|Dmitri Volkov|Emeka Okafor|Farah Haddad|Goran Petrović
Hana Sato|Ivan Horvat|June Park|Kofi Mensah|Lena Schäfer|Mateo García|Nadia Benali|Óscar Núñez|Priya Raman
Quentin Lefèvre|Rosa Ferrari|Søren Kierkegaard Andersen|Tomasz Wójcik|Uma Thapa|Violeta Ionescu|Wei Zhang
Xanthe Papadopoulou|Yusuf Demir|Zoë van der Berg|محمد العربي|李小龍|Siobhán Ní Bhriain|Åke Öberg"""
SOURCE = '''import math


def pos_embed_2d(grid, dim):
    """A table of sines and cosines."""
    rows = []
    for r in range(grid):      # the rows of the picture
        for c in range(grid):
            rows.append([round(math.sin(r / 10000 ** (2 * i / dim)), 4) + 0.0 for i in range(dim)])
    return rows
'''
MESSAGE = """On two frequencies per axis (2 of 3 cases failed):
  with grid = 2, dim = 8
The answer: 16 of 32 numbers are wrong (columns 1, 2, 5 and 6); the worst, at [0][1]:
  expected  0.0
  got       1.0
Likely cause: Sine and cosine take turns inside each half of a vector."""
EVIDENCE = """On three frequencies per axis (1 of 5 cases failed):
  with grid = 3, dim = 12
The answer: 60 of 108 numbers are wrong; the worst, at [0][1]:
  expected  0.0
  got       1.0"""
MAP = ToldMap(
    ("           columns 0-7", "           01234567"),
    tuple(
        (f"{'patches' if i == 2 else '':<7} {i}  ", "." + "##.." * 1 + "+#." if i else "........")
        for i in range(5)
    ),
    "# wrong   + partly wrong   . right",
)
HOSTILE = (
    "<script>window.pwned = 1</script>",
    "</script><script>alert(1)</script>",
    "</style></title></textarea></pre></td><img src=x onerror=alert(1)>",
    "\"><svg/onload=alert(1)>' onmouseover='alert(1)",
    "javascript:alert(1)",
    "[click](javascript:alert(1)) ![x](http://example.invalid/x.png)",
    "<http://example.invalid> www.example.invalid http://example.invalid",
    "{{ 917 * 773 }} {% raw %} ${917 * 773}",
    "\u202egnp.exe\u2066 turned \u200b unseen \ufeff",
    "\x1b]0;owned\x07\x1b[31m red \x00 null \x9b",
    '=HYPERLINK("http://example.invalid")',
    "\udc80\ud800 lone \uffff",
    "```\n# heading\n````\n| a | b |\n| --- | --- |",
    "a | b \\| c \\\\| d",
    "*bold* _it_ ~~gone~~ `code` &lt;b&gt; &copy;",
    "    four\n\ttab\n===\n---\n1. one\n- two\n> three\n[x]: http://example.invalid",
    "../../etc/passwd",
    "CON",
    "e\u0301" * 40,
    "محمد",
    "x" * 10_000,
    " ",
)


def check(name, status="passed", most=2.0, **told):
    known = {"visibility": "visible", "message": "", "diagnosis": None, "cases": 3, "failed_cases": 0}
    if status not in ("passed", "not_run"):
        known |= {"message": MESSAGE, "failed_cases": 2}
    return CheckResult(name, status, most if status == "passed" else 0.0, most, **(known | told))


def result(student, exercise, status="passed", score=None, **told):
    """A result of six checks."""
    ends = ["passed"] * 6 if status == "passed" else ["not_run"] * 6
    if status == "failed":
        right = 0 if score is None else round(score / 2)
        ends = ["failed"] * (6 - right) + ["passed"] * right
        ends = ["passed" if i >= 6 - right else "failed" for i in range(6)]
    names = [
        "small grids, entry by entry",
        "every entry, rounded to 4 decimals",
        "wide vectors and large grids",
        "called by keyword",
        "one call leaves nothing behind for the next",
        "entries close to zero, with their sign",
    ]
    checks = tuple(
        check(name, end, 2.0 if i < 4 else 1.0, visibility="hidden" if i else "visible")
        for i, (name, end) in enumerate(zip(names, ends, strict=True))
    )
    earned = None if status == "harness_error" else sum(each.points for each in checks)
    known = {
        "schema": 1,
        "submission": f"{student}/{exercise}.py",
        "diagnosis": None,
        "message": "6 of 6 checks passed."
        if status == "passed"
        else f"First to mend: {names[0]}.\n{MESSAGE}",
        "checks": checks,
        "seed": 7,
        "duration_s": 0.05,
        "isolation": ("landlock", "seccomp", "rlimits"),
        "fingerprint": Fingerprint("sha256:" + "ab" * 32, "sha256:" + "cd" * 32, {"python": "3.11.2"}),
    }
    return Result(
        student=student, exercise=exercise, status=status, score=earned, max_score=10.0, **(known | told)
    )


def told_of(its):
    """What an instructor may see of each check that failed."""
    failed = [each.name for each in its.checks if each.status not in ("passed", "not_run")]
    return tuple(Told(name, EVIDENCE, "debug: 3\n" if i else None, MAP) for i, name in enumerate(failed))


def book_of(details, people=None, others=(), **told):
    """A gradebook of details, and of entries for what has none."""
    entries = {
        (each.result.student, each.result.exercise): entry_of(each.result, each.override) for each in details
    }
    entries |= {(entry.student, entry.exercise): entry for entry in others}
    people = people or tuple(Person(student) for student in sorted({student for student, _ in entries}))
    exercises = told.pop("exercises", tuple(sorted({exercise for _, exercise in entries})))
    known = {
        "titles": {exercise: exercise.replace("_", " ").capitalize() for exercise in exercises},
        "max_scores": dict.fromkeys(exercises, 10.0),
        "layout": "each folder is one student's",
        "seed": 7,
        "limits": {"time_per_check_s": 2.0, "memory_mb": 512},
    }
    order = sorted(details, key=lambda each: (each.result.student, each.result.exercise))
    return Gradebook(people, exercises, entries=entries, details=lambda: iter(order), **(known | told))


def group(exercise, kind, name, students, told, failed):
    members = tuple(
        Failing(exercise, f"{who}/{exercise}.py", who, kind, name, ("small grids, entry by entry",), 6, told)
        for who in students
    )
    return Group(exercise, kind, name, members, failed)


def a_class(students=30, seed=1):
    """A class of eight exercises, with a bit of everything."""
    rng = random.Random(seed)
    people, details = [], []
    for number, name in enumerate(PEOPLE.replace("\n", "|").split("|")[:students]):
        who = Person(f"s{number + 101}", name, section="AB"[number % 2] + "1")
        people.append(who)
        able = rng.random()
        for place, exercise in enumerate(EXERCISES):
            if number == 12 or rng.random() < 0.12:
                continue
            details.append(_handed_in(rng, who, exercise, able - 0.04 * place))
    entries = [
        replace(entry_of(result("s103", "qlora_memory")), status=NOT_GRADED, computed=None, message="")
    ]
    sizes = {
        exercise: [
            d.result.student for d in details if d.result.exercise == exercise and d.result.status == "failed"
        ]
        for exercise in EXERCISES
    }
    groups = [made for exercise, who in sizes.items() for made in _groups(exercise, who)]
    return book_of(
        [d for d in details if (d.result.student, d.result.exercise) != ("s103", "qlora_memory")],
        tuple(people),
        entries,
        groups=tuple(groups),
        superseded=(Passed("s104/old/pos_embed_2d.py", "s104", "pos_embed_2d", "an older attempt"),),
        ignored=(
            Passed("s105/notes.txt", "s105", None, "not Python"),
            Passed(".DS_Store", None, None, "hidden"),
        ),
        unfinished=1,
    )


def _groups(exercise, who):
    parts = [who[:3], who[3:5], who[5:6], who[6:7], who[7:8]]
    kinds = [
        (Kind.CAUSE, "interleaved", "Sine and cosine take turns inside each half of a vector."),
        (Kind.ALIKE, "1", MESSAGE.replace("\n", "; ")),
        (Kind.ALIKE, "2", "It raised IndexError."),
        (Kind.NOT_STARTED, "", "Not started: it returned None."),
        (Kind.STOPPED, "timeout", "It ran over the time of a check."),
    ]
    return [
        group(exercise, kind, name, part, told, len(who))
        for part, (kind, name, told) in zip(parts, kinds, strict=True)
        if part
    ]


def _handed_in(rng, who, exercise, able):
    luck = rng.random()
    status = "passed" if luck < able + 0.15 else "failed"
    if rng.random() < 0.06:
        status = rng.choice(["syntax_error", "import_failed", "missing", "unreadable", "harness_error"])
    told = {"late": rng.random() < 0.06, "duration_s": rng.expovariate(8)}
    if status not in ("passed", "failed"):
        told["message"] = "Line 3: '(' was never closed."
    if rng.random() < 0.03:
        told["notes"] = ("Cell 12 was skipped: it begins with %%bash.",)
    if status == "failed" and rng.random() < 0.4:
        told["diagnosis"] = "interleaved"
    its = result(who.id, exercise, status, score=rng.choice([0, 0, 2, 6, 8]), name=who.name, **told)
    if status == "failed" and rng.random() < 0.15:
        checks = (replace_status(its.checks[0], rng.choice(["timeout", "crashed"])), *its.checks[1:])
        its = Result(**{name: getattr(its, name) for name in its.__struct_fields__} | {"checks": checks})
    override = None
    if rng.random() < 0.03:
        override = Override(
            1,
            who.id,
            exercise,
            7.5,
            "Your idea is right.",
            "shown in the tutorial",
            "prof",
            "2026-11-30T10:00:00Z",
        )
    return Details(its, override, ((f"{exercise}.py", SOURCE),), told_of(its))


def replace_status(one, status):
    return CheckResult(**{name: getattr(one, name) for name in one.__struct_fields__} | {"status": status})


def hostile_class():
    """Students whose names, files, code, output and messages are what nobody should trust."""
    people, details = [], []
    for number, text in enumerate(HOSTILE):
        people.append(Person(text, HOSTILE[-number], section=text))
        its = result(
            text,
            "pos_embed_2d",
            ("failed", "syntax_error", "unreadable")[number % 3],
            score=2,
            name=text,
            message=text,
            diagnosis=text,
            notes=(text, "a human should look at it"),
            submission=f"-{text}.zip!/{text}" if number % 2 else text,
            fingerprint=Fingerprint(text, text, {text: text}),
            checks=(
                check(text, "failed", message=text, printed=text, diagnosis=f"{text}!"),
                check("calm", "passed"),
            ),
        )
        told = (Told(text, text, text, ToldMap((text,), ((text, "#.+<"),), text)), Told("other", text))
        override = Override(1, text, "pos_embed_2d", None, text, text, text, text) if number % 2 else None
        details.append(Details(its, override, ((text, text), ("b", f"x = '{text}'\n# {text}\n")), told))
    passed = tuple(Passed(text, text, None, text) for text in HOSTILE)
    who = [person.id for person in people]
    return book_of(
        details,
        tuple(people),
        layout=HOSTILE[0],
        limits={HOSTILE[0]: HOSTILE[1]},
        ignored=passed,
        superseded=passed,
        groups=tuple(
            group("pos_embed_2d", Kind.CAUSE, text, who[n : n + 2], text, 9) for n, text in enumerate(HOSTILE)
        ),
    )


def a_large_class(students=300, exercises=20):
    """As many pages as a large course has; most fail, as that takes most room."""
    names = [f"positional_embedding_{number:02}" for number in range(exercises)]
    people = tuple(
        Person(f"student{n:03}", f"Maximilian Featherstonehaugh {n:03}", section="A1")
        for n in range(students)
    )
    details = [
        Details(result(who.id, name, ("failed", "passed", "syntax_error")[(n + i) % 3], late=i % 5 == 0))
        for n, who in enumerate(people)
        for i, name in enumerate(names)
    ]
    groups = [
        group(name, Kind.CAUSE, f"cause_{i}", [who.id for who in people[i::9]], MESSAGE, 100)
        for name in names
        for i in range(9)
    ]
    ignored = tuple(
        Passed(f"student{n:03}/a/long/path/to/a/file/notes_{n}.txt", None, None, "not Python")
        for n in range(600)
    )
    return book_of(details, people, groups=tuple(groups), ignored=ignored)
