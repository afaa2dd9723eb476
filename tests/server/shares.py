"""Shares of the server's threads, memory and tables: what one client takes is not missing for the others.
Each test names the finding it was written for."""

import json
import re
import shutil
import subprocess
import sys

import lantern
from lantern import Closed, Person, Seat, Server
from patience import until
from play import manor, refused

ONE_THREAD = {"UV_THREADPOOL_SIZE": "1"}
SEARCHERS = 40  # tables of bots that search, all of one guest


def metrics(text):
    return {name: float(value) for name, value in re.findall(r"(?m)^lanterne_(\w+) ([0-9.e+]+)$", text)}


def measured(server):
    return metrics(server.get("/metrics")[1].decode())


def request(op, params, cookie):
    body = json.dumps(params)
    return (f"POST /api/{op} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n"
            f"Cookie: lanterne={cookie}\r\n\r\n{body}").encode()


def bots_asked_during(server, *asked):
    """Sends operations in one go on one connection, between two requests for /metrics, and returns how many
    questions were put to bots while they waited. A connection answers in order, so the two readings lie
    exactly before and after the operations."""
    look = b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n"
    connection = server.raw()
    connection.sendall(look + b"".join(asked) + look.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
    answer = b""
    while chunk := connection.recv(65536):
        answer += chunk
    connection.close()
    text = answer.decode()
    assert text.count('"ok":true') == len(asked), text[-2000:]
    before, after = re.findall(r"(?m)^lanterne_bot_questions_total (\d+)$", text)
    return int(after) - int(before)


def test_finding_11_bots_of_one_guest_delay_neither_login_nor_hint(program):
    """With a single thread, so that the order alone decides: a login and a hint wait for the search that has
    begun and for no other, though those of forty tables wait. Before, they waited for all of these."""
    with Server(program, env=ONE_THREAD) as server:
        ada = Person(server, "Ada")
        ada("signup", login="ada", password="a good password")
        table = ada("create", settings=manor(hints=True), plan=["me", "rules"], start=True)["table"]["table"]
        seat = Seat(ada.socket(), table, 1)
        while not seat.asked():
            seat.wait()
        guest = Person(server, "Guest")
        for _ in range(SEARCHERS):
            guest("create", settings=manor(), plan=["search", "search"], start=True)
        while measured(server)["bot_questions_total"] < 2 * SEARCHERS:  # every table has begun to play
            pass
        # By another device: logging in ends the session it is asked with.
        device = Person(server, "Device")
        login = bots_asked_during(server, request("login", {"login": "ada", "password": "a good password"}, device.cookie))
        assert login < SEARCHERS / 2, login
        hint = bots_asked_during(server, request("hint", {"table": table, "seat": 1}, ada.cookie))
        assert hint < SEARCHERS / 2, hint


def test_finding_11_previews_and_records_are_limited_by_person(program):
    """The limits of what is computed for somebody count that person's questions, and not everybody's."""
    with Server(program, env=ONE_THREAD) as server:
        guest, ada = Person(server, "Guest"), Person(server, "Ada")
        for _ in range(4):
            guest("create", settings=manor(), plan=["search", "search"], start=True)
        upload = request("verify-record", {"record": "x"}, guest.cookie)
        held = [server.raw() for _ in range(20)]
        for connection in held:
            connection.sendall(upload)
        hers = json.loads(ada.post("verify-record", json.dumps({"record": "x"}))[1])
        assert hers["error"]["code"] == "refused", hers  # it was read, and is no record
        for connection in held:
            connection.close()


# ---- Finding 10: memory ------------------------------------------------------------------------------------

FRAGMENTS = 64  # of limit.h
MEMORY_PER_ADDRESS = 64 << 20
TABLES_PER_PERSON = 50
BODY = 1900000


def closed_with(connection):
    """The code with which the server says goodbye instead of answering."""
    try:
        connection.barrier()
    except Closed as closed:
        return closed.args[0]
    except ConnectionError:
        return closed_with_unread(connection)
    raise AssertionError("the connection is open")


def closed_with_unread(connection):
    """The same where the goodbye came while more was being sent."""
    try:
        while True:
            connection.receive()
    except Closed as closed:
        return closed.args[0]


def text_in_fragments(connection, text):
    """Sends a message in frames of one letter."""
    frames = [connection.frame(0 if at else 1, letter.encode(), fin=at == len(text) - 1) for at, letter in enumerate(text)]
    connection.send_raw(b"".join(frames))


def test_finding_10_fragments_of_a_message_are_limited(program):
    """Each fragment takes more memory than its bytes. A message of as many as are allowed is read."""
    with Server(program, hooks=1) as server:
        ada = Person(server, "Ada")
        connection = ada.socket()
        hello = '{"id":70,"op":"me"}'.ljust(FRAGMENTS)
        text_in_fragments(connection, hello)
        assert connection.answer(70)["ok"]
        text_in_fragments(connection, '{"id":71,"op":"me"}'.ljust(60000))
        assert closed_with(connection) == 1009
        until(lambda: measured(server)["connections_memory_bytes"] < 1 << 20, "the fragments are still kept")


def test_finding_10_unfinished_bodies_of_one_address_are_limited(program):
    """Bodies that do not end, without a session: those beyond the memory of an address are refused, what is
    kept stays below its limit, and is given back. Requests that need little are answered meanwhile."""
    head = f"POST /api/verify-record HTTP/1.1\r\nHost: localhost\r\nContent-Length: {BODY + 1}\r\n\r\n".encode()
    with Server(program) as server:
        before, held = measured(server)["heap_bytes"], []
        for _ in range(3 * MEMORY_PER_ADDRESS // BODY):
            held.append(server.raw())
            try:
                held[-1].sendall(head + b" " * BODY)
            except OSError:
                pass  # refused while it was sent
            now = measured(server)
            taken = now["heap_bytes"] - before
            assert taken < 1.5 * MEMORY_PER_ADDRESS, f"{len(held)} bodies take {taken / 1e6:.0f} MB"
            if now.get("connections_crowded_total"):
                break
        until(lambda: measured(server).get("connections_crowded_total"), f"none of {len(held)} was refused")
        assert measured(server)["connections_memory_bytes"] <= MEMORY_PER_ADDRESS + BODY
        assert Person(server, "Ada")("me")["ok"]
        for connection in held:
            connection.close()
        until(lambda: measured(server)["connections_memory_bytes"] < 1 << 20, "the bodies are still kept")


def test_finding_10_messages_that_wait_are_counted(program):
    """What a message makes the server keep is counted until it is answered; one of very many values, which
    take more memory than their text, is refused."""
    with Server(program, hooks=1) as server:
        ada = Person(server, "Ada")
        connection = ada.socket()
        values = json.dumps({"id": 80, "op": "me", "pad": [0] * 5000})
        connection.send_text(values)
        connection.barrier()
        assert connection.answers.get(0, {"ok": True})["ok"] is False, connection.answers
        text = json.dumps({"id": 81, "op": "me", "pad": "x" * 60000})
        connection.send_text(text)
        assert connection.answer(81)["ok"]
        connection.barrier()
        assert measured(server)["connections_memory_bytes"] < 1 << 20


def test_finding_10_the_unit_limits_memory_and_rights(_):
    """The systemd unit ends a server that takes too much, and lets it do little besides serving."""
    unit = lantern.ROOT / "share" / "lanterne.service"
    settings = dict(line.split("=", 1) for line in unit.read_text(encoding="utf-8").splitlines() if re.match(r"[A-Z]\w+=", line))
    assert settings["MemoryMax"] == "2G", settings["MemoryMax"]
    for name in ("NoNewPrivileges", "PrivateUsers", "ProtectKernelModules", "RestrictNamespaces", "MemoryDenyWriteExecute"):
        assert settings[name] == "yes", name
    if shutil.which("systemd-analyze"):
        found = subprocess.run(["systemd-analyze", "security", "--offline=yes", "--threshold=20", str(unit)], capture_output=True,
                               text=True, check=False)
        assert found.returncode == 0, found.stdout[-200:] + found.stderr


# ---- Finding 12: tables ------------------------------------------------------------------------------------


def made(server, count, **settings):
    """Makes so many tables, by as many guests as that takes; the answers."""
    answers = []
    while len(answers) < count:
        connection = Person(server).socket()
        asked = [connection.ask("create", settings=manor(listed=True, **settings)) for _ in range(min(TABLES_PER_PERSON, count - len(answers)))]
        answers += [connection.answer(number) for number in asked]
        connection.close()
    return answers


def test_finding_12_tables_of_one_address_are_limited(program):
    """Guest after guest makes as many tables as a person may. From one address no more are made than the
    setting says, before anything of them is stored; another address still makes one."""
    with Server(program, "--proxy") as server:
        answers = made(server, 13 * TABLES_PER_PERSON)
        refusals = [answer["error"] for answer in answers if not answer["ok"]]
        assert len(answers) - len(refusals) <= 600, f"{len(answers)} tables were made"
        assert {error["code"] for error in refusals} == {"limit"} and refusals[0]["about"] == "tables_per_address"
        assert measured(server)["tables"] == len(answers) - len(refusals)
        other = json.loads(Person(server).post("create", json.dumps({"settings": manor()}), {"X-Forwarded-For": "198.51.100.7"})[1])
        assert other["ok"], other


def test_finding_12_a_table_that_never_began_is_forgotten_within_a_day(program):
    """A table at which nobody plays is gone after a day; a game that was begun is not."""
    with Server(program, hooks=1) as server:
        ada = Person(server, "Ada")
        waits = ada("create", settings=manor(listed=True))["table"]["table"]
        begun = ada("create", settings=manor(listed=True), plan=["me", "me"], start=True)["table"]["table"]
        server.kill()
        server.start()  # which looks for tables to forget at once, and then every hour
        ada("test-step", ms=23 * 3600 * 1000)

        def forgotten():
            # A step looks for them too, but not while the look of the start is under way.
            ada("test-step", ms=1000)
            return [row["table"] for row in ada("tables")["tables"]] == [begun]

        until(forgotten, "it is still there")
        refused("not-found", ada, "info", table=waits)
        assert [row["table"] for row in ada("me")["tables"]] == [begun]


def test_finding_12_the_list_is_in_order_whatever_it_holds(program):
    """Tables that can be joined first, then the others, each by descending ids; by game and by state."""
    with Server(program, hooks=1) as server:
        ada = Person(server, "Ada")
        tables = {}
        for number in range(60):
            game = ("manor", "shadow-hunters")[number % 2]
            settings = {"game": game, "seats": (2, 4)[number % 2], "listed": True, "name": "x" * 30}
            plan = ["random"] * settings["seats"] if number % 3 == 0 else None
            table = ada("create", settings=settings, **({"plan": ["me"] * settings["seats"], "start": True} if plan else {}))["table"]
            tables[table["table"]] = (game, table["state"])

        def expected(game="", state=""):
            rows = [(table, at) for table, (name, at) in tables.items() if game in ("", name)]
            rows = [(table, at) for table, at in rows if not state or (at == "seating") == (state == "seating")]
            return sorted((table for table, at in rows if at == "seating"), reverse=True) + \
                sorted((table for table, at in rows if at != "seating"), reverse=True)

        for params in ({}, {"game": "manor"}, {"game": "shadow-hunters", "state": "seating"}, {"state": "playing"}, {"game": "none"}):
            answer = ada("tables", **params)
            assert [row["table"] for row in answer["tables"]] == expected(**params), params
            assert "more" not in answer
        for table in list(tables)[::2]:
            if tables[table][1] == "seating":
                ada("close", table=table)
                del tables[table]
        assert [row["table"] for row in ada("tables")["tables"]] == expected()


# ---- Finding 13: what is not counted -----------------------------------------------------------------------

MESSAGES_BURST, PINGS_BURST = 500, 1000


def test_finding_13_pings_count_as_messages(program):
    """The clock stands, so a connection may send as many pings as its allowance holds."""
    with Server(program, hooks=1) as server:
        connection = Person(server, "Ada").socket()
        connection.send_raw(b"".join(connection.frame(9, b"") for _ in range(PINGS_BURST - 10)))
        connection.barrier()
        connection.send_raw(b"".join(connection.frame(9, b"") for _ in range(20)))
        assert closed_with(connection) == 1008


def test_finding_13_what_is_no_message_counts_as_one(program):
    with Server(program, hooks=1) as server:
        connection = Person(server, "Ada").socket()
        for _ in range(MESSAGES_BURST + 10):
            connection.send_text("x")
        codes = [connection.receive()["error"]["code"] for _ in range(MESSAGES_BURST + 10)]
        assert set(codes) == {"bad-message", "too-fast"} and codes[-1] == "too-fast", codes[-1]


def test_finding_13_who_goes_on_after_refusals_is_sent_away(program):
    with Server(program, hooks=1) as server:
        connection = Person(server, "Ada").socket()
        frame = connection.frame(1, b'{"id":5,"op":"me"}')
        try:
            for _ in range(30):
                connection.send_raw(frame * 100)
                for _ in range(100):
                    connection.receive()
        except (Closed, ConnectionError) as ended:
            assert not isinstance(ended, Closed) or ended.args[0] == 1008, ended
        else:
            raise AssertionError("3000 messages were answered while the allowance was empty")


if __name__ == "__main__":
    lantern.Tap(globals(), sys.argv[1])
