"""Archives packed by bzip2, LZMA and a method that nobody knows, each of them 40 MB of the same letter.

exercise: weighted_sum
result: unreadable
made: yes
"""

import bz2
import io
import lzma
import struct
import zipfile


def made():
    blank = b"#" * (10 << 20)
    files = {
        "weighted_sum.py.bz2": bz2.compress(blank, 1) * 4,
        "weighted_sum.py.xz": lzma.compress(blank, preset=0) * 4,
    }
    for name, method in (("bzip2", zipfile.ZIP_BZIP2), ("unknown", zipfile.ZIP_STORED)):
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w") as archive:
            member = zipfile.ZipInfo("weighted_sum.py")
            member.compress_type = method
            archive.writestr(member, blank if method else b"x")
        packed = bytearray(data.getvalue())
        if not method:
            for at in (8, packed.rindex(b"PK\x01\x02") + 10):
                struct.pack_into("<H", packed, at, 97)
        files[f"weighted_sum_{name}.zip"] = bytes(packed)
    return files
