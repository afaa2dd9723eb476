"""The example game through the server: a program with one more game serves it like any other."""

import random
import sys

import lantern
from lantern import Failed, Person, Seat, Server

GAME = "lamplighters"


def refused(code, person, op, **params):
    """Asks for what must be refused; the error."""
    try:
        person(op, **params)
    except Failed as failed:
        assert failed.code == code, failed.error
        return failed.error
    raise AssertionError(f"{op} was not refused")


def table_of(server, names=("Ada", "Bruno")):
    """A table of these people, at which the game has begun; who they are, and its id."""
    people = [Person(server, name) for name in names]
    settings = {"game": GAME, "seats": len(people), "hints": True}
    table = people[0]("create", settings=settings)["table"]["table"]
    for number, person in enumerate(people[1:], 2):
        person("sit", table=table, seat=number)
    people[0]("start", table=table)
    return people, table


def test_the_game_is_described(program):
    with Server(program) as server:
        ada = Person(server, "Ada")
        row = next(game for game in ada("games")["games"] if game["game"] == GAME)
        assert row["title"]["fr"] == "Allumeurs", row
        words = ada("game", game=GAME)
        assert [clause["id"] for clause in words["clauses"]][:2] == ["EX-S1", "EX-S2"]
        assert {action["name"] for action in words["actions"]} >= {"lay"}
        assert {option["name"] for option in row["options"]} == {"lanterns", "hand", "shutters"}


def test_a_set_up_that_cannot_be_names_its_clause(program):
    with Server(program) as server:
        settings = {"game": GAME, "seats": 4, "options": {"hand": "4"}}
        error = refused("refused", Person(server, "Ada"), "create", settings=settings)
        assert error["clause"] == "EX-S2" and error["option"] == "hand", error


def test_whole_games_with_a_watcher(program):
    """Three people play, a fourth looks on; nobody is told a lantern that lies shuttered, and the record
    replays."""
    with Server(program, hooks=4) as server:
        people, table = table_of(server, ("Ada", "Bruno", "Clara"))
        seats = [Seat(person.socket(), table, number) for number, person in enumerate(people, 1)]
        watcher = Seat(Person(server, "Eve").socket(), table, 0)
        chance = random.Random(1)
        lantern.play(seats, lambda seat: chance.choice(seat.ask["actions"]))
        watcher.connection.barrier()
        watcher.drain()
        assert watcher.result and watcher.result["winners"] == seats[0].result["winners"] != []
        told = [item["event"] for item in watcher.told if "event" in item]
        assert all(event.get("lantern") is None for event in told if event["event"] in ("dealt", "shuttered"))
        assert sum(event["event"] == "taken" for event in told) == 3
        record = people[0]("record", table=table)["record"]
        assert people[0]("verify-record", record=lantern.json.dumps(record))["ok"]


def test_refusals_undo_and_advice(program):
    with Server(program, hooks=2) as server:
        people, table = table_of(server)
        seats = [Seat(person.socket(), table, number) for number, person in enumerate(people, 1)]
        seat = next(seat for seat in seats if seat.asked())
        person = people[seat.seat - 1]
        held = {action.split()[1] for action in seat.ask["actions"]}
        missing = next(str(number) for number in range(1, 14) if str(number) not in held)
        error = refused("refused", person, "move", table=table, seat=seat.seat, action=f"lay {missing} open", move="x")
        assert error["clause"] == "EX-T1", error
        hint = person("hint", table=table, seat=seat.seat)
        assert hint["action"] in seat.ask["actions"] and hint["reason"]["fr"], hint
        hidden = next(action for action in seat.ask["actions"] if action.endswith("shuttered"))
        before = seat.ask["actions"]
        seat.move(hidden)
        seat.drain()
        seat.connection("undo", table=table, seat=seat.seat, move="u")
        seat.connection.barrier()
        seat.drain()
        assert seat.ask["actions"] == before, seat.ask


if __name__ == "__main__":
    lantern.Tap(globals(), sys.argv[1])
