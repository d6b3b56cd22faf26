"""Run the command as on another system, as far as Python can be told so.

    python imitation.py SYSTEM PYTHON COMMANDS

COMMANDS is a JSON list of lists of arguments; what came of each is printed as JSON: status, output, errors.
With a single command, what it prints is printed. PYTHON is a program that does the same for the
processes that the command starts: it is this file again, run with ``SYSTEM as-python`` and what Python
was to be run with.
"""

import contextlib
import io
import json
import os
import platform
import signal
import subprocess
import sys
import types
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LINUX_ALONE = "sched_getaffinity sched_setaffinity pidfd_open pipe2 memfd_create eventfd"
ABSENT = {
    "darwin": {os: LINUX_ALONE},
    "win32": {
        os: f"{LINUX_ALONE} fork forkpty getuid geteuid getgid getegid setuid setgid killpg setsid getpgid "
        "getsid uname wait4 wait3 mkfifo fchmod fchown chown set_blocking openpty "
        "O_DIRECTORY O_NOFOLLOW O_NONBLOCK O_CLOEXEC",
        signal: "SIGKILL SIGHUP SIGPIPE SIGALRM SIGUSR1 SIGCHLD SIGXCPU setitimer alarm pthread_sigmask",
        "select": "poll epoll",
    },
}
MODULES_ABSENT = {
    "darwin": (),
    "win32": ("fcntl", "resource", "termios", "pwd", "grp", "pty", "tty", "readline", "curses"),
}


def imitate(system):
    """From here on this process seems to run on that system. What is of the real one is imported before."""
    import asyncio
    import ctypes
    import select
    import shutil
    import sqlite3
    import tempfile
    import urllib.request

    import click
    import numpy
    import rich.console
    import rich.live
    import rich.progress
    import watchfiles

    del asyncio, click, ctypes, numpy, rich, shutil, sqlite3, tempfile, urllib, watchfiles
    platform.uname()
    # What starts processes here is that of the real system.
    subprocess.signal = types.SimpleNamespace(**vars(signal))
    for name in MODULES_ABSENT[system]:
        sys.modules[name] = None
    for module, names in ABSENT[system].items():
        for name in names.split():
            vars(select if module == "select" else module).pop(name, None)
    if system == "win32":
        windows = types.ModuleType("msvcrt")
        windows.setmode = lambda descriptor, flags: os.fstat(descriptor)
        windows.SetErrorMode = lambda mode: 0
        windows.SEM_FAILCRITICALERRORS, windows.SEM_NOGPFAULTERRORBOX = 1, 2
        sys.modules["msvcrt"] = windows
        os.O_BINARY = 0
    sys.platform = system


def as_python(system, *arguments):
    """What Python does with ``-c``, there."""
    code = arguments.index("-c") + 1
    sys.argv[:] = ["-c", *arguments[code + 1 :]]
    del sys.path[0]
    if arguments[-1].startswith("torch"):
        import torch  # noqa: F401 - it would look for what that system has
    imitate(system)
    exec(arguments[code], {"__name__": "__main__"})


def run(arguments):
    """A command of kata; its status, output and errors."""
    from grader.cli import main

    # What Windows gives to who reads what is printed.
    encoding = "cp1252" if sys.platform == "win32" else "utf-8"
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding) for _ in range(2))
    status = None
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main(arguments)
        except SystemExit as ended:
            status = ended.code
    out.flush()
    err.flush()
    return status, out.buffer.getvalue().decode(encoding), err.buffer.getvalue().decode(encoding)


def main(system, python, *arguments):
    if python == "as-python":
        return as_python(system, *arguments)
    sys.path[0] = str(ROOT)
    imitate(system)
    sys.executable = sys._base_executable = python
    commands = json.loads(arguments[0])
    if len(commands) > 1:
        sys.stdout.write(json.dumps([run(command) for command in commands]))
        return None
    from grader.cli import main as kata

    return kata(commands[0])


if __name__ == "__main__":
    main(*sys.argv[1:])
