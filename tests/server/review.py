"""The review of finished games: who may have it and when, how it is computed, kept and deleted, and records
that are brought along."""

import hashlib
import json
import pathlib
import re
import socket
import sqlite3
import subprocess
import sys

import lantern
from lantern import Person, Seat, Server
from operate import run
from patience import until
from people import Away
from play import chooser, manor, refused, step, two_at_table

GOLDEN = pathlib.Path("tests/golden")
ONE_THREAD = {"UV_THREADPOOL_SIZE": "1"}
PACE = 2000  # of bots, so that little happens by itself; nothing relies on it


def reviews(server):
    """How many reviews wait or are under way."""
    return int(re.search(r"(?m)^lanterne_reviews (\d+)$", server.get("/metrics")[1].decode())[1])


def played(server):
    """A finished game of two people at a table."""
    ada, bruno, table = two_at_table(server)
    lantern.play([Seat(ada.socket(), table, 1), Seat(bruno.socket(), table, 2)], chooser(1))
    return ada, bruno, table


def reviewed(person, **about):
    """Asks until the review is there. Returns it, and the shares that were done before."""
    done = []

    def there():
        answer = person("review", **about)
        done.append(answer.get("done"))
        return answer.get("review")

    return until(there, "no review came"), done[:-1]


def at_home(program, record, seat):
    """The same by `lanterne review`."""
    out = subprocess.run([program, "review", record, "--seat", str(seat), "--json"], capture_output=True, check=True)
    return json.loads(out.stdout)


def held(server, person):
    """Lets a bot that thinks without end hold the server's only thread; the caller ends it by free()."""
    person("test-bots", stepped=True, slow=True)
    for plan in (["me", "rules"], ["rules", "me"]):
        person("create", settings=manor(), plan=plan, start=True)
    until(lambda: person("test-bots", stepped=True, slow=False)["thinking"], "no bot thinks")


def free(server, person):
    """Steps the clock until bots have answered and nothing is reviewed."""
    def ended():
        step(person, PACE)
        return not reviews(server)
    until(ended, "reviews do not end")


def posted(server, person, op, **params):
    """Sends an operation by HTTP on a connection of its own, and does not wait for the answer."""
    body = json.dumps(params).encode()
    line = socket.create_connection(("127.0.0.1", server.port))
    line.sendall(f"POST /api/{op} HTTP/1.1\r\nHost: localhost\r\nCookie: lanterne={person.cookie}\r\n"
                 f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
    return line


def test_a_finished_game_is_reviewed_for_those_who_may_see_the_replay(program):
    with Server(program) as server:
        ada, bruno, table = two_at_table(server)
        eve = Person(server, "Eve")
        for person in (ada, bruno, eve):
            refused("not-now", person, "review", table=table, seat=1)
        lantern.play([Seat(ada.socket(), table, 1), Seat(bruno.socket(), table, 2)], chooser(1))
        refused("not-found", ada, "review", table=table, seat=3)
        refused("unknown-operation", ada.socket(), "review", table=table, seat=1)
        review, done = reviewed(ada, table=table, seat=1)
        assert done and done == sorted(done) and all(0 <= share <= 1000 for share in done), done
        seat = review["seats"][0]
        assert (review["game"], len(review["seats"]), seat["seat"], seat["name"]) == ("manor", 1, 1, "Ada")
        assert sum(seat["points"][part] for part in ("start", "luck", "others", "own", "unknown")) == seat["points"]["result"]
        assert all(sum(thing["changes"][-1]["shares"].values()) for thing in seat["beliefs"])
        assert not reviewed(eve, table=table, seat=1)[1], "what is kept was computed again"
        assert reviewed(bruno, table=table, seat=2)[0]["seats"][0]["name"] == "Bruno"
        record = ada("record", table=table)["record"]
        brought = eve("review-record", record=json.dumps(record), seat=1)["review"]
        assert brought == review, "a record that is brought along gives another review than its table"
        path = pathlib.Path(server.data) / "record.json"
        path.write_text(json.dumps(record))
        assert at_home(program, path, 1) == review, "the command gives another review than the server"


def test_a_game_that_all_agreed_to_end(program):
    """An abandoned game has no result; when all agreed to it, it can be seen and reviewed."""
    with Server(program) as server:
        ada, bruno, table = two_at_table(server)
        ada("vote", table=table, what="end", yes=True)
        refused("not-now", ada, "review", table=table, seat=1)
        bruno("vote", table=table, what="end", yes=True)
        assert ada("info", table=table)["table"]["state"] == "over"
        assert reviewed(bruno, table=table, seat=2)[0]["seats"][0]["seat"] == 2


def test_who_may_not_see_the_replay_gets_no_review(program):
    """A closed table, a removed person and a locked table; rights are asked at every answer, also when the
    review is there already."""
    with Server(program) as server:
        ada, bruno, eve = (Person(server, name) for name in ("Ada", "Bruno", "Eve"))
        table = ada("create", settings=manor(), password="owl")["table"]["table"]
        bruno("sit", table=table, seat=2, password="owl")
        ada("start", table=table)
        bruno("leave", table=table, seat=2)
        refused("wrong-password", eve, "review", table=table, seat=1)
        refused("wrong-password", eve, "review", table=table, seat=1, password="ouzel")
        assert reviewed(eve, table=table, seat=1, password="owl")[0]
        refused("wrong-password", eve, "review", table=table, seat=1)
        assert reviewed(ada, table=table, seat=1)[0]
        ada("remove", table=table, person=eve.id)
        refused("forbidden", eve, "review", table=table, seat=1, password="owl")
        closed = ada("create", settings=manor())["table"]["table"]
        ada("close", table=closed)
        refused("not-now", ada, "review", table=closed, seat=1)


def test_a_right_that_is_lost_meanwhile(program):
    """The one who began a review is removed before it is there."""
    with Server(program, hooks=12, pace=PACE, env=ONE_THREAD) as server:
        ada, bruno, table = two_at_table(server)
        eve = Person(server, "Eve")
        bruno("leave", table=table, seat=2)
        held(server, bruno)
        assert eve("review", table=table, seat=1)["done"] == 0
        ada("remove", table=table, person=eve.id)
        refused("forbidden", eve, "review", table=table, seat=1)
        free(server, bruno)
        refused("forbidden", eve, "review", table=table, seat=1)
        assert "review" in ada("review", table=table, seat=1)


def test_a_review_is_left(program):
    """Only the one who began it gives it up; the others' shares are not touched."""
    with Server(program, hooks=12, pace=PACE, env=ONE_THREAD) as server:
        ada, bruno, table = two_at_table(server)
        bruno("leave", table=table, seat=2)
        held(server, bruno)
        for seat in (1, 2):
            assert ada("review", table=table, seat=seat)["done"] == 0
        assert reviews(server) == 2
        assert bruno("review", table=table, seat=2)["done"] == 0
        bruno("review", table=table, seat=2, leave=True)
        assert reviews(server) == 2
        ada("review", table=table, seat=2, leave=True)
        assert reviews(server) == 1
        ada("review", table=table, seat=1, leave=True)  # it has begun: it ends as soon as its thread looks
        free(server, bruno)
        held(server, bruno)  # else the new one may be on its way before its first answer is written
        assert ada("review", table=table, seat=1)["done"] == 0, "a review that was left was kept"
        free(server, bruno)


def test_records_are_reviewed_one_at_a_time_for_each_person(program):
    """In the same queue, and nothing of them is kept."""
    record = (GOLDEN / "manor-version-2.json").read_text()
    with Server(program, hooks=12, pace=PACE, env=ONE_THREAD) as server:
        ada, bruno = Person(server, "Ada"), Person(server, "Bruno")
        assert "done" not in ada("review-record")
        held(server, bruno)
        first = posted(server, ada, "review-record", record=record, seat=1)
        until(lambda: reviews(server) == 1, "the record does not wait")
        assert ada("review-record")["done"] == 0
        refused("limit", ada, "review-record", record=record, seat=2)
        assert "done" not in bruno("review-record")
        second = posted(server, bruno, "review-record", record=record, seat=2)
        until(lambda: reviews(server) == 2, "the other person's record does not wait")
        second.close()
        free(server, bruno)
        answer = b""
        while b'"review"' not in answer:
            more = first.recv(1 << 16)
            assert more, answer
            answer += more
        first.close()
        assert "done" not in ada("review-record")
        server.stop()
        kept = exported(program, server)
        assert kept and not any(space == "review" for space, _ in kept), "a review of a record is kept"
        assert json.loads(record)["match_hash"] not in str(kept), "something of the record is kept"
        server.start()


def test_records_that_cannot_be_reviewed(program):
    """Damaged, of one seat, not over, of unknown rules, without the seat: refused with the reason."""
    text = (GOLDEN / "manor-version-2.json").read_text()
    unknown = json.loads(text)
    unknown["match"]["version"] = 99
    with Server(program) as server:
        ada, bruno, table = two_at_table(server)
        running = ada("record", table=table, seat=1)["record"]
        for damaged, why in (("", "not whole"), ("{", "not whole"), (text[:-40], "not whole"), (text.replace('"place ', '"plaice ', 1), "no such action"),
                             (json.dumps(unknown), "this version of the rules"), (json.dumps(running), "one seat")):
            say = refused("refused", ada, "review-record", record=damaged, seat=1)["say"]
            assert why in say["en"] and say["fr"] and say["en"] != say["fr"], (why, say)
        save = pathlib.Path(server.data) / "save"
        subprocess.run([program, "play", "manor", "--lines", "--seed", "1", "--bot", "random"], check=True,
                       input=f"save {save}\nquit\n".encode(), capture_output=True)
        say = refused("refused", ada, "review-record", record=save.read_text(), seat=1)["say"]
        assert "not over" in say["en"] and "pas finie" in say["fr"], say
        refused("not-found", ada, "review-record", record=text, seat=7)
        refused("bad-message", ada, "review-record", record=text)
        assert ada.post("review-record", json.dumps({"record": " " * (3 << 19), "seat": 1}))[0] == 400
        assert not reviews(server)


def test_a_person_has_a_share_of_the_queue(program):
    with Server(program, hooks=12, pace=PACE, env=ONE_THREAD) as server:
        ada, bruno = Person(server, "Ada"), Person(server, "Bruno")
        tables = [ada("create", settings=manor(), plan=["me", "me"], start=True)["table"]["table"] for _ in range(3)]
        for table in tables:
            ada("leave", table=table, seat=2)
        held(server, bruno)
        for table, seat in ((tables[0], 1), (tables[0], 2), (tables[1], 1), (tables[1], 2)):
            ada("review", table=table, seat=seat)
        refused("limit", ada, "review", table=tables[2], seat=1)
        assert bruno("review", table=tables[2], seat=1)["done"] == 0
        free(server, bruno)
        assert "review" in ada("review", table=tables[2], seat=1)


def test_an_address_has_a_share_of_the_queue(program):
    """However many guests it has: a limit, and one turn among the addresses."""
    with Server(program, "--proxy", hooks=12, pace=PACE, env=ONE_THREAD) as server:
        ada, guests = Away(server, "192.0.2.1", "Ada"), [Away(server, "198.51.100.1") for _ in range(11)]
        tables = [ada("create", settings=manor(), plan=["me", "me"], start=True)["table"]["table"] for _ in range(21)]
        for table in tables:
            ada("leave", table=table, seat=2)
        held(server, ada)
        for number in range(40):
            guests[number // 4]("review", table=tables[number // 2], seat=number % 2 + 1)
        assert refused("limit", guests[10], "review", table=tables[20], seat=1)["about"] == "reviews_per_address"
        assert ada("review", table=tables[20], seat=1)["done"] == 0

        def there():
            step(ada, PACE)
            return "review" in ada("review", table=tables[20], seat=1)
        until(there, "no review came")
        assert reviews(server) > 30, "the other address waited for all of them"


def exported(program, server):
    """All that the store of a stopped server holds, by space and key."""
    lines = run(program, "store", "export", str(pathlib.Path(server.data) / "lanterne.db"), "-").splitlines()
    rows = (json.loads(line) for line in lines if line.startswith("{"))
    return {(row.get("space"), row["key"]): row for row in rows if "key" in row}


def test_reviews_go_with_their_table(program):
    """They are exported and checked with the store, kept over a restart, and deleted with their table."""
    with Server(program, "--keep-days=1", hooks=1) as server:
        ada, _, table = played(server)
        before = reviewed(ada, table=table, seat=1)[0]
        server.stop()
        text = json.loads(exported(program, server)["review", f"{table}/1"]["text"])
        assert text["version"] == before["version"] and text["review"] == before
        run(program, "store", "check", str(pathlib.Path(server.data) / "lanterne.db"))
        server.start()
        again, done = reviewed(ada, table=table, seat=1)
        assert again == before and not done, "it was not kept over the restart"
        server.kill()
        server.start()
        step(ada, 2 * 24 * 3600 * 1000)
        # With a pause: the clock stands, so that the allowance of messages does not grow while this waits.
        until(lambda: step(ada, 0) or not ada("me")["tables"], "the table is not deleted")
        refused("not-found", ada, "review", table=table, seat=1)
        server.stop()
        assert ("review", f"{table}/1") not in exported(program, server), "the review outlives its table"
        server.start()


def changed(program, server, table, change):
    """Stops the server, changes the stored review of seat 1 with its checksum, and starts it again."""
    server.stop()
    with sqlite3.connect(pathlib.Path(server.data) / "lanterne.db") as store:
        text = change(exported(program, server)["review", f"{table}/1"]["text"]).encode()
        check = hashlib.sha256(b"review\0" + f"{table}/1".encode() + b"\0" + text).digest()[:16]
        done = store.execute("UPDATE doc SET value = ?, sum = ? WHERE space = 'review' AND key = ?", (text, check, f"{table}/1"))
        assert done.rowcount == 1
    store.close()
    server.start()


def test_a_game_that_is_not_reviewed_says_why_each_time(program):
    """Beyond a bound of time, memory or size: the reason is stored, so that nobody makes the server try
    again."""
    with Server(program, hooks=1) as server:
        ada, _, table = played(server)
        reviewed(ada, table=table, seat=1)
        for word, about in (("time", "review_seconds"), ("memory", "review_memory_bytes"), ("long", "review_bytes")):
            changed(program, server, table, lambda text, word=word: re.sub(r'"(review|problem)":.*', f'"problem":"{word}"}}', text, count=1))
            for _ in range(2):
                assert refused("limit", ada, "review", table=table, seat=1)["about"] == about
                assert not reviews(server), "it is tried again"
        changed(program, server, table, lambda text: text.replace('"problem":"long"', '"problem":"moon"'))
        refused("storage", ada, "review", table=table, seat=1)


def test_a_review_of_another_version_is_computed_anew(program):
    """As is one of another record: the stored document names both."""
    with Server(program, hooks=1) as server:
        ada, _, table = played(server)
        before = reviewed(ada, table=table, seat=1)[0]
        for old, new in (('"version":', '"version":9'), ('"record":"', '"record":"00')):
            changed(program, server, table, lambda text, old=old, new=new: text.replace(old, new, 1))
            again, done = reviewed(ada, table=table, seat=1)
            assert again == before and done, "another version was delivered"


if __name__ == "__main__":
    lantern.Tap(globals(), sys.argv[1])
