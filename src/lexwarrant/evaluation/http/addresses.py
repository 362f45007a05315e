"""Which addresses a reply may send us to.

A system under test is not trusted: what it says (a redirect, the URL of a submitted job) must not
make this machine ask another host, least of all one inside the network it runs in.
"""

from __future__ import annotations

import ipaddress
from urllib.parse import urljoin, urlsplit

from lexwarrant.records.errors import ConfigurationError

_DEFAULT_PORTS = {"http": 80, "https": 443}


def origin(url: str) -> tuple[str, str, int]:
    """Scheme, host and port of ``url``; raises `ConfigurationError` when it is not http or https."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise ConfigurationError(f"{url!r} is not a URL ({error})") from None
    if parts.scheme not in _DEFAULT_PORTS or not parts.hostname:
        raise ConfigurationError(f"{url!r}: give a URL that begins with http:// or https://")
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
