"""A page and an authenticator for passkeys, in plain Python from the text of WebAuthn, so that they share no
code with the server. The curve is that of webpush.py."""

import hashlib
import json
import secrets
import struct

from lantern import Person
from webpush import G, N, coded, decoded, times

TOUCHED, VERIFIED, BACKUP_ELIGIBLE, BACKED_UP, CREDENTIAL, EXTENSIONS = 1, 4, 8, 16, 64, 128


class Page(Person):
    """A person in a page of this server: its requests have the page's Origin."""

    def __init__(self, server, name=None, origin=None):
        self.origin = origin or f"http://localhost:{server.port}"
        super().__init__(server, name)

    def post(self, op, body, headers=None):
        host = self.origin.split("://", 1)[-1]
        return super().post(op, body, {"Origin": self.origin, "Host": host, **(headers or {})})


def moved(page, server):
    """The same person, in a page of this server; or a page at another node, where it keeps its Origin."""
    other = Page.__new__(Page)
    other.server, other.cookie, other.id, other.name = server, page.cookie, page.id, page.name
    other.origin = getattr(page, "origin", f"http://localhost:{server.port}")
    return other


# ---- CBOR ----------------------------------------------------------------------------------------------


def head(kind, size):
    if size < 24:
        return bytes([kind << 5 | size])
    for more, form in ((24, "B"), (25, ">H"), (26, ">I")):
        if size < 1 << 8 * struct.calcsize(form):
            return bytes([kind << 5 | more]) + struct.pack(form, size)
    return bytes([kind << 5 | 27]) + struct.pack(">Q", size)


def cbor(value):
    if isinstance(value, bool):
        return b"\xf5" if value else b"\xf4"
    if isinstance(value, int):
        return head(0, value) if value >= 0 else head(1, -1 - value)
    if isinstance(value, bytes):
        return head(2, len(value)) + value
    if isinstance(value, str):
        return head(3, len(value.encode())) + value.encode()
    if isinstance(value, list):
        return head(4, len(value)) + b"".join(map(cbor, value))
    return head(5, len(value)) + b"".join(cbor(key) + cbor(one) for key, one in value.items())


# ---- The authenticator ---------------------------------------------------------------------------------


def der(number):
    data = number.to_bytes(32, "big").lstrip(b"\0")
    data = b"\0" + data if data[0] & 0x80 else data
    return bytes([2, len(data)]) + data


def sign(secret, message):
    """ECDSA over P-256 and SHA-256, in DER."""
    once = 1 + secrets.randbelow(N - 1)
    r = times(once, G)[0] % N
    s = pow(once, -1, N) * (int.from_bytes(hashlib.sha256(message).digest(), "big") + r * secret) % N
    both = der(r) + der(s)
    return bytes([0x30, len(both)]) + both


class Authenticator:
    """One passkey. What it answers can be falsified: `client` and `flags` and so on replace what is right."""

    def __init__(self, credential=None, count=0):
        self.secret = 1 + secrets.randbelow(N - 1)
        self.x, self.y = (part.to_bytes(32, "big") for part in times(self.secret, G))
        self.credential, self.count, self.user = credential or secrets.token_bytes(16), count, None

    def key(self):
        return {1: 2, 3: -7, -1: 1, -2: self.x, -3: self.y}

    def client(self, page, kind, challenge, **client):
        fields = {"type": kind, "challenge": challenge, "origin": page.origin, "crossOrigin": False, **client}
        return json.dumps({name: value for name, value in fields.items() if value is not None}, separators=(",", ":")).encode()

    def data(self, site, flags, more=b""):
        return hashlib.sha256(site.encode()).digest() + bytes([flags]) + struct.pack(">I", self.count) + more

    def made(self, page, new, site=None, flags=TOUCHED | VERIFIED | CREDENTIAL, key=None, attestation=None, tail=b"", statement=None, **client):
        """The fields of passkey-add, for the answer of passkey-new."""
        self.user = new["user"]
        credential = bytes(16) + struct.pack(">H", len(self.credential)) + self.credential + (cbor(self.key()) if key is None else key)
        data = self.data(site or new["site"], flags, credential + tail if flags & CREDENTIAL else tail)
        whole = cbor({"fmt": "none" if statement is None else "packed", "attStmt": statement or {}, "authData": data})
        return {"client": coded(self.client(page, "webauthn.create", **{"challenge": new["challenge"], **client})),
                "attestation": coded(whole if attestation is None else attestation)}

    def signed(self, page, asked, site=None, flags=TOUCHED | VERIFIED, user=None, secret=None, tail=b"", **client):
        """The fields of passkey-login, for the answer of passkey-ask."""
        told = self.client(page, "webauthn.get", **{"challenge": asked["challenge"], **client})
        data = self.data(site or asked["site"], flags, tail)
        return {"credential": coded(self.credential), "client": coded(told), "data": coded(data), "user": user or self.user,
                "signature": coded(sign(secret or self.secret, data + hashlib.sha256(told).digest()))}


def passkey(page, password, name="Phone", **options):
    """Adds a passkey to the page's account."""
    key = Authenticator(**options)
    page("passkey-add", name=name, **key.made(page, page("passkey-new", password=password)))
    return key


def enter(page, key, **false):
    return page("passkey-login", **key.signed(page, page("passkey-ask"), **false))


__all__ = ["Authenticator", "Page", "cbor", "coded", "decoded", "enter", "moved", "passkey"]
