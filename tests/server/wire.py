"""No leak over the wire: two servers, each with a twin of the same game, send a viewer the same bytes.

The twins are made by the program `twins`: chance or others did different things, which the viewer was told
alike. Nothing is masked out: answers, errors, lists, lengths and order are compared as they come from the
socket.
"""

import collections
import contextlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import lantern
from lantern import Failed, Seat, Server, Socket
from seeds import seeded

TWINS = None
# A server that knows the tiny game and the example besides those of the product.
TINY = None
# The clock stands still, so the allowance of an address never refills; it must do for all games together.
MANY_MESSAGES = "--messages-per-address=1000000"
MOVES = 40  # of a pair that is played on, at most


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


@contextlib.contextmanager
def twin_servers():
    """The two servers, and the pairs of tables that they have."""
    with tempfile.TemporaryDirectory() as folder:
        folders = [os.path.join(folder, name) for name in "ab"]
        made = json.loads(subprocess.run([TWINS, *folders], check=True, capture_output=True, text=True).stdout)
        assert made, "no twins"
        twins = [Twin(TINY, data) for data in folders]
        try:
            yield twins, made
        finally:
            for twin in twins:
                twin.server.stop()


def test_twins_send_the_same_bytes(_):
    with twin_servers() as (twins, made):
        count = collections.Counter()
        known = {game["game"] for game in lantern.Person(twins[0].server)("games")["games"]}
        for pair in made:
            one, other = (twin.ask_all(pair) for twin in twins)
            for a, b in zip(one, other):
                assert a == b, f"{pair}:\n{a.decode()}\n{b.decode()}"
            assert len(one) == len(other), pair
            count[pair["game"]] += 1
            count[pair["game"], pair["viewer"]] += 1
        hides = {pair["game"]: pair["hides"] for pair in made}
        assert set(hides) >= known and any(hides.values()), (hides, known)
        for game in sorted(hides):
            differ = {pair["viewer"] for pair in made if pair["game"] == game and pair["differ"]}
            assert bool(differ) == hides[game], game
            print(f"# {game}: {count[game]} pairs, viewers "
                  f"{sorted(key[1] for key in count if isinstance(key, tuple) and key[0] == game)}, "
                  f"of whom {sorted(differ) or 'none'} have something hidden from them")


class Course:
    """One of the two games of a pair that is played on, with a connection for each seat and one that only
    looks: the viewer's, whose bytes are compared."""

    def __init__(self, twin, pair, seats):
        self.table, self.viewer = pair["table"], pair["viewer"]
        self.eyes = Socket(twin.server, f"token{self.viewer or 9}")
        self.eyes("open", table=self.table, seat=self.viewer)
        self.seats = [Seat(Socket(twin.server, f"token{number}"), self.table, number) for number in range(1, seats + 1)]
        self.fresh()

    def fresh(self):
        """What the viewer has received since the last call."""
        self.eyes.barrier()
        received, self.eyes.bytes = self.eyes.bytes, []
        return received

    def asked(self):
        for seat in self.seats:
            seat.connection.barrier()
            seat.drain()
        return [seat.seat for seat in self.seats if seat.asked() and not seat.result]

    def do(self, number, action):
        try:
            self.seats[number - 1].move(action)
        except Failed as failed:
            assert failed.code == "refused", failed

    def undo(self, number):
        seat = self.seats[number - 1]
        if seat.ask and seat.ask["undo"]:
            seat.moves += 1
            seat.connection("undo", table=self.table, seat=number, move=seat.name())

    def close(self):
        for connection in (self.eyes, *(seat.connection for seat in self.seats)):
            connection.close()


def told(received):
    """What the viewer was told by these messages, and what everybody sees of whom the game waits for."""
    updates = [json.loads(one)["update"] for one in received if b'"push":"update"' in one]
    return [(update["told"], update["turn"], update.get("result")) for update in updates]


def choices(rng, pair, courses, number):
    """An action for each of the two: the same one, or where it is another's secret choice perhaps another."""
    lists = [course.seats[number - 1].ask for course in courses]
    musts = [ask["actions"][:ask["musts"]] for ask in lists]
    common = [action for action in musts[0] if action in musts[1]]
    if number != pair["viewer"] and (not common or rng.randrange(4) == 0):
        return [rng.choice(actions) for actions in musts]
    return [rng.choice(common)] * 2 if common else None


def play_on(rng, pair, courses, count):
    """Plays both on for as long as the viewer is told the same; then every byte must be the same."""
    for _ in range(MOVES):
        asked = courses[0].asked()
        if asked != courses[1].asked() or not asked:
            return
        number = rng.choice(asked)
        actions = choices(rng, pair, courses, number)
        if not actions:
            return
        back = rng.randrange(6) == 0
        for course, action in zip(courses, actions):
            course.do(number, action)
            if back:
                course.asked()
                course.undo(number)
        one, other = (course.fresh() for course in courses)
        if told(one) != told(other):
            return  # the viewer may know now which of the two it is
        assert one == other, f"{pair}, seat {number} plays {actions}:\n{one}\n{other}"
        count["messages"] += len(one)
        for message in one:
            steps = len(json.loads(message).get("update", {}).get("steps", []))
            if steps:
                count["steps", pair["game"], pair["viewer"]] += steps
                count["hidden steps"] += steps if pair["differ"] else 0


def test_twins_that_are_played_on_push_the_same_bytes(_):
    """Pushes with the positions between moves (steps), in the same order and of the same length, for every
    seat and a watcher; moves are taken back, too."""
    count, rng = collections.Counter(), seeded(7)
    with twin_servers() as (twins, made):
        info = lantern.Socket(twins[0].server, "token9")
        for pair in made:
            seats = len(info("info", table=pair["table"])["table"]["seats"])
            courses = [Course(twin, pair, seats) for twin in twins]
            play_on(rng, pair, courses, count)
            for course in courses:
                course.close()
        info.close()
    steps = {game: {key[2] for key in count if key[0] == "steps" and key[1] == game} for game in {pair["game"] for pair in made}}
    print(f"# {count['messages']} messages, {count['hidden steps']} steps of twins that differ; viewers with steps: "
          f"{ {game: sorted(viewers) for game, viewers in sorted(steps.items())} }")
    assert count["hidden steps"] > 20, "hardly any steps were compared"
    assert any(0 in viewers for viewers in steps.values()), "no watcher was sent steps"


def watched(program, game, watching):
    """A watcher's view after each told item at which one was sent, in a step or an update."""
    positions, view, rng, steps = {}, {}, seeded(3), 0
    with Server(program, MANY_MESSAGES, hooks=11) as server:
        ada, eve = lantern.Person(server, "Ada"), lantern.Person(server, "Eve")
        table = ada("create", settings={"game": game, "seats": 4, "watching": watching}, plan=["me"] * 4, start=True)["table"]["table"]
        eyes = eve.socket()
        updates = [eyes("open", table=table, seat=0)["update"]]
        seats = [Seat(ada.socket(), table, number) for number in range(1, 5)]
        for _ in range(30):
            for seat in seats:
                seat.connection.barrier()
                seat.drain()
            seat = next((seat for seat in seats if seat.asked()), None)
            if seat is None or seat.result:
                break
            seat.move(seat.ask["actions"][rng.randrange(seat.ask["musts"])])
            eyes.barrier()
            updates += [push["update"] for push in eyes.pushes if push["push"] == "update"]
            eyes.pushes.clear()
        for update in updates:
            between = dict(view)
            for step in update.get("steps", []):
                assert step["n"] < update["to"], "a step beyond what was told"
                between.update(step["view"])
                positions[step["n"]] = dict(between)
                steps += 1
            view = dict(update["view"]) if update["full"] else {**view, **update["view"]}
            positions[update["to"]] = dict(view)
    return positions, steps


def test_steps_of_a_delayed_watcher_show_what_an_undelayed_one_saw_at_that_item(program):
    for game in ("shadow-hunters", "treasure-hunters"):
        there, _ = watched(program, game, "open")
        late, steps = watched(program, game, "late")
        assert max(late) <= max(there) - 20, (max(late), max(there))
        both = [number for number in late if number in there]
        for number in both:
            assert late[number] == there[number], f"{game}, item {number}:\n{late[number]}\n{there[number]}"
        assert len(both) > 20 and steps > 5, (len(both), steps)
        print(f"# {game}: {len(both)} positions, {steps} steps")


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
