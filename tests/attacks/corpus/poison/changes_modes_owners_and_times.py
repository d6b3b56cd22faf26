"""Changes mode, owner, times and attributes of files that others need; to what they are already.

exercise: weighted_sum
result: failed
checks: forbidden | raised
"""

import os

import numpy as np


def weighted_sum(table, weights):
    path = np.__file__
    now = os.stat(path)
    ways = (
        lambda: os.chmod(path, now.st_mode & 0o7777),
        lambda: os.chown(path, now.st_uid, now.st_gid),
        lambda: os.utime(path, ns=(now.st_atime_ns, now.st_mtime_ns)),
        lambda: os.setxattr(path, "user.kata-attack-mark", b""),
        lambda: os.truncate(path, now.st_size),
        lambda: os.link(path, "/tmp/kata-attack-link"),
    )
    for way in ways:
        try:
            way()
        except OSError as fault:
            stopped = fault
        else:
            return table @ weights
    raise stopped
