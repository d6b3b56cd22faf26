"""Results and pictures in memory, and what a piece of HTML holds."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import numpy as np

from grader.model import CheckResult, Fingerprint, Result
from grader.pictures.panels import Panel, Picture

VOID = ("br", "meta")
HOSTILE = '</pre></td><script>pwned = 1</script><img src=x onerror="pwned = 1">\' \u202e\x1b[31m&amp;'


def check_result(name="the check", status="failed", **changes):
    given = {
        "points": 0.0,
        "max_points": 2.0,
        "visibility": "visible",
        "message": "what it says",
        "diagnosis": None,
        "cases": 1,
        "failed_cases": 1,
    }
    return CheckResult(name, status, **(given | changes))


def result(status="failed", checks=(), **changes):
    given = {
        "submission": "demo.py",
        "student": None,
        "exercise": "demo",
        "score": 3.0,
        "max_score": 10.0,
        "diagnosis": None,
        "message": "What to mend first.",
        "seed": 0,
        "duration_s": 0.1,
        "isolation": (),
        "fingerprint": Fingerprint("", "", {}),
    }
    return Result(schema=1, status=status, checks=tuple(checks), **(given | changes))


def several(status="failed"):
    """A result with checks that passed, failed, raised and were not run."""
    checks = [
        check_result("small tables", "passed", points=2.0, printed=None, message=""),
        check_result("long tables", "failed", printed="one\ntwo\nthree\nfour", message="What to mend first."),
        check_result(
            "empty tables", "out_of_memory", visibility="hidden", message="It took too much memory."
        ),
        check_result("the others", "not_run", visibility="hidden", message=""),
    ]
    return result(status, checks, notes=("2 cells were skipped",))


def compared(expected, got, *, wrong=None, title="demo: a case", **more):
    """The picture of two tables: expected, got and their difference."""
    expected, got = (np.array(each, dtype="float64") for each in (expected, got))
    with np.errstate(all="ignore"):
        away = np.where(expected == got, 0.0, np.abs(got - expected))
    bad = ~(away <= 1e-6) if wrong is None else wrong
    axes = {"rows": "patch", "columns": "dimension"} | more
    return Picture(
        title,
        (
            Panel("expected", values=expected, levels="signed", scale="both", **axes),
            Panel("got", values=got, levels="signed", scale="both", wrong=bad, **axes),
            Panel("|difference|", values=away, levels="difference", wrong=bad, **axes),
        ),
        f"{int(bad.sum())} of {bad.size} entries wrong",
    )


def waves(rows, columns):
    """A table of numbers from -1 to 1."""
    return np.sin(np.arange(rows)[:, None] * 0.3 + np.arange(columns) * 0.17)


def spoiled(table, rows=slice(None), columns=slice(None), by=1.0):
    """The table with some entries changed."""
    other = table.copy()
    other[rows, columns] += by
    return other


def noise(rows, columns, seed=0):
    return np.random.default_rng(seed).normal(size=(rows, columns))


def samples():
    """Pictures of many shapes and kinds, by what they are."""
    small, odd = waves(4, 8), waves(5, 6)
    odd[0, 0], odd[1, 2], odd[2, 3], odd[4, 5] = np.nan, np.inf, -np.inf, -0.0
    some = waves(64, 48)
    large = waves(300, 768)
    holes = spoiled(large, slice(40, 90), slice(100, 300))
    holes[200:260, 500:700] = np.nan
    both = {"columns": "", "names": ("mean", "standard deviation", "least", "largest")}
    four = np.array([[1.5, 2.0, -3.25, 4.0]])
    joined = waves(24, 5)
    axes = {"rows": "head, patch", "leading": (4, 6)}
    line = Panel("a few", "share", "step", waves(1, 9)[0])
    long = Panel("many", "share", "step", waves(1, 2000)[0])
    return {
        "small": compared(small, spoiled(small, 1, slice(2, 4))),
        "not-finite": compared(waves(5, 6), odd),
        "some": compared(some, spoiled(some, slice(10, 14), slice(3, 30))),
        "large": compared(large, holes),
        "scattered": compared(noise(200, 200), noise(200, 200, 1), wrong=noise(200, 200, 2) > 1),
        "flat": compared(waves(1, 4096), spoiled(waves(1, 4096), 0, slice(3000, 3010)), rows=""),
        "tall": compared(waves(4096, 1), spoiled(waves(4096, 1), slice(5, 6))),
        "one": compared([[0.5]], [[-0.25]], rows="", columns=""),
        "names": compared(four, spoiled(four, 0, 2), rows="", **both),
        "named": compared(
            waves(3, 1),
            waves(3, 1),
            rows="a name that is far longer than there is room for",
            columns="the embedding dimension",
        ),
        "joined": compared(joined, spoiled(joined, slice(7, 9)), **axes),
        "lines": Picture("lines", (line, long), "two lines"),
    }


class Read(HTMLParser):
    """The elements and texts of a piece of HTML, every element of which must be closed."""

    def __init__(self, html):
        super().__init__(convert_charrefs=True)
        self.open, self.elements, self.texts = [], [], []
        self.feed(str(html))
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)

    @property
    def text(self):
        return re.sub(r"\s+", " ", "".join(self.texts))

    def of(self, tag):
        """The attributes of the elements of a kind."""
        return [attributes for name, attributes in self.elements if name == tag]


def table_rows(html):
    """The texts of the rows of each table of a piece of HTML."""
    return [
        [
            re.findall(r"<t[dh][^>]*>([^<]*)</t[dh]>", row)
            for row in re.findall(r"<tr>(.*?)</tr>", table, re.S)
        ]
        for table in re.findall(r"<table>(.*?)</table>", str(html), re.S)
    ]
