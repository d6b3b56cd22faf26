"""An archive whose names are the same to some file systems: by case, by composed letters, by dots and
blanks at the end.

exercise: weighted_sum
result: failed
checks: failed
made: yes
"""

import io
import zipfile

TEXT = "def weighted_sum(table, weights):\n    return table @ weights + %d\n"
NAMES = (
    "weighted_sum.py",
    "Weighted_Sum.PY",
    "weighted_sum.py.",
    "weighted_sum.py ",
    "gr\u00f6\u00dfe.py",
    "gro\u0308\u00dfe.py",
    "GRO\u0308SSE.py",
    "weighted_sum.py/weighted_sum.py",
)


def made():
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for number, name in enumerate(NAMES, start=1):
            archive.writestr(zipfile.ZipInfo(name), TEXT % number)
    return {"weighted_sum.zip": data.getvalue()}
