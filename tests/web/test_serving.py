"""The real command: a server on this machine alone, from its address to its end."""

import http.client
import json
import os
import re
import signal
import socket
import stat
import time
from pathlib import Path

import pytest

from grader.practice.progress import Progress
from grader.web import server
from grader.web.access import Access
from grader.web.opening import has_browser, way_in
from tests.command.support import right, start

LOOP = "def twice(n):\n    while True:\n        pass\n"


def below(pid):
    """The processes below one, by the kernel's table: their ids."""
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except (FileNotFoundError, ProcessLookupError):
                continue
            parents[int(entry.name)] = int(fields[1])
    found, new = set(), {pid}
    while new:
        new = {child for child, parent in parents.items() if parent in new}
        found |= new
    return found


def alive(pids, within_s=10):
    """Those that still run, after a moment to end."""
    end = time.monotonic() + within_s
    while (left := [pid for pid in pids if Path(f"/proc/{pid}").exists()]) and time.monotonic() < end:
        time.sleep(0.02)
    return left


class Served:
    """`kata serve` on any free port."""

    def __init__(self, folder, pack, *options):
        self.child = start("serve", "ws", "--port", "0", "--pack", pack, *options, folder=folder)
        self.line = self.said = self.child.stdout.readline()
        while self.said and "Ctrl-C" not in self.said:
            self.said += self.child.stdout.readline()
        self.port, self.token = re.search(
            r"http://127\.0\.0\.1:(\d+)/\?token=([\w-]+)$", self.line.strip()
        ).groups()
        self.place = ""
        answer, _ = self.ask("GET", f"/?token={self.token}", cookie="")
        self.cookie = answer.headers["set-cookie"].split(";")[0]
        _, page = self.ask("GET", "/")
        self.place = re.search(r'data-place="(\w+)"', page.decode())[1]

    def connection(self):
        return http.client.HTTPConnection("127.0.0.1", int(self.port), timeout=60)

    def ask(self, method, path, body=None, cookie=None):
        connection = self.connection()
        self.send(connection, method, path, body, cookie)
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        return answer, data

    def send(self, connection, method, path, body=None, cookie=None):
        headers = {"X-Kata-Token": self.token, "X-Kata-Place": self.place}
        headers["Cookie"] = self.cookie if cookie is None else cookie
        if body is not None:
            headers["Content-Type"] = "application/json"
        connection.request(method, path, json.dumps(body) if body is not None else None, headers)

    def end(self, number=signal.SIGINT):
        self.child.send_signal(number)
        out, err = self.child.communicate(timeout=60)
        return self.child.returncode, self.said + out, err

    def loops(self):
        """Begin an endless run; what its events are read from."""
        connection = self.connection()
        self.send(connection, "POST", "/api/exercise/twice/run", {"code": LOOP, "version": "new"})
        answer = connection.getresponse()
        told = b""
        while b'"started"' not in told:
            told += answer.readline()
        return connection, answer


@pytest.fixture
def served(tmp_path, pack_folder):
    one = Served(tmp_path, pack_folder, "--no-browser")
    yield one
    if one.child.poll() is None:
        one.child.kill()
        one.child.communicate()


def test_a_page_a_run_and_the_end_that_leaves_no_process(served, tmp_path):
    answer, page = served.ask("GET", "/")
    assert answer.status == 200
    assert b"The twice of a number" in page
    _, told = served.ask("POST", "/api/exercise/twice/run", {"code": right(), "version": "new"})
    assert json.loads(told.splitlines()[-1])["status"] == "passed"
    servers = below(served.child.pid)
    assert servers
    status, out, err = served.end()
    assert status == 130
    assert "workspace  ws" in out
    assert "Ctrl-C" in out
    assert out.endswith("The page has ended. What you wrote is in your files.\n")
    assert [line for line in err.splitlines() if "broken exercise: fault" not in line] == []
    assert not alive(servers)
    assert (tmp_path / "ws/twice/twice.py").read_text() == right()
    assert [path for path in (tmp_path / "ws").rglob(".*") if path.is_file()] == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["SIGINT", "SIGTERM"])
def test_it_ends_in_the_middle_of_a_loop(served, number):
    _, answer = served.loops()
    servers = below(served.child.pid)
    status, out, err = served.end(number)
    assert status == 130
    assert "Traceback" not in out + err
    assert b'"verdict"' not in answer.read()
    assert not alive(servers)


def test_a_tab_that_is_closed_ends_its_run(served):
    connection, answer = served.loops()
    answer.close()
    connection.sock and connection.sock.close()
    connection.close()
    # The next one would have to wait for the limits of the first.
    code = right("square", "n * n")
    _, told = served.ask("POST", "/api/exercise/square/run", {"code": code, "version": "new"})
    assert json.loads(told.splitlines()[-1])["status"] == "passed"
    served.ask("POST", "/api/exercise/twice/stop", {})
    kept = [each.exercise for each in Progress().events() if each.kind == "attempt"]
    assert kept == ["square"]


@pytest.mark.parametrize(
    "raw",
    [
        b"\x00\x01\x02\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/9.9\r\nHost: x\r\n\r\n",
        b"GET " + b"/x" * 40_000 + b" HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"POST /api/exercise/twice/run HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    ],
    ids=range(7),
)
def test_odd_requests_get_nothing_and_do_no_harm(odd, raw):
    with socket.create_connection(("127.0.0.1", int(odd.port)), timeout=20) as connection:
        connection.sendall(raw)
        connection.shutdown(socket.SHUT_WR)
        told = b""
        while part := connection.recv(65536):
            told += part
    assert re.match(rb"HTTP/1.1 4\d\d |$", told)
    assert odd.token.encode() not in told
    assert odd.ask("GET", "/")[0].status == 200


@pytest.fixture(scope="module")
def odd(tmp_path_factory, pack_folder):
    one = Served(tmp_path_factory.mktemp("odd"), pack_folder, "--no-browser")
    waiting = [socket.create_connection(("127.0.0.1", int(one.port))) for _ in range(20)]
    yield one
    for connection in waiting:
        connection.close()
    status, _, err = one.end()
    assert status == 130
    assert one.token not in err
    assert "Traceback" not in err


def test_a_server_tells_another_one_that_it_is_kata(odd):
    assert server._is_kata(int(odd.port))
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        assert not server._is_kata(other.getsockname()[1])


# --------------------------------------------------------------------------- the way in


def test_the_file_for_a_browser_is_private_and_goes(tmp_path):
    access = Access(8642)
    with way_in(tmp_path / "data" / "serve", access.address) as file:
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
        assert f"url={access.address}" in file.read_text()
        assert access.token not in file.name
    assert not file.exists()


def test_what_a_killed_server_left_is_removed_and_the_folders_are_private(tmp_path):
    folder = tmp_path / "data" / "serve"
    with way_in(folder, "a") as other:
        left, notes = folder / "open-0123.html", folder / "notes.html"
        for old in (left, notes):
            old.write_text("old")
            os.utime(old, (1, 1))
        folder.chmod(0o755)
        with way_in(folder, "b") as file:
            assert file.exists()
            assert other.exists()
            assert not left.exists()
            assert notes.exists()
            assert {stat.S_IMODE(each.stat().st_mode) for each in (folder.parent, folder)} == {0o700}


@pytest.mark.parametrize(
    ("environment", "found"),
    [({}, False), ({"DISPLAY": ":0"}, True), ({"WAYLAND_DISPLAY": "w"}, True), ({"BROWSER": "x"}, True)],
    ids=["none", "x11", "wayland", "chosen"],
)
def test_without_a_screen_no_browser_takes_the_terminal(monkeypatch, environment, found):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.platform", "linux")
    assert has_browser() == found


def test_the_token_is_in_no_argument_of_the_browser(tmp_path, pack_folder, monkeypatch):
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\nprintf "%s" "$*" > {tmp_path}/arguments\n')
    browser.chmod(0o755)
    monkeypatch.setenv("BROWSER", f"{browser} %s")
    one = Served(tmp_path, pack_folder)
    arguments = tmp_path / "arguments"
    end = time.monotonic() + 20
    while not (arguments.exists() and arguments.read_text()) and time.monotonic() < end:
        time.sleep(0.02)
    told = arguments.read_text()
    assert told.startswith("file://")
    assert one.token not in told
    file = told.removeprefix("file://")
    assert one.token in Path(file).read_text()
    assert one.end()[0] == 130
    assert not Path(file).exists()


# --------------------------------------------------------------------------- the command


def test_without_its_packages_the_command_says_how_to_add_them(monkeypatch, capfd):
    import importlib.util

    from grader.cli import main

    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "uvicorn" else find(name))
    with pytest.raises(SystemExit) as ended:
        main(["serve", "--no-browser"])
    assert ended.value.code == 2
    assert capfd.readouterr().err == "kata: the local page needs uvicorn: pip install 'kata-grader[web]'\n"


def test_the_workspace_is_the_one_that_start_would_choose(tmp_path, pack_folder, monkeypatch):
    from grader.cli.serving import _place

    progress = Progress()
    home, ws, plain, full = (tmp_path / name for name in ("home", "ws", "plain", "full"))
    for folder in (home, ws, plain, full):
        folder.mkdir()
    (full / "notes.txt").write_text("x")
    (plain / "pos_embed_2d.py").write_text("x = 1\n")
    (ws / "kata.toml").write_text(f"schema = 1\npack = {json.dumps(str(pack_folder))}\n")
    monkeypatch.chdir(home)
    assert _place(None, None, progress).folder == home
    assert _place(ws, None, progress).folder == ws
    assert set(_place(ws, None, progress).pack.exercises) == {"twice", "square", "cube"}
    monkeypatch.chdir(plain)
    assert _place(None, None, progress).folder == plain
    monkeypatch.chdir(full)
    assert _place(None, None, progress).folder == full / "kata"
    progress.remember(ws)
    assert _place(None, None, progress).folder == ws
    monkeypatch.chdir(ws)
    assert _place(None, None, progress).folder == ws
