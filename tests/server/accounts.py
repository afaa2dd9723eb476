"""Guests who sign in take their tables along; a forgotten password is set anew by letter."""

import concurrent.futures
import copy
import json
import re
import sys

import lantern
from lantern import Person, Seat, Server
from logs import store_of
from operate import Mail
from patience import patience, until
from people import Away, metric
from play import refused


def info(person, table):
    return person("info", table=table)["table"]


def mine(person):
    return {row["table"]: row for row in person("me")["tables"]}


def account(server, login="ada", name="Ada"):
    person = Person(server, name)
    person("signup", login=login, password="a lantern")
    return person


def test_a_guest_who_signs_in_keeps_running_games_on_both_devices(program):
    with Server(program, hooks=1) as server:
        phone, laptop, bob = account(server), Person(server, "Guest Ada"), Person(server, "Bob")
        table = laptop("create", settings={"game": "manor", "seats": 2})["table"]["table"]
        bob("sit", table=table, seat=2)
        laptop("start", table=table)
        waits = laptop("create", settings={"game": "manor", "seats": 2})["table"]["table"]
        answer = laptop("login", login="ada", password="a lantern")
        assert answer["tables"] == 2 and answer["person"]["name"] == "Ada"
        for device in (laptop, phone):
            assert mine(device).keys() == {table, waits}, mine(device)
            assert mine(device)[table]["mine"] == [1]
        assert [seat["you"] for seat in info(phone, table)["seats"]] == [True, False]
        # Played from the other device; the host's place came along, too.
        seat = Seat(phone.socket(), table, 1)
        other = Seat(bob.socket(), table, 2)
        for _ in range(4):
            asked = next(one for one in (seat, other) if one.drain() or one.asked())
            asked.move(asked.ask["actions"][0])
            asked.connection.barrier()
            for one in (seat, other):
                one.connection.barrier()
                one.drain()
        assert any("do" in item for item in seat.told)
        laptop("bot", table=waits, seat=2, level="random")
        laptop("start", table=waits)
        server.stop()
        server.start()
        assert [seat["you"] for seat in info(laptop, table)["seats"]] == [True, False]
        assert mine(phone).keys() == {table, waits}


def test_a_login_without_a_guest_says_nothing_of_tables(program):
    with Server(program, hooks=1) as server:
        account(server)
        again = account(server, "bob", "Bob")
        again("create", settings={"game": "manor", "seats": 2})
        answer = again("login", login="ada", password="a lantern")
        # An account keeps what is its own when somebody signs in to another one on its device.
        assert "tables" not in answer and not mine(again)


def test_a_removed_guest_stays_removed_under_the_account(program):
    with Server(program, hooks=1) as server:
        ada, host = account(server), Person(server, "Host")
        eve = Person(server, "Eve")
        table = host("create", settings={"game": "manor", "seats": 2})["table"]["table"]
        eve("sit", table=table, seat=2)
        host("remove", table=table, person=info(host, table)["seats"][1]["person"])
        eve("login", login="ada", password="a lantern")
        refused("forbidden", eve, "sit", table=table, seat=2)
        refused("forbidden", ada, "sit", table=table, seat=2)
        assert [row["name"] for row in info(host, table)["removed"]] == ["Eve"]


def test_the_tables_of_another_guest_are_not_taken(program):
    with Server(program, hooks=1) as server:
        account(server)
        bob, eve = Person(server, "Bob"), Person(server, "Eve")
        table = bob("create", settings={"game": "manor", "seats": 2})["table"]["table"]
        eve("login", login="ada", password="a lantern")
        assert table not in mine(eve)
        refused("forbidden", eve, "start", table=table)


def reset(person, login, secret, password):
    return person("reset", login=login, code=secret, password=password)


def letter(mail):
    return mail.heard.get(timeout=patience())


def confirmed(server, mail, login="ada"):
    person = Person(server, "Ada")
    person("signup", login=login, password="a lantern", mail=f"{login}@example.org")
    person("mail-confirm", code=re.search(r"/settings#(\w{8})\r", letter(mail))[1])
    return person


def test_a_forgotten_password_is_set_anew_with_the_code_of_a_letter(program):
    mail = Mail()
    with Server(program, f"--smtp=127.0.0.1:{mail.port}", "--base-url=https://games.example", hooks=1) as server:
        ada, new = confirmed(server, mail), Person(server, "New device")
        new("reset-ask", login="ADA")
        text = letter(mail)
        code = re.search(r"/settings#reset-(\w{20})\r", text)[1]
        assert "To: <ada@example.org>" in text and "ada" not in text.split("\r\n\r\n", 1)[1].replace("ada@example.org", "")
        refused("refused", reset, new, "ada", "0" * 20, "another one")
        refused("refused", reset, new, "bob", code, "another one")
        new("reset", login="ada", code=code, password="another one")
        assert new("me")["person"]["login"] == "ada"
        refused("refused", reset, new, "ada", code, "once more it")
        refused("wrong-password", Person(server), "login", login="ada", password="a lantern")
        Person(server)("login", login="ada", password="another one")
        refused("forbidden", ada, "mail", mail="")  # a new guest


def test_a_guest_who_sets_a_password_anew_takes_the_seats_along(program):
    """As by `login`; and what the client names as such is worth nothing."""
    mail = Mail()
    with Server(program, f"--smtp=127.0.0.1:{mail.port}", "--base-url=https://games.example", hooks=1) as server:
        confirmed(server, mail)
        guest, host = Person(server, "New device"), Person(server, "Host")
        table = host("create", settings={"game": "manor", "seats": 2})["table"]["table"]
        other = host("create", settings={"game": "manor", "seats": 2})["table"]["table"]
        guest("sit", table=table, seat=2)
        old = guest.cookie
        forged = {"along": 7, "along-notes": {other: "{}"}}
        asked = {"login": "ada", "code": asked_code(guest, mail), "password": "another one", **forged}
        answer = json.loads(guest.post("reset", json.dumps(asked))[1])
        assert answer["tables"] == 1 and answer["person"]["login"] == "ada" and list(mine(guest)) == [table]
        assert guest("stand", table=table, seat=2)
        left = Person(server, "Left")
        left.cookie = old
        assert left("me")["person"]["id"] not in (guest.id, answer["person"]["id"])


def test_asking_for_a_letter_tells_nothing_and_old_codes_run_out(program):
    mail = Mail()
    with Server(program, f"--smtp=127.0.0.1:{mail.port}", "--base-url=https://games.example", hooks=1) as server:
        confirmed(server, mail)
        plain = account(server, "bob", "Bob")
        eve = Person(server, "Eve")
        answers = [eve.post("reset-ask", f'{{"login": "{login}"}}')[:1] for login in ("ada", "bob", "nobody", "x")]
        assert len(set(answers)) == 1, answers
        code = re.search(r"/settings#reset-(\w{20})\r", letter(mail))[1]
        assert mail.heard.empty()
        eve("test-step", ms=3 * 86_400_000)
        refused("refused", reset, eve, "ada", code, "another one")
        assert plain("me")["person"]["login"] == "bob"


def test_asking_for_a_letter_leaves_the_account_as_it_is(program):
    """Else an account that is read before a change of password and written after it would undo the change. A
    code is worth nothing once the password has changed by another way."""
    mail = Mail()
    rows = "SELECT space, value FROM doc WHERE space IN ('account', 'reset') ORDER BY space"
    with Server(program, f"--smtp=127.0.0.1:{mail.port}", "--base-url=https://games.example", hooks=1) as server:
        ada, eve = confirmed(server, mail), Person(server, "Eve")
        with store_of(server) as store:
            before = store.execute(rows).fetchall()
            eve("reset-ask", login="ada")
            code = re.search(r"/settings#reset-(\w{20})\r", letter(mail))[1]
            asked = store.execute(rows).fetchall()
            assert asked[:1] == before and asked[1][0] == "reset" and code.encode() not in asked[1][1]
            ada("password", old="a lantern", new="another one")
            assert len(store.execute(rows).fetchall()) == 1
            refused("refused", reset, eve, "ada", code, "mine it is now")
            eve("reset-ask", login="ada")
            letter(mail)
            ada("forget", password="another one")
            assert not store.execute(rows).fetchall()


def test_a_login_takes_nothing_along_that_the_client_names(program):
    """Which guest becomes the account's person, and with which tables, is the server's to say: fields by
    which it keeps that are worth nothing in a message."""
    forged = {"login": "ada", "password": "a lantern", "along": 3, "along-notes": {"0123456789": "{}", "x/y": "z"}}
    with Server(program, hooks=1) as server:
        ada, bob = account(server), account(server, "bob", "Bob")
        connection = server.http()
        for headers in ({}, {"Cookie": f"lanterne={bob.cookie}"}):
            connection.request("POST", "/api/login", json.dumps(forged), {"Content-Type": "application/json", **headers})
            answer = json.loads(connection.getresponse().read())
            assert answer["ok"] and "tables" not in answer, answer
        with store_of(server) as store:
            stored = store.execute("SELECT key, value FROM doc WHERE space IN ('mine', 'person') ORDER BY key").fetchall()
        assert not [row for row in stored if "/" in row[0] or b"was" in row[1]], stored
        assert not ada("me")["tables"]


def asked_code(person, mail):
    person("reset-ask", login="ada")
    return re.search(r"/settings#reset-(\w{20})\r", letter(mail))[1]


def test_wrong_codes_of_strangers_do_not_use_up_the_owners(program):
    """Tries are counted by network: who knows a login cannot keep its owner from a new password."""
    mail = Mail()
    with Server(program, f"--smtp=127.0.0.1:{mail.port}", "--base-url=https://games.example", "--proxy", hooks=1) as server:
        confirmed(server, mail)
        ada, eve = Away(server, "192.0.2.1"), Away(server, "198.51.100.1", "Eve")
        code = asked_code(ada, mail)
        for _ in range(6):
            refused("refused", reset, eve, "ada", "0" * 20, "mine it is now")
        refused("refused", reset, eve, "ada", code, "mine it is now")  # the right one comes too late there
        reset(ada, "ada", code, "another one")
        assert ada("me")["person"]["login"] == "ada"


def test_a_code_ends_when_the_address_changes(program):
    """Whoever reads the letters of the old address could have asked for it."""
    mail = Mail()
    with Server(program, f"--smtp=127.0.0.1:{mail.port}", "--base-url=https://games.example", hooks=1) as server:
        ada, eve = confirmed(server, mail), Person(server, "Eve")
        code = asked_code(eve, mail)
        ada("mail", mail="new@example.org", password="a lantern")
        letter(mail)
        refused("refused", reset, eve, "ada", code, "mine it is now")
        ada("mail", mail="", password="a lantern")
        eve("reset-ask", login="ada")
        assert ada("me")["person"]["login"] == "ada" and mail.heard.empty()


def test_a_stolen_session_alone_takes_no_account(program):
    """With it neither the address that receives new passwords can be changed, nor the account be deleted; and
    guesses at the password are slowed as those at the door."""
    mail = Mail()
    with Server(program, f"--smtp=127.0.0.1:{mail.port}", "--base-url=https://games.example", hooks=1) as server:
        ada = confirmed(server, mail)
        thief = Person(server, "Eve")
        thief.cookie = ada.cookie
        for op, params in (("mail", {"mail": "eve@example.org"}), ("mail", {"mail": ""}), ("forget", {})):
            refused("bad-message", thief, op, **params)
            refused("wrong-password", thief, op, password="a guess", **params)
        for _ in range(3):
            refused("wrong-password", thief, "forget", password="a guess")
        refused("too-fast", thief, "mail", mail="eve@example.org", password="a lantern")
        assert mail.heard.empty()
        assert thief("mail", mail="ada@example.org")["person"]["confirmed"]  # nothing changes
        ada("test-step", ms=3_600_000)
        person = ada("mail", mail="new@example.org", password="a lantern")["person"]
        assert person["mail"] == "new@example.org" and person["confirmed"] is False
        assert "RCPT TO:<new@example.org>" in letter(mail)
        ada("forget", password="a lantern")
        refused("wrong-password", Person(server), "login", login="ada", password="a lantern")


def behind_others(pool, server, address, person, op, **params):
    """Sends an operation with a password behind nine others from its address, so that it waits to be
    verified; its future."""
    filler = Away(server, address)
    for number in range(9):
        pool.submit(copy.copy(filler).post, "login", json.dumps({"login": f"nobody {number}", "password": "a lantern"}))
    until(lambda: metric(server, "logins_waiting") > 3, "no password waits")
    before = metric(server, "logins_waiting")
    sent = pool.submit(person.post, op, json.dumps(params))
    until(lambda: metric(server, "logins_waiting") > before or metric(server, "logins_waiting") < 3, "the password does not wait")
    return sent


def test_a_new_password_ends_what_waits_with_the_old_one(program):
    """Whoever knew the old one, and waits in the queue while it is changed, neither signs in nor changes
    it."""
    with Server(program, "--proxy") as server, concurrent.futures.ThreadPoolExecutor(16) as pool:
        ada, guest = Away(server, "192.0.2.1", "Ada"), Away(server, "198.51.100.1")
        ada("signup", login="ada", password="a lantern")
        sent = behind_others(pool, server, "198.51.100.1", guest, "login", login="ada", password="a lantern")
        ada("password", old="a lantern", new="a new lantern")
        sent.result()
        assert guest("me")["person"]["id"] != ada.id, "the old password signs in"
        # A stolen session besides: of two changes of one password one succeeds.
        thief = Away(server, "198.51.100.2")
        thief("login", login="ada", password="a new lantern")
        thief.address = "198.51.100.3"
        sent = behind_others(pool, server, "198.51.100.3", thief, "password", old="a new lantern", new="mine it is now")
        first = ada.post("password", json.dumps({"old": "a new lantern", "new": "a third lantern"}))[0]
        second = sent.result()[0]
        assert sorted([first, second])[0] == 200 < sorted([first, second])[1], "the password was changed twice"


def test_a_server_without_e_mail_says_so(program):
    with Server(program, hooks=1) as server:
        refused("not-now", account(server), "reset-ask", login="ada")


if __name__ == "__main__":
    lantern.Tap(globals(), sys.argv[1])
