"""What survives a restart or a kill: tables, clocks, accounts; and a server killed repeatedly under load."""

import contextlib
import json
import os
import re
import sqlite3
import sys
import tempfile
import time

import chain
import lantern
from lantern import Closed, Person, Seat, Server
from patience import until
from play import chooser, manor, refused, two_at_table
from players import Round
from seeds import seeded

KILLS = 1000 if os.environ.get("LAN_LONG") else 20


def again(server):
    server.kill()
    server.start()


def test_a_killed_server_continues(program):
    with Server(program) as server:
        ada, bruno, table = two_at_table(server, listed=True)
        ada("chat", table=table, seat=1, room="players", text="on reprend demain")
        ada("note", table=table, seat=1, text="secret")
        seats = [Seat(ada.socket(), table, 1), Seat(bruno.socket(), table, 2)]
        choose = chooser(1)
        for turn in range(6):
            for seat in seats:
                seat.drain()
                if seat.asked():
                    seat.move(choose(seat))
            again(server)
            for seat, person in zip(seats, (ada, bruno)):
                before = list(seat.told), dict(seat.view)
                seat.drain()
                seat.open(person.socket())
                assert seat.told[:len(before[0])] == before[0]
                fresh = Seat(person.socket(), table, seat.seat)
                assert (fresh.told, fresh.view, fresh.ask) == (seat.told, seat.view, seat.ask), turn
        lantern.play(seats, choose)
        again(server)
        assert ada("info", table=table)["table"]["state"] == "over"
        assert ada("notes", table=table, seat=1)["text"] == "secret"
        assert ada("chats", table=table, seat=1)["lines"][0]["text"] == "on reprend demain"
        assert ada("tables")["tables"] == []
        record = ada("record", table=table)["record"]
        assert "'secret'" in str(record), record


def test_the_first_list_after_a_start_knows_whose_turn_it_is(program):
    """`me` loads the tables that it lists, and does not wait until the server has come to them by itself."""
    with Server(program) as server:
        ada, bruno, _ = two_at_table(server)
        waiting = lambda: [row["waiting"] for person in (ada, bruno) for row in person("me")["tables"]]
        before = waiting()
        assert any(before)
        for _ in range(5):
            again(server)
            assert waiting() == before


def test_moves_are_known_after_a_restart(program):
    with Server(program) as server:
        ada, _, table = two_at_table(server)
        seat = Seat(ada.socket(), table, 1)
        action, decision = seat.ask["actions"][0], seat.ask["decision"]
        params = {"table": table, "seat": 1, "action": action, "move": "once", "decision": decision}
        seat.connection("move", **params)
        again(server)
        ada("move", **params)
        assert sum("do" in item for item in Seat(ada.socket(), table, 1).told) == 1


def test_a_move_after_a_conflict_is_made_once(program):
    """Another writer has stored an entry first: the room begins again from its log, and the move is made on
    top of it."""
    with Server(program) as server:
        ada, bruno, table = two_at_table(server)
        seats = [Seat(ada.socket(), table, 1), Seat(bruno.socket(), table, 2)]
        seat = next(seat for seat in seats if seat.asked())
        mute = json.dumps({"t": "mute", "at": 1, "person": bruno.id, "on": True})
        store = sqlite3.connect(os.path.join(server.data, "lanterne.db"), isolation_level=None, timeout=lantern.PATIENCE)
        with contextlib.closing(store):
            chain.append(store, table, mute.encode())
        before = sum("do" in item for item in seat.told)
        answer = seat.move(seat.ask["actions"][0])
        assert "played" not in answer, answer
        assert "lanterne_conflicts_total 1\n" in server.get("/metrics")[1].decode()
        assert [one.get("muted") for one in ada("info", table=table)["table"]["seats"]] == [False, True]
        fresh = Seat(seat.connection, table, seat.seat)
        assert sum("do" in item for item in fresh.told) == before + 1


def test_bots_go_on_after_a_restart(program):
    with Server(program, pace=100) as server:
        ada = Person(server, "Ada")
        table = ada("create", settings=manor(4), plan=["random", "random", "random", "random"], start=True)["table"]["table"]
        again(server)
        seat = Seat(ada.socket(), table, 0)
        while not seat.result:
            seat.wait()


def finished_add(server, table, count):
    """Finished tables with ids before any other, as the summaries in the store: what was one read at a start
    had room for 100,000."""
    store = sqlite3.connect(os.path.join(server.data, "lanterne.db"), isolation_level=None, timeout=lantern.PATIENCE)
    with contextlib.closing(store):
        value, = store.execute("SELECT value FROM doc WHERE space = 'table' AND key = ?", (table,)).fetchone()
        summary = json.loads(value)
        summary["row"]["state"] = "over"
        bytes_ = json.dumps(summary).encode()
        rows = [("table", f"{number:010}", bytes_) for number in range(count)]
        store.execute("BEGIN")
        if chain.chained(store):
            store.executemany("INSERT INTO doc (space, key, value, sum) VALUES (?, ?, ?, ?)",
                              [(*row, chain.document(*row)) for row in rows])
        else:
            store.executemany("INSERT INTO doc (space, key, value) VALUES (?, ?, ?)", rows)
        store.execute("COMMIT")


def test_finding_19_a_running_table_behind_many_finished_ones(program):
    """Its bots go on after a start although nobody asks for the table."""
    with Server(program, pace=2000) as server:
        ada = Person(server, "Ada")
        table = ada("create", settings=manor(4), plan=["random"] * 4, start=True)["table"]["table"]
        server.kill()
        finished_add(server, table, 100050)
        server.start()
        asked = lambda: int(re.search(rb"(?m)^lanterne_bot_questions_total (\d+)$", server.get("/metrics")[1])[1])
        until(asked, "the bots of a running table do nothing")


def test_clocks_stop_while_the_server_is_down(program):
    with tempfile.TemporaryDirectory() as data:
        with Server(program, data=data) as server:
            ada, bruno = Person(server, "Ada"), Person(server, "Bruno")
            table = ada("create", settings=manor(clock={"game": 3600, "move": 600}))["table"]["table"]
            bruno("sit", table=table, seat=2)
            ada("start", table=table)
            begun = time.monotonic()
            before = ada("open", table=table, seat=1)["update"]["clock"]
        up = time.monotonic() - begun
        begun = time.monotonic()
        with Server(program, data=data) as server:
            ada.server = server
            after = ada("open", table=table, seat=1)["update"]
            up += time.monotonic() - begun
            assert before["game"][0] - after["clock"]["game"][0] <= 1000 * up + 1
            notices = [item["table"] for item in after["told"] if "table" in item]
            assert notices == ["pause", "resume"], notices


def test_accounts(program):
    with Server(program) as server:
        ada = Person(server, "Ada")
        assert ada.post("signup", '{"login":"Ada","password":"1234567"}')[0] == 400
        ada("signup", login="Ada", password="bon appétit")
        refused("taken", ada, "signup", login="Ada2", password="bon appétit")
        refused("taken", Person(server), "signup", login="ADA", password="bon appétit")
        again(server)
        phone = Person(server)
        refused("wrong-password", phone, "login", login="ada", password="mauvais mot")
        refused("wrong-password", phone, "login", login="nobody", password="mauvais mot")
        assert phone("login", login="ada", password="bon appétit")["person"]["id"] == ada.id
        sessions = phone("sessions")["sessions"]
        assert len(sessions) == 2 and sum(session["this"] for session in sessions) == 1
        connection = ada.socket()
        other = next(session for session in sessions if not session["this"])
        phone("session-end", session=other["session"])
        try:
            while True:
                connection.step()
        except Closed:
            pass
        assert ada("me")["person"]["id"] != ada.id
        refused("wrong-password", phone, "password", old="falsch falsch", new="un nouveau mot")
        phone("password", old="bon appétit", new="un nouveau mot")
        assert phone("export")["data"]["person"]["login"] == "Ada"
        phone("forget", password="un nouveau mot")
        refused("wrong-password", Person(server), "login", login="ada", password="un nouveau mot")


def test_kills_at_random_moments(program):
    rng = seeded(20)
    kills = rounds = 0
    with Server(program) as server:
        while kills < KILLS:
            rounds += 1
            games = Round(lambda: [server], rounds)
            while games.runs() and kills < KILLS:
                games.wait_some(rng, 10)
                again(server)
                kills += 1
            games.check()


if __name__ == "__main__":
    lantern.Tap(globals(), sys.argv[1])
