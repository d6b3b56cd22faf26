"""A Python file with a wrong answer and, behind it, an archive with a right one: Python runs such files as
either.

exercise: weighted_sum
result: unreadable | syntax_error
made: yes
"""

import io
import zipfile

TEXT = b"def weighted_sum(table, weights):\n    return 0 * (table @ weights) - 1\n#"


def made():
    data = io.BytesIO()
    data.write(TEXT)
    with zipfile.ZipFile(data, "a") as archive:
        archive.writestr(zipfile.ZipInfo("__main__.py"), b"print('5 passed')\n")
        archive.writestr(zipfile.ZipInfo("weighted_sum.py"), b"def weighted_sum(t, w):\n    return t @ w\n")
    return {"weighted_sum.py": data.getvalue()}
