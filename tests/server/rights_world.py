"""A table of the server beside the model of rights (tests/support/rights_model.h), changed alike.

Every person has a connection that is subscribed to whatever it may be subscribed to. After each change every
push that came is held against the model, every subscription that lost its right must have been shut, and
every operation that shows something is asked by everybody.
"""

import ctypes
import pathlib

from device import Device
from lantern import ROOT, Failed, Person
from patience import until
from play import step

CHANGES = ("sit", "stand", "put-bot", "stand-in", "start", "exchange", "exchanged", "late", "leave", "offer",
           "claim", "remove", "close", "end", "host", "swap", "let-in", "watch", "heir", "ahead", "out", "seats", "away", "back")
CHANNELS = ("players", "watchers", "out")
STATES = ("seating", "dice", "playing", "over", "closed")
WATCHING = ("open", "late", "none")
EMPTY, BOT = -1, -2


class Model:
    """The model in C, by ctypes."""

    def __init__(self, program, people, seats, watching):
        built = pathlib.Path(program).resolve().parent, ROOT / "build"
        found = [folder / "tests" / "librights_model.so" for folder in built]
        self.lib = ctypes.CDLL(str(next(path for path in found if path.exists())))
        for name in ("change", "sees", "sees_all", "hears"):
            getattr(self.lib, f"rights_model_{name}").restype = ctypes.c_bool
        self.bytes = ctypes.create_string_buffer(self.lib.rights_model_size())
        self.people, self.seats = people, seats
        self.lib.rights_model_init(self.bytes, people, seats, WATCHING.index(watching))

    def copy(self):
        other = Model.__new__(Model)
        other.lib, other.people, other.seats = self.lib, self.people, self.seats
        other.bytes = ctypes.create_string_buffer(self.bytes.raw, len(self.bytes))
        return other

    def change(self, change, person=0, seat=0):
        return self.lib.rights_model_change(self.bytes, CHANGES.index(change), person, seat)

    def sees(self, person, viewer):
        return self.lib.rights_model_sees(self.bytes, person, viewer)

    def sees_all(self, person):
        return self.lib.rights_model_sees_all(self.bytes, person)

    def hears(self, person, viewer, channel):
        return self.lib.rights_model_hears(self.bytes, person, viewer, CHANNELS.index(channel))

    def state(self):
        return STATES[self.lib.rights_model_state(self.bytes)]

    def holder(self, seat):
        return self.lib.rights_model_holder(self.bytes, seat)

    def host(self):
        return self.lib.rights_model_host(self.bytes)


class World:
    """One table, its people (the first makes it), their connections and subscriptions, and the model.
    Everybody has the table open, so that no host is away."""

    def __init__(self, server, people=3, seats=2, watching="open", game="manor", **settings):
        self.server, self.seats, self.watching = server, seats, watching
        self.people = [Person(server, f"P{number}") for number in range(people)]
        self.lines = [person.socket() for person in self.people]
        self.subs = [set() for _ in self.people]
        self.heard = [[] for _ in self.people]  # everything that was pushed to each
        self.model = Model(server.program, people, seats, watching)
        self.secrets = {}
        self.settings = {"game": game, "seats": seats, "watching": watching, "hints": True, **settings}
        self.table = self.people[0]("create", settings=self.settings, plan=["empty"] * seats)["table"]["table"]
        self.devices = [Device(person, self.table) for person in self.people]
        self.moves = 0
        self.look()

    def ask(self, number, op, /, **params):
        """The answer to a person, or None when it was refused."""
        try:
            return self.lines[number](op, table=self.table, **params)
        except Failed as failed:
            assert failed.code in ("forbidden", "not-now", "taken", "not-found", "stale", "refused", "bad-message"), failed
            return None

    # ---- Changes ----

    def act(self, change, person=0, seat=0):
        """Tries a change over the wire. Returns whether the model allows it; the table must agree."""
        before = self.model.copy()
        allowed = self.model.change(change, person, seat)
        getattr(self, "seats_become" if change == "seats" else change.replace("-", "_"))(person, seat, allowed)
        self.check(before)
        self.look()
        step(self.people[0], 2000)  # refills the allowance of messages: the clock stands otherwise
        return allowed

    def plays(self, seat):
        """A person plays there, and not a stand-in."""
        row = self.info()["seats"][seat - 1]
        return row["kind"] == "person" and not row["standin"]

    def sit(self, person, seat, allowed):
        self.ask(person, "sit", seat=seat)

    def stand(self, person, seat, allowed):
        self.ask(person, "stand", seat=seat)

    def put_bot(self, person, seat, allowed):
        """The same operation stands for both: before the game it seats a bot, in it one stands in."""
        if self.model.state() != "playing":
            self.ask(person, "bot", seat=seat, level="random")

    def stand_in(self, person, seat, allowed):
        if self.model.state() != "seating":
            self.ask(person, "bot", seat=seat, level="random")

    def start(self, person, seat, allowed):
        self.ask(person, "start")

    exchange = start

    def leave(self, person, seat, allowed):
        self.ask(person, "leave", seat=seat)

    def offer(self, person, seat, allowed):
        answer = self.ask(person, "offer", seat=seat)
        assert bool(answer) == allowed
        if answer:
            self.secrets[seat] = answer["secret"]

    def claim(self, person, seat, allowed):
        self.ask(person, "claim", secret=self.secrets.get(seat, "x" * 26))

    def remove(self, person, seat, allowed):
        self.ask(self.model.host(), "remove", person=self.people[person].id)

    def let_in(self, person, seat, allowed):
        self.ask(self.model.host(), "remove", person=self.people[person].id, on=False)

    def host(self, person, seat, allowed):
        """Hands over to whoever holds the seat, or takes it where that is the person."""
        to = self.model.holder(seat)
        self.ask(person, "host", **({} if to in (person, EMPTY, BOT) else {"person": self.people[to].id}))

    def swap(self, person, seat, allowed):
        """`seat` is one of the two and 16 times the other, as in the model. An offer goes with its seat."""
        one, other = seat % 16, seat // 16
        self.ask(person, "swap", **{"seat": one, "with": other})
        if allowed:
            places = {one: other, other: one}
            self.secrets = {places.get(at, at): secret for at, secret in self.secrets.items()}

    def watch(self, person, seat, allowed):
        answer = self.ask(person, "settings", settings={**self.settings, "watching": WATCHING[seat]})
        if answer:
            self.settings = answer["table"]["settings"]
            self.watching = self.settings["watching"]

    def seats_become(self, person, seats, allowed):
        answer = self.ask(person, "settings", settings={**self.settings, "seats": seats})
        assert bool(answer) == allowed
        if answer:
            self.settings, self.seats = answer["table"]["settings"], seats

    def close(self, person, seat, allowed):
        self.ask(person, "close")

    def end(self, person, seat, allowed):
        """Everybody who plays agrees."""
        for number in range(len(self.people)):
            if allowed:
                self.ask(number, "vote", what="end", yes=True)

    def exchanged(self, person, seat, allowed):
        while allowed and any([device.step() for device in self.devices]):
            pass
        if allowed:
            until(lambda: self.info()["state"] == "playing", "the exchange did not end")

    def late_person(self, person):
        """Everybody gives their part but this one, and the time is up."""
        for number, device in enumerate(self.devices):
            if number != person:
                device.step()
        step(self.people[0], 61000)
        until(lambda: self.info()["state"] == "seating", "the round did not end")

    def act_late(self, person):
        before = self.model.copy()
        assert self.model.change("late", person)
        self.late_person(person)
        self.check(before)
        self.look()

    def move(self):
        """Somebody who is asked acts; False when no person is."""
        for person in range(len(self.people)):
            for seat in range(1, self.seats + 1):
                if self.model.state() != "playing" or self.model.holder(seat) != person or not self.plays(seat):
                    continue
                asked = self.ask(person, "open", seat=seat)["update"]["ask"]
                if not asked or not asked["musts"]:
                    continue
                self.moves += 1
                self.ask(person, "move", seat=seat, action=asked["actions"][0], decision=asked["decision"], move=f"m{self.moves}")
                self.check(self.model)
                return True
        return False

    def chat(self, person, seat, text):
        answer = self.ask(person, "chat", seat=seat, text=text)
        self.check(self.model)
        return bool(answer)

    # ---- Checks ----

    def info(self):
        return self.people[0]("info", table=self.table)["table"]

    def follow(self):
        """The game may have ended by a move; who holds which seat must be what the model says."""
        info = self.info()
        if info["state"] == "over" and self.model.state() == "playing":
            assert self.model.change("end")
        assert info["state"] == self.model.state(), (info["state"], self.model.state())
        ids = [person.id for person in self.people]
        for row in info["seats"]:
            holder = {"empty": EMPTY, "bot": BOT}.get(row["kind"]) if row["kind"] != "person" else ids.index(row["person"])
            assert holder == self.model.holder(row["seat"]), (row, self.model.holder(row["seat"]))

    def check(self, before):
        """Holds every push since the last check against the model."""
        self.follow()
        for person, line in enumerate(self.lines):
            line.barrier()
            self.check_pushes(person, line, before)
            lost = {viewer for viewer in self.subs[person] if not self.model.sees(person, viewer)}
            assert not lost, f"person {person} is still subscribed to {lost}"

    def check_pushes(self, person, line, before):
        subs = self.subs[person]
        settled = False  # a push that tells of the change has come: what was allowed before no longer counts
        while line.pushes:
            push = line.pushes.popleft()
            self.heard[person].append(push)
            models = [self.model] if settled else [self.model, before]
            kind = push["push"]
            if kind == "shut":
                assert not self.model.sees(person, push["seat"]), f"person {person} was shut out of {push['seat']}"
                subs.remove(push["seat"])
            elif kind == "update":
                assert push["seat"] in subs and any(model.sees(person, push["seat"]) for model in models), \
                    f"person {person} was sent an update of viewer {push['seat']}"
            elif kind == "chat":
                assert any(model.hears(person, viewer, push["line"]["room"]) for model in models for viewer in subs), push
            elif kind in ("table", "presence", "reaction"):
                assert any(model.sees(person, viewer) for model in models for viewer in subs), (person, push)
            else:
                assert kind == "notice", push
            settled |= kind == "shut" or (kind == "table" and push["table"]["state"] == self.model.state())

    def look(self):
        """Everybody asks for everything, and opens what can be opened. Bots may end the game meanwhile."""
        try:
            self.look_around()
        except AssertionError:
            if self.model.state() != "playing" or self.info()["state"] != "over":
                raise
            self.check(self.model)
            self.look_around()

    def look_around(self):
        for person in range(len(self.people)):
            for viewer in range(self.seats + 1):
                self.look_at(person, viewer)
            everything = self.model.sees_all(person)
            assert bool(self.ask(person, "record")) == everything
            if not everything:
                assert not self.ask(person, "branch", move=0) and not self.ask(person, "rematch")
            for eyes in (0, 1, 2, 9):
                assert bool(self.ask(person, "replay", seat=eyes, move=0)) == everything
        for line, subs in zip(self.lines, self.subs):
            line.barrier()
            for push in line.pushes:
                assert push["push"] in ("presence", "update", "table"), push
                assert "seat" not in push or push["push"] == "presence" or push["seat"] in subs, push
            line.pushes.clear()

    def meddle(self, person, viewer):
        """Everything that can be done through a viewer, by somebody without a right to it. What is changed by
        it all the same would be seen in the next comparison with the model, or in a push."""
        ops = {"react": {"reaction": "wow"}, "chat": {"text": "psst"}}
        if viewer:
            ops |= {"move": {"action": "end", "move": "x"}, "undo": {"move": "y"}, "standing": {"answer": "pass"},
                    "note": {"text": "mine"}, "offer": {}, "leave": {}}
        for op, params in ops.items():
            assert not self.ask(person, op, seat=viewer, **params), f"person {person}, viewer {viewer}: {op}"

    def look_at(self, person, viewer):
        sees, state = self.model.sees(person, viewer), self.model.state()
        match, playing = state in ("playing", "over"), state == "playing"
        opened = self.ask(person, "open", seat=viewer)
        assert bool(opened) == sees, f"person {person} opens viewer {viewer} at a table that is {state}: {bool(opened)}"
        if opened:
            assert ("update" in opened) == match
            self.subs[person].add(viewer)
        lines = self.ask(person, "chats", seat=viewer)
        assert bool(lines) == sees
        for line in lines["lines"] if lines else ():
            assert self.model.hears(person, viewer, line["room"]), line
        drawn = self.ask(person, "draw", seat=viewer, lang="en", style="plain", width=100)
        assert bool(drawn) == (sees and match)
        full = sees and match and not (playing and viewer == 0 and self.watching != "open")
        assert bool(self.ask(person, "record", seat=viewer)) == full
        if not sees:
            self.meddle(person, viewer)
        if viewer and not (sees and playing):
            for op in ("why", "preview"):
                assert not self.ask(person, op, seat=viewer, action="end")
            assert not self.ask(person, "hint", seat=viewer)
            assert sees or not self.ask(person, "notes", seat=viewer)
