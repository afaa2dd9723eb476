"""What is stored of a table: logs with an end, changes on disk that are noticed, time that was nobody's, one
server for one store (findings 6 to 9)."""

import os
import re
import sqlite3
import subprocess
import sys

import chain
import lantern
from device import Device, exchange_all
from lantern import Failed, Person, Seat, Server
from patience import until
from play import chooser, manor, refused, two_at_table
from walltime import clock_step, stepped

ASIDES, ASIDES_PER_PERSON = 2000, 200  # of limit.h
LOG_ENTRIES = 50000
PAGE = 100000  # rows of a read that the program of the finding took for all of them
HOUR = 3600 * 1000
DAY = 24 * HOUR


def step(person, milliseconds):
    person("test-step", ms=milliseconds)


def store_of(server):
    return sqlite3.connect(os.path.join(server.data, "lanterne.db"))


def entries(server, table):
    with store_of(server) as store:
        return [row[0] for row in store.execute("SELECT entry FROM entry JOIN log ON log = id WHERE name = ? ORDER BY number", (table,))]


def log_extend(server, table, entry, count):
    """Appends the same entry so many times, as a program without limits would have."""
    with store_of(server) as store:
        chained = chain.chained(store)
        log, number = store.execute("SELECT id, max(number) FROM log JOIN entry ON log = id WHERE name = ?", (table,)).fetchone()
        before = store.execute("SELECT sum FROM entry WHERE log = ? AND number = ?", (log, number)).fetchone()[0] if chained else None
        for at in range(number + 1, number + 1 + count):
            if chained:
                before = chain.follow(before, at, entry)
                store.execute("INSERT INTO entry (log, number, entry, sum) VALUES (?, ?, ?, ?)", (log, at, entry, before))
            else:
                store.execute("INSERT INTO entry (log, number, entry) VALUES (?, ?, ?)", (log, at, entry))


# ---- Finding 6: logs ---------------------------------------------------------------------------------------


def toggled(person, table, seat, most):
    """Changes the standing answer of a seat until that is refused; returns how often, and the refusal.
    Messages are limited too, so the clock is stepped, by less than an hour in all."""
    for count in range(most):
        try:
            person("standing", table=table, seat=seat, answer=("pass", "ask")[count % 2])
        except Failed as failed:
            return count, failed.error
        if count % 100 == 99:
            step(person, 1000)
    return most, None


def test_finding_6_a_person_may_not_grow_a_log_without_end(program):
    """A seated player changes the standing answer again and again. It is refused with a sentence, the other
    player may still change theirs, and the game is played to its end."""
    with Server(program, hooks=1) as server:
        ada, bruno, table = two_at_table(server)
        before = len(entries(server, table))
        count, error = toggled(ada, table, 1, 2 * ASIDES_PER_PERSON)
        assert count < ASIDES_PER_PERSON + 5, f"{count} entries were accepted"
        assert error["code"] == "limit" and error["about"] == "asides_per_person", error
        assert len(entries(server, table)) == before + count
        bruno("standing", table=table, seat=2, answer="pass")
        lantern.play([Seat(ada.socket(), table, 1), Seat(bruno.socket(), table, 2)], chooser(6))
        assert ada("info", table=table)["table"]["state"] == "over"


def test_finding_6_a_table_whose_log_has_no_room_comes_to_its_end(program):
    """Hour after hour, until the table takes no such entry of anybody. What ends a game is not refused."""
    with Server(program, hooks=2) as server:
        ada, bruno, table = two_at_table(server)
        while True:
            _, error = toggled(ada, table, 1, 2 * ASIDES_PER_PERSON)
            assert error, "no limit was met"
            if error["about"] == "asides":
                break
            assert len(entries(server, table)) < 2 * ASIDES, "a log may grow without end"
            step(ada, HOUR)
        for call in ({"op": "standing", "seat": 2, "answer": "pass"}, {"op": "offer", "seat": 2}):
            assert refused("limit", bruno, table=table, **call)["about"] == "asides"
        bruno("vote", table=table, what="end", yes=True)
        bruno("vote", table=table, what="end", yes=False)
        seats = [Seat(ada.socket(), table, 1), Seat(bruno.socket(), table, 2)]
        mover = next(seat for seat in seats if seat.asked())
        mover.move(mover.ask["actions"][0])
        bruno("leave", table=table, seat=2)
        assert ada("info", table=table)["table"]["state"] == "over"
        server.kill()
        server.start()
        assert ada("info", table=table)["table"]["state"] == "over"


def test_finding_6_what_changes_nothing_is_not_written(program):
    """The bot answers after a pause by a clock that stands, so that it writes nothing meanwhile."""
    with Server(program, hooks=3, pace=1000) as server:
        ada, bruno, cleo = (Person(server, name) for name in ("Ada", "Bruno", "Cleo"))
        ada("test-bots", stepped=True, slow=False)
        table = ada("create", settings=manor(4), plan=["me", "empty", "empty", "random"])["table"]["table"]
        bruno("sit", table=table, seat=2)
        cleo("sit", table=table, seat=3)
        ada("mute", table=table, person=bruno.id, on=True)
        ada("remove", table=table, person="0123456789abcdef")
        before = entries(server, table)
        ada("mute", table=table, person=bruno.id, on=True)
        ada("mute", table=table, person=cleo.id, on=False)
        ada("remove", table=table, person="0123456789abcdef")
        ada("bot", table=table, seat=4, level="random")
        bruno("sit", table=table, seat=2)
        ada("start", table=table)
        begun = entries(server, table)
        others = [entry for entry in begun[len(before):] if b'"start"' not in entry]
        assert not others, others
        ada("vote", table=table, what="bot", seat=2, yes=True)  # nobody has a page open: bruno is away
        voted = len(entries(server, table))
        ada("vote", table=table, what="bot", seat=2, yes=True)
        ada("standing", table=table, seat=1, answer="ask")
        ada("vote", table=table, what="end", yes=True)
        refused("refused", ada, "vote", table=table, what="end", yes=True)
        assert len(entries(server, table)) == voted + 1


def test_finding_6_a_log_longer_than_a_page_is_read_to_its_end(program):
    """A store of earlier days: a log of more entries than one read used to give. It is loaded whole, which
    the number of the entry that closes the table shows: it is longer than logs may become now."""
    with Server(program, hooks=4) as server:
        ada, bruno, table = two_at_table(server)
        server.kill()
        log_extend(server, table, b'{"t":"passes","at":1000000000000,"seat":1,"on":true}', PAGE + 50)
        length = len(entries(server, table))
        server.start()
        until(lambda: ada("info", table=table)["table"]["state"] == "closed", "the table was not closed")
        stored = entries(server, table)
        assert len(stored) == length + 1 and b'"close"' in stored[-1], (len(stored), stored[-1])
        refused("not-now", bruno, "leave", table=table, seat=2)


# ---- Finding 7: what was changed on disk -------------------------------------------------------------------


def check_finds(program, server, table):
    found = subprocess.run([program, "store", "check", os.path.join(server.data, "lanterne.db")], capture_output=True, text=True, check=False)
    return found.returncode == 1 and table in found.stdout + found.stderr


def test_finding_7_a_changed_roll_is_noticed(program):
    """Two cards that were dealt change places in the file. The check names the table, which is
    not served; another one is."""
    with Server(program, hooks=5) as server:
        ada, _, table = two_at_table(server)
        other = ada("create", settings=manor(), plan=["me", "random"], start=True)["table"]["table"]
        server.kill()
        assert not check_finds(program, server, table)
        with store_of(server) as store:
            log, number, entry = store.execute("SELECT log, number, entry FROM entry JOIN log ON log = id WHERE name = ? "
                                               "ORDER BY number DESC", (table,)).fetchone()
            dealt = list(re.finditer(rb"deal (\d)", entry))
            one = dealt[0]
            two = next(card for card in dealt if card[1] != one[1])
            changed = entry[:one.start()] + two[0] + entry[one.end():two.start()] + one[0] + entry[two.end():]
            store.execute("UPDATE entry SET entry = ? WHERE log = ? AND number = ?", (changed, log, number))
        assert check_finds(program, server, table), "the check finds nothing"
        server.start()
        assert "damaged" in refused("storage", ada, "info", table=table)["say"]["en"]
        assert ada("info", table=other)["table"]["state"] == "playing"


# ---- Finding 8: time ---------------------------------------------------------------------------------------


def stand_ins(person, table):
    return [seat for seat in person("info", table=table)["table"]["seats"] if seat.get("standin")]


def clock_passes(ada, bruno):
    """Waits until the clock of a table made now has run out: all clocks have been looked at since."""
    mark = ada("create", settings=manor(clock={"move": 1}, absence="bot"))["table"]["table"]
    bruno("sit", table=mark, seat=2)
    ada("start", table=mark)
    until(lambda: ada("info", table=mark)["table"]["state"] == "over" or stand_ins(ada, mark), "no clock ran out")


def test_finding_8_a_step_of_the_wall_clock_takes_no_time_from_anybody(program):
    """Forward by 30 days while the server runs, then over a kill before the first heartbeat was written, then
    back again. The clocks of a game of an hour have not run out."""
    with Server(program) as folder:
        folder.stop()
        file = os.path.join(folder.data, "step")
        with Server(program, data=folder.data, env=stepped(program, file)) as server:
            ada, bruno, table = two_at_table(server, clock={"game": 3600}, absence="bot")
            clock_step(file, 30 * 24 * 3600)
            clock_passes(ada, bruno)
            assert not stand_ins(ada, table), "the step emptied a clock"
            server.kill()
            with store_of(server) as store:
                store.execute("DELETE FROM doc WHERE space = 'server' AND key = 'alive'")
            server.start()
            clock_passes(ada, bruno)
            assert not stand_ins(ada, table), "the time without a server emptied a clock"
            server.stop()
            clock_step(file, 0)
            server.start()
            clock_passes(ada, bruno)  # which they do not when the time of their entries lies 30 days ahead
            assert not stand_ins(ada, table)
        folder.start()


def test_finding_8_time_without_a_server_is_not_taken_from_the_exchange_of_bytes(program):
    """Nobody loses a seat because the server was away while the bytes for the dice were given."""
    with Server(program) as folder:
        folder.stop()
        file = os.path.join(folder.data, "step")
        with Server(program, data=folder.data, env=stepped(program, file)) as server:
            ada, bruno = Person(server, "Ada"), Person(server, "Bruno")
            table = ada("create", settings=manor(fair=True))["table"]["table"]
            bruno("sit", table=table, seat=2)
            ada("start", table=table)
            server.kill()
            clock_step(file, 24 * 3600)
            server.start()
            clock_passes(ada, bruno)
            exchange_all([Device(ada, table), Device(bruno, table)])
            until(lambda: ada("info", table=table)["table"]["state"] == "playing", "the game did not begin")
        folder.start()


# ---- Finding 9: one server, its key, and seats that change hands -------------------------------------------


def lit(program, *flags):
    """Whether a server starts; it is ended again."""
    with subprocess.Popen([program, "serve", "--port=0", *flags], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        line = process.stdout.readline()
        process.terminate()
        said = process.communicate()[1]
    return bool(line), said


def test_finding_9_a_second_server_on_the_same_store_is_refused(program):
    with Server(program) as folder:
        folder.stop()
        file = os.path.join(folder.data, "games.db")
        link = os.path.join(folder.data, "link.db")
        with Server(program, f"--store={file}", data=os.path.join(folder.data, "one")):
            os.symlink(file, link)
            for name in (file, link):
                started, said = lit(program, f"--store={name}", f"--data={folder.data}/two")
                assert not started and "another server uses" in said, (started, said)
        assert lit(program, f"--store={link}", f"--data={folder.data}/one")[0]
        folder.start()


def test_finding_9_a_lost_key_is_not_replaced(program):
    """A store with games that have begun does not start with another key than theirs, and none is made; but a
    store without any makes one."""
    with Server(program) as server:
        _, _, table = two_at_table(server)
        key = os.path.join(server.data, "secret.key")
        server.stop()
        os.rename(key, key + ".away")
        started, said = lit(program, f"--data={server.data}")
        assert not started and "secret.key is missing" in said, (started, said)
        assert not os.path.exists(key), "a new key was made"
        with open(key, "wb") as file:
            file.write(b"k" * 32)
        started, said = lit(program, f"--data={server.data}")
        assert not started and "is not the key" in said, (started, said)
        os.remove(key)
        os.rename(key + ".away", key)
        server.start()
        assert Person(server)("info", table=table)["table"]["state"] == "playing"
        server.stop()
        os.remove(key)
        assert lit(program, f"--data={server.data}", "--new-key")[0]
        server.start()
        refused("storage", Person(server), "info", table=table)


def test_finding_9_a_seat_does_not_change_hands_while_bytes_are_given(program):
    """The offer waits: nobody gives bytes in another's name. Who is removed meanwhile ends the exchange."""
    with Server(program, hooks=7) as server:
        ada, bruno, cleo = (Person(server, name) for name in ("Ada", "Bruno", "Cleo"))
        table = ada("create", settings=manor(fair=True))["table"]["table"]
        bruno("sit", table=table, seat=2)
        secret = bruno("offer", table=table, seat=2)["secret"]
        ada("start", table=table)
        assert "agreed" in refused("not-now", cleo, "claim", table=table, secret=secret)["say"]["en"]
        ada("remove", table=table, person=bruno.id)
        info = ada("info", table=table)["table"]
        assert info["state"] == "seating" and info["seats"][1]["kind"] == "empty", info
        cleo("sit", table=table, seat=2)
        ada("start", table=table)
        exchange_all([Device(ada, table), Device(cleo, table)])
        until(lambda: ada("info", table=table)["table"]["state"] == "playing", "the game did not begin")


def test_finding_9_an_offer_ends_with_its_seat(program):
    """Also when the seat is lost because bytes came late."""
    with Server(program, hooks=8) as server:
        ada, bruno, cleo = (Person(server, name) for name in ("Ada", "Bruno", "Cleo"))
        table = ada("create", settings=manor(fair=True))["table"]["table"]
        bruno("sit", table=table, seat=2)
        secret = bruno("offer", table=table, seat=2)["secret"]
        ada("start", table=table)
        step(ada, 61000)
        until(lambda: ada("info", table=table)["table"]["state"] == "seating", "the round did not end")
        refused("not-found", cleo, "claim", table=table, secret=secret)


if __name__ == "__main__":
    lantern.Tap(globals(), sys.argv[1])
