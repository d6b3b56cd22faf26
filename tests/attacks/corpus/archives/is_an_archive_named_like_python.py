"""A zip archive under the names of a Python file and of a notebook, and one that Python imports from by
itself.

exercise: weighted_sum
result: unreadable
made: yes
"""

import io
import zipfile


def made():
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name in ("__main__.py", "__init__.py", "weighted_sum.py"):
            archive.writestr(zipfile.ZipInfo(name), b"def weighted_sum(t, w):\n    return t @ w\n")
    names = (
        "weighted_sum.py",
        "weighted_sum.ipynb",
        "weighted_sum.pyz",
        "weighted_sum.egg",
        "weighted_sum.whl",
    )
    return dict.fromkeys(names, data.getvalue())
