"""Games that were begun on a device and go on at a table of the server: `bring`, over the wire. The saves are
those of `lanterne play`, which writes the same records as the page."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

import lantern
from lantern import Person, Seat, Server
from play import chooser, refused

GAMES = {"manor": 3, "shadow-hunters": 5, "shy-monsters": 2, "treasure-hunters": 3}
MOVES = 3


def saved(program, game, *options):
    """The text of a game of which a few moves are played."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "game.lan"
        words = "1\n" * MOVES + f"save {file}\nquit\n"
        subprocess.run([program, "play", game, "--seed", "7", "--plain", *options], input=words, text=True, check=True,
                       capture_output=True)
        return file.read_text()


def own_seat(info):
    return next(seat["seat"] for seat in info["seats"] if seat.get("you"))


def test_a_game_of_each_kind_goes_on_to_its_end(program):
    with Server(program) as server:
        ada = Person(server, "Ada")
        for game in GAMES:
            text = saved(program, game)
            record = json.loads(text)
            info = ada("bring", record=text, hints=True)["table"]
            assert info["state"] == "playing" and info["brought"] and not info["verifiable"], info
            assert info["version"] == record["match"]["version"] and info["settings"]["hints"]
            assert [seat["kind"] for seat in info["seats"]] == [seat["holder"] for seat in record["match"]["seats"]]
            assert own_seat(info) == 1 and info["seats"][0]["name"] == record["match"]["seats"][0]["name"]
            table = info["table"]
            seat = Seat(ada.socket(), table, 1)
            lantern.play([seat], chooser(1))
            assert ada("info", table=table)["table"]["brought"], "the mark stays"
            # The moves of the device are the first of the whole game.
            moves = [[line.get("seat"), line["do"]] for line in record["log"] if "do" in line]
            whole = ada("record", table=table)["record"]
            assert [[line.get("seat"), line["do"]] for line in whole["log"] if "do" in line][:len(moves)] == moves
            assert whole["match"]["commitments"]["dice"] == "not verifiable"
            assert not ada("verify-record", record=json.dumps(whole))["good"]


def test_options_and_bots_come_along(program):
    with Server(program) as server:
        ada = Person(server, "Ada")
        text = saved(program, "manor", "--players", "4", "--option", "manors_per_player=3", "--bot", "rules")
        info = ada("bring", record=text, undo=False)["table"]
        assert info["settings"]["options"]["manors_per_player"] == "3" and info["settings"]["undo"] is False
        assert [seat.get("level") for seat in info["seats"]] == [None, "rules", "rules", "rules"]


def test_the_mark_survives_a_restart(program):
    with Server(program) as server:
        ada = Person(server, "Ada")
        table = ada("bring", record=saved(program, "manor"))["table"]["table"]
        before = ada("open", table=table, seat=1)["update"]
        server.kill()
        server.start()
        info = ada("info", table=table)["table"]
        assert info["brought"] and info["state"] == "playing"
        assert ada("open", table=table, seat=1)["update"]["view"] == before["view"]
        server.stop()
        found = subprocess.run([program, "store", "check", os.path.join(server.data, "lanterne.db")], capture_output=True,
                               text=True, check=True).stdout
        assert " 0 problems" in found, found
        server.start()


def test_what_is_refused(program):
    with Server(program) as server:
        ada, eve = Person(server, "Ada"), Person(server, "Eve")
        text = saved(program, "manor")
        document = json.loads(text)
        tables = len(ada("me")["tables"])
        # A record that was changed, cut off, is none, or is of a newer version.
        for wrong in ("{", "{}", text[:-20], text.replace('"Me"', '"Zoe"', 1), json.dumps({**document, "lanterne": 2}),
                      json.dumps({**document, "more": 1})):
            assert refused("refused", ada, "bring", record=wrong)["say"]["fr"]
        moved = json.loads(text)
        moved["log"][-1]["time"] += 1
        refused("refused", ada, "bring", record=json.dumps(moved))
        assert ada.post("bring", json.dumps({"record": " " * (3 << 19)}))[0] == 400
        assert ada.post("bring", "{}")[0] == 400
        # A finished game, and what one seat was told.
        other = ada("bring", record=text)["table"]["table"]
        seat = Seat(ada.socket(), other, 1)
        own = ada("record", table=other, seat=1)["record"]
        refused("refused", ada, "bring", record=json.dumps(own))
        lantern.play([seat], chooser(1))
        refused("not-now", ada, "bring", record=json.dumps(ada("record", table=other)["record"]))
        # A bot that the server does not have.
        refused("not-found", ada, "bring", record=saved(program, "manor", "--bot", "search:50"))
        # By WebSocket, which takes no long messages.
        refused("unknown-operation", ada.socket(), "bring", record=text)
        assert len(ada("me")["tables"]) == tables + 1, "what is refused makes no table"
        assert eve("me")["tables"] == []


def test_it_is_the_bringers_alone(program):
    with Server(program) as server:
        ada, eve = Person(server, "Ada"), Person(server, "Eve")
        table = ada("bring", record=saved(program, "manor"))["table"]["table"]
        refused("forbidden", eve, "open", table=table, seat=1)
        refused("forbidden", eve, "record", table=table, seat=1)
        assert not any(seat.get("you") for seat in eve("info", table=table)["table"]["seats"])


if __name__ == "__main__":
    lantern.Tap(globals(), sys.argv[1])
