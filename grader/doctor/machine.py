"""A look at Python, the machine, and the threads that workers have."""

from __future__ import annotations

import os
import platform
import struct
import sys
from collections.abc import Mapping

from grader.doctor.findings import Finding, Section, counted, note, ok, problem
from grader.isolate.processes import ONE_THREAD

OLDEST = (3, 11)
RENEW = "install Python 3.11 or newer, 64 bit, and kata anew with it: `python3 -m pip install kata-grader`"


def python_section(version: tuple[int, int, int] = sys.version_info[:3]) -> Section:
    """The interpreter that runs this, and the machine."""
    bits, shown = 8 * struct.calcsize("P"), ".".join(map(str, version))
    inside = sys.prefix != sys.base_prefix
    where = "in a virtual environment" if inside else "in no virtual environment"
    findings = (
        _version(version, shown),
        _implementation(),
        ok("executable", sys.executable or "not known"),
        ok("word size", "64 bit")
        if bits == 64
        else problem("word size", f"{bits} bit, for which there is neither numpy nor torch of today", RENEW),
        ok("environment", f"{where}: {sys.prefix}"),
        ok("system", f"{platform.system()} {platform.release()}"),
        ok("machine", platform.machine() or "not known"),
    )
    return Section("Python", f"{shown}, {bits} bit, {where}", findings)


def _version(version: tuple[int, int, int], shown: str) -> Finding:
    if version[:2] < OLDEST:
        return problem("version", f"{shown}, where kata needs 3.11 or newer", RENEW)
    return ok("version", shown)


def _implementation() -> Finding:
    name = platform.python_implementation()
    if name == "CPython":
        return ok("implementation", name)
    return note(
        "implementation", f"{name}; kata is tried with CPython only", "use CPython if something fails"
    )


def threads_section(environment: Mapping[str, str] = os.environ) -> Section:
    """How many threads a submission has, and how many cores there are."""
    cores = _cores()
    told = "1 for each submission, so that it takes the same time everywhere"
    findings = [ok("workers", told), ok("cores", f"{cores} can be used")]
    findings += [
        note(name, f"{name}={environment[name]} is set and does not count here: workers have 1 thread")
        for name in ONE_THREAD
        if environment.get(name, "1") != "1"
    ]
    return Section("Threads", f"1 for each submission; {counted(cores, 'core')} here", tuple(findings))


def _cores() -> int:
    """The cores that this process may use; some systems tell only how many there are."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
