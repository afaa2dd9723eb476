"""Passkeys (WebAuthn): a page and an authenticator of our own (authenticator.py) against the real server,
with every kind of answer that must be refused."""

import concurrent.futures
import json
import socket
import sys

import lantern
from authenticator import BACKED_UP, CREDENTIAL, EXTENSIONS, TOUCHED, VERIFIED, Authenticator, Page, cbor, coded, decoded, enter, passkey
from lantern import Closed, Person, Server
from logs import store_of
from operate import run
from patience import until
from peers import said
from play import refused

PASSWORD = "a lantern"
MINUTE = 60 * 1000


def account(server, login="ada", name="Ada", **options):
    page = Page(server, name, **options)
    page("signup", login=login, password=PASSWORD)
    return page


def shown(page):
    return [row["name"] for row in page("passkeys")["passkeys"]]


def stored(server, space):
    with store_of(server) as store:
        return {key: json.loads(value) for key, value in store.execute("SELECT key, value FROM doc WHERE space = ?", (space,))}


def test_a_passkey_signs_in_and_takes_the_games_of_the_guest_along(program):
    with Server(program, hooks=1) as server:
        ada, bob = account(server), Person(server, "Bob")
        key = passkey(ada, PASSWORD, "Ada's phone")
        (row,) = ada("passkeys")["passkeys"]
        assert row["name"] == "Ada's phone" and row["site"] == "localhost" and "used" not in row, row
        guest = Page(server, "Guest Ada")
        table = guest("create", settings={"game": "manor", "seats": 2})["table"]["table"]
        bob("sit", table=table, seat=2)
        connection, cookie = guest.socket(), guest.cookie
        answer = enter(guest, key)
        assert answer["tables"] == 1 and answer["person"]["login"] == "ada" and answer["person"]["id"] == ada.id, answer
        assert guest.cookie != cookie, "the token stays the same"
        assert [one["table"] for one in ada("me")["tables"]] == [table]
        assert [seat["you"] for seat in guest("info", table=table)["table"]["seats"]] == [True, False]
        # The guest's session has ended, and its connection with it.
        try:
            while True:
                connection.step()
        except Closed:
            pass
        assert len(guest("sessions")["sessions"]) == 2
        assert ada("passkeys")["passkeys"][0]["used"] >= row["since"]
        # An account that signs in to another one keeps what is its own.
        carl = account(server, "carl", "Carl")
        assert "tables" not in enter(carl, key) and carl("me")["person"]["id"] == ada.id
        again = Page(server)
        server.stop()
        server.start()
        assert enter(again, key)["person"]["id"] == ada.id


def test_passkeys_are_named_renamed_and_removed(program):
    with Server(program, hooks=1) as server:
        ada, bob = account(server), account(server, "bob", "Bob")
        phone, laptop = passkey(ada, PASSWORD, "Phone"), passkey(ada, PASSWORD, "Laptop")
        new = ada("passkey-new", password=PASSWORD)
        assert {decoded(one) for one in new["known"]} == {phone.credential, laptop.credential}
        assert decoded(new["user"]) != ada.id.encode() and ada.id not in new["user"] and len(decoded(new["user"])) == 32
        ada("passkey-rename", passkey=coded(phone.credential), name="Old phone")
        assert sorted(shown(ada)) == ["Laptop", "Old phone"] and shown(bob) == []
        refused("bad-message", ada, "passkey-rename", passkey=coded(phone.credential), name="\u200b")
        # Nobody touches those of others, and what is not there is not found.
        for op, more in (("passkey-rename", {"name": "Mine"}), ("passkey-remove", {})):
            refused("not-found", bob, op, passkey=coded(phone.credential), **more)
            refused("not-found", ada, op, passkey=coded(b"unknown"), **more)
        ada("passkey-remove", passkey=coded(phone.credential))
        assert shown(ada) == ["Laptop"] and len(stored(server, "credential")) == 1
        assert refused("wrong-password", enter, Page(server), phone)["say"]["en"].startswith("This passkey opens no account")
        assert enter(Page(server), laptop)["person"]["login"] == "ada"
        # By a WebSocket, too.
        connection = ada.socket()
        assert [one["name"] for one in connection("passkeys")["passkeys"]] == ["Laptop"]
        # What sets the cookie or needs the Origin goes by HTTP alone.
        for op, fields in (("passkey-new", {"password": PASSWORD}), ("passkey-ask", {})):
            refused("unknown-operation", connection, op, **fields)


def test_adding_needs_an_account_and_its_password(program):
    with Server(program, hooks=1) as server:
        ada, guest = account(server), Page(server)
        refused("wrong-password", ada, "passkey-new", password="a candle")
        refused("forbidden", guest, "passkey-new", password=PASSWORD)
        refused("forbidden", guest, "passkeys")
        key = Authenticator()
        made = key.made(ada, ada("passkey-new", password=PASSWORD))
        refused("forbidden", guest, "passkey-add", name="Phone", **made)
        assert not stored(server, "credential") and shown(ada) == []


def offcurve():
    key = Authenticator()
    return cbor({**key.key(), -3: key.x})


# Registrations that must be refused: what is false, and the code.
BAD_NEW = {
    "made to sign in": ({"type": "webauthn.get"}, "refused"),
    "another origin": ({"origin": "http://localhost.example:1"}, "refused"),
    "another port": ({"origin": "http://localhost:1"}, "refused"),
    "in a frame": ({"crossOrigin": True}, "refused"),
    "under a page": ({"topOrigin": "https://evil.example"}, "refused"),
    "no challenge": ({"challenge": None}, "refused"),
    "a challenge of its own": ({"challenge": coded(bytes(89))}, "stale"),
    "a short challenge": ({"challenge": coded(bytes(32))}, "stale"),
    "a long challenge": ({"challenge": coded(bytes(400))}, "refused"),
    "another name": ({"site": "lanterne.example"}, "refused"),
    "untouched": ({"flags": VERIFIED | CREDENTIAL}, "refused"),
    "unverified": ({"flags": TOUCHED | CREDENTIAL}, "refused"),
    "no credential": ({"flags": TOUCHED | VERIFIED}, "refused"),
    "backed up though it cannot be": ({"flags": TOUCHED | VERIFIED | CREDENTIAL | BACKED_UP}, "refused"),
    "bytes left over": ({"tail": b"\0"}, "refused"),
    "extensions that are none": ({"flags": TOUCHED | VERIFIED | CREDENTIAL | EXTENSIONS, "tail": b"\x01"}, "refused"),
    "extensions missing": ({"flags": TOUCHED | VERIFIED | CREDENTIAL | EXTENSIONS}, "refused"),
    "no key": ({"key": b""}, "refused"),
    "an empty key": ({"key": cbor({})}, "refused"),
    "an unknown algorithm": ({"key": cbor({1: 2, 3: -47, -1: 8, -2: bytes(32), -3: bytes(32)})}, "refused"),
    "a point that is not on the curve": ({"key": offcurve()}, "refused"),
    "a label that comes twice": ({"key": b"\xa2" + cbor(1) + cbor(2) + cbor(1) + cbor(2)}, "refused"),
    "no cbor": ({"attestation": b"\xff"}, "refused"),
    "nothing": ({"attestation": b""}, "refused"),
    "a map without data": ({"attestation": cbor({"fmt": "none", "attStmt": {}})}, "refused"),
    "a size that is not there": ({"attestation": b"\xbb" + b"\xff" * 8}, "refused"),
    "bytes of a size that is not there": ({"attestation": b"\xa1" + cbor("authData") + b"\x5b" + b"\xff" * 8}, "refused"),
    "nested without end": ({"attestation": b"\xa1" + cbor("attStmt") + b"\x81" * 5000}, "refused"),
}


def test_bad_registrations_are_refused_and_change_nothing(program):
    with Server(program, hooks=1) as server:
        ada = account(server)
        for what, (false, code) in BAD_NEW.items():
            ada("test-step", ms=MINUTE)
            made = Authenticator().made(ada, ada("passkey-new", password=PASSWORD), **false)
            try:
                refused(code, ada, "passkey-add", name="Phone", **made)
            except AssertionError as error:
                raise AssertionError(f"{what}: {error}") from error
            assert not stored(server, "passkey") and not stored(server, "credential"), what
        ada("test-step", ms=MINUTE)
        new = ada("passkey-new", password=PASSWORD)
        made = Authenticator().made(ada, new)
        for field in ("client", "attestation"):
            refused("bad-message", ada, "passkey-add", name="Phone", **{**made, field: "not base64!"})
            refused("bad-message", ada, "passkey-add", name="Phone", **{**made, field: "A" * 22000})
        refused("bad-message", ada, "passkey-add", name="\n", **made)
        # None of those has used the challenge up. Statements and extensions are read over.
        good = Authenticator().made(ada, new, flags=TOUCHED | VERIFIED | CREDENTIAL | EXTENSIONS, tail=cbor({"credProtect": 2, "x": True}),
                                    statement={"alg": -7, "sig": b"x", "x5c": [b"y"]})
        ada("passkey-add", name="Phone", **good)
        assert shown(ada) == ["Phone"]


def test_a_challenge_belongs_to_its_session_purpose_and_time_and_counts_once(program):
    with Server(program, hooks=1) as server:
        ada = account(server)
        other = Page(server)
        other("login", login="ada", password=PASSWORD)
        # Another session of the same account; a challenge to sign in.
        made = Authenticator().made(ada, ada("passkey-new", password=PASSWORD))
        refused("stale", other, "passkey-add", name="Phone", **made)
        ask = {**ada("passkey-ask"), "user": coded(bytes(32))}
        refused("stale", ada, "passkey-add", name="Phone", **Authenticator().made(ada, ask))
        # Too late by a moment.
        made = Authenticator().made(ada, ada("passkey-new", password=PASSWORD))
        ada("test-step", ms=5 * MINUTE)
        refused("stale", ada, "passkey-add", name="Phone", **made)
        new = ada("passkey-new", password=PASSWORD)
        ada("test-step", ms=5 * MINUTE - 1)
        ada("passkey-add", name="Phone", **Authenticator().made(ada, new))
        refused("stale", ada, "passkey-add", name="Tablet", **Authenticator().made(ada, new))
        assert shown(ada) == ["Phone"]


def test_a_credential_belongs_to_one_account(program):
    with Server(program, hooks=1) as server:
        ada, bob = account(server), account(server, "bob", "Bob")
        key = passkey(ada, PASSWORD)
        thief = Authenticator(credential=key.credential)
        for page in (ada, bob):
            refused("taken", page, "passkey-add", name="Mine", **thief.made(page, page("passkey-new", password=PASSWORD)))
        assert shown(bob) == [] and enter(Page(server), key)["person"]["login"] == "ada"


# Answers to sign in that must be refused.
BAD_LOGIN = {
    "made to register": ({"type": "webauthn.create"}, "wrong-password"),
    "another origin": ({"origin": "https://localhost"}, "wrong-password"),
    "in a frame": ({"crossOrigin": True}, "wrong-password"),
    "another name": ({"site": "lanterne.example"}, "wrong-password"),
    "untouched": ({"flags": VERIFIED}, "wrong-password"),
    "unverified": ({"flags": TOUCHED}, "refused"),
    "bytes left over": ({"tail": b"\0"}, "wrong-password"),
    "a challenge of its own": ({"challenge": coded(bytes(89))}, "stale"),
    "another key": ({"secret": 7}, "wrong-password"),
    "another account": ({"user": coded(bytes(32))}, "wrong-password"),
    "no account": ({"user": coded(b"x")}, "wrong-password"),
}


def test_bad_answers_sign_nobody_in(program):
    with Server(program, hooks=1) as server:
        ada = account(server)
        key = passkey(ada, PASSWORD)
        eve = Page(server, "Eve")
        cookie = eve.cookie
        for what, (false, code) in BAD_LOGIN.items():
            ada("test-step", ms=MINUTE)
            try:
                refused(code, enter, eve, key, **false)
            except AssertionError as error:
                raise AssertionError(f"{what}: {error}") from error
            assert eve.cookie == cookie and eve("me")["person"]["id"] == eve.id, what
        ada("test-step", ms=MINUTE)
        # Signed by the right key, but something else than what is sent.
        for field in ("data", "client", "signature"):
            fields = key.signed(eve, eve("passkey-ask"))
            changed = bytearray(decoded(fields[field]))
            if field == "client":
                changed = changed.replace(b'"crossOrigin":false', b'"crossOrigin":false ')
            else:
                changed[-1] ^= 1
            refused("wrong-password", eve, "passkey-login", **{**fields, field: coded(bytes(changed))})
            refused("bad-message", eve, "passkey-login", **{**fields, field: "="})
        # An unknown credential and a wrong signature are answered alike.
        ada("test-step", ms=MINUTE)
        unknown, wrong = Authenticator(), refused("wrong-password", enter, eve, key, secret=9)
        unknown.user = key.user
        assert refused("wrong-password", enter, eve, unknown) == wrong
        assert "used" not in ada("passkeys")["passkeys"][0]
        assert enter(eve, key)["person"]["id"] == ada.id


def test_an_answer_counts_once_and_in_its_own_session_alone(program):
    with Server(program, hooks=1) as server:
        ada, guest, eve = account(server), Page(server), Page(server)
        key = passkey(ada, PASSWORD)
        asked = guest("passkey-ask")
        fields = key.signed(guest, asked)
        # Somebody else who has read it on its way.
        refused("stale", eve, "passkey-login", **fields)
        # Twice at once: one of them signs in.
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            posts = [pool.submit(Page.post, guest, "passkey-login", json.dumps(fields)) for _ in range(2)]
        answers = [json.loads(post.result()[1]) for post in posts]
        assert sorted(one["ok"] for one in answers) == [False, True], answers
        # The session of the guest is gone; its cookie brings nobody back.
        refused("stale", guest, "passkey-login", **fields)
        assert len([one for one in stored(server, "session") if one.startswith(ada.id)]) == 2
        # Too late.
        asked = eve("passkey-ask")
        ada("test-step", ms=5 * MINUTE)
        refused("stale", eve, "passkey-login", **key.signed(eve, asked))


def test_a_passkey_that_counts_backwards_is_refused_and_logged(program):
    with Server(program, hooks=1) as server:
        ada = account(server)
        key = passkey(ada, PASSWORD, count=5)
        for count in (6, 9):
            key.count = count
            assert enter(Page(server), key)["person"]["id"] == ada.id
        for count in (9, 8, 0):
            key.count = count
            error = refused("refused", enter, Page(server), key)
            assert "counts fewer uses" in error["say"]["en"], error
        assert said(server).count('"passkey-copied"') == 3, said(server)
        key.count = 10
        assert enter(Page(server), key)["person"]["id"] == ada.id


def test_a_new_password_ends_all_passkeys(program):
    with Server(program, hooks=1) as server:
        ada = account(server)
        key = passkey(ada, PASSWORD)
        # Asked for under the old password, brought after the change, by the session that goes on.
        late = Authenticator().made(ada, ada("passkey-new", password=PASSWORD))
        ada("password", old=PASSWORD, new="a chandelier")
        refused("stale", ada, "passkey-add", name="Late", **late)
        refused("wrong-password", enter, Page(server), key)
        assert shown(ada) == []
        until(lambda: not stored(server, "passkey") and not stored(server, "credential"), "ended passkeys stay in the store")
        ada("test-step", ms=MINUTE)
        key = passkey(ada, "a chandelier")
        assert enter(Page(server), key)["person"]["id"] == ada.id
        # By whoever runs the server.
        password = run(program, "admin", "password", "ada", f"--data={server.data}").strip()
        refused("wrong-password", enter, Page(server), key)
        again = Page(server)
        again("login", login="ada", password=password)
        assert shown(again) == []


def test_pages_without_a_name_have_no_passkeys(program):
    with Server(program, hooks=1) as server:
        ada = account(server)
        # Addresses, and a name without https that is not this machine's alone.
        for origin in (f"http://127.0.0.1:{server.port}", f"http://[::1]:{server.port}", f"http://{socket.gethostname()}:{server.port}"):
            page = Page(server, origin=origin)
            refused("not-now", page, "passkey-ask")
            refused("not-now", page, "passkey-login", credential="", client="", data="", signature="", user="")
        # No page at all: a program without an Origin.
        plain = Person(server)
        plain.cookie = ada.cookie
        refused("not-now", plain, "passkey-new", password=PASSWORD)
        refused("not-now", plain, "passkey-add", name="Phone", client="", attestation="")
        # Another site gets nothing at all, and a page that is listed is a page of the server.
        foreign = Page(server)
        assert foreign.post("passkey-ask", "{}", {"Origin": "https://evil.example"})[0] == 403
    with Server(program, "--origin=https://play.example", hooks=1) as server:
        page = account(server)
        page.origin = "https://play.example"
        listed = {"Host": f"localhost:{server.port}"}
        page.post = lambda op, body, headers=None: Page.post(page, op, body, {**listed, **(headers or {})})
        key = passkey(page, PASSWORD)
        assert page("passkeys")["passkeys"][0]["site"] == "play.example"
        # It opens nothing under the server's other name.
        refused("wrong-password", enter, Page(server), key)
        assert enter(page, key)["person"]["login"] == "ada"


def test_tries_and_numbers_are_limited(program):
    with Server(program, hooks=1) as server:
        ada = account(server)
        while len(shown(ada)) < 20:
            ada("test-step", ms=MINUTE)
            for number in range(5):
                passkey(ada, PASSWORD, f"Key {number}")
        ada("test-step", ms=MINUTE)
        assert refused("limit", ada, "passkey-new", password=PASSWORD)["about"] == "passkeys_per_person"
        eve, key = Page(server), Authenticator()
        key.user = coded(bytes(32))
        # The tries of an address are those at passwords.
        ada("test-step", ms=MINUTE)
        for _ in range(10):
            refused("wrong-password", enter, eve, key)
        refused("too-fast", enter, eve, key)
        refused("too-fast", eve, "login", login="ada", password=PASSWORD)
        ada("test-step", ms=MINUTE)
        for _ in range(60):
            eve("passkey-ask")
        assert refused("too-fast", eve, "passkey-ask")["about"] == "passkey_asks_per_minute"


def test_what_a_client_adds_to_a_message_is_not_believed(program):
    """The server keeps what follows from a passkey in the message: a client that writes these fields itself
    changes nothing by it."""
    with Server(program, hooks=1) as server:
        ada, eve = account(server), account(server, "eve", "Eve")
        key = passkey(ada, PASSWORD, "Phone")
        (name, document), = stored(server, "passkey").items()
        planted = {"used-key": name, "used-passkey": {**document, "name": "Planted"}, "along": 3, "along-notes": {"x": "y"}}
        for op, fields in (("login", {"login": "eve", "password": PASSWORD}), ("passkey-login", key.signed(eve, eve("passkey-ask"), secret=7))):
            eve.post(op, json.dumps({**fields, **planted}))
            assert stored(server, "passkey") == {name: document}
        asked = eve("passkey-ask")
        status, text = eve.post("passkey-login", json.dumps({**key.signed(eve, asked), **planted}))
        assert status == 200 and "tables" not in json.loads(text), text
        assert shown(ada) == ["Phone"]


if __name__ == "__main__":
    lantern.Tap(globals(), sys.argv[1])
