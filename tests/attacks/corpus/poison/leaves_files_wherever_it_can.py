"""Leaves a file, a folder, a pipe and a link in each place where any user may write.

exercise: weighted_sum
result: failed
checks: forbidden | raised
"""

import os
import tempfile

PLACES = ("/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/run/lock", "/", ".", "~", tempfile.gettempdir())
NAME = "kata-attack-left"


def weighted_sum(table, weights):
    stopped, left = None, 0
    for place in map(os.path.expanduser, PLACES):
        steps = (
            lambda path: os.close(os.open(path, os.O_CREAT | os.O_WRONLY)),
            os.mkdir,
            os.mkfifo,
            lambda path: os.symlink("/etc/passwd", path),
            lambda path: os.close(os.open(os.path.dirname(path), os.O_TMPFILE | os.O_RDWR)),
        )
        for number, step in enumerate(steps):
            try:
                step(f"{place}/{NAME}-{number}")
                left += 1
            except FileExistsError:
                left += 1
            except OSError as fault:
                stopped = fault if not isinstance(stopped, PermissionError) else stopped
    if not left:
        raise stopped
    return table @ weights
