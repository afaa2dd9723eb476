"""Hostile input: malformed, oversized, slow, half-closed, repeated, out of order, from another site or
seat. Each gets an error, changes nothing, and does not disturb the server."""

import collections
import json
import socket
import sys

import lantern
import schema
from lantern import Closed, Person, Seat, Server, Socket
from play import manor, refused, step, two_at_table
from seeds import seeded


def exchange(server, bytes_, shut=False):
    """Sends raw bytes and returns everything received until the server closes."""
    connection = server.raw()
    connection.sendall(bytes_)
    if shut:
        connection.shutdown(socket.SHUT_WR)
    answer = b""
    try:
        while chunk := connection.recv(65536):
            answer += chunk
    except ConnectionResetError:
        pass
    connection.close()
    return answer


def status(answer):
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.1 ") else None


def test_malformed_http(program):
    with Server(program) as server:
        close = b"Connection: close\r\n\r\n"
        cases = [
            (b"\x00\x01\x02\r\n\r\n", 400),
            (b"GET\r\n\r\n", 400),
            (b"GET / HTTP/9.9\r\n\r\n", 400),
            (b"GET / HTTP/1.1\r\nHost x\r\n\r\n", 400),
            (b"POST /api/me HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
            (b"POST /api/me HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
            (b"POST /api/me HTTP/1.1\r\nContent-Length: 99999999999999\r\n\r\n", 413),
            (b"GET /" + b"x" * 20000 + b" HTTP/1.1\r\n\r\n", 414),
            (b"GET / HTTP/1.1\r\nX: " + b"y" * 20000 + b"\r\n\r\n", 431),
            (b"DELETE / HTTP/1.1\r\n" + close, 405),
            (b"GET /api/me HTTP/1.1\r\n" + close, 405),
            (b"GET /../secret.key HTTP/1.1\r\n" + close, 404),
            (b"GET /no.such HTTP/1.1\r\n" + close, 404),
            (b"POST /api/nonsense HTTP/1.1\r\nContent-Length: 2\r\n" + close + b"{}", 404),
            (b"GET /ws HTTP/1.1\r\n" + close, 426),
            (b"GET /ws HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 12\r\n"
             b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n", 426),
            (b"GET /ws HTTP/1.1\r\nOrigin: http://evil.example\r\nHost: localhost\r\n" + close, 403),
            (b"POST /api/me HTTP/1.1\r\nOrigin: http://evil.example\r\nHost: localhost\r\n" + close, 403),
        ]
        for bytes_, expected in cases:
            answer = exchange(server, bytes_)
            assert status(answer) == expected, (bytes_[:60], answer[:200])
        assert server.get("/healthz")[1] == b"ok\n"


def test_malformed_bodies(program):
    with Server(program) as server:
        ada = Person(server)
        for body in ["", "[]", "{", '{"a":1,"a":2}', '"x"', "null", "{}" * 2, '{"a":' * 40 + "1" + "}" * 40, '{"\\u0000":1}',
                     '{"table":"\\u0000"}', "\xff"]:
            code, text = ada.post("info", body.encode("latin-1"))
            answer = json.loads(text)
            assert code in (400, 404) and not answer["ok"] and answer["error"]["say"]["fr"], (body, text)
        assert ada.post("info", b"{}" + b" " * 70000)[0] == 413


def test_pipelining_and_halves(program):
    with Server(program) as server:
        two = exchange(server, b"GET /healthz HTTP/1.1\r\n\r\nGET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n")
        assert two.count(b"200 OK") == 2 and two.count(b"ok\n") == 2
        many = exchange(server, b"GET / HTTP/1.1\r\n\r\n" * 50 + b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n")
        assert many.count(b"200 OK") == 51
        connection = server.raw()
        for byte in b"GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n":
            connection.sendall(bytes([byte]))
        assert b"ok\n" in connection.recv(65536)
        connection.close()
        server.raw().close()
        assert exchange(server, b"GET / HT", shut=True) == b""
        assert server.get("/healthz")[1] == b"ok\n"


def test_malformed_frames(program):
    with Server(program) as server:
        ada = Person(server)

        def ends(make):
            connection = ada.socket()
            connection.send_raw(make(connection))
            try:
                while True:
                    connection.step()
            except (Closed, ConnectionError) as closed:
                return closed.args[0]

        hello = b'{"id":1,"op":"me"}'
        assert ends(lambda c: c.frame(1, hello, mask=False)) == 1002
        assert ends(lambda c: c.frame(3, hello)) == 1002
        assert ends(lambda c: c.frame(2, hello)) == 1003
        assert ends(lambda c: c.frame(1, b"\xff\xfe")) == 1007
        assert ends(lambda c: c.frame(1, b" " * 70000)) == 1009
        assert ends(lambda c: c.frame(0, hello)) == 1002
        assert ends(lambda c: c.frame(9, b"x" * 126)) in (None, 1002)
        assert ends(lambda c: b"\xf1" + c.frame(1, hello)[1:]) == 1002
        assert ends(lambda c: c.frame(8, b"\x03\xe8bye")) == 1000
        connection = ada.socket()
        connection.send_raw(connection.frame(1, b'{"id":9,', fin=False) + connection.frame(9, b"hi")
                            + connection.frame(0, b'"op":"games"}'))
        assert connection.answer(9)["ok"]


def test_malformed_messages(program):
    with Server(program) as server:
        ada = Person(server)
        connection = Socket(server, ada.cookie, hello=False)
        connection.send_text('{"id":1,"op":"me"}')
        assert connection.answer(1)["error"]["code"] == "bad-message"
        old = Socket(server, ada.cookie, hello=False)
        old.send_text('{"id":1,"op":"hello","protocol":0}')
        assert old.answer(1)["error"]["code"] == "too-old"
        old.send_text('{"id":2,"op":"games"}')
        assert old.answer(2)["error"]["code"] == "too-old"
        connection("hello", protocol=1)
        for text in ["", "hello", "[1]", '{"op":"me"}', '{"id":-1,"op":"me"}', '{"id":"7","op":"me"}', '{"id":7}',
                     '{"id":1e3,"op":"me"}', '{"id":99999999999999999999,"op":"me"}']:
            connection.send_text(text)
            assert connection.answer(0)["error"]["code"] == "bad-message", text
        connection.send_text('{"id":5,"op":"fly"}')
        assert connection.answer(5)["error"]["code"] == "unknown-operation"
        connection.send_text('{"id":6,"op":"login","login":"x","password":"y"}')
        assert connection.answer(6)["error"]["code"] == "unknown-operation"
        connection.send_text('{"id":7,"op":"test-step","ms":1}')
        assert connection.answer(7)["error"]["code"] == "unknown-operation"


VALUES = [None, True, False, 0, 1, 2, 9, -1, 1 << 31, 1 << 62, 1.5, 1e300, "", "x", "end", "me", "\U0001f3ee" * 40, "x" * 5000,
          "0123456789", [], [1], ["me", "empty"], {}, {"game": "manor", "seats": 2}, {"game": "manor", "seats": -1},
          {"game": 7}, {"clock": {"move": "soon"}}]


def test_random_messages(program):
    """Random operations with random fields, including existing tables: every answer follows the schema,
    and a game of other people is unchanged."""
    rng = seeded(8)
    with Server(program, hooks=2) as server:
        ada, bruno, table = two_at_table(server)
        before = [Seat(person.socket(), table, number).told for number, person in ((1, ada), (2, bruno))]
        eve = Person(server, "Eve")
        # Without the operations that end the session or the server.
        names = sorted(set(schema.SCHEMA["operations"]) - {"forget", "logout", "session-end", "test-break"})
        codes = collections.Counter()
        for number in range(3000):
            if number % 400 == 0:
                connection = eve.socket()
            op = rng.choice(names)
            params = {field: rng.choice(VALUES) for field in schema.SCHEMA["operations"][op]["params"].get("properties", {})
                      if rng.random() < 0.9}
            if "table" in params and rng.random() < 0.8:
                params["table"] = table
            answer = connection.answer(connection.ask(op, **params))
            codes[answer["error"]["code"] if not answer["ok"] else "ok"] += 1
        assert codes["bad-message"] and codes["forbidden"] and codes["not-found"], codes
        for (number, person), told in zip(((1, ada), (2, bruno)), before):
            assert Seat(person.socket(), table, number).told == told


def test_foreign_seats_and_stale_moves(program):
    with Server(program) as server:
        ada, bruno, table = two_at_table(server)
        eve = Person(server, "Eve")
        connection = eve.socket()
        for op, params in {
            "move": {"action": "end", "move": "x"}, "undo": {"move": "x"}, "why": {"action": "end"}, "hint": {},
            "standing": {"answer": "pass"}, "leave": {}, "notes": {}, "note": {"text": ""}, "offer": {},
            "open": {}, "chats": {}, "record": {}, "chat": {"room": "players", "text": "hi"},
        }.items():
            refused("forbidden", connection, op, table=table, seat=1, **params)
        for op in ("start", "close"):
            try:
                connection(op, table=table)
                raise AssertionError(op)
            except lantern.Failed as failed:
                assert failed.code in ("forbidden", "not-now")
        refused("forbidden", connection, "mute", table=table, person=bruno.id, on=True)
        refused("forbidden", connection, "vote", table=table, what="end", yes=True)
        seat = Seat(ada.socket(), table, 1)
        action = seat.ask["actions"][0]
        refused("stale", seat.connection, "move", table=table, seat=1, action=action, move="a",
                decision=seat.ask["decision"] + 1)
        refused("stale", seat.connection, "move", table=table, seat=1, action=action, move="b")
        refused("not-found", seat.connection, "move", table=table, seat=7, action=action, move="c")
        refused("not-found", seat.connection, "open", table="0000000000", seat=0)
        refused("not-found", seat.connection, "info", table="zzzzzzzzzz")
        assert len(Seat(ada.socket(), table, 1).told) == len(seat.told)


def test_too_many_messages(program):
    """Under a stepped clock, so that the speed of the machine does not matter."""
    with Server(program, hooks=1) as server:
        ada = Person(server)
        connection = ada.socket()  # which has said hello
        for number in range(1000, 1502):
            connection.send_text('{"id":%d,"op":"tables"}' % number)
        codes = [connection.answer(number) for number in range(1000, 1502)]
        assert [code["ok"] for code in codes] == [True] * 499 + [False] * 3
        assert codes[-1]["error"]["code"] == "too-fast"
        step(ada, 1000)
        for number in range(2000, 2101):
            connection.send_text('{"id":%d,"op":"tables"}' % number)
        assert [connection.answer(number)["ok"] for number in range(2000, 2101)] == [True] * 100 + [False]


def test_limits_of_an_address(program):
    """The connections of one address share its limits."""
    with Server(program, "--connections-per-address=4") as server:
        ada = Person(server)
        held = [ada.socket() for _ in range(4)]
        answer, body = server.get("/")
        assert answer.status == 429 and b"connections_per_address" in body
        try:
            ada.socket()
            raise AssertionError("a fifth connection was taken")
        except Closed as closed:
            assert "429" in str(closed)
        held.pop().close()
        while server.get("/healthz")[0].status != 200:  # until the server has noticed that it closed
            pass
    with Server(program, "--messages-per-address=20", hooks=1) as server:
        people = [Person(server).socket() for _ in range(2)]  # three messages each
        codes = []
        for number in range(1000, 1050):
            for connection in people:
                connection.send_text('{"id":%d,"op":"tables"}' % number)
                codes.append(connection.answer(number))
        assert [code["ok"] for code in codes] == [True] * 94 + [False] * 6
        assert codes[-1]["error"]["code"] == "too-fast" and codes[-1]["error"]["about"] == "messages_per_address"
    with Server(program, "--proxy", "--connections-per-address=1") as server:
        held = []
        for name in ("192.0.2.1", "192.0.2.2"):
            held.append(Socket(server, hello=False, headers=[f"X-Forwarded-For: {name}"]))
        assert server.get("/healthz", X_Forwarded_For="192.0.2.2")[0].status == 429
        assert server.get("/healthz", X_Forwarded_For="192.0.2.3")[0].status == 200
        # A network of IPv6 (64 bits) counts as one address.
        held.append(Socket(server, hello=False, headers=["X-Forwarded-For: 2001:db8::1"]))
        assert server.get("/healthz", X_Forwarded_For="2001:db8::2")[0].status == 429
        assert server.get("/healthz", X_Forwarded_For="2001:db8:0:1::2")[0].status == 200


def test_limits_of_a_person(program):
    with Server(program) as server:
        ada, bruno, table = two_at_table(server)
        for number in range(49):
            ada("create", settings=manor())
        assert refused("limit", ada, "create", settings=manor())["about"] == "tables_per_person"
        bruno("create", settings=manor())
        bruno("leave", table=table, seat=2)
        ada("create", settings=manor())  # allowed again, since one table has ended
        for op, params in {"rematch": {}, "branch": {"move": 0}}.items():
            refused("limit", ada, op, table=table, **params)
        server.kill()
        server.start()
        refused("limit", ada, "create", settings=manor())  # tables count whether loaded or not
        connection = ada.socket()
        codes = [connection.answer(connection.ask("open", table=row["table"], seat=seat))["ok"]
                 for row in ada("me")["tables"] if row["table"] != table for seat in (0, 1)]
        assert sum(codes) == 64 and not codes[-1]
    with Server(program, hooks=1) as server:
        ada, bruno, table = two_at_table(server)
        for number in range(30):
            ada("chat", table=table, seat=1, room="players", text=str(number))
        assert refused("too-fast", ada, "chat", table=table, seat=1, room="players", text="31")["about"] == "chat_per_minute"
        step(ada, 61000)
        ada("chat", table=table, seat=1, room="players", text="x" * 500)
        for op, params in {"chat": {"table": table, "seat": 1, "room": "players", "text": "x" * 501},
                           "note": {"table": table, "seat": 1, "text": "x" * 8001}, "rename": {"name": "x" * 33}}.items():
            status, text = ada.post(op, json.dumps(params))
            assert status == 400 and json.loads(text)["error"]["code"] == "bad-message", (op, text)


def test_a_list_of_tables_is_truncated(program):
    """A list with too many tables is truncated, and says how many were left out."""
    with Server(program, hooks=1) as server:  # without a limit of tables for a person
        ada, bruno, table = two_at_table(server, listed=True)
        for _ in range(599):
            ada("create", settings=manor(listed=True, name="A table with quite a long name"))
        connection = bruno.socket()
        for answer in (connection("lobby", on=True), connection("tables"), bruno("tables"), bruno("tables", game="manor")):
            assert 300 < len(answer["tables"]) < 600 == len(answer["tables"]) + answer["more"]
            assert {row["state"] for row in answer["tables"]} == {"seating"}
        assert [row["table"] for row in connection("tables", state="playing")["tables"]] == [table]
        assert "more" not in bruno("me") and ada.socket()("me")["more"] > 0


def test_sessions(program):
    with Server(program, hooks=1) as server:
        ada = Person(server, "Ada")
        ada("signup", login="ada", password="bon appétit", mail="ada@example.org")
        phones = []
        for _ in range(20):
            step(ada, 61000)
            phones.append(Person(server))
            phones[-1]("login", login="Ada", password="bon appétit")
        # The oldest session, the first one, was ended.
        assert ada("me")["person"]["id"] != phones[0].id
        first, second, third, last = phones[0], phones[1], phones[2], phones[-1]
        sessions = last("sessions")["sessions"]
        assert len(sessions) == 20 and sum(row["this"] for row in sessions) == 1
        for session in ("0" * 12, "0"):
            refused("not-found", last, "session-end", session=session)
        # A connection that ends its own session gets the answer before it is closed.
        own = next(row["session"] for row in first("sessions")["sessions"] if row["this"])
        for person, op, params in ((first, "session-end", {"session": own}), (second, "logout", {})):
            connection = person.socket()
            connection(op, **params)
            ends(connection)
            assert person("me")["person"]["id"] != last.id
        assert len(last("sessions")["sessions"]) == 18
        other = third.socket()
        connection = last.socket()
        data = connection("export")["data"]
        assert data["mail"] == "ada@example.org" and len(data["session"]) == 18 and "at" in data["session"][0]
        refused("bad-message", connection, "mail", mail="ada")
        connection("mail", mail="", password="bon appétit")
        assert connection("export")["data"]["mail"] == ""
        connection("forget", password="bon appétit")
        ends(connection)
        ends(other)
        refused("wrong-password", Person(server), "login", login="ada", password="bon appétit")
        refused("forbidden", Person(server), "mail", mail="eve@example.org")


def ends(connection):
    try:
        while True:
            connection.step()
    except (Closed, ConnectionError):
        pass


def test_names_are_plain_text(program):
    """Names with control characters or changes of text direction are refused."""
    with Server(program) as server:
        ada, _, table = two_at_table(server)
        for text in ("a\nb", "a\x7fb", "a\x9b31mb", "a\u202eb", "a\u2066b", "a\u2028b"):
            refused("bad-message", ada, "rename", name=text)
            refused("bad-message", ada, "chat", table=table, seat=1, text=text)
        for text in ("Zoé", "Ω", "a—b", "’", "x\u00a0y", "🏮"):
            assert ada("rename", name=text)["person"]["name"] == text


def test_a_slow_reader_is_dropped(program):
    with Server(program) as server:
        ada, bruno, table = two_at_table(server)
        slow = Person(server, "Slow")
        deaf = slow.socket()
        deaf.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf("open", table=table, seat=0)
        a, b = ada.socket(), bruno.socket()
        a("open", table=table, seat=1)
        # Sends requests with long answers and reads nothing, until the server closes the connection.
        text = deaf.frame(1, b'{"id":2,"op":"games"}')
        try:
            while True:
                deaf.send_raw(text)
        except TimeoutError:
            raise
        except OSError:
            pass
        b("open", table=table, seat=2)
        a("react", table=table, seat=1, reaction="wow")
        assert b.push("reaction")["seat"] == 1
        assert server.get("/healthz")[1] == b"ok\n"
        assert b"lanterne_readers_dropped_total 1\n" in server.get("/metrics")[1]


def test_files_and_headers(program):
    with Server(program) as server:
        answer, page = server.get("/")
        policy = answer.getheader("Content-Security-Policy")
        assert "default-src 'none'" in policy and "unsafe-inline" not in policy and "frame-ancestors 'none'" in policy
        assert answer.getheader("X-Content-Type-Options") == "nosniff"
        assert server.get("/t/0123456789")[1] == page
        tag = answer.getheader("ETag")
        same, empty = server.get("/", If_None_Match=tag)
        assert same.status == 304 and empty == b""
        packed, body = server.get("/", Accept_Encoding="gzip")
        assert packed.getheader("Content-Encoding") in ("gzip", None) and body
        metrics = server.get("/metrics")[1].decode()
        assert "lanterne_moves_total 0" in metrics and "lanterne_move_seconds_count 0" in metrics


def test_logs_tell_no_secrets(program):
    server = Server(program)
    ada, bruno, table = two_at_table(server)
    ada("signup", login="ada", password="very secret word")
    ada("chat", table=table, seat=1, room="players", text="my darkest thought")
    seat = Seat(ada.socket(), table, 1)
    seat.move(seat.ask["actions"][0])
    text = server.stop()
    for secret in (ada.cookie, bruno.cookie, "very secret word", "darkest", "turn-up"):
        assert secret not in text
    for line in text.splitlines():
        assert json.loads(line)["event"]


if __name__ == "__main__":
    lantern.Tap(globals(), sys.argv[1])
