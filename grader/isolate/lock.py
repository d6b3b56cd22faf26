"""How a worker locks itself in, before it reads the first byte of a submission."""

from __future__ import annotations

import os
from dataclasses import dataclass

from grader.isolate import identity, landlock, limits, seccomp
from grader.isolate.control import Start


@dataclass(frozen=True)
class Locks:
    """What a server prepared for its workers.

    Attributes
    ----------
    rules
        The descriptor of Landlock's rules; None where there is no Landlock that works.
    filtered
        Whether system calls are filtered.
    opens
        Whether files can be opened; without Landlock none can, once the server is warm.
    users
        The users that workers take, where the grader is root.
    namespaces
        Whether the server sits in namespaces of its own.
    """

    rules: int | None
    filtered: bool
    opens: bool
    users: identity.Users | None
    namespaces: bool

    @property
    def layers(self) -> tuple[str, ...]:
        """The layers by name, as results tell them."""
        optional = (
            ("user", self.users is not None),
            ("namespaces", self.namespaces),
            ("landlock", self.rules is not None),
            ("seccomp", self.filtered),
            ("no_open", self.filtered and not self.opens),
        )
        always = ("session", "rlimits", "no_new_privs", "capabilities")
        return (*always, *(name for name, there in optional if there))


def lock(locks: Locks, start: Start, base_bytes: int) -> None:
    """Lock this process in: session, limits, user, powers, files, system calls.

    Parameters
    ----------
    locks
        What the server prepared.
    start
        What the job may use.
    base_bytes
        The address space of the server, which its workers have from the start.

    Raises
    ------
    OSError
        A layer that works on this machine could not be laid.
    """
    os.setsid()
    os.umask(0o077)
    limits.apply(start, base_bytes, counted=locks.users is not None or locks.namespaces)
    limits.no_new_privileges()
    if locks.users is not None:
        identity.take(locks.users)
    identity.drop_capabilities(locks.users)
    limits.die_with_parent()  # after the change of user, which takes this back
    limits.close_to_others()
    if locks.rules is not None:
        landlock.enter(locks.rules)
        os.close(locks.rules)
    if locks.filtered:
        writes = start.writable_bytes > 0
        seccomp.load(seccomp.compile_filter(opens=locks.opens, threads=start.threads, writes=writes))
