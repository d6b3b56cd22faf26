"""Archives with symbolic and hard links as members: to a secret, to a folder outside, and a file through
that folder.

exercise: weighted_sum
result: passed
honest: yes
made: yes
"""

import io
import tarfile
import zipfile

TEXT = b"def weighted_sum(table, weights):\n    return table @ weights\n"


def made():
    zipped, tarred = io.BytesIO(), io.BytesIO()
    with zipfile.ZipFile(zipped, "w") as archive:
        for name, target in (("weighted_sum.py", "/etc/passwd"), ("out", "/tmp")):
            member = zipfile.ZipInfo(name)
            member.create_system, member.external_attr = 3, 0o120777 << 16
            archive.writestr(member, target)
        archive.writestr(zipfile.ZipInfo("out/kata-attack-through-a-link.py"), TEXT)
    links = (
        ("weighted_sum.py", tarfile.SYMTYPE, "../ada/weighted_sum.py"),
        ("stub.py", tarfile.LNKTYPE, "../../../../../etc/passwd"),
        ("out", tarfile.SYMTYPE, "/tmp"),
    )
    with tarfile.open(fileobj=tarred, mode="w") as archive:
        for name, kind, target in links:
            member = tarfile.TarInfo(name)
            member.type, member.linkname = kind, target
            archive.addfile(member)
        member = tarfile.TarInfo("out/kata-attack-through-a-link.py")
        member.size = len(TEXT)
        archive.addfile(member, io.BytesIO(TEXT))
    return {"weighted_sum.zip": zipped.getvalue(), "weighted_sum.tar": tarred.getvalue()}
