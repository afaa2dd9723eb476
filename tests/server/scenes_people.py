"""Recorded scenes of accounts, sessions, words of the games, limits, plain HTTP and stopping."""

import json
import os
import signal
import sqlite3

from recorder import Line
from scenes_games import scene

MINUTE = 60_000
MANOR = {"game": "manor", "seats": 2}
UPGRADE = ["GET /ws HTTP/1.1", "Host: lanterne.test", "Upgrade: websocket", "Connection: Upgrade",
           "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Protocol: lanterne"]


def bytes_of(lines, *more):
    return "\r\n".join([*lines, *more, "", ""])


@scene(seed=61)
def words(world):
    ada = world.client("Ada")
    ada("games")
    line = ada.line()
    line("games")
    for game in ("manor", "shadow-hunters", "shy-monsters", "treasure-hunters"):
        ada("game", game=game)
    line("game", game="manor")
    line("game", game="manor", version=1)
    for call in (ada, line):
        call.fails("game", game="chess")
        call.fails("game", game="manor", version=99)
        call.fails("game", game=1)
        call.fails("game")


def sign_up(world, ada):
    """Sets a name, signs up and sets an e-mail address, with all refusals; returns Bruno, who tries the
    same login."""
    for name in ("", " Ada", "x" * 33, "a\tb", "\u202eada"):
        ada.fails("rename", name=name)
    ada("rename", name="Adèle")
    ada.fails("mail", mail="ada@example.org")
    ada.fails("password", old="bon appétit", new="un nouveau mot")
    for bad in ({"password": "1234567"}, {"login": ""}, {"mail": "nobody"}, {"login": "a b/c"}):
        ada.fails("signup", **{"login": "Ada", "password": "bon appétit", **bad})
    ada("signup", login="Ada", password="bon appétit", mail="ada@example.org")
    ada.fails("signup", login="Ada2", password="bon appétit")
    bruno = world.client("Bruno")
    bruno.fails("signup", login="ADA", password="bon appétit")
    ada("test-step", ms=MINUTE + 1000)
    ada.fails("mail", mail="ada")
    ada.fails("mail", mail="adele@example.org")
    ada.fails("mail", mail="adele@example.org", password="mauvais mot")
    ada("mail", mail="adele@example.org", password="bon appétit")
    ada("me")
    ada.fails("mail-confirm", code="00000000")
    ada("mail", mail="", password="bon appétit")
    return bruno


def sign_in_elsewhere(world, ada):
    """Signs in on two more devices; a new password ends the other sessions."""
    phone = world.client("phone", rename=False)
    phone.fails("login", login="ada", password="mauvais mot")
    phone.fails("login", login="nobody", password="mauvais mot")
    phone.fails("login", login="a/b", password="mauvais mot")
    phone("login", login="ada", password="bon appétit")
    tablet = world.client("tablet", rename=False)
    tablet("login", login="aDA", password="bon appétit")
    line = tablet.line()
    line.fails("login", login="ada", password="bon appétit")
    line("me")
    line("sessions")
    phone("sessions")
    phone.fails("session-end", session="000000000000")
    phone.fails("session-end", session="00")
    phone.fails("password", old="falsch falsch", new="un nouveau mot")
    phone.fails("password", old="bon appétit", new="court")
    phone("password", old="bon appétit", new="un nouveau mot")
    assert not line.open, "the connection of a session that has ended"
    ada("me")  # a new guest
    phone("session-end", session=phone("sessions")["sessions"][0]["session"])
    phone("me")
    ada("test-step", ms=MINUTE + 1000)


def account_forget(world, ada):
    # With twenty sessions a further one ends the oldest.
    for number in range(22):
        world.client(f"device {number}", rename=False)("login", login="ada", password="un nouveau mot")
        if number % 8 == 7:
            ada("test-step", ms=MINUTE + 1000)
    last = world.client("last", rename=False)
    last("login", login="ada", password="un nouveau mot")
    last("sessions")
    table = last("create", settings=MANOR)["table"]["table"]
    last("note", table=table, seat=1, text="à moi")
    last("chat", table=table, seat=1, text="bonsoir")
    last("export")
    last("profile-show", on=True)
    last("profile")
    ending = last.line()
    ending.fails("forget")
    ending("forget", password="un nouveau mot")
    assert not ending.open
    last.fails("login", login="ada", password="un nouveau mot")
    last.fails("info", table=table)


@scene(seed=62)
def accounts(world):
    ada = world.client("Ada")
    bruno = sign_up(world, ada)
    sign_in_elsewhere(world, ada)
    account_forget(world, ada)
    # By WebSocket and by HTTP.
    for person in (bruno, world.client("Chloé")):
        line = person.line()
        (line if person is bruno else person)("logout")
        person("me")
    bruno.line()("forget")
    guest = world.client("Dan")
    guest("export")
    guest.fails("profile-show", on=True)
    guest.fails("profile", code="zzzzzzzzzz")
    guest("forget")
    guest("me")
    for number in range(11):
        status, _ = guest.post("login", json.dumps({"login": "nobody", "password": f"wrong {number}"}))
    assert status == 429


@scene("--smtp=127.0.0.1:9", seed=70)
def letters(world):
    """An address and its code. No mail server listens there: the code is read from the store."""
    ada = world.client("Ada")
    ada("signup", login="Ada", password="bon appétit", mail="ada@example.org")
    for number in range(2):
        ada("mail", mail="ada@example.org")
    ada.fails("mail", mail="ada@example.org")
    store = sqlite3.connect(os.path.join(world.server.data, "lanterne.db"))
    documents = [row for row in store.execute("SELECT value FROM doc") if b'"code"' in bytes(row[0])]
    store.close()
    code = json.loads(documents[0][0])["code"]
    ada.fails("mail-confirm", code="00000000")
    ada("mail-confirm", code=code)
    ada("me")
    ada.fails("mail-confirm", code=code)
    ada("mail", mail="ada@example.org")
    ada.fails("reset-ask", login=7)
    ada("reset-ask", login="nobody")
    ada.fails("reset", login="ada", code="0" * 20, password="une autre bougie")
    ada("mail", mail="", password="bon appétit")


@scene("--connections-per-address=30", seed=63)
def http(world):
    """Paths other than the page's files, statuses, headers, and checks of cookie, token and origin."""
    ada = world.client("Ada", rename=False)
    # Only paths with an extension: others give the page, which may not be built.
    for path in ("/healthz", "/healthz?now", "/metrics", "/nothing.txt", "/assets/none.js"):
        ada.request("GET", path)
    ada.request("HEAD", "/healthz")
    for method in ("POST", "PUT", "DELETE", "OPTIONS"):
        ada.request(method, "/healthz", "" if method in ("POST", "PUT") else None)
    ada.request("GET", "/api/me")
    ada.request("HEAD", "/api/me")
    # The texts of games by GET: refusals, and the head alone of what is there.
    for path in ("game/chess/1/en", "game/manor/1/de", "game/manor", "game/manor/1/en?seats=x", "nothing"):
        ada.request("GET", "/api/" + path)
    ada.request("HEAD", "/api/game/shy-monsters/1/fr")
    for op, body in (("nothing", "{}"), ("", "{}"), ("me?x", "{}"), ("me", ""), ("me", "{"), ("me", "[]"), ("me", "null"),
                     ("me", '{"a":1,"a":2}'), ("me", '{"a":' * 20 + "1" + "}" * 20), ("info", "{}"), ("info", '{"table":7}'),
                     ("rename", '{"name":null}'), ("hello", '{"protocol":1}'), ("hello", '{"protocol":99}'), ("hello", "{}"),
                     ("lobby", '{"on":true}'), ("me", '{"x":"\\u0000"}'), ("test-step", '{"ms":-1}')):
        ada.request("POST", "/api/" + op, body)
    ada.raw(bytes_of(["POST /api/me HTTP/1.1", "Host: lanterne.test", f"Content-Length: {3 << 20}"]))
    ada.raw(bytes_of(["GET /" + "x" * 20000 + " HTTP/1.1", "Host: lanterne.test"]))
    ada.raw(bytes_of(["GET /healthz HTTP/1.1", "Host: lanterne.test", "X-Long: " + "x" * 20000]))
    ada.raw("nonsense\r\n\r\n")
    ada.raw(bytes_of(["GET /healthz HTTP/1.0"]))
    ada.raw(bytes_of(["GET /healthz HTTP/1.1", "Host: lanterne.test"])
            + bytes_of(["POST /api/tables HTTP/1.1", "Host: lanterne.test", "Content-Length: 2"]) + "{}"
            + bytes_of(["GET /healthz HTTP/1.1", "Host: lanterne.test", "Connection: close"]))
    ada.raw(bytes_of(["POST /api/games HTTP/1.1", "Host: lanterne.test", "Transfer-Encoding: chunked", "Connection: close"])
            + "2\r\n{}\r\n0\r\n\r\n")
    # Requests without a cookie, with a wrong one, with a token, from another site.
    cookie = ada.cookie
    for headers in (["Cookie:"], ["Cookie: lanterne=wrong"], [f"Cookie: a=b; lanterne={cookie}; c=d"]):
        ada.request("POST", "/api/me", "{}", *headers)
    ada.cookie = cookie
    for headers in ([f"Authorization: Bearer {cookie}"], ["Authorization: Bearer wrong"], ["Authorization: Basic xyz"]):
        ada.request("POST", "/api/me", "{}", *headers)
        ada.request("POST", "/api/tables", "{}", *headers)
    for origin in ("http://lanterne.test", "https://LANTERNE.test", "https://elsewhere.test", "null"):
        ada.request("POST", "/api/me", "{}", f"Origin: {origin}")
        ada.request("GET", "/healthz", None, f"Origin: {origin}")
    # A name that is not the server's.
    for path in ("/api/me", "/ws", "/", "/healthz"):
        ada.raw(bytes_of([f"GET {path} HTTP/1.1", "Host: evil.test", "Origin: http://evil.test", "Connection: close"]))
    # Invalid upgrades.
    ada.request("GET", "/ws")
    ada.request("POST", "/ws", "{}")
    for drop in UPGRADE[2:6]:
        ada.raw(bytes_of([line for line in UPGRADE if line != drop], "Cookie: lanterne=" + cookie, "Connection: close"))
    ada.raw(bytes_of([line.replace(": 13", ": 12") for line in UPGRADE], "Cookie: lanterne=" + cookie))
    ada.raw(bytes_of(UPGRADE, "Authorization: Bearer wrong", "Origin: https://elsewhere.test"))
    for more in (["Cookie: lanterne=" + cookie], [], ["Authorization: Bearer wrong"]):
        heads(world, ada, more)


def heads(world, client, more):
    """The response head of a successful upgrade."""
    socket = world.server.raw()
    socket.sendall(bytes_of(UPGRADE, *more).encode())
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += socket.recv(1 << 16)
    socket.close()
    client.stream.note(">", "\n".join([*UPGRADE, *more]))
    client.stream.note("<", answer.decode())


@scene("--proxy", "--origin=https://games.example,https://other.example", seed=64)
def proxy(world):
    """With --proxy, which trusts the forwarded protocol, and with further origins."""
    ada = world.client("Ada", rename=False)
    for headers in (["X-Forwarded-Proto: https"], ["X-Forwarded-Proto: http", "X-Forwarded-For: 192.0.2.7"],
                    ["Origin: https://games.example"], ["Origin: https://other.example"], ["Origin: https://other.exampl"]):
        ada.request("POST", "/api/me", "{}", "Cookie:", *headers)


@scene(seed=65)
def sockets(world):
    """Answers of a WebSocket to invalid messages, and to operations that need HTTP."""
    ada = world.client("Ada")
    line = ada.line(hello=False)
    line.fails("me")
    line.fails("hello")
    line("hello", protocol=1, client="test")
    line("hello", protocol=1)
    for text in ("", "nonsense", "[]", "{}", '{"id":101}', '{"op":"me"}', '{"id":"1","op":"me"}', '{"id":-1,"op":"me"}',
                 '{"id":1.5,"op":"me"}', '{"id":9007199254740992,"op":"me"}', '{"id":102,"op":"fly"}', '{"id":103,"op":7}',
                 '{"id":0,"op":"me"}', '{"id":104,"op":"me","op":"me"}', '{"id":105,"op":"me","more":true}',
                 '{"id":106,"op":"rename","name":"\\ud83c\\udfee"}'):
        line.say(text)
    line.fails("replay-record", record="{}", seat=0, move=0)
    line.fails("verify-record", record="{}")
    line.fails("review", table="0123456789", seat=1)
    line.fails("review-record", record="{}", seat=1)
    line.fails("login", login="a", password="b")
    line.fails("me-too")
    old = ada.line(hello=False)
    old.fails("hello", protocol=99)
    old.fails("me")
    old.fails("hello", protocol=1)
    for fault in ("unmasked", "binary", "large"):
        broken = ada.line()
        if fault == "unmasked":
            broken.send_raw(broken.frame(1, b'{"id":1,"op":"me"}', mask=False))
        elif fault == "binary":
            broken.send_raw(broken.frame(2, b"bytes"))
        else:
            broken.send_raw(broken.frame(1, b"x" * 70000))
        broken.rest()


@scene(seed=66)
def limits(world):
    """Rate limits, which are exact under a stepped clock."""
    ada = world.client("Ada")
    line = ada.line()
    for _ in range(499):
        line("hello", protocol=1)
    line.fails("hello", protocol=1)
    ada("test-step", ms=10)
    line("hello", protocol=1)
    line.fails("hello", protocol=1)
    many = ada.line()
    table = ada("create", settings=MANOR)["table"]["table"]
    for _ in range(63):
        many("open", table=ada("create", settings={**MANOR, "listed": True})["table"]["table"], seat=1)
    many("open", table=table, seat=1)
    many.fails("open", table=table, seat=0)
    many("tables")
    many("me")
    ada.fails("note", table=table, seat=1, text="x" * 8001)
    ada("note", table=table, seat=1, text="x" * 8000)


@scene("--messages-per-address=10", seed=67)
def crowd(world):
    """More messages than --messages-per-address, from several clients of one address."""
    people = [world.client(name) for name in ("Ada", "Bruno")]
    answers = [json.loads(person.post("tables", "{}")[1]) for _ in range(25) for person in people]
    assert answers[0]["ok"] and not answers[-1]["ok"]


@scene(seed=68)
def stop(world):
    """A stopping server notifies all clients."""
    ada, bruno = world.client("Ada"), world.client("Bruno")
    lines = [ada.line(), bruno.line(), Line(world, "Ada without hello", ada.cookie, hello=False)]
    table = ada("create", settings=MANOR)["table"]["table"]
    lines[0]("open", table=table, seat=1)
    world.server.process.send_signal(signal.SIGTERM)
    for line in lines:
        line.rest()


@scene(seed=91)
def held_pictures(world):
    """The hook by which tests keep back pictures of tables."""
    ada = world.client("Ada")
    ada("test-pictures", held=True)
    ada("test-pictures", held=False)
    ada.fails("test-pictures", held="yes")
