"""An archive of 20,000 files in as many folders, each of which is named like an answer.

exercise: weighted_sum
result: unreadable
made: yes
"""

import io
import zipfile


def made():
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for number in range(20_000):
            archive.writestr(zipfile.ZipInfo(f"{number}/weighted_sum.py"), b"x")
    return {"weighted_sum.zip": data.getvalue()}
