"""No leak over the wire: two servers, each with a twin of the same game, send a viewer the same bytes.

The twins are made by the program `twins`: chance or others did different things, which the viewer was told
alike. Nothing is masked out: answers, errors, lists, lengths and order are compared as they come from the
socket.
"""

import collections
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import lantern
from lantern import Server, Socket

TWINS = None
# A server that knows the tiny game and the example besides those of the product.
TINY = None
# The clock stands still, so the allowance of an address never refills; it must do for all games together.
MANY_MESSAGES = "--messages-per-address=1000000"


class Twin:
    """One of the two servers."""

    def __init__(self, program, data):
        self.server = Server(program, MANY_MESSAGES, data=data, hooks=5)

    def ask_all(self, pair):
        """Sends every operation that the viewer may send about a table, in a fixed order; returns the
        bytes of all answers."""
        number = pair["viewer"]
        connection = Socket(self.server, f"token{number or 9}")
        table = pair["table"]
        answer = connection.answer(connection.ask("open", table=table, seat=number))
        assert answer["ok"], answer
        update = answer["update"]

        def ask(op, **params):
            """Sends one operation at a time, since the order of concurrent answers depends on the disk."""
            connection.answer(connection.ask(op, **params))

        ask("info", table=table)
        ask("tables")
        ask("me")
        ask("record", table=table, seat=number)
        ask("chats", table=table, seat=number)
        ask("open", table=table, seat=number, since=max(0, update["to"] - 3))
        for eyes in (number, 9):
            ask("replay", table=table, seat=eyes, move=1)
        for action in (update["ask"] or {"actions": []})["actions"][:20]:
            ask("preview", table=table, seat=number, action=action)
        other = number % 2 + 1
        ask("open", table=table, seat=other)
        ask("move", table=table, seat=other, action="end", move="x")
        for action in self.words(pair["game"]):
            ask("why", table=table, seat=number or 1, action=action)
            ask("preview", table=table, seat=number or 1, action=action)
            ask("move", table=table, seat=number or 1, action=action, move="y", decision=4096)
        connection.barrier()
        connection.close()
        return connection.bytes

    def words(self, game):
        """Sample actions of the game, legal or not: each kind with the first and last value of its
        arguments."""
        connection = Socket(self.server, "token9")
        words = connection.answer(connection.ask("game", game=game))
        connection.close()
        if not words["ok"]:  # too large for a WebSocket message, so asked for by HTTP
            words = lantern.Person.__new__(lantern.Person)
            words.server, words.cookie = self.server, "token9"
            words = words("game", game=game)
        types = {one["name"]: [word["id"] for word in one.get("words", [])] for one in words["types"]}
        actions = []
        for kind in words["actions"]:
            for pick in (0, -1):
                values = [(types[arg["type"]] or ["1", "2"])[pick] for arg in kind["args"]]
                actions.append(" ".join([kind["name"], *values]))
        return actions[:40]


def test_twins_send_the_same_bytes(_):
    with tempfile.TemporaryDirectory() as folder:
        folders = [os.path.join(folder, name) for name in "ab"]
        made = json.loads(subprocess.run([TWINS, *folders], check=True, capture_output=True, text=True).stdout)
        assert made, "no twins"
        twins = [Twin(TINY, data) for data in folders]
        count = collections.Counter()
        try:
            known = {game["game"] for game in lantern.Person(twins[0].server)("games")["games"]}
            for pair in made:
                one, other = (twin.ask_all(pair) for twin in twins)
                for a, b in zip(one, other):
                    assert a == b, f"{pair}:\n{a.decode()}\n{b.decode()}"
                assert len(one) == len(other), pair
                count[pair["game"]] += 1
                count[pair["game"], pair["viewer"]] += 1
        finally:
            for twin in twins:
                twin.server.stop()
        hides = {pair["game"]: pair["hides"] for pair in made}
        assert set(hides) >= known and any(hides.values()), (hides, known)
        for game in sorted(hides):
            differ = {pair["viewer"] for pair in made if pair["game"] == game and pair["differ"]}
            assert bool(differ) == hides[game], game
            print(f"# {game}: {count[game]} pairs, viewers "
                  f"{sorted(key[1] for key in count if isinstance(key, tuple) and key[0] == game)}, "
                  f"of whom {sorted(differ) or 'none'} have something hidden from them")


def live(program, choice):
    """Bruno makes a sealed choice, takes it back and repeats it; returns all bytes that Ada and a watcher
    receive."""
    with Server(program, hooks=9) as server:
        ada, bruno, eve = (lantern.Person(server, name) for name in ("Ada", "Bruno", "Eve"))
        table = ada("create", settings={"game": "manor", "seats": 3}, plan=["me", "empty", "me"])["table"]["table"]
        bruno("sit", table=table, seat=2)
        eyes = [ada.socket(), eve.socket()]
        eyes[0]("open", table=table, seat=1)
        eyes[1]("open", table=table, seat=0)
        ada("start", table=table)
        seat = lantern.Seat(bruno.socket(), table, 2)
        actions = seat.ask["actions"]
        seat.move(actions[choice])
        seat.drain()
        assert seat.ask["undo"]
        seat.connection("undo", table=table, seat=2, move="u")
        seat.drain()
        seat.move(actions[choice])
        bruno("note", table=table, seat=2, text="x" * choice)
        for connection in eyes:
            connection("info", table=table)
            connection.barrier()
        # Copied before a connection closes, since the order of that notice and the last answer is not
        # defined.
        bytes_ = [list(connection.bytes) for connection in eyes]
        record = bruno("record", table=table, seat=2)["record"]
        for connection in eyes:
            connection.close()
        return bytes_, record


def test_a_sealed_choice_is_not_sent(program):
    """Two runs that differ only in Bruno's choice send the same bytes to Ada and a watcher."""
    (one, one_record), (other, other_record) = (live(program, choice) for choice in (0, 2))
    assert one_record != other_record, "the choices were the same"
    for a, b in zip(one, other):
        assert a and a == b, (a, b)


if __name__ == "__main__":
    TWINS, TINY = (str(pathlib.Path(sys.argv[1]).parent / "tests" / name) for name in ("twins", "lanterne-tiny"))
    lantern.Tap(globals(), sys.argv[1])
