"""The moments at which machines answer: bots, stand-ins, standing answers, windows of fixed length.

Twins (the program `twins`) are two courses of one game that a viewer cannot tell apart. Their other seats are
given to bots, and the clock is stepped in both alike: whatever the viewer is sent must come at the same time
in both, byte for byte, until what is hidden has made somebody act differently. Times are those of the stepped
clock, so that they are compared exactly.
"""

import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

import lantern
from lantern import Person, Seat, Server, Socket
from seeds import seeded

TWINS = None
# A server that knows the tiny game, in which every strike opens a reaction window.
TINY = None
MANY_MESSAGES = "--messages-per-address=1000000"
PACE, STEP = 100, 3
CHANGES = 8  # compared at most for one pair


def token(server, number):
    """The person whom `twins` made for a seat, or for the watcher as 0."""
    person = Person.__new__(Person)
    person.server, person.cookie, person.name = server, f"token{number or 9}", None
    return person


def bots(server, slow):
    """How many bots think, and how many questions there were so far."""
    answer = token(server, 0)("test-bots", stepped=True, slow=slow)
    return answer["thinking"], answer["asked"]


class Course:
    """One of a pair of twins: the viewer's connection, and what it is sent at each step of the clock."""

    def __init__(self, server, pair, level, slow):
        self.server, self.table, self.slow = server, pair["table"], slow
        self.person = token(server, pair["viewer"])
        bots(server, slow)
        self.seat = Seat(Socket(server, self.person.cookie), self.table, pair["viewer"])
        self.count = len(self.person("info", table=self.table)["table"]["seats"])
        self.now = 0
        known = next(game for game in self.person("games")["games"] if game["game"] == pair["game"])
        level = level if level in [bot["level"] for bot in known["bots"]] else "random"
        for seat in range(1, self.count + 1):
            if seat != pair["viewer"]:
                token(server, seat)("bot", table=self.table, seat=seat, level=level)
        self.settle()

    def settle(self):
        """Until the table has stored what was played and, unless they never end, all bots have thought."""
        before = None
        while before != (before := bots(self.server, self.slow)) or (before[0] and not self.slow):
            self.person("info", table=self.table)
        self.seat.connection.barrier()

    def step(self):
        """Steps the clock; returns the updates that the viewer was sent."""
        self.now += STEP
        self.person.post("test-step", json.dumps({"ms": STEP}))
        self.person("info", table=self.table)
        self.seat.connection.barrier()
        return self.take()

    def take(self):
        pushes = [one for one in self.seat.connection.pushes if one["push"] == "update"]
        self.seat.drain()
        if pushes:
            self.settle()
        return pushes

    def answer(self, rng):
        """Answers for the viewer, if it is asked."""
        if self.seat.asked() and not self.seat.result:
            actions = self.seat.ask["actions"][:self.seat.ask["musts"]]
            self.seat.move(actions[rng.randrange(len(actions))])
            self.settle()
            return self.take()
        return []

    def end(self):
        """Gives the seats back to their persons, so that the bots of the next pair are alone."""
        for row in self.person("info", table=self.table)["table"]["seats"]:
            if row["standin"] and not self.seat.result:
                token(self.server, row["seat"])("sit", table=self.table, seat=row["seat"])
        self.seat.connection.close()


def seats_of(pushes):
    """The seats that the first events of these updates are about."""
    events = [item["event"] for push in pushes for item in push["update"]["told"] if "event" in item]
    return {event["seat"] for event in events[:1] if "seat" in event}


def compare(one, other, seed):
    """Steps both until they differ in what somebody did; returns how many changes came at the same time."""
    alike, waited = 0, 0
    rngs = random.Random(seed), random.Random(seed)
    while alike < CHANGES and waited < 3 * PACE / STEP and not one.seat.result:
        must = set(one.seat.turn["must"])
        a, b = one.step(), other.step()
        if bool(a) != bool(b):
            # Only what a seat may do besides can be done in one and not in the other.
            assert seats_of(a or b) and not seats_of(a or b) & must, (one.now, must, a, b)
            return alike
        if not a:
            waited += 1
            continue
        waited = 0
        alike += 1
        if a != b:
            return alike
        a, b = (course.answer(rng) for course, rng in zip((one, other), rngs))
        assert bool(a) == bool(b)
        if a != b:
            return alike
    return alike


def twins_compare(level, slow, games, pairs):
    """Compares pairs of twins; returns the number of changes seen at equal times."""
    alike = 0
    with tempfile.TemporaryDirectory() as folder:
        folders = [os.path.join(folder, name) for name in "ab"]
        made = json.loads(subprocess.run([TWINS, *folders], check=True, capture_output=True, text=True).stdout)
        chosen = [pair for pair in made if pair["game"] in games and pair["differ"]]
        seeded(4).shuffle(chosen)
        servers = [Server(TINY, MANY_MESSAGES, data=data, hooks=5, pace=PACE) for data in folders]
        try:
            for number, pair in enumerate(chosen[:pairs]):
                courses = [Course(server, pair, level, slow) for server in servers]
                try:
                    alike += compare(*courses, number)
                except AssertionError as problem:
                    raise AssertionError(f"{pair}: {problem}") from problem
                for course in courses:
                    course.end()
        finally:
            for server in servers:
                server.stop()
    print(f"# {level}{', slow' if slow else ''}: {alike} changes at equal times in {len(chosen[:pairs])} pairs")
    return alike


def test_finding_4_twins_act_at_the_same_moments(_):
    assert twins_compare("rules", False, ("shadow-hunters", "tiny"), 24) > 40


def test_finding_4_twins_that_search_act_at_the_same_moments(_):
    assert twins_compare("search", False, ("shadow-hunters",), 4) > 8


def test_finding_4_twins_act_at_the_same_moments_when_thinking_outlasts_the_pause(_):
    assert twins_compare("search", True, ("shadow-hunters", "tiny", "shy-monsters"), 33) > 48


def struck(server, people, **settings):
    """A tiny game in which the first seat has struck the second: all others are asked in a window."""
    table = people[0]("create", settings={"game": "tiny", "seats": 3, "options": {"bets": "none"}, **settings})["table"]["table"]
    for number, person in enumerate(people[1:], 2):
        person("sit", table=table, seat=number)
    people[0]("start", table=table)
    seats = [Seat(person.socket(), table, number) for number, person in enumerate(people, 1)]
    active = next(seat for seat in seats if seat.asked())
    active.move(next(action for action in active.ask["actions"] if action.startswith("strike")))
    for seat in seats:
        seat.connection.barrier()
        seat.drain()
    assert seats[0].turn["window"]
    return table, seats, [seat for seat in seats if seat.asked()]


def test_finding_4_standing_answers_come_at_drawn_moments(_):
    """Pass and react: two answer at moments of their own, at which nothing tells who could react."""
    with Server(TINY, hooks=3, pace=PACE) as server:
        people = [Person(server, name) for name in ("Ada", "Bruno", "Chloé")]
        people[0]("test-bots", stepped=True, slow=False)
        table, seats, asked = struck(server, people)
        passing, reacting = asked
        can = [action for action in reacting.ask["actions"] if action != "pass"]
        for seat, answer in ((passing, "pass"), (reacting, "react")):
            people[seat.seat - 1]("standing", table=table, seat=seat.seat, answer=answer)
            row = people[seat.seat - 1]("info", table=table)["table"]["seats"][seat.seat - 1]
            assert row["standing"] == answer and row.get("passes", False) == (answer == "pass")
            for other in people:
                rows = other("info", table=table)["table"]["seats"]
                assert other is people[seat.seat - 1] or "standing" not in rows[seat.seat - 1]
        for seat in seats:
            # Nor is anything pushed that would tell the others when somebody has chosen.
            seat.connection.barrier()
            assert not [one for one in seat.connection.pushes if one["push"] != "presence"], seat.connection.pushes
        turns, times = [seats[0].turn], []
        for at in range(STEP, 2 * PACE, STEP):
            people[0].post("test-step", json.dumps({"ms": STEP}))
            people[0]("info", table=table)
            for seat in seats:
                seat.connection.barrier()
                seat.drain()
            if turns[-1]["window"] and seats[0].turn != turns[-1]:
                turns.append(seats[0].turn)
                times.append(at)
        assert len(times) == 2 and all(PACE * 3 / 4 <= at <= PACE * 5 / 4 + STEP for at in times), (turns, times)
        did = [item["do"] for item in reacting.told if "do" in item][-1]
        assert did == (can[0] if can else "pass"), (did, can)
        refused(people[0], "standing", table=table, seat=1, answer="never")


def refused(person, op, **params):
    status, text = person.post(op, json.dumps(params))
    assert status == 400 and json.loads(text)["error"]["code"] == "bad-message", text


def test_finding_4_answers_in_a_window_of_fixed_length_are_held(_):
    """Nobody sees who has answered; a held answer can be changed and survives a kill; all count at the
    end."""
    clock = {"window": 10, "fixed": True}
    with Server(TINY, hooks=3) as server:
        people = [Person(server, name) for name in ("Ada", "Bruno", "Chloé")]
        table, seats, (first, second) = struck(server, people, clock=clock)
        watcher = Seat(Person(server, "Eve").socket(), table, 0)
        own = people[first.seat - 1]
        for action in ("pass", first.ask["actions"][-1]):
            assert first.move(action)["held"]
            assert own("info", table=table)["table"]["seats"][first.seat - 1]["held"] == action
        first.connection.barrier()
        pushed = [one for one in first.connection.pushes if one["push"] == "table"]
        assert pushed[-1]["table"]["seats"][first.seat - 1]["held"] == action
        for seat in (*seats, watcher):
            seat.connection.barrier()
            told = [one for one in seat.connection.pushes if one["push"] != "presence"]
            assert seat is first or not told, told
        assert all("held" not in row for row in people[second.seat - 1]("info", table=table)["table"]["seats"])
        server.kill()
        server.start()
        for seat, person in (*zip(seats, people), (watcher, Person(server, "Eve"))):
            seat.open(person.socket())
        assert own("info", table=table)["table"]["seats"][first.seat - 1]["held"] == action
        told = watcher.to
        for ms in (9_999, 1):
            assert first.asked() and second.asked() and watcher.to == told, ms
            people[0].post("test-step", json.dumps({"ms": ms}))
            people[0]("info", table=table)
            for seat in (*seats, watcher):
                seat.connection.barrier()
        assert len([one for one in watcher.connection.pushes if one["push"] == "update"]) == 1
        for seat in (*seats, watcher):
            seat.drain()
        assert not watcher.turn["window"]
        mine = [item for item in first.told if "do" in item][-1]
        theirs = [item for item in second.told if "do" in item][-1]
        assert mine["do"] == action and not mine.get("timed") and theirs["do"] == "pass" and theirs["timed"], (mine, theirs)


def test_finding_4_bots_answer_at_the_end_of_a_window_of_fixed_length(_):
    with Server(TINY, hooks=3, pace=PACE) as server:
        people = [Person(server, name) for name in ("Ada", "Bruno", "Chloé")]
        people[0]("test-bots", stepped=True, slow=False)
        table, seats, (first, second) = struck(server, people, clock={"window": 10, "fixed": True})
        people[first.seat - 1]("bot", table=table, seat=first.seat, level="random")
        people[second.seat - 1]("standing", table=table, seat=second.seat, answer="react")
        must = None
        for _ in range(99):
            people[0].post("test-step", json.dumps({"ms": 100}))
            people[0]("info", table=table)
            for seat in seats:
                seat.connection.barrier()
                seat.drain()
            assert seats[0].turn["window"] and must in (None, seats[0].turn["must"])
            must = seats[0].turn["must"]
        people[0].post("test-step", json.dumps({"ms": 100}))
        people[0]("info", table=table)
        for seat in seats:
            seat.connection.barrier()
            seat.drain()
        assert not seats[0].turn["window"]
        assert not [item for item in second.told if item.get("timed")]


def test_a_window_of_fixed_length_has_a_length(program):
    with Server(program) as server:
        ada = Person(server, "Ada")
        for window in (0, 601):
            settings = {"game": "shadow-hunters", "seats": 4, "clock": {"window": window, "fixed": True}}
            status, text = ada.post("create", json.dumps({"settings": settings}))
            assert status == 409 and json.loads(text)["error"]["code"] == "refused", text
        settings = {"game": "shadow-hunters", "seats": 4, "clock": {"window": 600, "fixed": True}}
        assert ada("create", settings=settings)["table"]["settings"]["clock"]["fixed"]


if __name__ == "__main__":
    TWINS, TINY = (str(pathlib.Path(sys.argv[1]).parent / "tests" / name) for name in ("twins", "lanterne-tiny"))
    lantern.Tap(globals(), sys.argv[1])
