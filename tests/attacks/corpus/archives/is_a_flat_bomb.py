"""An archive of 300 KB that holds 300 MB, in two members named like the answer and like a notebook.

exercise: weighted_sum
result: unreadable
made: yes
"""

import io
import struct
import zipfile
import zlib


def made():
    # The same megabyte of blanks again and again: a flush after it lets its compressed form be repeated.
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    blank = b" " * (1 << 20)
    once = packer.compress(blank) + packer.flush(zlib.Z_FULL_FLUSH)
    body = once * 150 + b"\x03\x00"
    check, size = 0, 150 << 20
    for _ in range(150):
        check = zlib.crc32(blank, check)
    data, central = b"", b""
    for name in (b"weighted_sum.py", b"weighted_sum.ipynb"):
        fields = (0, 8, 0, 33, check, len(body), size, len(name), 0)
        central += struct.pack("<4sH5H3I2H", b"PK\x01\x02", 20, 20, *fields) + struct.pack(
            "<3H2I", 0, 0, 0, 0, len(data)
        )
        central += name
        data += struct.pack("<4sH4H3I2H", b"PK\x03\x04", 20, *fields) + name + body
    end = struct.pack("<4s4H2IH", b"PK\x05\x06", 0, 0, 2, 2, len(central), len(data), 0)
    whole = data + central + end
    assert sum(member.file_size for member in zipfile.ZipFile(io.BytesIO(whole)).infolist()) == 2 * size
    return {"weighted_sum.zip": whole}
