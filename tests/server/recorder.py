"""Clients whose whole traffic is recorded, in an order that depends on the script alone.

A World is one server under --test-hooks, with a stepped clock and seeded random bytes, and a set of
clients that act one after the other. After every operation the world is settled: every connection has read
all messages sent to it, no bot thinks, and no table waits for the disk. So the order of the messages of a
connection does not depend on the speed of the machine, and their bytes can be compared.
"""

import hashlib
import itertools
import json
import re
import struct

import lantern
import schema
from lantern import Closed, Failed

# With a single worker thread no two bots think at the same time: see World.settle.
ONE_THREAD = {"UV_THREADPOOL_SIZE": "1"}
HUGE = 200_000  # a longer message is recorded as its length and hash


def normalise(text):
    """Removes what depends on the build or the machine from the comparison; nothing else is left out."""
    # The policy allows WebAssembly only if the page was built.
    text = text.replace("script-src 'self' 'wasm-unsafe-eval'", "script-src 'self'")
    # The version.
    text = re.sub(r'"server":"lanterne [^"]*"', '"server":"lanterne VERSION"', text)
    # Names, types and order of metrics are compared, but not their values.
    if "\nlanterne_connections " in text:
        text = re.sub(r"(?m)^(lanterne_\S+) \S+$", r"\1 NUMBER", text)
        text = re.sub(r"Content-Length: \d+", "Content-Length: NUMBER", text)
    return text


class Choice:
    """A random generator by hashes of a seed and a count, the same in every version of Python."""

    def __init__(self, seed):
        self.seed, self.count = seed, 0

    def below(self, limit):
        self.count += 1
        return int.from_bytes(hashlib.sha256(f"{self.seed}/{self.count}".encode()).digest()[:8], "big") % limit

    def of(self, items):
        return items[self.below(len(items))]

    def __call__(self, seat):
        """Chooses one of the required actions of a seat, or sometimes an optional one."""
        ask = seat.ask
        if len(ask["actions"]) > ask["musts"] and self.below(8) == 0:
            return self.of(ask["actions"][ask["musts"]:])
        return ask["actions"][self.below(ask["musts"])]


class Seat(lantern.Seat):
    """A seat whose moves have the names that are in the recordings."""

    def name(self):
        return f"m{self.moves}-{self.seat}"


class Stream:
    """What was sent and received on one connection, in order; for HTTP, by one client."""

    def __init__(self, name):
        self.name, self.lines = name, []

    def note(self, mark, text):
        text = normalise(text)
        if len(text) > HUGE:
            text = f"{len(text)} characters, SHA-256 {hashlib.sha256(text.encode()).hexdigest()}"
        self.lines.append(mark + " " + text.replace("\n", "\n  "))

    def text(self):
        return "\n".join([f"= {self.name}", *self.lines, ""])


class Line(lantern.Socket):
    """A WebSocket whose traffic is recorded."""

    def __init__(self, world, name, cookie, **more):
        self.world = world
        self.stream = world.stream(name)
        self.pings = self.pongs = 0
        self.open = True
        world.lines.append(self)
        super().__init__(world.server, cookie, **more)

    def send_text(self, text):
        self.stream.note(">", text)
        super().send_text(text)

    def receive(self):
        """The next text message; None for a pong."""
        try:
            return self.frame_read()
        except (OSError, Closed) as problem:
            self.end(problem)
            raise Closed(str(problem)) from problem

    def frame_read(self):
        while True:
            first, second = self.take(2)
            size = second & 0x7f
            if size > 125:
                size, = struct.unpack(">H" if size == 126 else ">Q", self.take(2 if size == 126 else 8))
            payload = self.take(size)
            if first & 15 == 1:
                text = payload.decode()
                self.stream.note("<", text)
                return json.loads(text)
            if first & 15 == 9:
                self.send_raw(self.frame(10, payload))
            if first & 15 == 10:
                self.pongs += 1
                return None
            if first & 15 == 8:
                raise Closed(struct.unpack(">H", payload[:2])[0] if payload else None)

    def end(self, problem):
        if self.open:
            self.open = False
            code = problem.args[0] if isinstance(problem, Closed) and isinstance(problem.args[0], int) else ""
            self.stream.note("<", f"closed {code}".strip())
            self.socket.close()

    def step(self):
        message = self.receive()
        if message is None:
            return
        if "push" in message:
            if self.world.checks:
                schema.check_push(message)
            self.pushes.append(message)
        else:
            op = self.ops.pop(message["id"], None)
            if op and self.world.checks:
                schema.check_answer(op, message)
            self.answers[message["id"]] = message

    def sync(self):
        """Reads all messages that were sent before the answer to a ping; a connection preserves order."""
        try:
            self.send_raw(self.frame(9, b"sync"))
            self.pings += 1
            while self.pongs < self.pings:
                self.step()
        except Closed:
            pass
        except OSError:
            self.rest()

    def rest(self):
        """Reads the remaining messages of a connection that the server closes."""
        try:
            while self.open:
                self.step()
        except Closed:
            pass

    def __call__(self, op, **params):
        answer = self.answer(self.ask(op, **params))
        self.world.done(op, params)
        if not answer["ok"]:
            raise Failed(op, answer["error"])
        return answer

    def fails(self, op, **params):
        """Sends an operation that must be refused; returns the error."""
        return refusal(self, op, params)

    def say(self, text):
        """Sends a raw text and waits for its answer."""
        self.send_text(text)
        self.answers.clear()
        while not self.answers:
            self.step()
        self.answers.clear()
        self.world.settle()

    def close(self):
        """Closes the connection and waits for the server to do so, so that other clients are notified now."""
        if self.open:
            self.send_raw(self.frame(8, struct.pack(">H", 1000)))
            self.rest()
            self.world.settle()


def refusal(call, op, params):
    try:
        call(op, **params)
    except Failed as failed:
        return failed.error
    raise AssertionError(f"{op} {params} was accepted")


class Client:
    """A person who sends operations by HTTP; all of them are recorded as one stream."""

    def __init__(self, world, name, rename=True):
        self.world, self.name, self.cookie = world, name, None
        self.stream = world.stream(f"{name} http")
        self.count = 0
        self.id = self("me")["person"]["id"]
        if rename:
            self("rename", name=name)

    def request(self, method, path, body=None, *headers):
        """Sends one request on a new connection; returns status and body."""
        lines = [f"{method} {path} HTTP/1.1", "Host: lanterne.test", "Connection: close", *headers]
        if self.cookie and not any(line.startswith(("Cookie:", "Authorization:")) for line in headers):
            lines.append("Cookie: lanterne=" + self.cookie)
        if body is not None:
            lines.append(f"Content-Length: {len(body.encode())}")
        self.stream.note(">", "\n".join(lines) if body is None else f"{method} {path} {' '.join(headers)}\n{body}")
        return self.world.exchange("\r\n".join(lines) + "\r\n\r\n" + (body or ""), self)

    def raw(self, text):
        """Sends raw bytes."""
        self.stream.note(">", text if len(text) < 2000 else f"{text[:100]}... {len(text)} characters")
        return self.world.exchange(text, self)

    def post(self, op, text, *headers):
        return self.request("POST", "/api/" + op, text, *headers)

    def __call__(self, op, **params):
        _, text = self.post(op, json.dumps(params, ensure_ascii=False))
        self.world.done(op, params)
        answer = json.loads(text)
        if self.world.checks:
            schema.check_answer(op, answer)
        if not answer["ok"]:
            raise Failed(op, answer["error"])
        return answer

    def fails(self, op, **params):
        return refusal(self, op, params)

    def line(self, **more):
        self.count += 1
        line = Line(self.world, f"{self.name} {self.count}", self.cookie, **more)
        self.world.settle()
        return line


class World:
    """One server and its clients."""

    def __init__(self, program, *flags, seed=1, checks=False):
        # All clients share one address, and its allowance does not refill while the clock stands.
        self.server = lantern.Server(program, "--messages-per-address=1000000", "--host-name=lanterne.test", *flags, hooks=seed, env=ONE_THREAD)
        self.streams, self.lines = [], []
        self.known = {}  # every table that was used, in order
        self.tables = []  # tables at which bots may think
        self.checks = checks
        self.names = set()
        self.probe = Probe(self)

    def __enter__(self):
        return self

    def __exit__(self, kind, *rest):
        if kind is None:
            for line in self.lines:
                line.close()
        self.server.__exit__(kind, *rest)

    def stream(self, name):
        if name in self.names:
            name = next(f"{name} ({number})" for number in itertools.count(2) if f"{name} ({number})" not in self.names)
        self.names.add(name)
        stream = Stream(name)
        self.streams.append(stream)
        return stream

    def client(self, name, **more):
        return Client(self, name, **more)

    def exchange(self, text, client):
        """Sends and reads until the server closes; returns status and body."""
        socket = self.server.raw()
        socket.sendall(text.encode())
        answer = b""
        while bytes_ := socket.recv(1 << 16):
            answer += bytes_
        socket.close()
        client.stream.note("<", answer.decode())
        head, _, body = answer.partition(b"\r\n\r\n")
        cookie = re.search(rb"\r\nSet-Cookie: lanterne=([^;]*)", head)
        if cookie:
            client.cookie = cookie[1].decode()
        return int(head.split(b" ")[1]), body.decode()

    def restart(self, seed):
        """Kills the server as a power cut would and starts it again, with another seed so that ids are not
        repeated."""
        self.server.kill()
        for line in self.lines:
            line.rest()
        self.server.flags[-1] = f"--test-hooks={seed}"
        self.server.start()

    def pass_time(self, ms):
        """Steps the clock."""
        self.probe.person.post("test-step", json.dumps({"ms": ms}))
        self.done("test-step", {})

    def done(self, op, params):
        """Called after an operation: settles its table or, after a step of the clock, all tables."""
        table = params.get("table")
        if isinstance(table, str) and table:
            self.known[table] = True
        for one in self.known if op == "test-step" else [table] if table in self.known else []:
            self.probe.table(one)
        # How far a review is depends on the machine: the next question finds it stored.
        while op == "review" and self.probe.thinking():
            pass
        self.settle()

    def settle(self):
        """Until nothing more can happen by itself.

        A round waits until no bot thinks, and then for the worker thread: what bots were asked before the
        round has then been answered, and the timers of these answers have run. Then it waits for each table,
        which answers when it has written down what was played, and has by then put its next question to a
        bot. So where a round ends with as many questions as it began, no bot is at work. For this at most one
        bot of a table may be asked at a time: which of two is first is the machine's affair.
        """
        while self.tables:
            before = self.probe.questions()
            while self.probe.thinking():
                pass
            self.probe.worker()
            for table in self.tables:
                self.probe.table(table)
            if self.probe.questions() == before:
                break
        for line in [line for line in self.lines if line.open]:
            line.sync()

    def text(self):
        return "".join(stream.text() for stream in self.streams)


class Probe:
    """An unrecorded client that finds out whether the server is still working."""

    def __init__(self, world):
        self.person = lantern.Person(world.server)

    def worker(self):
        self.person.post("verify-record", '{"record":""}')

    def table(self, table):
        self.person.post("info", json.dumps({"table": table}))

    def metric(self, name):
        _, metrics = self.person.server.get("/metrics")
        return int(re.search(rf"(?m)^lanterne_{name} (\d+)$", metrics.decode())[1])

    def questions(self):
        """The number of questions to bots and standing answers so far."""
        return self.metric("bot_questions_total")

    def thinking(self):
        """The number of bots and reviews that are at work or wait for the thread."""
        return self.metric("bots_thinking") + self.metric("reviews")
