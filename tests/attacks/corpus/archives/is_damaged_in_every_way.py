"""Archives that break off, lie about where their parts are, contain themselves or are none at all.

exercise: weighted_sum
result: passed
honest: yes
made: yes
"""

import io
import struct
import zipfile

TEXT = b"def weighted_sum(table, weights):\n    return table @ weights\n"


def made():
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr(zipfile.ZipInfo("weighted_sum.py"), TEXT)
    whole = data.getvalue()
    lost, wrong = bytearray(whole), bytearray(whole)
    struct.pack_into("<I", lost, len(lost) - 6, 0xFFFFFFF0)  # where the list of members begins
    wrong[40:44] = b"\0\0\0\0"
    return {
        "weighted_sum_1.zip": whole[: len(whole) // 2],
        "weighted_sum_2.zip": bytes(lost),
        "weighted_sum_3.zip": bytes(wrong),
        "weighted_sum_4.zip": whole[:-22] + whole,
        "weighted_sum_5.zip": b"",
        "weighted_sum_6.tar.gz": b"\x1f\x8b\x08\x00" + bytes(6) + b"\xff" * 100,
        "weighted_sum_7.tar.xz": b"\xfd7zXZ\x00" + bytes(50),
        "weighted_sum_8.tar": bytes(10_240),
        "weighted_sum_9.7z": b"7z\xbc\xaf\x27\x1c" + bytes(50),
    }
