"""A tar archive with a named pipe, devices and a folder as the file that is asked for: to open one is to
wait.

exercise: weighted_sum
result: unreadable
made: yes
"""

import io
import tarfile


def made():
    data = io.BytesIO()
    kinds = (tarfile.FIFOTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.DIRTYPE, tarfile.CONTTYPE, b"Z")
    with tarfile.open(fileobj=data, mode="w") as archive:
        for kind in kinds:
            member = tarfile.TarInfo("weighted_sum.py")
            member.type, member.devmajor, member.devminor, member.mode = kind, 1, 5, 0o6777
            archive.addfile(member)
    return {"weighted_sum.tar": data.getvalue()}
