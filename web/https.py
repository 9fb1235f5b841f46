"""The table over https, put together: its authority, the TLS end, and the certificate that is renewed in time."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from pathlib import Path

from flask import Flask

from companion.state.view import Service
from web import trust
from web.authority import Authority
from web.server import bound, outward
from web.tls import Front

log = logging.getLogger(__name__)


class Https:
    """https at an address, with certificates in the state folder for `names` and this machine's addresses.

    Raises:
        HttpsError: a library is missing, or the certificates cannot be written.
        PortBusy: the address is taken.
    """

    def __init__(self, state: Path, names: Iterable[str], host: str, port: int) -> None:
        self.authority = Authority(state, names)
        certificate, key, _ = self.authority.server(addresses())
        self.front = Front(bound(host, port), certificate, key)

    def install(self, app: Flask) -> None:
        """Let `app` be served over https, and lead there from plain http."""
        trust.install(app, self.authority, self.front.port)

    def renew(self) -> Service:
        """Show a new certificate when the old one ends soon, or when this machine has got another address.

        Raises:
            HttpsError: it cannot be written.
        """
        certificate, key, fresh = self.authority.server(addresses())
        if fresh:
            log.info("the certificate for https was made anew")
            self.front.use(certificate, key)
        return Service("ready")


def addresses() -> set[str]:
    """The addresses from which this machine would speak to others."""
    return {outward(4), outward(6)}
