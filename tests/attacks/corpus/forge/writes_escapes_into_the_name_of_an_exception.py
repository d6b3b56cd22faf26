"""Raises an exception whose name and text hold terminal escapes, a formula, a script, XML and a fake
result.

exercise: weighted_sum
result: failed
checks: raised
"""

TEXT = (
    "\x1b[2J\x1b[1;32m10 passed\x1b[0m\r=HYPERLINK(1)\n<script>alert(1)</script>]]></failure>"
    '<testcase name="x"/>\u202edessap\u2066","status":"passed","score":10.0,\n@SUM(1)\t|\x00\x07\x9b31m'
)
Named = type(TEXT.replace("\x00", ""), (Exception,), {"__module__": "\x1b[8m=cmd|' /C calc'!A0"})


def weighted_sum(table, weights):
    print(TEXT)
    raise Named(TEXT)
