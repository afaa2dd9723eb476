"""Starts a server and sends requests by HTTP and WebSocket. Standard library only.

All messages in both directions are validated against the schema of the protocol.
"""

import base64
import collections
import http.client
import itertools
import json
import os
import pathlib
import select
import signal
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import traceback

import schema

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
from patience import SECONDS as PATIENCE, patience  # noqa: E402,F401  the path must be set first


class Failed(Exception):
    """An operation was answered with an error."""

    def __init__(self, op, error):
        super().__init__(f"{op}: {error}")
        self.code = error["code"]
        self.error = error


def certificate(folder):
    """A self-signed certificate for localhost, and its key."""
    key, pem = (os.path.join(folder, name) for name in ("key.pem", "cert.pem"))
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", pem, "-days", "2",
                    "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"], check=True, capture_output=True)
    return key, pem


def port_hold():
    """A socket bound to a free port that never listens: reserves the port as long as it is open."""
    held = socket.socket()
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held.bind(("127.0.0.1", 0))
    return held


class Door:
    """The address that Person and Socket connect to: a server, or a proxy in front of one."""

    context = None  # of TLS

    def raw(self):
        plain = socket.create_connection(("127.0.0.1", self.port), patience())
        return self.context.wrap_socket(plain, server_hostname="localhost") if self.context else plain

    def http(self):
        if self.context:
            return http.client.HTTPSConnection("localhost", self.port, context=self.context, timeout=patience())
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=patience())


class Server(Door):
    """One running server on a free port; with TLS, when it is given a pair (key, certificate)."""

    def __init__(self, program, *flags, data=None, hooks=None, pace=0, env=None, tls=None):
        self.program = program
        self.folder = tempfile.TemporaryDirectory(prefix="lanterne-") if data is None else None
        self.data = data or self.folder.name
        self.flags = [f"--bot-pace={pace}", *flags]
        if tls:
            key, pem = tls
            self.flags += [f"--certificate={pem}", f"--key={key}"]
            self.context = ssl.create_default_context(cafile=pem)
        if hooks is not None:
            self.flags.append(f"--test-hooks={hooks}")
        self.env = {**os.environ, **(env or {})}
        self.errors = tempfile.TemporaryFile("w+")
        self.held = port_hold()  # a restarted server has the same address
        self.port = self.held.getsockname()[1]
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [self.program, "serve", f"--port={self.port}", f"--data={self.data}", *self.flags],
            stdout=subprocess.PIPE, stderr=self.errors, text=True, env=self.env)
        line = self.process.stdout.readline()
        if not line:
            self.process.wait()
            self.errors.seek(0)
            raise RuntimeError(f"the server did not start: {self.errors.read()}")
        self.address = line.split("//", 1)[1].strip().rstrip("/")

    def kill(self):
        """Kills the server, as a power cut would."""
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        """Stops the server with a signal; its exit status must be 0."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(patience())
        self.process.stdout.close()
        self.errors.seek(0)
        text = self.errors.read()
        if status != 0:
            raise RuntimeError(f"the server ended with {status}:\n{text[-6000:]}")
        return text

    def __enter__(self):
        return self

    def __exit__(self, kind, *rest):
        if kind:
            if self.process.poll() is None:
                self.process.kill()
            self.process.wait()
            self.errors.seek(0)
            print("# " + "\n# ".join(self.errors.read()[-6000:].splitlines()))
        else:
            self.stop()

    def get(self, path, **headers):
        connection = self.http()
        connection.request("GET", path, headers={k.replace("_", "-"): v for k, v in headers.items()})
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer, body


class Person:
    """A person with a cookie, who sends operations by HTTP."""

    def __init__(self, server, name=None):
        self.server = server
        self.cookie = None
        self.id = self("me")["person"]["id"]
        if name:
            self("rename", name=name)
        self.name = name

    def post(self, op, body, headers=None):
        connection = self.server.http()
        headers = {"Content-Type": "application/json", **(headers or {})}
        if self.cookie:
            headers["Cookie"] = "lanterne=" + self.cookie
        connection.request("POST", "/api/" + op, body, headers)
        answer = connection.getresponse()
        text = answer.read()
        cookie = answer.getheader("Set-Cookie")
        if cookie:
            self.cookie = cookie.split(";")[0].split("=", 1)[1]
        connection.close()
        return answer.status, text

    def __call__(self, op, **params):
        schema.check_question(op, params)
        _, text = self.post(op, json.dumps(params))
        answer = json.loads(text)
        schema.check_answer(op, answer)
        if not answer["ok"]:
            raise Failed(op, answer["error"])
        return answer

    def socket(self, parts=None):
        return Socket(self.server, self.cookie, parts=parts)


def at(person, server):
    """The same person, on another server."""
    other = Person.__new__(Person)
    other.server, other.cookie, other.id, other.name = server, person.cookie, person.id, person.name
    return other


class Closed(Exception):
    """The server closed the connection."""


class Socket:
    """A WebSocket. Pushes are queued until they are read."""

    def __init__(self, server, cookie=None, hello=True, headers=(), parts=None):
        self.socket = server.raw()
        self.buffer = b""
        self.next = 0
        self.pushes = collections.deque()
        self.answers = {}
        self.ops = {}
        self.bytes = []  # every text frame as received, for tests that compare bytes
        key = base64.b64encode(os.urandom(16)).decode()
        lines = ["GET /ws HTTP/1.1", f"Host: 127.0.0.1:{server.port}", "Upgrade: websocket", "Connection: Upgrade",
                 f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Protocol: lanterne", *headers]
        if cookie:
            lines.append("Cookie: lanterne=" + cookie)
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        while b"\r\n\r\n" not in self.buffer:
            self.more()
        self.head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        if not self.head.startswith(b"HTTP/1.1 101"):
            raise Closed(self.head.decode())
        if hello:
            self("hello", protocol=1, client="test", **({} if parts is None else {"parts": parts}))

    def more(self):
        bytes_ = self.socket.recv(65536)
        if not bytes_:
            raise Closed("end of stream")
        self.buffer += bytes_

    def take(self, count):
        while len(self.buffer) < count:
            self.more()
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken

    def frame(self, opcode, payload, fin=True, mask=True):
        head = bytes([(0x80 if fin else 0) | opcode])
        size = len(payload)
        bit = 0x80 if mask else 0
        if size < 126:
            head += bytes([bit | size])
        elif size < 65536:
            head += bytes([bit | 126]) + struct.pack(">H", size)
        else:
            head += bytes([bit | 127]) + struct.pack(">Q", size)
        if not mask:
            return head + payload
        key = os.urandom(4)
        return head + key + bytes(b ^ key[i % 4] for i, b in enumerate(payload))

    def send_raw(self, bytes_):
        self.socket.sendall(bytes_)

    def send_text(self, text):
        self.send_raw(self.frame(1, text.encode()))

    def receive(self):
        """The next text message, as a dict; pings are answered on the way."""
        while True:
            first, second = self.take(2)
            size = second & 0x7f
            if size == 126:
                size, = struct.unpack(">H", self.take(2))
            elif size == 127:
                size, = struct.unpack(">Q", self.take(8))
            payload = self.take(size)
            opcode = first & 15
            if opcode == 1:
                self.bytes.append(payload)
                return json.loads(payload)
            if opcode == 9:
                self.send_raw(self.frame(10, payload))
            if opcode == 8:
                raise Closed(struct.unpack(">H", payload[:2])[0] if payload else None)

    def step(self):
        """Reads one message and stores it as an answer or a push."""
        message = self.receive()
        if "push" in message:
            schema.check_push(message)
            self.pushes.append(message)
        else:
            op = self.ops.pop(message["id"], None)
            if op:
                schema.check_answer(op, message)
            self.answers[message["id"]] = message

    def ask(self, op, **params):
        """Sends an operation without waiting; returns its id."""
        self.next += 1
        self.ops[self.next] = op
        self.send_text(json.dumps({"id": self.next, "op": op, **params}))
        return self.next

    def answer(self, number):
        while number not in self.answers:
            self.step()
        return self.answers.pop(number)

    def __call__(self, op, **params):
        schema.check_question(op, params)
        answer = self.answer(self.ask(op, **params))
        if not answer["ok"]:
            raise Failed(op, answer["error"])
        return answer

    def push(self, *names):
        """The next push with one of these names; others before it are discarded."""
        while True:
            while self.pushes:
                message = self.pushes.popleft()
                if not names or message["push"] in names:
                    return message
            self.step()

    def barrier(self):
        """Reads all messages that were sent before the answer to this operation; a connection preserves
        order."""
        self("hello", protocol=1)

    def close(self):
        self.socket.close()


def parts_apply(view, parts):
    """Replaces the values within fields of a view that `parts` names."""
    for *path, last, value in parts:
        into = view
        for step in path:
            into = into[step]
        assert isinstance(last, int) or last in into, (path, last)
        into[last] = value


class Seat:
    """The state of a seat as a client keeps it: items told, view, open decision.

    A move with the name of an earlier one counts as that one sent again, and changes nothing. So no two of
    these objects give the same name to a move, also where both stand for one seat of one table."""

    marks = itertools.count(1)

    def __init__(self, connection, table, seat):
        self.connection, self.table, self.seat = connection, table, seat
        self.told, self.view, self.to = [], {}, 0
        self.moves, self.mark = 0, next(self.marks)
        self.result = None
        self.open()

    def open(self, connection=None):
        """Subscribes to the seat, after a lost connection from the last number on."""
        self.connection = connection or self.connection
        since = {"since": self.to} if self.to else {}
        answer = self.connection("open", table=self.table, seat=self.seat, **since)
        if "update" in answer:
            self.update(answer["update"])
        return answer

    def update(self, update):
        if update["full"]:
            self.told, self.view = [], {}
        for item in update["told"]:
            expected = len(self.told) + 1
            if item["n"] > expected:
                raise AssertionError(f"seat {self.seat}: number {item['n']} came after {len(self.told)}")
            if item["n"] == expected:
                self.told.append(item)
        self.view.update(update["view"])
        parts_apply(self.view, update.get("parts", []))
        if update["to"] != len(self.told):
            raise AssertionError(f"seat {self.seat}: told {len(self.told)} things, {update['to']} were said to be")
        self.to = update["to"]
        self.turn, self.ask = update["turn"], update["ask"]
        self.result = update.get("result", self.result)

    def drain(self):
        """Applies the pushes that have arrived."""
        for message in [m for m in self.connection.pushes if m["push"] == "update" and m["seat"] == self.seat
                        and m["table"] == self.table]:
            self.connection.pushes.remove(message)
            self.update(message["update"])

    def wait(self):
        """Waits for the next update of this seat."""
        before = self.to, self.ask, self.turn, self.result
        while True:
            self.drain()
            if (self.to, self.ask, self.turn, self.result) != before:
                return
            self.connection.step()

    def asked(self):
        return self.ask is not None and self.ask["musts"] > 0

    def name(self):
        """The name of the next move."""
        return f"m{self.moves}-{self.seat}-{self.mark}"

    def move(self, action, decision=True, move=None):
        self.moves += 1
        extra = {"decision": self.ask["decision"]} if decision else {}
        return self.connection("move", table=self.table, seat=self.seat, action=action,
                               move=move or self.name(), **extra)


def step_any(connections):
    """Reads one message from each connection that has one; waits until there is one."""
    ready = [one for one in connections if one.buffer]
    if not ready:
        sockets = {one.socket: one for one in connections}
        limit = patience()
        ready = [sockets[one] for one in select.select(list(sockets), [], [], limit)[0]]
        if not ready:
            raise AssertionError(f"nothing was said in {limit:.0f} seconds")
    for connection in set(ready):
        connection.step()


def play(seats, choose, limit=100000):
    """Plays until the game is over; `choose(seat)` returns one of the seat's actions."""
    for _ in range(limit):
        if all(seat.result for seat in seats):
            return
        acted = False
        for seat in seats:
            seat.drain()
            if seat.asked() and not seat.result:
                seat.move(choose(seat))
                acted = True
        if not acted:
            waiting = [seat.connection for seat in seats if not seat.result]
            if waiting:
                step_any(waiting)
    raise AssertionError("the game did not end")


class Tap:
    """Runs the functions of a module that begin with test_ and prints TAP."""

    def __init__(self, module, program):
        names = [name for name in module if name.startswith("test_")]
        only = sys.argv[2:]
        names = [name for name in names if not only or name[5:] in only]
        failures = 0
        print(f"1..{len(names)}", flush=True)
        for number, name in enumerate(names, 1):
            try:
                module[name](program)
                print(f"ok {number} - {name[5:].replace('_', ' ')}", flush=True)
            except Exception:
                failures += 1
                print(f"not ok {number} - {name[5:].replace('_', ' ')}")
                print("# " + "\n# ".join(traceback.format_exc().splitlines()), flush=True)
        sys.exit(1 if failures else 0)
