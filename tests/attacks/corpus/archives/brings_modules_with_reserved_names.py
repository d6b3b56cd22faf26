"""An archive with modules that Python or a grader would import by themselves, beside a wrong answer.

exercise: weighted_sum
result: failed
checks: failed
made: yes
"""

import io
import zipfile

SHADOW = b"import os\nos._exit(0)\n"
NAMES = (
    "sitecustomize.py",
    "usercustomize.py",
    "conftest.py",
    "numpy/__init__.py",
    "random.py",
    "kata-attack.pth",
    "__pycache__/weighted_sum.cpython-311.pyc",
    "grader/__init__.py",
    "solutions/weighted_sum/checks.py",
    "exercises/weighted_sum/examples.py",
    "pyproject.toml",
)


def made():
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr(zipfile.ZipInfo("weighted_sum.py"), b"weighted_sum = lambda t, w: 0 * (t @ w) - 1\n")
        for name in NAMES:
            archive.writestr(zipfile.ZipInfo(name), SHADOW)
    return {"weighted_sum.zip": data.getvalue()}
