"""A push service and a browser for tests: an https server that keeps what is posted to it, and the browser's
side of RFC 8291 and RFC 8292. Written from the RFCs in plain Python, so that it shares no code with the
server."""

import base64
import hashlib
import hmac
import http.server
import json
import os
import queue
import secrets
import ssl
import threading

from patience import patience


def coded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


# ---- The curve P-256 -----------------------------------------------------------------------------------

P = 2**256 - 2**224 + 2**192 + 2**96 - 1
N = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551
B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b
G = (0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296, 0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5)


def plus(one, other):
    if one is None or other is None:
        return one or other
    (x, y), (u, v) = one, other
    if x == u and (y + v) % P == 0:
        return None
    slope = (3 * x * x - 3) * pow(2 * y, -1, P) if one == other else (v - y) * pow(u - x, -1, P)
    z = (slope * slope - x - u) % P
    return z, (slope * (x - z) - y) % P


def times(number, point):
    total = None
    while number:
        if number & 1:
            total = plus(total, point)
        point, number = plus(point, point), number >> 1
    return total


def point_of(data):
    assert len(data) == 65 and data[0] == 4
    x, y = int.from_bytes(data[1:33], "big"), int.from_bytes(data[33:], "big")
    assert (y * y - x * x * x + 3 * x - B) % P == 0
    return x, y


def bytes_of(point):
    return b"\4" + point[0].to_bytes(32, "big") + point[1].to_bytes(32, "big")


def signed(point, message, signature):
    """Whether an ECDSA signature of two numbers of 32 bytes is that of the message."""
    r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")
    inverse = pow(s, -1, N)
    number = int.from_bytes(hashlib.sha256(message).digest(), "big")
    return plus(times(number * inverse % N, G), times(r * inverse % N, point))[0] % N == r


# ---- AES-128-GCM ---------------------------------------------------------------------------------------


def double(byte):
    return (byte << 1 ^ (0x1b if byte & 0x80 else 0)) & 0xff


def boxes():
    """The substitution of AES: inverses in its field, then bits turned."""
    box, p, q = [0x63] + [0] * 255, 1, 1
    for _ in range(255):
        p ^= double(p)
        for shift in (1, 2, 4):
            q ^= q << shift & 0xff
        q ^= 0x09 if q & 0x80 else 0
        box[p] = q ^ (q << 1 | q >> 7) & 0xff ^ (q << 2 | q >> 6) & 0xff ^ (q << 3 | q >> 5) & 0xff ^ (q << 4 | q >> 4) & 0xff ^ 0x63
    return box


BOX = boxes()


def schedule(key):
    words, power = [list(key[i:i + 4]) for i in range(0, 16, 4)], 1
    for i in range(4, 44):
        word = words[-1]
        if i % 4 == 0:
            word = [BOX[byte] for byte in word[1:] + word[:1]]
            word[0] ^= power
            power = double(power)
        words.append([a ^ b for a, b in zip(words[i - 4], word)])
    return [sum(words[i:i + 4], []) for i in range(0, 44, 4)]


def block(rounds, data):
    state = [a ^ b for a, b in zip(data, rounds[0])]
    for number, key in enumerate(rounds[1:], 1):
        state = [BOX[state[(i + 4 * (i % 4)) % 16]] for i in range(16)]
        if number < 10:
            mixed = []
            for column in range(0, 16, 4):
                a, b, c, d = state[column:column + 4]
                for w, x, y, z in ((a, b, c, d), (b, c, d, a), (c, d, a, b), (d, a, b, c)):
                    mixed.append(double(w) ^ double(x) ^ x ^ y ^ z)
            state = mixed
        state = [a ^ b for a, b in zip(state, key)]
    return bytes(state)


def ghash(key, data):
    total, factor = 0, int.from_bytes(key, "big")
    for at in range(0, len(data), 16):
        total ^= int.from_bytes(data[at:at + 16].ljust(16, b"\0"), "big")
        product, power = 0, factor
        for bit in range(127, -1, -1):
            product ^= power if total >> bit & 1 else 0
            power = power >> 1 ^ (0xe1 << 120 if power & 1 else 0)
        total = product
    return total.to_bytes(16, "big")


def opened(key, nonce, data):
    """Decrypts; an assertion fails when the tag does not fit."""
    rounds, text, tag = schedule(key), data[:-16], data[-16:]
    stream = b"".join(block(rounds, nonce + number.to_bytes(4, "big")) for number in range(1, 2 + (len(text) + 15) // 16))
    lengths = bytes(8) + (8 * len(text)).to_bytes(8, "big")
    hashed = ghash(block(rounds, bytes(16)), text + bytes(-len(text) % 16) + lengths)
    assert tag == bytes(a ^ b for a, b in zip(hashed, stream)), "the tag of a message is wrong"
    return bytes(a ^ b for a, b in zip(text, stream[16:]))


# ---- A browser -----------------------------------------------------------------------------------------


def derived(salt, secret, about, count):
    key = hmac.digest(salt, secret, "sha256")
    return hmac.digest(key, about + b"\1", "sha256")[:count]


class Browser:
    """One subscription at a push service."""

    def __init__(self, sink, path):
        self.private = 1 + secrets.randbelow(N - 1)
        self.public, self.auth = bytes_of(times(self.private, G)), secrets.token_bytes(16)
        self.path, self.endpoint = path, f"https://localhost:{sink.port}{path}"

    def keys(self):
        return {"endpoint": self.endpoint, "p256dh": coded(self.public), "auth": coded(self.auth)}

    def read(self, body):
        """RFC 8291: what a message says, as the page's service worker gets it."""
        salt, size, count = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        theirs, data = body[21:21 + count], body[21 + count:]
        assert len(data) <= size
        shared = times(self.private, point_of(theirs))[0].to_bytes(32, "big")
        secret = derived(self.auth, shared, b"WebPush: info\0" + self.public + theirs, 32)
        key, nonce = derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16), derived(salt, secret, b"Content-Encoding: nonce\0", 12)
        text = opened(key, nonce, data).rstrip(b"\0")
        assert text[-1] == 2
        return json.loads(text[:-1])


# ---- A push service ------------------------------------------------------------------------------------


class Sink(http.server.ThreadingHTTPServer):
    """Keeps requests in the order of arrival. `answers` has what it answers at a path, else 201: a status,
    and headers."""

    def __init__(self, key, pem):
        self.got, self.answers = queue.Queue(), {}
        sink = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status, headers = sink.answers.get(self.path, (201, {}))
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                if status == 200:  # more than a push service has to say
                    try:
                        self.wfile.write(bytes(1 << 20))
                    except OSError:
                        pass
                self.close_connection = True
                sink.got.put((self.path, dict(self.headers), body))

            def do_GET(self):
                sink.got.put((self.path, dict(self.headers), None))
                self.send_error(405)

            def log_message(self, *_):
                pass

        super().__init__(("127.0.0.1", 0), Handler)
        self.daemon_threads = True
        self.port = self.server_port
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(pem, key)
        self.socket = context.wrap_socket(self.socket, server_side=True)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, *_):
        pass  # connections that the server breaks off

    def take(self):
        return self.got.get(timeout=patience())


def claims_of(headers, key):
    """RFC 8292: the claims of a request, whose signature is that of `key`."""
    scheme, rest = headers["Authorization"].split(" ", 1)
    fields = dict(part.strip().split("=", 1) for part in rest.split(","))
    head, claims, signature = fields["t"].split(".")
    assert scheme == "vapid" and fields["k"] == key
    assert json.loads(decoded(head)) == {"typ": "JWT", "alg": "ES256"}
    assert signed(point_of(decoded(key)), f"{head}.{claims}".encode(), decoded(signature)), "the signature of a token is wrong"
    return json.loads(decoded(claims))
