"""Where the server listens, who else may, and connections that only take up room."""

import asyncio
import contextlib
import os
import signal
import socket
import threading
import time

import pytest

from grader.errors import UsageError
from grader.web import neighbours, server
from grader.web.neighbours import is_shared
from grader.web.server import bind


def test_it_listens_on_this_machine_alone():
    listener = bind(0).listener
    with listener:
        assert listener.getsockname()[0] == "127.0.0.1"


def test_the_next_port_is_taken_and_told_if_the_usual_one_is_not_free(monkeypatch):
    first = bind(0)
    monkeypatch.setattr(server, "PORT", first.port)
    monkeypatch.setattr(server, "_is_kata", lambda port: port == first.port)
    second = bind(None)
    with first.listener, second.listener:
        assert second.port != first.port
        why = f"port {first.port} cannot be used: what seems to be another kata serve is there"
        assert second.unusual.startswith(f"{why}.")
        with pytest.raises(UsageError, match=why):
            bind(first.port)


def test_who_has_the_port_and_never_ends_an_answer_holds_up_nobody(monkeypatch):
    monkeypatch.setattr(server, "ASK_WITHIN_S", 0.2)
    listener = bind(0).listener
    asked = []

    def dribble():
        with listener.accept()[0] as client, contextlib.suppress(OSError):
            while True:
                client.sendall(b"x")
                asked.append(time.sleep(0.05))

    threading.Thread(target=dribble, daemon=True).start()
    with listener:
        assert not server._is_kata(listener.getsockname()[1])
    assert asked


def test_a_connection_that_sends_no_request_is_closed(monkeypatch):
    monkeypatch.setattr(server, "REQUEST_WITHIN_S", 0.1)
    bound = bind(0)
    told = []

    async def app(scope, receive, send):
        await asyncio.sleep(0.4)
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    def visit():
        address = ("127.0.0.1", bound.port)
        with socket.create_connection(address) as asking, socket.create_connection(address) as silent:
            silent.sendall(b"GET / HT")
            asking.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            told.extend(each.makefile("rb").readline() for each in (silent, asking))
        signal.raise_signal(signal.SIGINT)

    visiting = threading.Thread(target=visit)
    server.serve(app, bound, visiting.start, lambda: None)
    visiting.join()
    assert told == [b"", b"HTTP/1.1 204 No Content\r\n"]


def test_where_others_are_the_port_is_a_new_one_and_that_is_told(monkeypatch):
    usual = bind(0)
    port = usual.port
    usual.listener.close()
    monkeypatch.setattr(server, "PORT", port)
    alone, among, chosen = bind(None), bind(None, shared=True), bind(0, shared=True)
    with alone.listener, among.listener, chosen.listener:
        assert (alone.port, alone.unusual) == (port, "")
        assert among.port != port
        assert "other users" in among.unusual
        assert chosen.unusual == ""


@pytest.mark.parametrize(
    ("folder", "owner", "found"),
    [
        ("home/else", 1001, True),
        ("home/me", 1000, False),
        ("home/service", 999, False),
        ("home/nobody", 65534, False),
        ("proc/17", 1001, True),
        ("proc/17", 0, False),
        ("proc/tty", 1001, False),
        (None, 0, False),
    ],
)
@pytest.mark.skipif(os.name != "posix", reason="the owners of folders are read")
def test_another_user_is_seen_by_processes_and_folders(tmp_path, monkeypatch, folder, owner, found):
    for name in ("home", "proc"):
        (tmp_path / name).mkdir()
    if folder:
        (tmp_path / folder).mkdir()
    mine = os.getuid()
    # Only root can give a folder away, so the numbers are moved until the owner of these folders is the one.
    shift = owner - mine
    monkeypatch.setattr(neighbours, "FIRST_PERSON", 1000 - shift)
    monkeypatch.setattr(neighbours, "NOBODY", 65534 - shift)
    places = {"processes": tmp_path / "proc", "homes": tmp_path / "home"}
    assert is_shared(**places, own=1000 - shift) == found
    assert not is_shared(processes=tmp_path / "none", homes=tmp_path / "none", own=1000)


def test_the_port_is_free_again_at_once():
    first = bind(0)
    port = first.port
    client = socket.create_connection(("127.0.0.1", port))
    accepted, _ = first.listener.accept()
    accepted.close()
    first.listener.close()
    with bind(port).listener:
        client.close()
