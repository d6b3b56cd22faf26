"""A zip archive and a tar archive whose members climb out of the folder with two dots, onto a neighbour's
answer.

exercise: weighted_sum
result: unreadable
made: yes
"""

import io
import tarfile
import zipfile

TEXT = b"def weighted_sum(table, weights):\n    return table @ weights\n"
NAMES = ("../ada/weighted_sum.py", "../../../../tmp/kata-attack-slip.py", "a/../../weighted_sum.py", "..")


def made():
    zipped, tarred = io.BytesIO(), io.BytesIO()
    with zipfile.ZipFile(zipped, "w") as archive:
        for name in NAMES:
            archive.writestr(zipfile.ZipInfo(name), TEXT)
    with tarfile.open(fileobj=tarred, mode="w") as archive:
        for name in NAMES:
            member = tarfile.TarInfo(name)
            member.size = len(TEXT)
            archive.addfile(member, io.BytesIO(TEXT))
    return {"weighted_sum.zip": zipped.getvalue(), "weighted_sum.tar": tarred.getvalue()}
