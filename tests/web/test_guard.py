"""Who gets nothing: other hosts, other sites, and whoever has not both secrets."""

import hmac
import re

import pytest

from grader.web.access import Access, Place
from grader.web.guard import Guard
from tests.web.support import PORT

NAVIGATES = {"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
CALLS = [
    ("GET", "code"),
    ("GET", "version"),
    ("GET", "about"),
    ("PUT", "code"),
    ("POST", "run"),
    ("POST", "stop"),
    ("POST", "hint"),
    ("POST", "solution"),
    ("POST", "reset"),
]


def ask(client, method, what, **more):
    body = {"code": "x = 1\n", "version": "new", "give_up": True} if method != "GET" else None
    return client.request(method, f"/api/exercise/twice/{what}", json=body, **more)


def untouched(desktop):
    """Nothing was written, run or opened."""
    return not desktop.folder.exists() and not desktop.progress.events()


# --------------------------------------------------------------------------- the way in


def test_the_address_that_is_printed_sets_the_cookie_and_leads_in(desktop):
    client = desktop.browser(headers={}, cookies={})
    answer = client.get(f"/?token={desktop.access.token}")
    assert answer.status_code == 200
    assert "/static/enter.js" in answer.text
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith(f"kata_{PORT}={desktop.access.cookie};")
    assert {"httponly", "samesite=strict", "path=/"} <= {part.strip().lower() for part in cookie.split(";")}
    assert client.get("/").status_code == 200
    assert client.get("/exercise/twice").status_code == 200
    # The cookie may be sent to a server of somebody else on another port; alone it does nothing.
    assert ask(client, "POST", "run").status_code == 403


@pytest.mark.parametrize("site", ["none", "cross-site", "same-site", "same-origin"])
def test_the_token_opens_the_page_from_anywhere(desktop, site):
    client = desktop.browser(headers={}, cookies={})
    answer = client.get(f"/?token={desktop.access.token}", headers={**NAVIGATES, "Sec-Fetch-Site": site})
    assert answer.status_code == 200
    assert "set-cookie" in answer.headers


@pytest.mark.parametrize(
    "query",
    [
        "",
        "?token=",
        "?token=wrong",
        "?token={0}x",
        "?token={0}&token={0}",
        "?token={0}&token=",
        "?token=&token={0}",
        "?Token={0}",
    ],
)
def test_without_the_right_token_nobody_comes_in(desktop, query):
    client = desktop.browser(headers={}, cookies={})
    answer = client.get("/" + query.format(desktop.access.token))
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers
    assert desktop.access.token not in answer.text


@pytest.mark.parametrize(("method", "path"), [("POST", "/"), ("GET", "/exercise/twice"), ("GET", "/x")])
def test_the_token_in_the_address_opens_the_first_page_alone(desktop, method, path):
    client = desktop.browser(headers={}, cookies={})
    assert client.request(method, f"{path}?token={desktop.access.token}").status_code == 403


def test_a_server_that_was_started_anew_has_other_secrets(desktop):
    one, other = Access(PORT), Access(PORT)
    assert one.token != other.token
    assert one.cookie != other.cookie
    assert one.token not in (one.cookie, other.cookie)
    assert min(len(one.token), len(one.cookie)) >= 43
    assert one.token not in repr(one)
    assert one.cookie not in repr(one)


# --------------------------------------------------------------------------- without secrets


@pytest.mark.parametrize("path", ["/", "/exercise/twice", "/exercise/none", "/nowhere"])
@pytest.mark.parametrize("cookies", [{}, {f"kata_{PORT}": "wrong"}, {f"kata_{PORT + 1}": "right"}], ids=str)
def test_a_page_needs_the_cookie(desktop, path, cookies):
    cookies = {name: desktop.access.cookie if value == "right" else value for name, value in cookies.items()}
    answer = desktop.browser(cookies=cookies).get(path)
    assert answer.status_code == 403
    assert "kata serve" in answer.text


@pytest.mark.parametrize(("method", "what"), CALLS)
def test_a_call_needs_the_cookie_and_the_token(desktop, method, what):
    wrong = ({"X-Kata-Token": "wrong"}, {"X-Kata-Token": desktop.access.cookie}, {})
    for client in (desktop.browser(cookies={}), *(desktop.browser(headers=each) for each in wrong)):
        answer = ask(client, method, what)
        assert (answer.status_code, answer.json()["reason"]) == (403, "token")
        assert "kata serve" in answer.json()["message"]
    assert untouched(desktop)


def test_two_tokens_are_no_token(desktop):
    headers = [("X-Kata-Token", "wrong"), ("X-Kata-Token", desktop.access.token)]
    answer = desktop.browser(headers={}).get("/api/exercise/twice/version", headers=headers)
    assert answer.status_code == 403


def test_the_cookie_is_found_among_others(desktop):
    cookie = f"theme=dark; kata_{PORT}=stale; kata_{PORT}={desktop.access.cookie}; last=x=y"
    client = desktop.browser(cookies={}, headers={"Cookie": cookie})
    assert client.get("/").status_code == 200


def test_static_files_need_no_secret_and_nothing_else_is_static(desktop):
    client = desktop.browser(cookies={}, headers={})
    answer = client.get("/static/enter.js")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/javascript")
    for path in (
        "/static/",
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static//etc/passwd",
    ):
        assert client.get(path).status_code in (403, 404), path


# --------------------------------------------------------------------------- other hosts, other sites


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        f"evil.example:{PORT}",
        "127.0.0.1",
        "localhost",
        f"localhost:{PORT}",
        f"[::1]:{PORT}",
        f"127.0.0.1:{PORT + 1}",
        f"127.0.0.1.evil.example:{PORT}",
        f"localhost.:{PORT}",
        f"0.0.0.0:{PORT}",
        "",
    ],
)
def test_another_host_gets_nothing_whatever_it_brings(desktop, host):
    headers = {"Host": host, "X-Kata-Token": desktop.access.token}
    for path in ("/", f"/?token={desktop.access.token}", "/static/enter.js", "/api/exercise/twice/code"):
        assert desktop.get(path, headers=headers).status_code == 403
    assert ask(desktop.client, "POST", "run", headers=headers).status_code == 403
    assert untouched(desktop)


def test_at_the_port_of_http_no_port_is_named():
    assert set(Access(80).hosts) == {"127.0.0.1", "127.0.0.1:80"}


@pytest.mark.parametrize(
    "foreign",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": f"https://127.0.0.1:{PORT}"},
        {"Origin": f"http://127.0.0.1:{PORT + 1}"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "same-origin", "Origin": "http://evil.example"},
        {**NAVIGATES, "Sec-Fetch-Site": "cross-site"},
    ],
    ids=lambda headers: " ".join(f"{name}={value}" for name, value in headers.items()),
)
def test_another_site_is_refused_even_with_both_secrets(desktop, foreign):
    for path in ("/", "/exercise/twice", "/static/enter.js"):
        assert desktop.get(path, headers=foreign).status_code == 403
    for method, what in CALLS:
        answer = ask(desktop.client, method, what, headers=foreign)
        assert answer.status_code == 403
        assert "access-control-allow-origin" not in answer.headers
    assert untouched(desktop)


def test_a_browser_that_asks_first_is_told_nothing(desktop):
    asked = {"Origin": "http://evil.example", "Access-Control-Request-Method": "POST"}
    answer = desktop.client.options("/api/exercise/twice/run", headers=asked)
    assert answer.status_code == 403
    assert not [name for name in answer.headers if name.startswith("access-control")]


# --------------------------------------------------------------------------- what is sent


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
)
@pytest.mark.parametrize("what", ["run", "stop", "hint", "solution", "reset"])
def test_a_form_of_another_site_could_send_other_kinds_so_only_json_is_taken(desktop, kind, what):
    headers = {"Content-Type": kind} if kind else {}
    answer = desktop.client.post(f"/api/exercise/twice/{what}", content=b'{"give_up": true}', headers=headers)
    assert answer.status_code == 415
    assert untouched(desktop)


def test_json_may_name_its_letters(desktop):
    headers = {"Content-Type": "Application/JSON; charset=utf-8"}
    assert desktop.client.post("/api/exercise/twice/stop", content=b"", headers=headers).status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"[]",
        b'{"code": 1, "version": "new"}',
        b'{"code": "x"}',
        b"\xff",
        b'{"code": "\\ud800", "version": "new"}',
        b'{"x": ' + b"[" * 200_000,
    ],
    ids=range(7),
)
def test_what_is_no_code_is_refused_with_a_sentence(desktop, body):
    headers = {"Content-Type": "application/json"}
    answer = desktop.client.put("/api/exercise/twice/code", content=body, headers=headers)
    assert answer.status_code == 400
    assert answer.json()["message"].startswith("What was sent cannot be read: ")
    assert not desktop.folder.exists()


@pytest.mark.parametrize(
    ("method", "path"),
    [("PUT", "run"), ("DELETE", "code"), ("GET", "run"), ("POST", "code"), ("PATCH", "code")],
)
def test_an_address_is_used_in_its_own_way_only(desktop, method, path):
    answer = desktop.client.request(method, f"/api/exercise/twice/{path}", json={})
    assert answer.status_code == 405
    assert answer.json() == {"message": "That is not how this address is used."}


@pytest.mark.parametrize(
    "name",
    [
        "%2e%2e",
        "..%2f..%2fsolutions",
        "twice%2f..%2fsquare",
        "/etc/passwd",
        "%2fetc%2fpasswd",
        "twice%00",
        "TWICE",
        "fault",
        "",
        "none",
        "t" * 5000,
    ],
)
def test_only_names_of_the_pack_lead_to_files(desktop, name):
    for path in (f"/exercise/{name}", f"/api/exercise/{name}/code"):
        answer = desktop.get(path)
        assert answer.status_code == 404, path
    answer = desktop.client.put(f"/api/exercise/{name}/code", json={"code": "x", "version": "new"})
    assert answer.status_code in (404, 405)
    assert untouched(desktop)


# --------------------------------------------------------------------------- who answers


def test_the_server_proves_that_it_knows_the_token_without_being_sent_it(desktop):
    told = desktop.browser(headers={"X-Kata-Nonce": "n" * 64}).get("/api/hello").json()
    proof = hmac.new(desktop.access.token.encode(), b"hello " + b"n" * 64, "sha256").hexdigest()
    assert told == {"proof": proof}


@pytest.mark.parametrize("nonce", [{}, {"X-Kata-Nonce": ""}, {"X-Kata-Nonce": "n" * 201}], ids=range(3))
def test_without_a_nonce_nothing_is_proven(desktop, nonce):
    assert desktop.browser(headers=nonce).get("/api/hello").status_code == 400


def test_who_is_not_the_page_gets_no_proof(desktop):
    nonce = {"X-Kata-Nonce": "n" * 64}
    assert desktop.browser(cookies={}, headers=nonce).get("/api/hello").status_code == 403
    for more in (
        {"Host": "evil.example"},
        {"Origin": "http://evil.example"},
        {"Sec-Fetch-Site": "same-site"},
    ):
        assert desktop.browser(headers=nonce).get("/api/hello", headers=more).status_code == 403
    assert desktop.browser(headers=nonce).post("/api/hello", json={}).status_code == 405


# --------------------------------------------------------------------------- what the page is about


@pytest.mark.parametrize(("method", "what"), CALLS)
@pytest.mark.parametrize("place", ["", "another"])
def test_a_page_of_another_workspace_gets_and_writes_nothing(desktop, method, what, place):
    answer = ask(desktop.client, method, what, headers={"X-Kata-Place": place})
    assert answer.status_code == 409
    told = answer.json()
    assert (told["reason"], told["shown"]) == ("place", desktop.place.shown)
    assert "kata serve" in told["message"]
    assert "code" not in told
    assert untouched(desktop)


def test_workspace_and_pack_make_the_place(tmp_path):
    places = [Place(tmp_path / a, tmp_path / b) for a, b in (("w", "p"), ("v", "p"), ("w", "q"))]
    assert len({place.digest for place in places}) == 3
    assert Place(tmp_path / "w", tmp_path / "p").digest == places[0].digest


# --------------------------------------------------------------------------- headers


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/exercise/twice",
        "/exercise/none",
        "/static/enter.js",
        "/api/exercise/twice/code",
        "/?token=wrong",
    ],
)
def test_every_answer_says_what_a_page_may_do(desktop, path):
    for client in (desktop.client, desktop.browser(cookies={})):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self';" in policy
        assert "unsafe" not in policy.replace("style-src-attr 'unsafe-inline'", "")
        assert "frame-ancestors 'none'" in policy
        assert "worker-src 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert headers["cross-origin-opener-policy"] == "same-origin"
        # Static files may be kept, and are asked for again; what somebody wrote is never kept.
        assert headers["cache-control"] == ("no-cache" if path.startswith("/static/") else "no-store")


def test_each_page_has_a_nonce_of_its_own(desktop):
    policies = [desktop.get("/").headers["content-security-policy"] for _ in range(3)]
    nonces = {re.search(r"style-src 'self' 'nonce-([\w-]{16,})'", policy)[1] for policy in policies}
    assert len(nonces) == 3


def test_there_are_no_websockets(desktop):
    sent = []

    async def send(message):
        sent.append(message)

    guard = Guard(None, desktop.access, desktop.place, lambda *_: b"")
    coroutine = guard({"type": "websocket"}, None, send)
    with pytest.raises(StopIteration):
        coroutine.send(None)
    assert [message["type"] for message in sent] == ["websocket.close"]
