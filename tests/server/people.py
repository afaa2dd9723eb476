"""Who somebody is: names, tokens, host names, guesses at passwords, guests, letters (findings 5 and 13)."""

import collections
import concurrent.futures
import contextlib
import http.client
import json
import os
import re
import resource
import socket
import sqlite3
import sys
import unicodedata

import lantern
from lantern import Closed, Failed, Person, Seat, Server, Socket
from operate import Mail
from patience import patience
from play import manor, refused, step, two_at_table

# Nothing to see: default-ignorable code points, fillers, blank symbols, marks, private use, tags.
INVISIBLE = ["\u200b", "\u00ad", "\u034f", "\u061c", "\u115f", "\u1160", "\u17b4", "\u180e", "\u200d", "\u200e", "\u2060", "\u2064",
             "\u206a", "\u2800", "\u3164", "\ue000", "\ufe0f", "\ufeff", "\uffa0", "\ufffc", "\U000e0041", "\U000e0100", "\U000f0000",
             "\U0001d159", "\U0001d173", "\u0301", "\u20dd", "\u00a0", "\u2003", "\u3000"]

KEPT = 100  # connections of each of those who try an old token


class Away(Person):
    """A person behind a proxy, from another network address."""

    def __init__(self, server, address, name=None):
        self.address = address
        super().__init__(server, name)

    def post(self, op, body, headers=None):
        return super().post(op, body, {"X-Forwarded-For": self.address, **(headers or {})})

    def socket(self):
        return Socket(self.server, self.cookie, headers=[f"X-Forwarded-For: {self.address}"])


def metric(server, name):
    return int(re.search(rf"(?m)^lanterne_{name} (\d+)$", server.get("/metrics")[1].decode())[1])


def ended(connection):
    try:
        while True:
            connection.step()
    except (Closed, ConnectionError):
        return True


# ---- Names ---------------------------------------------------------------------------------------------


def test_finding_5_names_of_invisible_characters_are_refused(program):
    """As names of people, of tables and of accounts, as lines of chat; a note of such is empty."""
    with Server(program, hooks=1) as server:
        ada, _, table = two_at_table(server)
        for text in [*INVISIBLE, "\u200b\u00ad", "\u0301\u0302", "\u200b \u200b", "\u202eada", "a\u2066b", "\u0301ada"]:
            say = refused("bad-message", ada, "rename", name=text)["say"]
            assert "seen" in say["en"] and "visible" in say["fr"], say
            refused("bad-message", ada, "create", settings=manor(name=text))
            refused("bad-message", ada, "signup", login=text * 2, password="bon appétit")
            if len(text) == 1:
                refused("bad-message", ada, "chat", table=table, seat=1, text=text)
                ada("note", table=table, seat=1, text=text)
                assert ada("notes", table=table, seat=1)["text"] == "", ascii(text)
        refused("bad-message", ada, "note", table=table, seat=1, text="a\u202eb")
        assert ada("me")["person"]["name"] == "Ada"


def test_finding_5_invisible_characters_are_removed_from_names(program):
    with Server(program) as server:
        ada = Person(server)
        for text, name in {"A\u200bda": "Ada", "Ada\u00ad": "Ada", "\ufeffAda": "Ada", "\u200dA\u3164d\ue000a": "Ada", "a\u200db": "ab",
                           "Zoe\u0301": "Zoe\u0301", "نرگس": "نرگس", "🏮": "🏮", "❤️": "❤️", "👩\u200d🚀": "👩\u200d🚀", "👩\u200d": "👩",
                           "x\u00a0y": "x\u00a0y"}.items():
            assert ada("rename", name=text)["person"]["name"] == name, ascii(text)
        assert ada("create", settings=manor(name="Eve\u200bning"))["table"]["settings"]["name"] == "Evening"
        assert ada("signup", login="A\u200bda", password="bon appétit")["person"]["login"] == "Ada"
        phone = Person(server)
        phone("login", login="ada", password="bon appétit")


def test_finding_5_every_code_point_without_a_shape_is_no_name(program):
    """All marks, format characters, blanks and private or ignorable code points that Unicode lists."""
    ignorable = [*range(0xfff0, 0xfff9), *range(0xe0000, 0xe1000, 37), 0x2065, 0xfdd0, 0xffff, 0x10ffff]
    # number signs: format characters with a shape
    drawn = {*range(0x600, 0x606), 0x6dd, 0x70f, 0x890, 0x891, 0x8e2, 0x110bd, 0x110cd}
    hidden = [code for code in range(0xa0, 0x110000) if unicodedata.category(chr(code)) in ("Mn", "Me", "Cf", "Zs", "Zl", "Zp")
              and code not in drawn] + [0xe000, 0xf8ff, 0xf0000, 0x10fffd, *ignorable]
    with Server(program, "--messages-per-address=1000000", hooks=1) as server:
        ada = Person(server, "Ada")
        for first in range(0, len(hidden), 400):
            connection = ada.socket()
            asked = {code: connection.ask("rename", name=chr(code)) for code in hidden[first:first + 400]}
            taken = [hex(code) for code, number in asked.items() if connection.answer(number)["ok"]]
            assert not taken, taken
            connection.close()
        assert ada("me")["person"]["name"] == "Ada"


def test_finding_5_names_that_look_the_same_at_one_table(program):
    with Server(program) as server:
        ada = Person(server, "Adèle")
        table = ada("create", settings=manor(3))["table"]["table"]
        for name in ("ADÈLE", "ad\u200bèle", "A dèle"):
            eve = Person(server, name)
            refused("taken", eve, "sit", table=table, seat=2)
        eve("rename", name="Eve")
        eve("sit", table=table, seat=2)
        ada("sit", table=table, seat=3)  # one person at two seats


def test_finding_5_names_that_look_the_same_by_an_offer_or_a_stand_in(program):
    """The other two ways to a seat: an offer, and one's own seat after a stand-in, under a new name."""
    with Server(program, pace=2000) as server:
        ada, eve, twin = Person(server, "Adèle"), Person(server, "Eve"), Person(server, "Eve")
        table = ada("create", settings=manor(3), plan=["me", "empty", "random"])["table"]["table"]
        eve("sit", table=table, seat=2)
        secret = eve("offer", table=table, seat=2)["secret"]
        refused("taken", Person(server, "ADÈLE"), "claim", table=table, secret=secret)
        assert twin("claim", table=table, secret=secret)["seat"] == 2  # named like the one whose seat it is
        ada("start", table=table)
        twin("bot", table=table, seat=2, level="random")
        twin("rename", name="A dèle")
        refused("taken", twin, "sit", table=table, seat=2)
        twin("rename", name="Twin")
        assert twin("sit", table=table, seat=2)["table"]["seats"][1]["name"] == "Twin"


def test_finding_6_data_that_cannot_be_read_is_neither_sent_nor_deleted(program):
    """A store that fails during `export` or `forget`: an error, no part of the data, nothing deleted."""
    with Server(program) as server:
        ada = Person(server, "Ada")
        table = ada("create", settings=manor())["table"]["table"]
        ada("note", table=table, seat=1, text="mine")
        line = ada.socket()
        store = sqlite3.connect(os.path.join(server.data, "lanterne.db"), isolation_level=None, timeout=lantern.PATIENCE)
        with contextlib.closing(store):
            store.execute("ALTER TABLE doc RENAME TO hidden")
            refused("storage", line, "export")
            refused("storage", line, "forget")
            store.execute("ALTER TABLE hidden RENAME TO doc")
        assert line("export")["data"]["note"] == ["mine"]
        assert ada("me")["person"]["name"] == "Ada"


# ---- Tokens --------------------------------------------------------------------------------------------


def planted(server, person):
    """Somebody else who knows the person's token: by cookie, by WebSocket, and on a connection that stays
    open."""
    other = lantern.at(person, server)
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=patience())
    bearer = {"Authorization": "Bearer " + person.cookie}
    ask = lambda: (connection.request("POST", "/api/me", "{}", bearer), connection.getresponse())[1]
    assert json.loads(ask().read())["person"]["id"] == person.id
    return other, other.socket(), ask


def rotated(server, person, op, **params):
    before = person.cookie
    other, line, ask = planted(server, person)
    person(op, **params)
    assert person.cookie != before, f"{op} kept the token"
    assert ended(line)
    answer = ask()
    assert answer.status == 401 and b"no-session" in answer.read()
    assert other("me")["person"]["id"] != person.id
    return person


def test_finding_5_a_token_ends_when_its_rights_rise(program):
    """A token that somebody planted or read before `signup`, `login` and `password` is worth nothing
    afterwards, on any connection."""
    with Server(program) as server:
        ada = Person(server, "Ada")
        rotated(server, ada, "signup", login="ada", password="bon appétit")
        assert ada("me")["person"]["login"] == "ada"
        rotated(server, ada, "password", old="bon appétit", new="un nouveau mot")
        assert len(ada("sessions")["sessions"]) == 1
        rotated(server, ada, "login", login="ada", password="un nouveau mot")
        assert len(ada("sessions")["sessions"]) == 1
        guest = Person(server)
        rotated(server, guest, "login", login="ada", password="un nouveau mot")
        assert guest("me")["person"]["id"] == ada.id and ada("me")["person"]["id"] == ada.id
        for op, params in {"signup": {"login": "bb", "password": "x" * 8}, "password": {"old": "x", "new": "x" * 8}}.items():
            refused("unknown-operation", ada.socket(), op, **params)  # which could not set the cookie


def test_finding_5_a_failed_signup_keeps_the_token(program):
    with Server(program) as server:
        ada, eve = Person(server, "Ada"), Person(server, "Eve")
        ada("signup", login="ada", password="bon appétit")
        before, line = eve.cookie, eve.socket()
        refused("taken", eve, "signup", login="ADA", password="bon appétit")
        assert eve.cookie == before and eve("me")["person"]["id"] == eve.id
        line.barrier()


def test_finding_5_tokens_end_while_others_are_identified(program):
    """Requests with the old token race with the change: none that begins after its answer is the person's."""
    with Server(program, "--messages-per-address=1000000") as server:
        ada = Person(server, "Ada")
        ada("signup", login="ada", password="bon appétit")
        for number in range(4):
            old, stop = lantern.at(ada, server), False

            def hammer():
                """Keeps the newest connections only: an address may have a thousand."""
                lines = collections.deque()
                while not stop:
                    try:
                        lines.append(Socket(server, old.cookie, hello=False))
                    except (Closed, ConnectionError):
                        pass
                    if len(lines) > KEPT:
                        lines.popleft().close()
                return lines

            with concurrent.futures.ThreadPoolExecutor(4) as pool:
                runs = [pool.submit(hammer) for _ in range(4)]
                try:
                    ada("password", old="bon appétit", new="bon appétit")
                finally:
                    stop = True
                lines = [line for run in runs for line in run.result()]
            for line in lines:
                try:
                    line.next = 1000
                    line("hello", protocol=1)
                    assert line("me")["person"]["id"] != ada.id, number
                except (Closed, ConnectionError):
                    pass
                line.close()


def test_finding_5_a_connection_forgets_its_last_person(program):
    """A proxy may send requests of several people over one connection: one without a valid token is
    nobody's."""
    with Server(program) as server:
        ada = Person(server, "Ada")
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=patience())
        for headers, status in (({"Cookie": "lanterne=" + ada.cookie}, 200), ({"Authorization": "Bearer wrong"}, 401)):
            connection.request("POST", "/api/me", "{}", headers)
            answer = connection.getresponse()
            body = answer.read().decode()
            assert answer.status == status, body
        assert ada.id not in body


# ---- Host names ----------------------------------------------------------------------------------------


def call(server, host, path="/api/me", method="POST", **headers):
    connection = server.http()
    connection.putrequest(method, path, skip_host=True)
    for name, value in {"Host": host, "Content-Length": "2", **headers}.items():
        connection.putheader(name.replace("_", "-"), value)
    connection.endheaders()
    connection.send(b"{}")
    answer = connection.getresponse()
    body = answer.read().decode()
    connection.close()
    return answer.status, body


def test_finding_5_a_foreign_host_name_is_refused(program):
    """DNS rebinding: the page of evil.example reaches this server under its own name, and Origin equals
    Host."""
    with Server(program) as server:
        for path in ("/api/me", "/api/tables", "/ws", "/", "/t/0123456789"):
            status, body = call(server, "evil.example:8710", path, Origin="http://evil.example:8710")
            assert status == 421 and "--host-name=evil.example" in body, (path, status, body)
        own = socket.gethostname()
        for host in ("evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "notlocalhost", own + ".evil.example",
                     "evil-" + own, "[::1].evil.example", "[::1", "127.0.0.1x", "1.2.3"):
            assert call(server, host, Origin="http://" + host)[0] == 421, host
        for host in ("127.0.0.1", "192.0.2.7:8710", "[::1]:80", "[2001:db8::7]", "localhost", "LOCALHOST:8710", "localhost.", "games.localhost",
                     own, own.split(".")[0] + ".local", own.split(".")[0] + ".fritz.box:80"):
            assert call(server, host, Origin="http://" + host)[0] == 200, host
        assert call(server, "evil.example", "/healthz", "GET")[0] == 200  # monitors call it as they like
        assert call(server, "localhost", Origin="http://evil.example")[0] == 403
    with Server(program, "--host-name=games.example,other.example", "--base-url=https://third.example/lantern") as server:
        for host, status in {"games.example": 200, "OTHER.example:80": 200, "third.example": 200, "evil.example": 421}.items():
            assert call(server, host)[0] == status, host
    with Server(program, "--host-name=*") as server:
        assert call(server, "anything.example")[0] == 200
    with Server(program, "--proxy") as server:
        # The browser has compared the name with the proxy's certificate.
        assert call(server, "games.example", X_Forwarded_Proto="https")[0] == 200
        assert call(server, "games.example", X_Forwarded_Proto="http")[0] == 421


# ---- Guesses -------------------------------------------------------------------------------------------


def test_finding_5_guesses_at_an_account_are_slowed(program):
    """From many addresses; the owner is not locked out where they were signed in."""
    with Server(program, "--proxy", hooks=1) as server:
        ada = Away(server, "198.51.100.1", "Ada")
        ada("signup", login="ada", password="bon appétit")
        home = Away(server, "198.51.100.2")
        home("login", login="ada", password="bon appétit")
        home("logout")
        answers = []
        for number in range(40):
            eve = Away(server, f"192.0.2.{number}")
            try:
                eve("login", login="ADA", password=f"guess {number}")
            except Failed as failed:
                answers.append(failed)
        codes = [answer.code for answer in answers]
        assert codes.count("wrong-password") == 6 and codes.count("too-fast") == 34, codes
        assert all(answer.error["about"] == "passwords_per_account" for answer in answers if answer.code == "too-fast")
        elsewhere = Away(server, "203.0.113.9")
        refused("too-fast", elsewhere, "login", login="ada", password="bon appétit")
        assert ada("me")["person"]["login"] == "ada"  # a session needs no password
        home("login", login="ada", password="bon appétit")  # and this network is known
        # as is the one of a session
        Away(server, "198.51.100.1")("login", login="ada", password="bon appétit")
        step(ada, 1000)
        elsewhere("login", login="ada", password="bon appétit")
        # Waits double up to a quarter of an hour; what is asked meanwhile does not count.
        wait = 1
        for number in range(14):
            step(ada, min(wait, 900) * 1000)
            refused("wrong-password", Away(server, f"198.18.0.{number}"), "login", login="ada", password="wrong")
            wait = min(2 * wait, 900)
            say = refused("too-fast", Away(server, f"198.18.1.{number}"), "login", login="ada", password="wrong")["say"]["en"]
            assert f"wait {wait} s." in say, (number, wait, say)
        # Logins that do not exist behave the same.
        for number in range(6):
            refused("wrong-password", Away(server, f"192.0.2.{number}"), "login", login="nobody", password="wrong")
        refused("too-fast", Away(server, "192.0.2.77"), "login", login="nobody", password="wrong")


def test_finding_5_guesses_at_the_old_password_are_slowed(program):
    with Server(program, "--proxy", hooks=1) as server:
        ada = Away(server, "198.51.100.1", "Ada")
        ada("signup", login="ada", password="bon appétit")
        for number in range(6):
            ada.address = f"192.0.2.{number}"
            refused("wrong-password", ada, "password", old="wrong", new="un nouveau mot")
        ada.address = "192.0.2.9"
        refused("too-fast", ada, "password", old="bon appétit", new="un nouveau mot")
        Away(server, "192.0.2.10")("login", login="ada", password="bon appétit")
        step(ada, 1000)
        ada("password", old="bon appétit", new="un nouveau mot")


def test_finding_5_guesses_at_a_table_are_slowed(program):
    with Server(program, "--proxy", hooks=1) as server:
        ada, bruno = Away(server, "198.51.100.1", "Ada"), Away(server, "198.51.100.2", "Bruno")
        table = ada("create", settings=manor(), password="sesame")["table"]["table"]
        looking = bruno.socket()
        looking("open", table=table, seat=0, password="sesame")
        codes = []
        for number in range(40):
            try:
                Away(server, f"192.0.2.{number}")("open", table=table, seat=0, password=f"guess {number}")
            except Failed as failed:
                codes.append(failed.code)
        assert codes.count("wrong-password") == 21 and codes.count("too-fast") == 19, codes
        chloe = Away(server, "198.51.100.3", "Chloé")
        assert refused("too-fast", chloe, "sit", table=table, seat=2, password="sesame")["about"] == "passwords_per_table"
        looking("open", table=table, seat=0)  # whoever is in already is not asked again
        ada("info", table=table)
        other = ada("create", settings=manor(), password="sesame")["table"]["table"]
        chloe("sit", table=other, seat=2, password="sesame")
        step(ada, 1000)
        chloe("sit", table=table, seat=2, password="sesame")


def test_finding_5_short_of_memory_is_no_wrong_password(program):
    with Server(program) as server:
        ada = Person(server, "Ada")
        ada("signup", login="ada", password="bon appétit")
        pid = server.process.pid
        with open(f"/proc/{pid}/statm", encoding="ascii") as file:
            used = int(file.read().split()[0]) * resource.getpagesize()
        phone = Person(server)
        _, most = resource.prlimit(pid, resource.RLIMIT_AS)
        resource.prlimit(pid, resource.RLIMIT_AS, (used + (24 << 20), most))  # hashing a password takes 64 MB
        for login in ("ada", "nobody"):
            assert "memory" in refused("limit", phone, "login", login=login, password="bon appétit")["say"]["en"]
        refused("limit", ada, "password", old="bon appétit", new="un nouveau mot")
        refused("limit", phone, "signup", login="bruno", password="bon appétit")
        resource.prlimit(pid, resource.RLIMIT_AS, (most, most))
        assert phone("login", login="ada", password="bon appétit")["person"]["id"] == ada.id


def asked(server, op, **params):
    """The error code of an operation by HTTP without a session, which reads nothing but what it asks for."""
    connection = server.http()
    connection.request("POST", f"/api/{op}", json.dumps(params), {"Content-Type": "application/json"})
    return json.loads(connection.getresponse().read())["error"]["code"]


def test_finding_5_a_store_that_fails_is_no_wrong_password(program):
    """Nor a wrong code, nor an empty list of sessions: what could not be read is not answered."""
    with Server(program) as server:
        ada = Person(server, "Ada")
        ada("signup", login="ada", password="bon appétit")
        line = ada.socket()
        store = sqlite3.connect(os.path.join(server.data, "lanterne.db"), isolation_level=None, timeout=lantern.PATIENCE)
        with contextlib.closing(store):
            store.execute("ALTER TABLE doc RENAME TO hidden")
            assert asked(server, "login", login="ada", password="bon appétit") == "storage"
            assert asked(server, "reset", login="ada", code="0" * 20, password="bon appétit") == "storage"
            refused("storage", line, "sessions")
            store.execute("ALTER TABLE hidden RENAME TO doc")
        assert Person(server)("login", login="ada", password="bon appétit")["person"]["id"] == ada.id


# ---- Guests --------------------------------------------------------------------------------------------


def test_finding_13_guests_are_limited_before_they_are_stored(program):
    """Nothing is stored for a request beyond a limit: neither that of messages nor that of guests."""
    with Server(program, "--messages-per-address=10", hooks=1) as server:
        statuses = [Stranger(server).me() for _ in range(200)]
        assert statuses.count(200) == 50 and statuses.count(429) == 150
        assert metric(server, "guests_total") == 50
    with Server(program, hooks=1) as server:
        statuses = [Stranger(server).me() for _ in range(620)]
        assert statuses.count(200) == 600 and statuses.count(429) == 20
        try:
            Socket(server)
            raise AssertionError("a WebSocket made one more guest")
        except Closed as closed:
            assert " 429 " in str(closed)
        assert metric(server, "guests_total") == 600


class Stranger:
    """Somebody without a cookie."""

    def __init__(self, server):
        self.server = server

    def me(self):
        connection = self.server.http()
        connection.request("POST", "/api/me", "{}")
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return answer.status


def test_finding_13_guests_of_other_networks_are_not_refused(program):
    with Server(program, "--proxy", "--guests-per-address=3", hooks=1) as server:
        held = [Away(server, "192.0.2.1") for _ in range(3)]
        refused("too-fast", Away, server, "192.0.2.1")
        assert held[0]("me")["person"]["id"] == held[0].id  # with its cookie
        Away(server, "192.0.2.2")
        step(held[0], 3_600_000)
        Away(server, "192.0.2.1")


# ---- Letters -------------------------------------------------------------------------------------------


def code_in(text):
    return re.search(r"/settings#([0-9a-z]{8})\r\n", text)[1]


def confirm(person, code):
    return person("mail-confirm", code=code)


def slow_game(server, bruno):
    """A slow table at which Bruno is asked and not there."""
    ada = Away(server, "198.51.100.1", "Ada")
    table = ada("create", settings=manor(clock={"move": 3 * 24 * 3600}))["table"]["table"]
    bruno("sit", table=table, seat=2)
    looking = ada.socket()
    looking("open", table=table, seat=0)
    ada("start", table=table)
    return table


def test_finding_13_an_address_is_confirmed_before_anything_else_is_sent(program):
    mail = Mail()
    with Server(program, f"--smtp=127.0.0.1:{mail.port}", "--base-url=https://games.example", "--proxy", hooks=1) as server:
        bruno = Away(server, "198.51.100.2", "Buy at evil.example")
        answer = bruno("signup", login="bruno evil.example", password="bon appétit", mail="stranger@example.org")
        assert answer["person"]["confirmed"] is False and answer["person"]["letter"] is True
        text = mail.heard.get(timeout=patience())
        assert "RCPT TO:<stranger@example.org>" in text and "evil" not in text and "bruno" not in text.lower()
        assert re.search(r"https://games.example/settings#[0-9a-z]{8}", text)
        slow_game(server, bruno)
        code = code_in(text)
        for wrong in ("x" * 8, code[:7], ""):
            refused("refused", confirm, bruno, wrong)
        eve = Away(server, "198.51.100.3", "Eve")
        refused("refused", confirm, eve, code)
        assert bruno("mail-confirm", code=code)["person"]["confirmed"] is True
        refused("refused", confirm, bruno, code)
        table = slow_game(server, bruno)
        # The next letter is about the second table: about the first one none was sent.
        text = mail.heard.get(timeout=patience())
        assert f"https://games.example/t/{table}" in text
        server.kill()
        server.start()
        assert bruno("me")["person"]["confirmed"] is True
        assert "confirmed" not in bruno("mail", mail="", password="bon appétit")["person"]


def test_finding_13_a_code_runs_out(program):
    mail = Mail()
    with Server(program, f"--smtp=127.0.0.1:{mail.port}", "--proxy", hooks=1) as server:
        ada = Away(server, "198.51.100.1", "Ada")
        ada("signup", login="ada", password="bon appétit", mail="ada@example.org")
        code = code_in(mail.heard.get(timeout=patience()))
        for _ in range(5):
            refused("refused", confirm, ada, "x" * 8)
        refused("refused", confirm, ada, code)  # five tries a code
        ada("mail", mail="ada@example.org")
        code = code_in(mail.heard.get(timeout=patience()))
        step(ada, 24 * 3600 * 1000 + 1)
        refused("refused", confirm, ada, code)
        ada("mail", mail="ada@example.org")
        ada("mail-confirm", code=code_in(mail.heard.get(timeout=patience())))


def test_finding_13_letters_are_limited(program):
    """By address, person, network and in all; with a limit reached the address is not changed."""
    mail = Mail()
    with Server(program, f"--smtp=127.0.0.1:{mail.port}", "--proxy", hooks=1) as server:
        def account(number):
            person = Away(server, f"198.51.{number}.1")
            person("signup", login=f"person{number}", password="bon appétit")
            return person

        def sent(person, address):
            try:
                assert person("mail", mail=address, password="bon appétit")["person"]["mail"] == address
                assert f"RCPT TO:<{address}>" in mail.heard.get(timeout=patience())
                return True
            except Failed as failed:
                assert failed.code == "too-fast" and failed.error["about"] == "letters_per_mail"
                assert person("me")["person"].get("mail") != address
                return False

        people = [account(number) for number in range(8)]
        assert [sent(person, "one@example.org") for person in people[:5]] == [True] * 3 + [False] * 2
        assert not sent(people[5], "ONE@example.org")
        assert [sent(people[6], f"other{number}@example.org") for number in range(6)] == [True] * 5 + [False]
        for person in people:
            person.address = "203.0.113.1"
        step(people[0], 24 * 3600 * 1000)
        got = []
        for number in range(24):
            if number % 8 == 0:
                step(people[0], 61_000)  # ten passwords a minute from an address
            got.append(sent(people[number // 4], f"third{number}@example.org"))
        assert got == [True] * 20 + [False] * 4, got
        step(people[0], 24 * 3600 * 1000)
        for number, person in enumerate(people):
            person.address = f"198.51.{number}.1"
        assert sent(people[0], "one@example.org")
        assert mail.heard.empty()


if __name__ == "__main__":
    lantern.Tap(globals(), sys.argv[1])
