"""The table before the game and beside it: settings, order, ready marks, names, host, removal, votes."""

import os
import re
import sqlite3
import sys

import lantern
from lantern import Person, Seat, Server, Socket
from patience import until
from play import refused


def two_at_table(server, start=True):
    """Ada, who is the host, and Bob at a table of Manor."""
    ada, bob = Person(server, "Ada"), Person(server, "Bob")
    table = ada("create", settings={"game": "manor", "seats": 2})["table"]["table"]
    bob("sit", table=table, seat=2)
    if start:
        ada("start", table=table)
    return ada, bob, table


def info(person, table):
    return person("info", table=table)["table"]


def names(person, table):
    return [seat.get("name") for seat in info(person, table)["seats"]]


def opened(person, table, seat=0):
    """A connection of the person that has the table open."""
    connection = person.socket()
    connection("open", table=table, seat=seat)
    return connection


def test_settings_are_changed_before_the_start_and_by_the_host_alone(program):
    with Server(program, hooks=1) as server:
        ada, bob, table = two_at_table(server, start=False)
        watching = opened(bob, table, 2)
        bob("ready", table=table, on=True)
        assert info(ada, table)["seats"][1]["ready"] is True
        changed = {"game": "manor", "seats": 3, "options": {"tie": "shared"}, "name": "Friday", "clock": {"move": 60}}
        assert ada("settings", table=table, settings=changed)["table"]["settings"]["seats"] == 3
        while watching.push("table")["table"]["settings"]["seats"] != 3:
            pass
        now = info(bob, table)
        assert now["settings"]["options"] == {"tie": "shared"} and now["settings"]["clock"]["move"] == 60
        # Who was ready was so for something else.
        assert [seat["kind"] for seat in now["seats"]] == ["person", "person", "empty"] and "ready" not in now["seats"][1]
        refused("forbidden", bob, "settings", table=table, settings=changed)
        refused("refused", ada, "settings", table=table, settings={**changed, "game": "shy-monsters", "seats": 2, "options": {}})
        refused("refused", ada, "settings", table=table, settings={**changed, "options": {"tie": "no such"}})
        assert info(bob, table) == now
        ada("bot", table=table, seat=3, level="random")
        assert ada("settings", table=table, settings={"game": "manor", "seats": 2})["table"]["settings"]["seats"] == 2
        ada("start", table=table)
        refused("not-now", ada, "settings", table=table, settings={"game": "manor", "seats": 2})


def test_a_seat_with_somebody_on_it_does_not_go(program):
    with Server(program, hooks=1) as server:
        ada, bob = Person(server, "Ada"), Person(server, "Bob")
        table = ada("create", settings={"game": "manor", "seats": 3})["table"]["table"]
        bob("sit", table=table, seat=3)
        refused("taken", ada, "settings", table=table, settings={"game": "manor", "seats": 2})
        ada("swap", **{"table": table, "seat": 3, "with": 2})
        assert names(ada, table) == ["Ada", "Bob", None]
        ada("settings", table=table, settings={"game": "manor", "seats": 2})
        assert names(ada, table) == ["Ada", "Bob"]
        refused("forbidden", bob, "swap", **{"table": table, "seat": 1, "with": 2})
        refused("not-found", ada, "swap", **{"table": table, "seat": 1, "with": 3})


def test_the_changed_table_is_the_same_after_a_restart(program):
    with Server(program, hooks=1) as server:
        ada, _, table = two_at_table(server, start=False)
        ada("settings", table=table, settings={"game": "manor", "seats": 3, "options": {"tie": "shared"}})
        ada("swap", **{"table": table, "seat": 1, "with": 3})
        ada("name", table=table, seat=3, name="Augusta")
        ada("ready", table=table, on=True)
        before = info(ada, table)
        server.stop()
        server.start()
        assert info(ada, table) == before


def test_names_change_at_the_table_and_are_seen_at_once(program):
    """Before and during the game; a seat's name is its own, so that people at one device have theirs."""
    with Server(program, hooks=1) as server:
        ada, bob = Person(server, "Ada"), Person(server, "Bob")
        table = ada("create", settings={"game": "manor", "seats": 3}, plan=["me", "me", "empty"], names=["", "Zoé", ""])["table"]["table"]
        assert names(ada, table) == ["Ada", "Zoé", None]
        seen = opened(bob, table)
        bob("sit", table=table, seat=3, name="Bobby")
        ada("name", table=table, seat=1, name="Augusta")
        while [seat.get("name") for seat in seen.push("table")["table"]["seats"]] != ["Augusta", "Zoé", "Bobby"]:
            pass
        refused("taken", ada, "name", table=table, seat=1, name="BOBBY")
        refused("forbidden", ada, "name", table=table, seat=3, name="Eve")
        refused("bad-message", ada, "name", table=table, seat=1, name="\u200b")
        ada("start", table=table)
        seat = Seat(bob.socket(), table, 3)
        bob("name", table=table, seat=3, name="Robert")
        assert names(ada, table) == ["Augusta", "Zoé", "Robert"]
        told = bob("open", table=table, seat=3)["update"]["told"]
        assert [item["text"] for item in told if item.get("table") == "sit"] == ["Robert"], told
        server.stop()
        server.start()
        assert names(ada, table) == ["Augusta", "Zoé", "Robert"]
        refused("bad-message", ada, "create", settings={"game": "manor", "seats": 2}, names=["Ada"])
        refused("bad-message", ada, "create", settings={"game": "manor", "seats": 2}, names=["Ada", "\u200b"])


def test_a_host_who_is_away_is_succeeded_and_a_host_hands_over(program):
    with Server(program, hooks=1) as server:
        ada, bob, table = two_at_table(server, start=False)
        here = opened(ada, table, 1)
        refused("not-now", bob, "host", table=table)
        refused("forbidden", bob, "host", table=table, person=info(ada, table)["seats"][0]["person"])
        refused("forbidden", Person(server, "Eve"), "host", table=table)
        heard = opened(bob, table, 2)
        here.close()
        until(lambda: not info(bob, table)["seats"][0]["present"], "the host has left")
        # A page that is loaded again is away for a moment: nobody takes over within a minute.
        assert "host_away" not in info(bob, table)
        refused("not-now", bob, "host", table=table)
        bob("test-step", ms=59_000)
        refused("not-now", bob, "host", table=table)
        here = opened(ada, table, 1)
        bob("test-step", ms=59_000)
        refused("not-now", bob, "host", table=table)
        here.close()
        until(lambda: not info(bob, table)["seats"][0]["present"], "the host has left again")
        bob("test-step", ms=60_000)
        # The table is told when the minute is over, and when the host is back.
        while not heard.push("table")["table"].get("host_away"):
            pass
        here = opened(ada, table, 1)
        while heard.push("table")["table"].get("host_away"):
            pass
        refused("not-now", bob, "host", table=table)
        here.close()
        until(lambda: not info(bob, table)["seats"][0]["present"], "the host has left for good")
        bob("test-step", ms=60_000)
        assert info(bob, table)["host_away"] is True
        assert bob("host", table=table)["table"]["host"] is True
        assert [seat.get("host") for seat in info(ada, table)["seats"]] == [None, True]
        refused("forbidden", ada, "start", table=table)
        bob("host", table=table, person=info(bob, table)["seats"][0]["person"])
        ada("start", table=table)
        # In a running game as well: the host who has no page open is succeeded.
        bob("test-step", ms=60_000)
        assert bob("host", table=table)["table"]["host"] is True


def test_a_removal_is_taken_back(program):
    with Server(program, hooks=1) as server:
        ada, bob, table = two_at_table(server, start=False)
        person = info(ada, table)["seats"][1]["person"]
        ada("remove", table=table, person=person)
        assert info(ada, table)["removed"] == [{"person": person, "name": "Bob"}]
        assert "removed" not in info(bob, table)
        refused("forbidden", bob, "sit", table=table, seat=2)
        refused("forbidden", bob, "remove", table=table, person=person, on=False)
        ada("remove", table=table, person=person, on=False)
        assert "removed" not in info(ada, table)
        bob("sit", table=table, seat=2)
        assert names(ada, table) == ["Ada", "Bob"]


def test_watchers_are_named_to_the_host_and_can_be_muted(program):
    with Server(program, hooks=1) as server:
        ada, bob, table = two_at_table(server)
        eve = Person(server, "Eve")
        seen = opened(eve, table)
        row = info(ada, table)["watching"]
        assert [one["name"] for one in row] == ["Eve"] and row[0]["muted"] is False
        assert "watching" not in info(bob, table)
        ada("mute", table=table, person=row[0]["person"], on=True)
        assert info(ada, table)["watching"][0]["muted"] is True
        refused("forbidden", eve, "chat", table=table, seat=0, text="Hello")
        seen.close()


def test_of_many_watchers_only_the_number_is_told_once_a_second(program):
    """The first 64 are counted one by one; with more the number comes later, and is right in the end."""
    with Server(program) as server:
        ada, _, table = two_at_table(server)
        line = opened(ada, table, 1)
        watchers = [Socket(server) for _ in range(100)]
        for watcher in watchers:
            watcher("open", table=table, seat=0)
        told = []
        while not told or told[-1] != 100:
            told.append(line.push("presence")["watchers"])
        assert told[:65] == list(range(65)) and len(told) < 100, told
        assert info(ada, table)["watchers"] == 100
        for watcher in watchers:
            watcher.close()
        while told[-1] != 0:
            told.append(line.push("presence")["watchers"])
        assert told[-64:] == list(range(63, -1, -1)), told


def test_a_vote_is_refused_and_ends(program):
    with Server(program, hooks=1) as server:
        ada, bob, eve = (Person(server, name) for name in ("Ada", "Bob", "Eve"))
        table = ada("create", settings={"game": "manor", "seats": 3})["table"]["table"]
        bob("sit", table=table, seat=2)
        eve("sit", table=table, seat=3)
        ada("start", table=table)
        ada("vote", table=table, what="end", yes=True)
        assert info(bob, table)["vote"]["yes"] == [1]
        bob("vote", table=table, what="end", yes=False)
        now = info(eve, table)
        assert "vote" not in now and now["refused"] == {"what": "end", "by": 2}
        # The one who had agreed is asked again when it is proposed again.
        bob("vote", table=table, what="end", yes=True)
        now = info(eve, table)
        assert now["vote"]["yes"] == [2] and "refused" not in now
        bob("vote", table=table, what="end", yes=False)
        assert "vote" not in info(eve, table) and "refused" not in info(eve, table)
        # A bot for somebody who is away.
        ada("vote", table=table, what="bot", seat=3, yes=True)
        assert info(bob, table)["vote"]["seat"] == 3
        bob("vote", table=table, what="bot", seat=3, yes=False)
        now = info(ada, table)
        assert "vote" not in now and now["refused"] == {"what": "bot", "seat": 3, "by": 2}
        # Carried, it is no longer open.
        ada("vote", table=table, what="bot", seat=3, yes=True)
        bob("vote", table=table, what="bot", seat=3, yes=True)
        now = info(ada, table)
        assert now["seats"][2]["standin"] is True and "vote" not in now
        server.stop()
        server.start()
        assert info(ada, table) == now


def loaded(server):
    """How many tables are in memory."""
    return int(re.search(r"^lanterne_tables_loaded (\d+)", server.get("/metrics")[1].decode(), re.M)[1])


def entries(server, table):
    """How many entries the log of a table has, without loading it."""
    with sqlite3.connect(os.path.join(server.data, "lanterne.db")) as store:
        return store.execute("SELECT count(*) FROM entry JOIN log ON log = id WHERE name = ?", (table,)).fetchone()[0]


def test_a_table_that_nobody_has_open_stays_in_memory_while_bots_are_to_act(program):
    """Bots act about a minute after they are asked, and an unused table leaves memory after five: one whose
    bots are to act stays, or nothing would load it again. A table that waits for people leaves memory."""
    with Server(program, hooks=1, pace=60_000) as server:
        ada = Person(server, "Ada")
        ada("test-bots", stepped=True, slow=False)
        people = ada("create", settings={"game": "manor", "seats": 2}, plan=["me", "me"], start=True)["table"]["table"]
        bots = ada("create", settings={"game": "manor", "seats": 2}, plan=["random", "random"], start=True)["table"]["table"]

        def minute():
            for _ in range(6):
                until(lambda: not ada("test-bots", stepped=True, slow=False)["thinking"], "the bots have not thought")
                ada("test-step", ms=10_000)

        for _ in range(6):
            minute()
        before = entries(server, bots)
        assert loaded(server) == 1, "the table that waits for people is in memory, or that of the bots is not"
        until(lambda: minute() or entries(server, bots) > before, "the bots of a table that nobody has open do not act")
        assert entries(server, people) == 2


def test_open_tables_say_options_and_clock(program):
    with Server(program, hooks=1) as server:
        ada = Person(server, "Ada")
        ada("create", settings={"game": "treasure-hunters", "seats": 2, "options": {"mode": "advanced"}, "clock": {"move": 60}, "listed": True})
        (row,) = ada("tables")["tables"]
        assert row["options"] == {"mode": "advanced"} and row["clock"]["move"] == 60 and row["game"] == "treasure-hunters"


def test_presets_are_what_a_variant_implies(program):
    """Finding page.md 1: the list of games says which values a variant gives, as `rules` compiles them."""
    with Server(program, hooks=1) as server:
        games = {game["game"]: game for game in Person(server)("games")["games"]}
        treasure, shadow = games["treasure-hunters"], games["shadow-hunters"]
        assert treasure["presets"] == {"classic": {}, "advanced": {"draw_cards": "yes", "locked_doors": "yes", "numbered_jewels": "yes"}}
        assert shadow["presets"]["rulebook-en"]["attack_range"] == "neighbours"
        assert {option["group"] for option in shadow["options"]} == {"first", "more", "house"}
        ada = Person(server, "Ada")
        mixed = {"mode": "advanced", "locked_doors": "no"}
        table = ada("create", settings={"game": "treasure-hunters", "seats": 2, "options": mixed})["table"]
        assert table["settings"]["options"] == mixed


if __name__ == "__main__":
    lantern.Tap(globals(), sys.argv[1])
