"""An archive whose member is marked as encrypted, so that a reader asks for a password or waits for one.

exercise: weighted_sum
result: unreadable
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
    packed = bytearray(data.getvalue())
    for at in (6, packed.rindex(b"PK\x01\x02") + 8):
        struct.pack_into("<H", packed, at, 0x41)  # encrypted, and strongly
    return {"weighted_sum.zip": bytes(packed)}
