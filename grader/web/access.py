"""Who may speak to a local page: its own address, and two secrets of one run of the server."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from grader.practice.showing import shown_path

LOOPBACK = "127.0.0.1"
HTTP_PORT = 80


@dataclass(frozen=True)
class Access:
    """The address of a local page and its two secrets.

    Browsers keep what a page stores (localStorage) for each port, but send a cookie to every port of a host:
    another user's server on another port may be sent the cookie, and never learns of the token.

    Attributes
    ----------
    port
        The port on the loopback address.
    token
        It stands in the address that is printed; the page sends it along with each call.
    cookie
        Pages are shown to whoever has it; a browser gets it for the token.
    """

    port: int
    token: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)
    cookie: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)

    @property
    def cookie_name(self) -> str:
        """Cookies are not separate for each port, so the name holds it."""
        return f"kata_{self.port}"

    @property
    def hosts(self) -> tuple[str, ...]:
        """What a browser that was given this address says in ``Host``.

        Not ``localhost``: by that name a browser asks ``::1`` first, where another user may listen and hand
        on what this server answers, its proof as well.
        """
        with_port = f"{LOOPBACK}:{self.port}"
        return (with_port, LOOPBACK) if self.port == HTTP_PORT else (with_port,)

    @property
    def origins(self) -> tuple[str, ...]:
        """The origins of its own pages."""
        return tuple(f"http://{host}" for host in self.hosts)

    @property
    def page(self) -> str:
        """The address without the token."""
        return f"http://{LOOPBACK}:{self.port}/"

    @property
    def address(self) -> str:
        """The address that opens the page: whoever has it can run code as its user."""
        return f"{self.page}?token={self.token}"

    def is_token(self, given: str) -> bool:
        """Whether this is the token."""
        return _same(given, self.token)

    def proof(self, nonce: str) -> str:
        """What only a server that knows the token can answer, by which a page tells it from another one."""
        return hmac.new(self.token.encode(), f"hello {nonce}".encode(), hashlib.sha256).hexdigest()

    def has_cookie(self, headers: Sequence[str]) -> bool:
        """Whether one of these ``Cookie`` headers holds the cookie."""
        pairs = (pair.strip().partition("=") for header in headers for pair in header.split(";"))
        return any(name == self.cookie_name and _same(value, self.cookie) for name, _, value in pairs)


@dataclass(frozen=True)
class Place:
    """What the pages of a server are about; a page of another place may still be open.

    Attributes
    ----------
    folder
        The workspace.
    pack
        The folder of the pack.
    """

    folder: Path
    pack: Path

    @property
    def digest(self) -> str:
        """The same for the same workspace and pack, also after a restart."""
        names = (str(self.folder.absolute()), str(self.pack.absolute()))
        return hashlib.sha256("\0".join(names).encode("utf-8", "surrogateescape")).hexdigest()

    @property
    def shown(self) -> str:
        """Its name for readers."""
        return f"{shown_path(self.folder)} (pack {shown_path(self.pack)})"


def _same(given: str, secret: str) -> bool:
    """Compare in a time that tells nothing of where they differ."""
    return hmac.compare_digest(given.encode("utf-8", "surrogatepass"), secret.encode())
