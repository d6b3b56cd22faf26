"""An archive whose headers say ten bytes, four gigabytes and less than nothing for a member of five
megabytes.

exercise: weighted_sum
result: missing
made: yes
"""

import io
import struct
import zipfile


def made():
    files = {}
    for place, claimed in enumerate((10, 0xFFFFFFFE, 0)):
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w") as archive:
            member = zipfile.ZipInfo("weighted_sum.py")
            member.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(member, b"#" * (5 << 20))
        packed = bytearray(data.getvalue())
        central = packed.rindex(b"PK\x01\x02")
        struct.pack_into("<I", packed, 22, claimed)
        struct.pack_into("<I", packed, central + 24, claimed)
        files[f"weighted_sum_{place}.zip"] = bytes(packed)
    tarred = bytearray(10_240)
    tarred[:15], tarred[100:108], tarred[156:157] = b"weighted_sum.py", b"0000644\0", b"0"
    tarred[124:136] = b"\xff" * 12  # a size below nothing, in base 256
    tarred[257:265] = b"ustar\x0000"
    tarred[148:156] = b" " * 8
    tarred[148:156] = b"%06o\0 " % sum(tarred[:512])
    return files | {"weighted_sum.tar": bytes(tarred)}
