"""An archive whose members begin with drives and devices of Windows.

exercise: weighted_sum
result: passed
honest: yes
made: yes
"""

import io
import zipfile

TEXT = b"def weighted_sum(table, weights):\n    return table @ weights\n"


def made():
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name in (
            "C:/weighted_sum.py",
            "C:weighted_sum.py",
            "//server/share/weighted_sum.py",
            "CON",
            "aux.py",
        ):
            archive.writestr(zipfile.ZipInfo(name), TEXT)
    return {"weighted_sum.zip": data.getvalue()}
