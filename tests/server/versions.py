"""Several versions of a game's rules: a stored game continues with the version it began with."""

import json
import pathlib
import sys
import tempfile

import lantern
from lantern import Person, Seat, Server

TINY = {"game": "tiny", "seats": 2, "options": {"bets": "none"}}


def begun(server):
    """Starts a table of the tiny game with two people."""
    ada, bruno = Person(server, "Ada"), Person(server, "Bruno")
    table = ada("create", settings=TINY)["table"]["table"]
    bruno("sit", table=table, seat=2)
    ada("start", table=table)
    return ada, bruno, table


def rest(person, table, number):
    seat = Seat(person.socket(), table, number)
    seat.move("rest")
    seat.drain()
    return seat


def test_old_games_go_on_by_their_rules(programs):
    """In version 2 of the tiny game the action `rest` gives a point."""
    old, new = programs
    with tempfile.TemporaryDirectory() as data:
        with Server(old, data=data) as server:
            assert [game["version"] for game in Person(server)("games")["games"] if game["game"] == "tiny"] == [1]
            ada, bruno, table = begun(server)
            rest(ada, table, 1)
            _, _, finished = (done := begun(server))
            rest(done[0], finished, 1)
            rest(done[1], finished, 2)
            record = done[0]("record", table=finished)["record"]
        with Server(new, data=data) as server:
            for person in (ada, bruno, *done[:2]):
                person.server = server
            assert ada("info", table=table)["table"]["version"] == 1
            assert rest(bruno, table, 2).result["scores"] == [0, 0]
            assert [s["points"] for s in ada("replay", table=table, seat=0, move=2)["update"]["view"]["seats"]] == [0, 0]
            # Games finished earlier are unchanged, stored or uploaded as a record.
            assert done[0]("record", table=finished)["record"] == record
            brought = ada("replay-record", record=json.dumps(record), seat=0, move=2)
            assert [s["points"] for s in brought["update"]["view"]["seats"]] == [0, 0]
            # New games have the new rules, also rematches and branches of old ones.
            carla, dirk, fresh = begun(server)
            assert carla("info", table=fresh)["table"]["version"] == 2
            rest(carla, fresh, 1)
            again = ada("rematch", table=table)["table"]
            assert again["version"] == 2
            branch = ada("branch", table=table, move=1, plan=["me", "me"])["table"]
            assert branch["version"] == 1
            server.kill()
            server.start()
            assert rest(dirk, fresh, 2).result["scores"] == [1, 1]
            assert rest(ada, branch["table"], 2).result["scores"] == [0, 0]
            newer = carla("record", table=fresh)["record"]
        # Back to the old program: it reports the tables that it cannot open, and continues the others.
        with Server(old, data=data) as server:
            carla.server = ada.server = server
            try:
                carla("open", table=fresh, seat=1)
                raise AssertionError("a game of rules that are not there was opened")
            except lantern.Failed as failed:
                assert failed.code == "storage"
            try:
                ada("replay-record", record=json.dumps(newer), seat=0, move=0)
                raise AssertionError("a record of rules that are not there was read")
            except lantern.Failed as failed:
                assert failed.code == "refused" and "version" in failed.error["say"]["en"]
            assert ada("info", table=table)["table"]["state"] == "over"


if __name__ == "__main__":
    here = pathlib.Path(sys.argv[1]).parent / "tests"
    lantern.Tap(globals(), (str(here / "lanterne-tiny"), str(here / "lanterne-tiny-2")))
