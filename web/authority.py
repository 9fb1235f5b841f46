"""The table's own certificate authority: made once, kept privately, good for this table's names alone."""

from __future__ import annotations

import ipaddress
import logging
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from companion.errors import CompanionError
from companion.files import replace_atomically
from companion.words import say

if TYPE_CHECKING:
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

log = logging.getLogger(__name__)

FOLDER = "https"
"""The folder in the state folder."""

AUTHORITY, SERVER = "authority", "server"
PRIVATE = 0o600

YEARS = timedelta(days=3650)
"""How long the authority is good: a tablet should have to trust it once."""

LEAF = timedelta(days=200)
"""How long the server's certificate is good: Apple's systems take at most 398 days."""

RENEWED = timedelta(days=30)
"""How long before its end the server's certificate is made anew."""

EARLIER = timedelta(days=2)
"""A machine without a clock of its own may start some days behind its tablets."""

NETWORKS = (
    "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8",
    "fc00::/7", "fe80::/10", "::1/128",
)  # fmt: skip
"""Addresses of home networks (RFC 1918, 3927, 4193, 4291): the authority can speak for no others."""


class HttpsError(CompanionError, OSError):
    """HTTPS that cannot be served: its library is missing, or its certificates cannot be made or kept."""

    slug = "https"
    default_advice = say("The table is served without https meanwhile.")


@dataclass(frozen=True)
class Signed:
    """A certificate and its key, as a family of files: `<name>.pem` and `<name>.key`."""

    certificate: x509.Certificate
    key: EllipticCurvePrivateKey


class Authority:
    """The certificates in a state folder, for `names` of this machine; `now` is the time in UTC.

    A tablet that trusts the authority trusts it for these names and for addresses in home networks alone (name
    constraints, RFC 5280 section 4.2.1.10): whoever steals its key cannot speak for a bank.
    """

    def __init__(self, folder: Path, names: Iterable[str], now: datetime | None = None) -> None:
        """Open or make the authority.

        Raises:
            HttpsError: a library is missing, or the folder cannot be written.
        """
        _check_library()
        self._folder = folder / FOLDER
        self._names = sorted({name.lower() for name in names})
        found = _read(self._folder, AUTHORITY)
        if found is None or not self._speaks_for_us(found) or _ends(found) - LEAF < (now or datetime.now(UTC)):
            found = self._made_authority(now or datetime.now(UTC))
            _write(self._folder, AUTHORITY, found)
        self._authority = found

    @property
    def certificate(self) -> Path:
        """The authority's certificate, which tablets are told to trust."""
        return self._folder / f"{AUTHORITY}.pem"

    @property
    def fingerprint(self) -> str:
        """The SHA-256 fingerprint of the authority's certificate, as pairs of digits."""
        from cryptography.hazmat.primitives.hashes import SHA256

        return self._authority.certificate.fingerprint(SHA256()).hex(":").upper()

    def server(self, addresses: Iterable[str], now: datetime | None = None) -> tuple[Path, Path, bool]:
        """Certificate and key of the server for these addresses, and whether they were made anew.

        Raises:
            HttpsError: they cannot be written.
        """
        wanted = sorted({one for one in addresses if _at_home(one)} | {"127.0.0.1", "::1"})
        found, moment = _read(self._folder, SERVER), now or datetime.now(UTC)
        fresh = found is None or _ends(found) - RENEWED < moment or not self._covers(found, wanted)
        if fresh:
            _write(self._folder, SERVER, self._made_server(wanted, moment))
        return self._folder / f"{SERVER}.pem", self._folder / f"{SERVER}.key", fresh

    def _covers(self, found: Signed, addresses: list[str]) -> bool:
        from cryptography import x509

        names = found.certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        held = {str(one) for one in names.get_values_for_type(x509.IPAddress)}
        issued = found.certificate.issuer == self._authority.certificate.subject
        return (
            issued and set(addresses) <= held and set(names.get_values_for_type(x509.DNSName)) >= set(self._names)
        )

    def _speaks_for_us(self, found: Signed) -> bool:
        from cryptography import x509

        limits = found.certificate.extensions.get_extension_for_class(x509.NameConstraints).value
        held = {one.value for one in limits.permitted_subtrees or () if isinstance(one, x509.DNSName)}
        return set(self._names) <= held

    def _made_authority(self, now: datetime) -> Signed:
        from cryptography import x509
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric import ec

        key = ec.generate_private_key(ec.SECP256R1())
        name = _named(f"Table Companion of {self._names[0]}")
        builder = _begun(name, name, key, now, YEARS)
        allowed = [
            *map(x509.DNSName, self._names),
            *(x509.IPAddress(ipaddress.ip_network(one)) for one in NETWORKS),
        ]
        builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        builder = builder.add_extension(x509.NameConstraints(allowed, None), critical=True)
        builder = builder.add_extension(_usage(signs_certificates=True), critical=True)
        return Signed(builder.sign(key, hashes.SHA256()), key)

    def _made_server(self, addresses: list[str], now: datetime) -> Signed:
        from cryptography import x509
        from cryptography.hazmat.primitives import hashes
        from cryptography.hazmat.primitives.asymmetric import ec

        key, signer = ec.generate_private_key(ec.SECP256R1()), self._authority
        builder = _begun(_named(self._names[0]), signer.certificate.subject, key, now, LEAF)
        held = [
            *map(x509.DNSName, self._names), *(x509.IPAddress(ipaddress.ip_address(one)) for one in addresses)
        ]  # fmt: skip
        builder = builder.add_extension(x509.SubjectAlternativeName(held), critical=False)
        builder = builder.add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        builder = builder.add_extension(_usage(signs_certificates=False), critical=True)
        purpose = x509.ExtendedKeyUsage([x509.oid.ExtendedKeyUsageOID.SERVER_AUTH])
        builder = builder.add_extension(purpose, critical=False)
        issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.key.public_key())
        return Signed(builder.add_extension(issuer, critical=False).sign(signer.key, hashes.SHA256()), key)


def _check_library() -> None:
    try:
        import cryptography  # noqa: F401  (only whether it is there)
    except ImportError as error:
        raise HttpsError(
            say("https needs a library that is not installed."),
            detail=str(error),
            advice=say("Install the companion with its part “https”, or set web.https to false."),
        ) from error


def _at_home(address: str) -> bool:
    ip = ipaddress.ip_address(address)
    return any(ip in ipaddress.ip_network(one) for one in NETWORKS)


def _named(name: str) -> x509.Name:
    from cryptography import x509

    return x509.Name([x509.NameAttribute(x509.oid.NameOID.COMMON_NAME, name[:64])])


def _begun(
    subject: x509.Name, issuer: x509.Name, key: EllipticCurvePrivateKey, now: datetime, lasts: timedelta
) -> x509.CertificateBuilder:
    from cryptography import x509

    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - EARLIER)
        .not_valid_after(now + lasts)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
    from cryptography import x509

    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _ends(signed: Signed) -> datetime:
    return signed.certificate.not_valid_after_utc


def _read(folder: Path, name: str) -> Signed | None:
    """A certificate and its key; None when one is missing, damaged, or they do not belong together."""
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        certificate = x509.load_pem_x509_certificate((folder / f"{name}.pem").read_bytes())
        key = load_pem_private_key((folder / f"{name}.key").read_bytes(), None)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError) as error:
        log.warning("the certificate %r is made anew: %s", name, error)
        return None
    if not isinstance(key, EllipticCurvePrivateKey) or key.public_key() != certificate.public_key():
        return None
    return Signed(certificate, key)


def _write(folder: Path, name: str, signed: Signed) -> None:
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    try:
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o700)
        pem = signed.key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        replace_atomically(folder / f"{name}.key", pem, mode=PRIVATE)
        replace_atomically(folder / f"{name}.pem", signed.certificate.public_bytes(Encoding.PEM), mode=0o644)
    except OSError as error:
        raise HttpsError(
            say("The certificates for https cannot be written."), detail=f"{error}, in {str(folder)!r}"
        ) from error
