"""The deal of the day: the same for everybody, seen by nobody before, played once, ranked without luck."""

import hashlib
import json
import os
import subprocess
import sys
import tempfile

import lantern
from lantern import Failed, Person, Seat, Server
from logs import store_of
from patience import until
from play import chooser, refused

DAY = 24 * 3600 * 1000  # the stepped clock begins on 2001-09-09, at 01:46
GAMES = ["manor", "shy-monsters", "treasure-hunters", "shadow-hunters"]


def account(server, name):
    person = Person(server, name)
    person("signup", login=name.lower(), password="bon appétit")
    return person


def today(person, **about):
    return person("daily", **about)["daily"]


def start(person, named=True):
    info = person("daily-start", named=named)["table"]
    mine = next(seat["seat"] for seat in info["seats"] if seat.get("you"))
    return info["table"], mine


def acts(person, table):
    """Everything that chance and each seat did; where several choose at once their order is no part of the
    game."""
    log = person("record", table=table)["record"]["log"]
    return {who: [entry["do"] for entry in log if entry.get("seat") == who] for who in ["chance", 1, 2, 3, 4]}


def play_out(person, seed, named=True):
    table, mine = start(person, named)
    seat = Seat(person.socket(), table, mine)
    lantern.play([seat], chooser(seed))
    return table, seat


def computed(person, count, **about):
    """The day once so many games are done and all luck is taken away: a result is stored after its player has
    seen it."""
    found = {}

    def there():
        person("test-step", ms=1000)
        found.update(today(person, **about))
        return found["done"] == count and all(row["computed"] for row in found["rows"])
    until(there, "the results are not computed")
    return found


def server_of(program, **more):
    server = Server(program, hooks=1, **more)
    return server, account(server, "Ada"), account(server, "Bruno")


def test_everybody_has_the_same_deal_and_another_one_the_next_day(program):
    server, ada, bruno = server_of(program)
    with server:
        secrets = []
        for day in range(5):
            ada("test-step", ms=DAY)
            about = today(ada)
            tables, seats = [], []
            for person in (ada, bruno):
                table, mine = start(person)
                assert mine == about["seat"]
                tables.append(table)
                seats.append(Seat(person.socket(), table, mine))
                lantern.play(seats[-1:], chooser(day))
            ada("test-step", ms=DAY)
            # Those who play alike meet the same chance and the same bots, to the end.
            assert acts(ada, tables[0]) == acts(ada, tables[1]), about["game"]
            assert (seats[0].view, seats[0].result) == (seats[1].view, seats[1].result)
            secrets.append(today(ada, date=about["date"])["secret"])
        # What is drawn follows from the day's secret alone ("yesterdays secret is what was promised"). The
        # draws themselves say less: the first floor of Shy Monsters has thirty deals, and two days may well
        # have the same one.
        assert len(set(secrets)) == 5, secrets
        assert {today(ada, date=f"2001-09-{10 + day}")["game"] for day in range(4)} == set(GAMES)


def test_rankings_are_limited_by_address(program):
    with Server(program) as server:
        limit = None
        for _ in range(6):
            connection = Person(server).socket()
            asked = [connection.ask("daily") for _ in range(60)]
            limit = next((answer["error"] for answer in map(connection.answer, asked) if not answer["ok"]), limit)
        assert limit and limit["code"] == "too-fast" and "network" in limit["say"]["en"], limit


def probes(server, person, table, seats):
    """Every operation and address by which somebody could look into the table of another, as (name, call)."""
    for seat in range(0, seats + 1):
        yield f"open {seat}", lambda seat=seat: person("open", table=table, seat=seat)
        yield f"record {seat}", lambda seat=seat: person("record", table=table, seat=seat)
        yield f"draw {seat}", lambda seat=seat: person("draw", table=table, seat=seat, width=80, lang="en", style="plain")
    for seat in range(0, 10):
        yield f"replay {seat}", lambda seat=seat: person("replay", table=table, seat=seat, move=0)
    for seat in range(1, seats + 1):
        yield f"review {seat}", lambda seat=seat: person("review", table=table, seat=seat)
        yield f"hint {seat}", lambda seat=seat: person("hint", table=table, seat=seat)
        yield f"sit {seat}", lambda seat=seat: person("sit", table=table, seat=seat)
    yield "record", lambda: person("record", table=table)
    yield "branch", lambda: person("branch", table=table, move=0)
    yield "rematch", lambda: person("rematch", table=table)
    yield "chat", lambda: person("chat", table=table, seat=0, text="What did you get?")
    yield "claim", lambda: person("claim", table=table, secret="a" * 26)


def probe_all(server, person, table, seats, codes):
    for name, call in probes(server, person, table, seats):
        try:
            answer = call()
        except Failed as failed:
            # A full record is asked for without a seat, which a running game takes for a mistake.
            assert failed.code in codes or (name == "record" and failed.code == "bad-message"), (name, failed)
        else:
            raise AssertionError(f"{name} was answered: {str(answer)[:200]}")


def links_tell_nothing(server, person, table, name):
    status, text = person.post("info", json.dumps({"table": table}))
    info = json.loads(text)["table"]
    assert status == 200 and "update" not in info and info["daily"]["sealed"]
    for path in (f"/t/{table}", f"/embed/{table}/replay?seat=9&move=0", f"/table/{table}"):
        answer, body = server.get(path)
        assert name.encode() not in body and b"views" not in body, (path, answer.status)


def test_nobody_learns_the_deal_before_the_day_is_over(program):
    server, ada, bruno = server_of(program)
    with server:
        guest = Person(server, "Guest")
        ada("test-step", ms=DAY)
        seats = today(ada)["seats"]
        begun, mine = start(ada)
        for person in (bruno, guest):
            probe_all(server, person, begun, seats, {"forbidden", "not-now", "not-found"})
        # The player has neither help nor a way back, and cannot hand the seat over.
        for op, more in (("undo", {"move": "u1"}), ("hint", {}), ("offer", {}), ("leave", {}), ("bot", {"level": "rules"}), ("vote", {"what": "end", "yes": True})):
            refused("forbidden", json_ask, ada, op, table=begun, seat=mine, **more)
        refused("not-now", ada, "record", table=begun, seat=mine)
        seat = Seat(ada.socket(), begun, mine)
        lantern.play([seat], chooser(3))
        for person in (bruno, guest):
            probe_all(server, person, begun, seats, {"forbidden", "not-now", "not-found"})
            links_tell_nothing(server, person, begun, "Ada")
        for call in (lambda: ada("record", table=begun), lambda: ada("replay", table=begun, seat=9, move=0), lambda: ada("review", table=begun, seat=mine)):
            refused("not-now", call)
        # How others did is for those who have played; the secret for nobody, nor that of days to come. A
        # result is stored after its player has seen it.
        until(lambda: today(ada)["done"] == 1, "the result is not stored")
        for person in (bruno, guest):
            about = today(person)
            assert about["rows"] == [] and about["done"] == 1, about
            assert not {"secret", "dice"} & about.keys(), about
            assert "secret" not in about["next"]
            refused("not-found", today, person, date=about["next"]["date"])
        assert begun not in json.dumps([bruno("export"), bruno("tables", game="manor"), guest("me")])
        assert not ada("profile")["profile"]["games"]
        # The next day everything is open.
        ada("test-step", ms=DAY)
        assert guest("record", table=begun)["record"]["outcome"]["openings"]
        assert "views" in guest("replay", table=begun, seat=9, move=0)
        refused("forbidden", guest, "branch", table=begun, move=0)
        until(lambda: ada("test-step", ms=1000) and "review" in guest("review", table=begun, seat=mine), "no review came")


def test_a_deal_is_played_once(program):
    server, ada, bruno = server_of(program)
    with server:
        ada("test-step", ms=DAY)
        sockets = [ada.socket() for _ in range(6)]
        asked = [(socket, socket.ask("daily-start", named=True)) for socket in sockets]
        answers = [socket.answer(number) for socket, number in asked]
        assert all(answer["ok"] for answer in answers), answers
        assert len({answer["table"]["table"] for answer in answers}) == 1
        table = answers[0]["table"]["table"]
        again = lantern.at(ada, server)
        seat = Seat(again.socket(), table, start(ada)[1])
        lantern.play([seat], chooser(1))
        assert start(ada)[0] == table and ada("info", table=table)["table"]["state"] == "over"
        assert len([row for row in ada("export")["data"]["daily"]]) == 1
        # The name in the ranking is one's own, whatever else is asked for.
        begun = json_ask(bruno, "daily-start", named=True, names=["Ada", "Ada", "Ada", "Ada"])["table"]
        assert [seat["name"] for seat in begun["seats"] if seat.get("you")] == ["Bruno"]
        # A guest has no way in, nor has a table made by hand the day's dice.
        refused("forbidden", Person(server, "Guest"), "daily-start", named=True)
        made = bruno("create", settings={"game": today(ada)["game"], "seats": today(ada)["seats"]})["table"]
        assert "daily" not in made


def test_who_signs_up_today_plays_tomorrow(program):
    """Somebody who has not played yet makes another account, to look at the deal first: it has none today."""
    server, ada, _ = server_of(program)
    with server:
        ada("test-step", ms=DAY)
        again = account(server, "Eve")
        about = today(again)
        assert about["account"] and not about["counts"] and today(ada)["counts"]
        assert "tomorrow" in refused("forbidden", again, "daily-start", named=True)["say"]["en"]
        assert "mine" not in today(again) and again("export")["data"]["daily"] == [] == again("export")["data"]["mine"]
        # On another device it is the same.
        guest = Person(server, "Guest")
        ada("test-step", ms=60_000)
        guest("login", login="eve", password="bon appétit")
        refused("forbidden", guest, "daily-start", named=True)
        table, _ = play_out(ada, 1)
        until(lambda: today(again)["done"] == 1, "the result is not stored")
        assert today(again)["rows"] == [], "how others did is told to somebody who has not played"
        ada("test-step", ms=DAY)
        assert today(again)["counts"] and start(again)[0] != table


def test_the_ranking_has_no_luck_in_it(program):
    server, ada, bruno = server_of(program)
    with server:
        chloe, dora = account(server, "Chloe"), account(server, "Dora")
        ada("test-step", ms=DAY)
        tables = {}
        for seed, (person, named) in enumerate([(ada, True), (bruno, True), (chloe, False)]):
            tables[person.name], _ = play_out(person, seed, named)
        assert not start(dora)[0] in tables.values()
        day = computed(ada, 3)
        assert day["done"] == 3 and day["playing"] == 1
        ranked = [row for row in day["rows"] if row["ranked"]]
        assert len(ranked) == 3 and [row.get("name") for row in day["rows"]].count("Chloe") == 0
        assert [row["adjusted"] for row in ranked] == sorted((row["adjusted"] for row in ranked), reverse=True)
        for one, other in zip(ranked, ranked[1:]):
            tie = round(1000 * one["adjusted"]) == round(1000 * other["adjusted"])
            assert (one["rank"] == other["rank"]) == tie
        assert ranked[0]["rank"] == 1 and day["mine"]["name"] == "Ada"
        assert len(day["rows"]) == len(ranked)
        assert all("table" not in row for row in day["rows"] if not row["mine"])
        # Dora ends her game on the next day: it stands apart.
        date = day["date"]
        ada("test-step", ms=DAY)
        dora_table = next(row["table"] for row in [today(dora, date=date)["mine"]])
        seat = Seat(dora.socket(), dora_table, day["seat"])
        lantern.play([seat], chooser(9))
        after = computed(ada, 4, date=date)
        late = next(row for row in after["rows"] if row.get("name") == "Dora")
        assert late["late"] and not late["ranked"] and "rank" not in late
        # The figure is that of the review, which everybody may read now, by the tables of those who are
        # named.
        for row in after["rows"]:
            assert ("table" in row) == ("name" in row)
            if "table" not in row:
                continue
            review = {}
            until(lambda: ada("test-step", ms=1000) and review.update(ada("review", table=row["table"], seat=day["seat"])) is None and "review" in review, "no review")
            seat = review["review"]["seats"][0]
            assert abs(seat["adjusted"] - row["adjusted"]) < 1e-3
            assert abs(seat["result"] - seat["parts"]["luck"] - seat["adjusted"]) < 1e-3


def test_yesterdays_secret_is_what_was_promised(program):
    server, ada, _ = server_of(program)
    with server:
        promised = today(ada)["next"]
        ada("test-step", ms=DAY)
        about = today(ada)
        assert (about["date"], about["commitment"], about["game"]) == (promised["date"], promised["commitment"], promised["game"])
        table, _ = play_out(ada, 2)
        info = ada("info", table=table)["table"]
        assert info["dice"]["commitment"] == promised["commitment"]
        ada("test-step", ms=DAY)
        secret = today(ada, date=promised["date"])["secret"]
        name = "daily-" + promised["date"]
        assert hashlib.sha256(b"lanterne-secret" + bytes.fromhex(secret) + name.encode()).hexdigest() == promised["commitment"]
        record = ada("record", table=table)["record"]
        assert record["outcome"]["openings"]["secret"] == secret
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "daily.lan")
            with open(path, "w", encoding="utf-8") as file:
                json.dump(record, file)
            done = subprocess.run([program, "verify", path], capture_output=True, text=True, check=False)
            assert done.returncode == 0, done
            said = ada("verify-record", record=json.dumps(record))
            assert said["good"], said
        server.stop()
        check = subprocess.run([program, "store", "check", os.path.join(server.data, "lanterne.db")], capture_output=True, text=True, check=False)
        assert check.returncode == 0, check
        server.start()


def test_a_kill_loses_nothing(program):
    server, ada, bruno = server_of(program)
    with server:
        ada("test-step", ms=DAY)
        table, mine = start(ada)
        seat = Seat(ada.socket(), table, mine)
        while not seat.asked():
            seat.wait()
        choose = chooser(4)
        seat.move(choose(seat))
        server.kill()
        server.start()
        ada("test-step", ms=DAY)  # the stepped clock begins anew
        assert start(ada)[0] == table
        seat = Seat(ada.socket(), table, mine)
        lantern.play([seat], choose)
        # Killed at once: the result and the review are made up for when the ranking is asked for.
        server.kill()
        server.start()
        ada("test-step", ms=DAY)
        day = computed(ada, 1)
        assert day["mine"]["won"] == (mine in seat.result["winners"]) and day["mine"]["rank"] == 1
        # Another who plays alike has the same game as the one that was killed twice.
        other, _ = play_out(bruno, 4)
        ada("test-step", ms=DAY)
        assert acts(ada, table) == acts(ada, other)


def test_days_are_forgotten(program):
    server, ada, bruno = server_of(program)
    with server:
        ada("test-step", ms=DAY)
        table, _ = play_out(ada, 1)
        date = computed(ada, 1)["date"]
        ada("test-step", ms=28 * DAY)
        assert today(bruno, date=date)["done"] == 1
        ada("test-step", ms=2 * DAY)
        refused("not-found", today, bruno, date=date)

        def rows():
            with store_of(server) as store:
                return store.execute("SELECT count(*) FROM doc WHERE space IN ('daily', 'day')").fetchone()[0]
        until(lambda: ada("test-step", ms=1000) and not rows(), "the day is not forgotten")
        assert ada("info", table=table)["table"]["state"] == "over"
        for date in ("2001-02-30", "0000-00-00", "2001-9-09", "20010-1-01", "9999-12-31"):
            refused("not-found", json_ask, ada, "daily", date=date)


def json_ask(person, op, **params):
    """Asks without the schema's check of the question."""
    answer = json.loads(person.post(op, json.dumps(params))[1])
    if not answer["ok"]:
        raise Failed(op, answer["error"])
    return answer


if __name__ == "__main__":
    lantern.Tap(globals(), sys.argv[1])
