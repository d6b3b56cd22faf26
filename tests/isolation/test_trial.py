"""How the level is found: layers that refuse nothing are found out, and what is left decides."""

import contextlib
import gc
import os
from pathlib import Path

import pytest

from grader.isolate import identity, landlock, namespaces, readable, seccomp, system, trial
from grader.isolate.control import Act
from grader.isolate.lock import Locks
from grader.model import Level

filters = pytest.mark.skipif(not seccomp.supported(), reason="there is no filter for this machine")
landlocks = pytest.mark.skipif(not landlock.version(), reason="this kernel has no Landlock")
USERS = identity.Users(61_184, 4_000, keep_reading=False)
EVERY = frozenset({"user", "landlock", "seccomp", "all layers"})


def locks(rules=7, filtered=True, users=USERS, namespaces=True):
    return Locks(rules, filtered, True, users, namespaces)


@pytest.fixture
def refusing(monkeypatch):
    """Say which layers refuse what is tried; nothing is tried, and what must work does."""

    def choose(layers):
        def tried(layer, acts, _locked):
            works = set(acts) == {contextlib.__file__}
            return [Act(layer, what, layer in layers and not works) for what in acts]

        monkeypatch.setattr(trial, "_try", tried)

    return choose


LEVELS = {
    "all": (locks(), EVERY, Level.FULL, {"user", "namespaces", "landlock", "seccomp"}),
    "no namespaces": (locks(namespaces=False), EVERY, Level.STANDARD, {"user", "landlock", "seccomp"}),
    "not root": (locks(users=None), EVERY, Level.FULL, {"namespaces", "landlock", "seccomp"}),
    "no Landlock": (locks(rules=None), EVERY, Level.CLOSED, {"user", "namespaces", "seccomp", "no_open"}),
    "a Landlock that refuses nothing": (
        locks(), EVERY - {"landlock"}, Level.CLOSED, {"user", "namespaces", "seccomp", "no_open"},
    ),
    "no filter": (locks(filtered=False), EVERY, Level.NONE, {"user", "namespaces", "landlock"}),
    "a filter that refuses nothing": (
        locks(), EVERY - {"seccomp"}, Level.NONE, {"user", "namespaces", "landlock"},
    ),
    "neither refuses anything": (
        locks(), EVERY - {"seccomp", "landlock"}, Level.NONE, {"user", "namespaces"},
    ),
    "a user who may do it all": (
        locks(), EVERY - {"user"}, Level.FULL, {"namespaces", "landlock", "seccomp"},
    ),
    "together they refuse too little": (
        locks(), EVERY - {"all layers"}, Level.NONE, {"user", "namespaces", "landlock", "seccomp"},
    ),
}  # fmt: skip


@pytest.mark.parametrize(("given", "layers", "level", "kept"), LEVELS.values(), ids=LEVELS)
def test_the_level_is_what_is_left_of_the_layers(refusing, given, layers, level, kept):
    refusing(layers)
    found = trial.find(given, ())
    assert found.level is level
    assert set(found.locks.layers) - {"session", "rlimits", "no_new_privs", "capabilities"} == kept


def test_a_worker_that_cannot_read_the_standard_library_is_at_no_level(monkeypatch):
    monkeypatch.setattr(trial, "_try", lambda layer, acts, _: [Act(layer, what, True) for what in acts])
    found = trial.find(locks(), ())
    assert found.level is Level.NONE
    assert [act.what for act in found.acts if not act.refused] == ["keep a worker from the standard library"]


# --------------------------------------------------------------------------- with real locks, in this process


@pytest.fixture
def real():
    """The locks of this machine, without namespaces: this process sits in none.

    What other tests left is collected first: a process that does so between two looks at its memory seems to
    have more of it than its limit.
    """
    gc.collect()
    rules = landlock.ruleset(readable.readable_paths())
    yield Locks(rules, True, True, identity.own_users(), False)
    if rules is not None:
        os.close(rules)


def not_refused(found, layer):
    return {act.what for act in found.acts if act.layer == layer and not act.refused}


@filters
@landlocks
def test_this_machine(real, tmp_path):
    found = trial.find(real, (tmp_path,))
    assert found.level is Level.STANDARD
    assert f"list {tmp_path}" in {act.what for act in found.acts}
    assert [act.layer for act in found.acts if not act.refused] == ["namespaces"]


@filters
@landlocks
def test_a_landlock_that_refuses_nothing_is_found_out(real, monkeypatch, tmp_path):
    monkeypatch.setattr(landlock, "enter", lambda _rules: None)
    found = trial.find(real, (tmp_path,))
    assert found.level is Level.CLOSED
    assert {"read /etc/passwd", "list /etc", f"list {tmp_path}"} <= not_refused(found, "landlock")
    assert not_refused(found, "all layers") == set()


@filters
@landlocks
def test_a_filter_that_refuses_nothing_is_found_out(real, monkeypatch):
    monkeypatch.setattr(seccomp, "load", lambda _program: None)
    found = trial.find(real, ())
    assert found.level is Level.NONE
    assert {"start a process", "open a UNIX socket", "send a signal to the server"} <= not_refused(
        found, "seccomp"
    )


@filters
@landlocks
@pytest.mark.parametrize(
    ("call", "what"),
    [
        ("socket:41:198", "open a UNIX socket"),
        ("execve:59:221", "run a program"),
        ("unlink:87:- unlinkat:263:35", "remove a file"),
        ("shmget:29:194 shmctl:31:195", "make shared memory"),
        ("setpriority:141:140", "change the priority of the server"),
    ],
)
def test_a_filter_with_one_hole_is_no_filter(real, monkeypatch, call, what):
    monkeypatch.setattr(seccomp, "_TABLE", f"{seccomp._TABLE} {call}")
    seccomp.compile_filter.cache_clear()
    try:
        found = trial.find(real, ())
    finally:
        seccomp.compile_filter.cache_clear()
    assert found.level is Level.NONE
    assert what in not_refused(found, "seccomp")


@pytest.mark.parametrize("module", [landlock, seccomp], ids=["landlock", "seccomp"])
def test_a_layer_that_cannot_be_laid_refuses_nothing(real, monkeypatch, module):
    def broken(*_arguments):
        raise OSError(1, "not today")

    monkeypatch.setattr(module, "enter" if module is landlock else "load", broken)
    found = trial.find(real, ())
    assert found.level is (Level.CLOSED if module is landlock else Level.NONE)


def test_what_fails_for_another_reason_is_not_refused():
    def raise_it(fault):
        raise fault

    def refused(fault):
        return trial._refused(lambda: raise_it(fault))

    assert all(refused(OSError(number, "")) for number in (1, 13, 30, 38))  # EPERM, EACCES, EROFS, ENOSYS
    assert not any(refused(OSError(number, "")) for number in (2, 3, 22, 9))  # ENOENT, ESRCH, EINVAL, EBADF
    assert refused(MemoryError())
    assert refused(RuntimeError("can't start new thread"))
    assert not trial._refused(lambda: None)


# --------------------------------------------------------------------------- namespaces


@pytest.mark.parametrize("name", ["_unshare", "_settle_in"])
def test_namespaces_that_cannot_be_entered_are_not_there(monkeypatch, name):
    def broken(*_arguments):
        raise OSError(1, "not today")

    monkeypatch.setattr(namespaces, name, broken)
    assert not namespaces.available()


def test_namespaces_that_change_nothing_are_not_there(monkeypatch):
    monkeypatch.setattr(namespaces, "_unshare", lambda: None)
    monkeypatch.setattr(namespaces, "_settle_in", lambda: None)
    assert not namespaces.available()


@pytest.mark.skipif(not namespaces.available(), reason="this machine gives no namespaces")
@pytest.mark.parametrize("bit", ["_NEW_PROCESSES", "_NEW_NETWORK"], ids=["processes", "network"])
def test_namespaces_of_which_one_is_missing_are_not_there(monkeypatch, bit):
    unshare, missing = system.unshare, getattr(namespaces, bit)
    monkeypatch.setattr(system, "unshare", lambda flags: unshare(flags & ~missing))
    # Whether the process outside can be seen, or anybody be reached, is what is asked; no file is touched.
    monkeypatch.setattr(namespaces, "_settle_in", lambda: None)
    monkeypatch.setattr(namespaces, "lay_folder", lambda: None)  # it would be laid for everybody
    assert not namespaces.available()


@pytest.mark.skipif(not namespaces.available(), reason="this machine gives no namespaces")
def test_namespaces_in_which_a_disk_can_be_written_to_are_not_there_and_nothing_is_left_on_it(monkeypatch):
    before = {*Path("/tmp").glob("kata-trial*")}
    monkeypatch.setattr(namespaces, "_settle_in", lambda: None)
    monkeypatch.setattr(namespaces, "lay_folder", lambda: None)  # it would be laid for everybody
    assert not namespaces.available()
    assert {*Path("/tmp").glob("kata-trial*")} == before


def test_nothing_is_laid_over_folders_of_others():
    before = Path("/proc/self/mountinfo").read_text()
    with pytest.raises(OSError, match="folders of others"):
        namespaces.lay_folder()
    assert Path("/proc/self/mountinfo").read_text() == before


def test_trying_leaves_nothing_behind(real):
    def state():
        made = [*Path("/tmp").glob("kata-trial*"), *Path("/dev/shm").glob("kata-trial*")]
        return set(Path("/proc/self/fd").iterdir()), made, Path.cwd(), os.getresuid(), os.getsid(0)

    before = state()
    trial.find(real, ())
    namespaces.available()
    assert state() == before
