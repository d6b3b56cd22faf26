"""A file that is a tar archive with a wrong answer from its beginning and a zip archive with a right one
from its end.

exercise: weighted_sum
result: failed
checks: failed
made: yes
"""

import io
import tarfile
import zipfile

RIGHT = b"def weighted_sum(table, weights):\n    return table @ weights\n"
WRONG = b"def weighted_sum(table, weights):\n    return 0 * (table @ weights) - 1\n"


def made():
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w") as archive:
        member = tarfile.TarInfo("weighted_sum.py")
        member.size = len(WRONG)
        archive.addfile(member, io.BytesIO(WRONG))
    with zipfile.ZipFile(data, "a") as archive:
        archive.writestr(zipfile.ZipInfo("weighted_sum.py"), RIGHT)
    return {"weighted_sum.zip": data.getvalue(), "weighted_sum.tar": data.getvalue()}
