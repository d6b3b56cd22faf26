"""A class that does everything that can be done wrong, and the table of a folder of results."""

import re
import sqlite3
from contextlib import closing

from tests.command.support import right

TABLES = ("results.jsonl", "gradebook.csv", "causes.csv", "summary.txt")
LOOP = "def twice(n):\n    while n > 3: pass\n    return 2 * n\n"


def whole_class():
    """25 hand-ins of 23 works: right, wrong, alike, crashing, looping, unreadable, broken; two equal."""
    files = {f"right{i}/twice.py": right(by=str(i)) for i in range(5)}
    files |= {f"right{i}/square.py": right("square", "n * n", by=str(i)) for i in range(3)}
    files |= {f"wrong{i}/twice.py": right(formula=f"2 * n + {i + 1}") for i in range(4)}
    return files | {
        "copy/twice.py": right(by="0"),  # that of right0
        "copy/square.py": right("square", "n * n", by="0"),
        "mistaken/twice.py": right(formula="n"),
        "mistaken/square.py": right("square", "n"),
        "crash/twice.py": "import os\ndef twice(n):\n    os._exit(3)\n",
        "raise/twice.py": "def twice(n):\n    raise ValueError(n)\n",
        "loop/twice.py": LOOP,
        "dots/twice.py": "def twice(n:",
        "load/square.py": "1 / 0",
        "cube/square.py": "def cube(n):\n    return n\n",
        "utf/twice.py": b"\xff\xfe\x00\xd8\x00",
        "partly/twice.py": "def twice(n):\n    return 2 * n if n == 3 else 0\n",
        "none/square.py": right("square", "None"),
    }


def table(folder):
    """What a run is compared by: the files of a folder of results, apart from durations."""
    files = {name: (folder / name).read_bytes() for name in TABLES}
    files["results.jsonl"] = re.sub(rb'"duration_s":[0-9.e-]+', b'"duration_s":0', files["results.jsonl"])
    return files


def sound(folder):
    """Whether the database of a folder is whole, and each result in it belongs to one work."""
    with closing(sqlite3.connect(folder / "results.sqlite")) as database:
        return database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
