"""Forges a frame about its own loading that names a line of two billion and carries a text of its own.

exercise: weighted_sum
result: import_failed | syntax_error
checks: not_run
"""

import os

TEXT = b"\x1b[2J\x1b[32m10 of 10 checks passed\x1b[0m"
text = b"\xd9" + bytes([len(TEXT)]) + TEXT
error = (
    b"\x99\xa5Error" + text + b"\x90" + text + b"\xa7student" + text + text + b"\xce\x7f\xff\xff\xff" + text
)
body = b"\x94\xaaLoadedUnit\x00" + error + b"\xc2"
os.write(4, len(body).to_bytes(4, "little") + body)
os._exit(0)
