"""Which addresses a reply may send us to.

A system under test is not trusted: what it says (a redirect, the URL of a submitted job) must not
make this machine ask another host, least of all one inside the network it runs in.
"""

from __future__ import annotations

import ipaddress
import re
from urllib.parse import unquote, urljoin, urlsplit

from lexwarrant.records.errors import ConfigurationError

_DEFAULT_PORTS = {"http": 80, "https": 443}


_USER = re.compile(r"^(\s*[A-Za-z][A-Za-z0-9+.-]*://)[^/?#]*@")
_SLOT = re.compile(r"\{[a-z_]+\}")
_QUERY = re.compile(
    r"([?&;][^=&;#]*(?:key|token|secret|passw|pwd|sig|auth|credential)[^=&;#]*=)([^&;#]+)", re.I
)
MASKED = "[secret]"


def masked_url(url: str) -> str:
    """``url`` as it may be written down: no user and password, no value of a query field that by
    its name holds a secret (key, token, secret, password, sig). Slots like ``{question}`` stay."""
    return _QUERY.sub(
        lambda m: m[0] if _SLOT.fullmatch(m[2]) else m[1] + MASKED, _USER.sub(rf"\1{MASKED}@", url)
    )


def secrets_in(url: str) -> set[str]:
    """What `masked_url` takes out of ``url``, as written and decoded: passwords and query values."""
    found = {m[2] for m in _QUERY.finditer(url) if not _SLOT.fullmatch(m[2])}
    if user := _USER.match(url):
        _, colon, password = user[0].partition("://")[2][:-1].partition(":")
        found |= {password} if colon else set()
    return {form for value in found for form in (value, unquote(value)) if value}


def origin(url: str) -> tuple[str, str, int]:
    """Scheme, host and port of ``url``; raises `ConfigurationError` when it is not http or https."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise ConfigurationError(f"{masked_url(url)!r} is not a URL ({error})") from None
    if parts.scheme not in _DEFAULT_PORTS or not parts.hostname:
        raise ConfigurationError(
            f"{masked_url(url)!r}: give a URL that begins with http:// or https://"
        )
    return parts.scheme, parts.hostname.lower(), port or _DEFAULT_PORTS[parts.scheme]


def is_private(host: str) -> bool:
    """Whether ``host`` is an address, or a name, that lies inside a machine or a network."""
    bare = host.strip("[]").lower().rstrip(".")
    if bare == "localhost" or bare.endswith((".localhost", ".local", ".internal")):
        return True
    try:
        address = ipaddress.ip_address(bare)
    except ValueError:
        return False
    return not address.is_global or address.is_multicast


def is_loopback(url: str) -> bool:
    """Whether ``url`` points to this machine."""
    host = origin(url)[1].strip("[]")
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def refusal(asked: str, given: str) -> str | None:
    """Why ``given``, a URL that the system at ``asked`` sent us to, is not followed; None if it is.

    Only the same scheme, host and port are followed (and http to https on the same host), so that a
    private address is followed only where the user gave it.
    """
    try:
        before, after = origin(asked), origin(urljoin(asked, given))
    except ConfigurationError as error:
        return str(error)
    if before == after:
        return None
    if before[1] == after[1] and (before[0], after[0]) == ("http", "https") and after[2] == 443:
        return None
    what = "a private address" if is_private(after[1]) else "another host"
    return f"it sends us to {what} ({after[0]}://{after[1]}:{after[2]}), which is not followed"
