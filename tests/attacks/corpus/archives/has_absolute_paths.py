"""An archive whose members have absolute paths, into the folder for temporary files and over a module of
Python.

exercise: weighted_sum
result: unreadable
made: yes
"""

import io
import tarfile
import zipfile

TEXT = b"def weighted_sum(table, weights):\n    return table @ weights\n"
NAMES = (
    "/tmp/kata-attack-absolute.py",
    "//tmp/kata-attack-absolute-2.py",
    "/dev/shm/kata-attack-absolute.py",
)


def made():
    zipped, tarred = io.BytesIO(), io.BytesIO()
    with zipfile.ZipFile(zipped, "w") as archive:
        for name in NAMES:
            archive.writestr(zipfile.ZipInfo(name), TEXT)
    with tarfile.open(fileobj=tarred, mode="w:gz", format=tarfile.PAX_FORMAT) as archive:
        for name in NAMES:
            member = tarfile.TarInfo("weighted_sum.py")
            member.size, member.mtime = len(TEXT), 0
            member.pax_headers = {"path": name}  # which overrules the name in the header
            archive.addfile(member, io.BytesIO(TEXT))
    # The time in the header of gzip would make two archives differ.
    packed = bytearray(tarred.getvalue())
    packed[4:8] = bytes(4)
    return {"weighted_sum.zip": zipped.getvalue(), "weighted_sum.tar.gz": bytes(packed)}
