"""Operations without the right to them: every operation at a table that the protocol has, with parameters
that follow its schema, by people who have no right to anything there. Each is refused and changes nothing.

The tables are such that the rule needs no list of operations: the three outsiders may ask for `info` and for
nothing else. A table in seating, dice, over or closed has a password they do not know; the running ones have
watching "none". Players of a table may do nothing through another's seat, and nothing that is the host's.
"""

import collections
import contextlib
import json
import os
import sqlite3
import string
import sys

import lantern
import schema
from lantern import Person, Seat, Server
from play import manor
from seeds import seeded

OPERATIONS = 100000 if os.environ.get("LAN_LONG") else 2000
PER_CONNECTION = 450  # below LIMIT_MESSAGES_BURST: the clock of the server stands
TOGETHER = 50  # sent before the first answer is read
CODES = {"forbidden", "not-now", "not-found", "refused", "stale", "taken", "too-fast", "bad-message", "wrong-password"}
PASSWORD = "not for you"

AT_TABLES = sorted(op for op, row in schema.SCHEMA["operations"].items()
                   if "table" in row["params"].get("properties", {}) and op not in ("info", "test-break"))
BY_HTTP = {"review"}  # and not by WebSocket
# What any player may do at the table whatever seat they name, and what answers without a change. `host` is
# not among them: the host is away, so that players may take the table over, but not give it to another.
OF_PLAYERS = {"vote", "ready", "dice-commit", "dice-reveal", "claim", "record", "start"}


class Maker:
    """Parameters of an operation that follow its schema, at random."""

    def __init__(self, rng, actions, people):
        self.rng, self.words = rng, {"action": actions, "person": people, "plan": [["me", "random"], ["me", "me", "random"]],
                                     "level": ["random", "rules", "search"], "room": ["players", "watchers", "out"],
                                     "hash": ["0" * 64], "bytes": ["f" * 64], "since": [0, 1]}

    def value(self, rule):
        if "$ref" in rule:
            return self.value(schema.SCHEMA["$defs"][rule["$ref"].rsplit("/", 1)[1]])
        if "enum" in rule:
            return self.rng.choice(rule["enum"])
        kind = rule["type"]
        if kind == "integer":
            least = rule.get("minimum", 0)
            return self.rng.randint(least, min(rule.get("maximum", least + 40), least + 40))
        if kind == "boolean":
            return self.rng.random() < 0.5
        if kind == "object":
            fields = rule.get("properties", {})
            return {name: self.rng.choice(self.words[name]) if name in self.words else self.value(fields[name]) for name in fields
                    if name in rule.get("required", ()) or self.rng.random() < 0.3}
        if kind == "array":
            return [self.value(rule["items"]) for _ in range(self.rng.randint(rule.get("minItems", 0), min(rule.get("maxItems", 3), 3)))]
        assert kind == "string", rule
        length = self.rng.randint(rule.get("minLength", 1), min(rule.get("maxLength", 40), 40))
        return "".join(self.rng.choice(string.ascii_lowercase) for _ in range(length))

    def params(self, op, table, seats, avoid=0):
        """`avoid` is a seat that is not named: the asker's own."""
        rules = schema.SCHEMA["operations"][op]["params"]
        made = {"table": table}
        for name, rule in rules["properties"].items():
            if name == "table" or (name not in rules.get("required", ()) and self.rng.random() < 0.5):
                continue
            made[name] = self.rng.choice(self.words[name]) if name in self.words else self.value(rule)
        if "seat" in made:
            made["seat"] = self.rng.choice([seat for seat in range(1 if avoid else 0, seats + 1) if seat != avoid])
            if made["seat"] == 0 and rules["properties"]["seat"].get("$ref", "").endswith("/Seat"):
                made["seat"] = 1
        schema.check_question(op, made)
        return made


class Stage:
    """One table in each state, with its people, and three who have no right to it."""

    def __init__(self, server):
        self.server = server
        self.host, self.player = Person(server, "Ada"), Person(server, "Bruno")
        self.host("test-bots", stepped=True, slow=False)  # the clock stands, so bots do not move either
        self.stranger, self.removed, self.former = (Person(server, name) for name in ("Sam", "Rex", "Eve"))
        self.outsiders = [self.stranger, self.removed, self.former]
        self.tables = {name: getattr(self, name)() for name in ("seating", "dice", "playing", "over", "closed")}
        self.actions = []
        for number, person in ((1, self.host), (2, self.player)):
            seat = Seat(person.socket(), self.tables["playing"], number)
            self.actions += seat.ask["actions"] if seat.ask else []
        self.actions += ["end", "pass"]
        self.host("note", table=self.tables["playing"], seat=1, text="a secret note")
        self.host("chat", table=self.tables["playing"], seat=1, text="a line of the players")

    def table(self, seats=3, **settings):
        settings = {"hints": True, "undo": True, **settings}
        made = self.host("create", settings=manor(seats, **settings), password=PASSWORD)["table"]["table"]
        self.player("sit", table=made, seat=2, password=PASSWORD)
        self.former("sit", table=made, seat=3, password=PASSWORD)
        self.host("remove", table=made, person=self.removed.id)
        return made

    def seating(self):
        table = self.table()
        self.former("stand", table=table, seat=3)
        return table

    def dice(self):
        table = self.seating_full(fair=True)
        self.host("start", table=table)
        return table

    def seating_full(self, **settings):
        table = self.table(**settings)
        self.former("stand", table=table, seat=3)
        self.host("bot", table=table, seat=3, level="random")
        return table

    def playing(self):
        table = self.table(watching="none")
        self.host("start", table=table)
        self.former("leave", table=table, seat=3)
        return table

    def over(self):
        table = self.seating_full()
        self.host("start", table=table)
        for person in (self.host, self.player):
            person("vote", table=table, what="end", yes=True)
        return table

    def closed(self):
        table = self.seating_full()
        self.host("close", table=table)
        return table

    def stored(self):
        """Everything in the store but who is connected and when they came."""
        store = sqlite3.connect(os.path.join(self.server.data, "lanterne.db"), timeout=lantern.PATIENCE)
        with contextlib.closing(store):
            return (store.execute("SELECT name, number, entry FROM entry JOIN log ON log.id = entry.log "
                                  "ORDER BY name, number").fetchall(),
                    store.execute("SELECT space, key, value FROM doc WHERE space IN ('table', 'note', 'mine') "
                                  "ORDER BY space, key").fetchall())


def ask_all(asker, questions, codes):
    """Asks on one connection, many at once; nothing may be accepted, and nothing pushed."""
    connection = asker.socket()
    for at in range(0, len(questions), TOGETHER):
        asked = [(op, params, None if op in BY_HTTP else connection.ask(op, **params)) for op, params in questions[at:at + TOGETHER]]
        for op, params, number in asked:
            answer = connection.answer(number) if number else json.loads(asker.post(op, json.dumps(params))[1])
            assert not answer["ok"], f"{asker.name}: {op} {params} was accepted: {answer}"
            assert answer["error"]["code"] in CODES, (op, params, answer)
            codes[answer["error"]["code"]] += 1
    connection.barrier()
    assert not connection.pushes, connection.pushes
    connection.close()


def outsider_questions(stage, maker, rng, count):
    tables = list(stage.tables.values())
    for _ in range(count):
        op = rng.choice(AT_TABLES)
        yield op, maker.params(op, rng.choice(tables), 3)


def player_questions(stage, maker, rng, count):
    """Through the host's seat, or the host's own operations."""
    for _ in range(count):
        table = stage.tables[rng.choice(["dice", "playing"])]
        op = rng.choice([op for op in AT_TABLES if op not in OF_PLAYERS])
        params = maker.params(op, table, 3, avoid=2)
        if op == "host":
            params["person"] = rng.choice([stage.host.id, stage.stranger.id])
        yield op, params


def test_operations_with_wrong_rights(program):
    """LAN_LONG: a hundred thousand of them."""
    rng, codes, asked = seeded(1605), collections.Counter(), 0
    with Server(program, "--messages-per-address=1000000", hooks=5, pace=60000) as server:
        stage = Stage(server)
        maker = Maker(rng, stage.actions, [person.id for person in (stage.host, stage.player, stage.stranger)])
        before = stage.stored()
        while asked < OPERATIONS:
            asker = rng.choice([*stage.outsiders, stage.player])
            make = player_questions if asker is stage.player else outsider_questions
            questions = list(make(stage, maker, rng, min(PER_CONNECTION, OPERATIONS - asked)))
            ask_all(asker, questions, codes)
            asked += len(questions)
        for was, now in zip(before, stage.stored()):
            assert now == was, f"stored: {sorted(set(now) ^ set(was))}"
    print(f"# {asked} operations with wrong rights: {dict(codes)}")
    assert codes["forbidden"] > asked / 2, codes


if __name__ == "__main__":
    lantern.Tap(globals(), sys.argv[1])
