"""A store of an earlier program, opened by this one: everything in it loads, running games go on, finished
ones verify.

    upgrade.py PROGRAM              tests the program with a copy of each store in tests/server/stores
    upgrade.py PROGRAM --make NAME  plays with the program and packs its data folders as
                                    tests/server/stores/NAME.tar.xz

A pack holds two data folders, each with lanterne.db and secret.key, and contents.json, which says what was
there when the server was stopped. `real` was made with the machine's clock and chance, so that its games can
be verified. `stepped` was made under --test-hooks and is opened so: its clock stands, and an exchange of
bytes that was going on is still going on.
"""

import contextlib
import hashlib
import json
import os
import pathlib
import re
import sqlite3
import sys
import tarfile
import tempfile
import time

import lantern
from authenticator import Authenticator, Page, enter, moved, passkey
from bring import saved
from dice import sha, verify
from lantern import Person, Seat, Server, at
from operate import run
from play import chooser, refused
from privacy import spaces
from ratings import begun, own, rated, rating
from ratings import finished as played
from review import reviewed
from scenes_games import text_of
from upgrade_people import check_daily, check_entries, check_order, make_daily, make_entries, make_order
from walltime import clock_step, stepped

from buildlib import storing_sources  # noqa: E402  of scripts/, which lantern has put on the path

STORES = pathlib.Path(__file__).resolve().parent / "stores"
# Disables retention, which counts in days. The wall clock of the server does the rest: it shows this many
# seconds after the last change, so that tables are not forgotten whose game has not begun.
KEPT = ("--keep-days=0", "--idle-days=0")
STOPPED_FOR = 3600
PASSWORD = "bon appétit"
CLOCK = {"game": 36000, "move": 3600, "increment": 10, "window": 600}
GAMES = {"manor": 2, "shadow-hunters": 4, "shy-monsters": 2, "treasure-hunters": 3}
# Spaces of which nothing is left in a store that was stopped in order: a code sent by letter, which is good
# for a day, presence, and what `lanterne admin` tells a running server.
ABSENT = ("reset", "here", "told")
VARIANTS = {"manor": {"setup_order": "clockwise", "manors_per_player": "3"},
            "shadow-hunters": {"characters": "all", "single_use": "hand", "last_stand": "on"},
            "shy-monsters": {"match": "two-games", "jump": "eight-directions"},
            "treasure-hunters": {"mode": "advanced", "locked_doors": "yes", "draw_cards": "yes"}}


# ---- Making ------------------------------------------------------------------------------------------------


class Maker:
    """Fills a data folder and records its contents."""

    def __init__(self, server):
        self.server = server
        self.people = {name: Person(server, name) for name in ("Ada", "Bruno", "Chloé", "Dan")}
        for name, login in (("Ada", "ada"), ("Bruno", "Bruno"), ("Dan", "dan")):
            self.people[name]("signup", login=login, password=PASSWORD, mail=f"{login}@example.org")
        self.tables, self.late = [], {}

    def table(self, game, names, what, **settings):
        """Starts a table with these people or bots at its seats; recorded under `what`."""
        password = settings.pop("password", None)
        host = self.people[next(name for name in names if name in self.people)]
        plan = ["me" if name == host.name else "empty" if name in self.people or not name else name for name in names]
        table = host("create", settings={"game": game, "seats": len(names), **settings}, plan=plan,
                     **({"password": password} if password else {}))["table"]["table"]
        for number, name in enumerate(names, 1):
            if name in self.people and name != host.name:
                self.people[name]("sit", table=table, seat=number, **({"password": password} if password else {}))
        self.tables.append({"table": table, "what": what, "password": password,
                            "people": {number: name for number, name in enumerate(names, 1) if name in self.people}})
        if all(names):
            host("start", table=table)
        return table

    def seats(self, table):
        people = next(row["people"] for row in self.tables if row["table"] == table)
        return [Seat(self.people[name].socket(), table, number) for number, name in people.items()]

    def play(self, table, seed, moves=None):
        """Plays so many moves of people, or to the end of the game."""
        seats, choose = self.seats(table), chooser(seed)
        if moves is None:
            lantern.play(seats, choose)
        for _ in range(moves or 0):
            self.asked(seats).move(choose(self.asked(seats)))
        if moves is not None:
            self.asked(seats)
        for seat in seats:
            seat.connection.close()

    @staticmethod
    def asked(seats):
        """Waits for the bots; returns the first seat that must act."""
        while True:
            for seat in seats:
                seat.connection.barrier()
                seat.drain()
            found = next((seat for seat in seats if seat.asked()), None)
            if found:
                return found
            lantern.step_any([seat.connection for seat in seats])

    def note(self, row):
        """Records the state of the table for everybody who sits at it."""
        some = self.people[next(iter(row["people"].values()))]
        info = some("info", table=row["table"])["table"]
        row.update(state=info["state"], seats=len(info["seats"]), verifiable=info["verifiable"], listed=info["settings"]["listed"],
                   clock=any(info["settings"]["clock"].values()), rematch=info.get("rematch"), parent=info.get("parent"),
                   bots="bot" in [place["kind"] for place in info["seats"]] or any(place.get("standin") for place in info["seats"]))
        if info["state"] == "over":
            row["record"] = hashlib.sha256(text_of(some("record", table=row["table"])["record"]).encode()).hexdigest()
        row["views"] = {}
        for number, name in row["people"].items():
            update = self.people[name]("open", table=row["table"], seat=number).get("update")
            if update:
                row["views"][number] = {"to": update["to"], "chain": update["chain"], "ask": update["ask"]}
        row["chat"] = [line["text"] for line in some("chats", table=row["table"], seat=next(iter(row["people"])))["lines"]]

    def contents(self):
        for row in self.tables:
            self.note(row)
        return {"people": {name: {"id": person.id, "cookie": person.cookie} for name, person in self.people.items()},
                "tables": self.tables, "late": self.late}


def exchange(people, table, names, since=0, until=None):
    """Performs the dice exchange, or some of its steps."""
    kept = {name: sha(table.encode(), name.encode()) for name in names}
    steps = [(name, "dice-commit", {"hash": sha(b"lanterne-bytes", kept[name]).hex()}) for name in names]
    steps += [(name, "dice-reveal", {"bytes": kept[name].hex()}) for name in names]
    for name, op, fields in steps[since:until]:
        people[name](op, table=table, round=1, **fields)


def make_real(server):
    maker = Maker(server)
    ada, bruno, chloe = (maker.people[name] for name in ("Ada", "Bruno", "Chloé"))
    names = ["Ada", "Bruno", "Chloé", "Dan"]
    for seed, (game, count) in enumerate(GAMES.items(), 1):
        over = maker.table(game, names[:count], "over", listed=True, name=f"Soirée {seed}")
        maker.play(over, seed)
        maker.play(maker.table(game, names[:count], "running", options=VARIANTS[game]), seed, 12)
        maker.play(maker.table(game, names[:count], "clock", clock=CLOCK, absence="bot"), seed, 9)
        maker.play(maker.table(game, ["Ada"] + (count - 1) * ["random"], "bots", hints=True), seed, 6)
    for what, moves in (("fair, running", 8), ("fair, over", None)):
        fair = maker.table("manor", ["Ada", "Bruno", "rules"], what, fair=True)
        exchange(maker.people, fair, ["Ada", "Bruno"])
        maker.play(fair, 7, moves)
    # Other kinds of ends, and tables that follow a game.
    left = maker.table("manor", ["Ada", "Bruno"], "resigned")
    bruno("leave", table=left, seat=2)
    agreed = maker.table("shy-monsters", ["Ada", "Bruno"], "agreed")
    for person in (ada, bruno):
        person("vote", table=agreed, what="end", yes=True)
    again = ada("rematch", table=left)["table"]["table"]
    maker.tables.append({"table": again, "what": "rematch", "password": None, "people": {1: "Ada", 2: "Bruno"}})
    first = maker.tables[0]["table"]
    branch = ada("branch", table=first, move=8, plan=["me", "me"])["table"]["table"]
    maker.tables.append({"table": branch, "what": "branch", "password": None, "people": {1: "Ada", 2: "Ada"}})
    # Seating, locked and closed.
    maker.table("treasure-hunters", ["Ada", "Bruno", ""], "seating", listed=True, name="Encore une place")
    maker.table("manor", ["Chloé", "Bruno", ""], "locked", password="sésame", listed=True)
    closed = maker.table("manor", ["Ada", ""], "closed")
    ada("close", table=closed)
    # A running table with everything besides the game: notes, votes, offers.
    busy = maker.table("manor", ["Ada", "Bruno", "Chloé"], "busy", clock={"move": 86400}, absence="remind")
    maker.play(busy, 5, 4)
    ada("chat", table=busy, seat=1, text="on reprend demain, « à l'heure »")
    bruno("chat", table=busy, seat=2, text="d'accord")
    maker.people["Dan"]("chat", table=busy, seat=0, text="je regarde")
    ada("note", table=busy, seat=1, text="2.3 smells trapped\nà vérifier")
    ada("mute", table=busy, person=bruno.id, on=True)
    ada("vote", table=busy, what="end", yes=True)
    chloe("standing", table=busy, seat=3, answer="pass")
    maker.tables[-1]["offer"] = chloe("offer", table=busy, seat=3)["secret"]
    away = maker.table("manor", ["Ada", "Bruno"], "stand-in")
    maker.play(away, 6, 3)
    ada("bot", table=away, seat=1, level="random")
    removed = maker.table("manor", ["Ada", "Bruno", "Dan"], "removed")
    ada("remove", table=removed, person=maker.people["Dan"].id)
    del maker.tables[-1]["people"][3]
    make_late(maker)
    return maker.contents()


def make_late(maker):
    """What came after 58f9b4c: a table that was handed over and seated anew, a review that is kept, a game
    that was brought."""
    ada, bruno = (maker.people[name] for name in ("Ada", "Bruno"))
    handed = maker.table("manor", ["Ada", "Bruno", ""], "handed", listed=True)
    ada("swap", table=handed, seat=1, **{"with": 2})
    ada("host", table=handed, person=bruno.id)
    bruno("settings", table=handed, settings={"game": "manor", "seats": 4, "listed": True, "name": "Chez Bruno"})
    ada("ready", table=handed, on=True)
    maker.tables[-1].update(people={1: "Bruno", 2: "Ada"}, host="Bruno", ready=[2])
    row = next(row for row in maker.tables if row["what"] == "agreed")
    reviewed(ada, table=row["table"], seat=1)
    row["reviewed"] = 1
    brought = ada("bring", record=saved(maker.server.program, "manor", "--bot", "random"))["table"]["table"]
    maker.tables.append({"table": brought, "what": "brought", "password": None, "people": {1: "Ada"}})
    make_passkey_block_and_rating(maker, handed)


def make_passkey_block_and_rating(maker, table):
    """What came after fc17c4f, recorded as it must be found again."""
    ada, bruno, dan = (maker.people[name] for name in ("Ada", "Bruno", "Dan"))
    key = passkey(moved(ada, maker.server), PASSWORD, "Téléphone")
    Person(maker.server, "Eve")("chat", table=table, seat=0, text="salut")
    line = dan("chats", table=table, seat=0)["lines"][-1]
    dan("block", table=table, seat=0, room=line["room"], line=line["number"])
    counted = begun([ada, bruno], rated())
    played([ada, bruno], counted, 11)
    maker.tables.append({"table": counted, "what": "rated", "password": None, "people": {1: "Ada", 2: "Bruno"}})
    maker.late = {"order": make_order(maker.server, maker.people, table), "passkey": {"secret": hex(key.secret), "credential": key.credential.hex(), "count": key.count, "user": key.user}, "blocks": ["Eve"],
                  "rated": counted, "ratings": {name: [own(maker.people[name], counted)[0], rating(maker.people[name])] for name in ("Ada", "Bruno")}}


def make_stepped(server):
    maker = Maker(server)
    maker.late = {"daily": make_daily(maker.people), "entries": make_entries(maker.people)}
    for what, until in (("exchange, first hash", 1), ("exchange, all hashes", 2), ("exchange, first bytes", 3)):
        table = maker.table("manor", ["Ada", "Bruno"], what, fair=True)
        exchange(maker.people, table, ["Ada", "Bruno"], until=until)
    table = maker.table("manor", ["Ada", "Bruno"], "clock", clock=CLOCK, absence="vote")
    maker.play(table, 8, 5)
    return maker.contents()


def made_of(program):
    """The program that makes a pack, and what it was built from: the files of a commit."""
    told = run(program, "--version").strip()
    commit = run("git", "-C", str(lantern.ROOT), "rev-parse", "--short=12", "HEAD").strip()
    assert f"({commit})" in told, f"{told} is not built from the files of {commit}"
    return {"program": told, "sources": storing_sources()}


def kinds_of_entries():
    """The kinds that logs of tables have, as server/room_log/room_log.c lists them."""
    table = (lantern.ROOT / "server/room_log/room_log.c").read_text().split("} kinds[] = {")[1].split("};")[0]
    return set(re.findall(r'^ *{"(\w+)",', table, re.M))


def lacking(folder):
    """The spaces of documents and kinds of entries that are in no store of an unpacked pack."""
    found_spaces, found_kinds = set(ABSENT), set()
    for kind in ("real", "stepped"):
        with contextlib.closing(sqlite3.connect(os.path.join(folder, kind, "lanterne.db"))) as store:
            found_spaces.update(space for space, in store.execute("SELECT DISTINCT space FROM doc"))
            entries = store.execute("SELECT entry FROM entry JOIN log ON log = id WHERE name NOT LIKE '%/chat'")
            found_kinds.update(json.loads(entry)["t"] for entry, in entries)
    return {"spaces": sorted(set(spaces()) - found_spaces), "entries": sorted(kinds_of_entries() - found_kinds)}


def make(program, name):
    with tempfile.TemporaryDirectory() as folder:
        contents = made_of(program)
        for kind, filling, hooks in (("real", make_real, None), ("stepped", make_stepped, 77)):
            data = os.path.join(folder, kind)
            with Server(program, data=data, hooks=hooks) as server:
                contents[kind] = filling(server)
            # After a regular stop the database has no write-ahead log.
            assert sorted(os.listdir(data)) == ["lanterne.db", "secret.key"], os.listdir(data)
        with open(os.path.join(folder, "contents.json"), "w", encoding="utf-8") as file:
            json.dump(contents, file, ensure_ascii=False, indent=1)
        STORES.mkdir(exist_ok=True)
        assert not any(lacking(folder).values()), f"nothing was made of these: {lacking(folder)}"

        def plain(entry):
            entry.uid = entry.gid = entry.mtime = 0
            entry.uname = entry.gname = ""
            return entry

        with tarfile.open(STORES / f"{name}.tar.xz", "w:xz", preset=9) as pack:
            for part in ("contents.json", "real", "stepped"):
                pack.add(os.path.join(folder, part), part, filter=plain)
    print(f"{name}: {(STORES / f'{name}.tar.xz').stat().st_size} bytes")


# ---- Testing -----------------------------------------------------------------------------------------------


def stopped(path):
    """The second of the last change to a table of a store."""
    with contextlib.closing(sqlite3.connect(path)) as store:
        documents = [json.loads(value) for value, in store.execute("SELECT value FROM doc WHERE space = 'table'")]
    return max(document["at"] for document in documents) // 1000


def contents_of(pack):
    with tarfile.open(pack) as packed:
        return json.load(packed.extractfile("contents.json"))


class Opened:
    """A copy of a store with a server over it, and the people of the store, signed in."""

    def __init__(self, program, pack, kind):
        self.program, self.kind = program, kind
        self.folder = tempfile.TemporaryDirectory(prefix="lanterne-upgrade-")
        with tarfile.open(pack) as packed:
            for entry in packed:
                if entry.isdir():
                    os.mkdir(os.path.join(self.folder.name, entry.name), 0o700)
                else:
                    with open(os.path.join(self.folder.name, entry.name), "wb") as file:
                        file.write(packed.extractfile(entry).read())
        with open(os.path.join(self.folder.name, "contents.json"), encoding="utf-8") as file:
            self.contents = json.load(file)[kind]
        self.data = os.path.join(self.folder.name, kind)
        self.server, self.people = None, {}

    def check(self):
        assert " 0 problems" in run(self.program, "store", "check", os.path.join(self.data, "lanterne.db"))

    def __enter__(self):
        env, hooks = None, 78
        if self.kind == "real":
            file, hooks = os.path.join(self.folder.name, "step"), None
            clock_step(file, stopped(os.path.join(self.data, "lanterne.db")) + STOPPED_FOR - int(time.time()))
            env = stepped(self.program, file)
        self.server = Server(self.program, *KEPT, data=self.data, hooks=hooks, env=env)
        for name, row in self.contents["people"].items():
            guest = Person.__new__(Person)
            guest.server, guest.cookie, guest.id, guest.name = self.server, row["cookie"], row["id"], name
            self.people[name] = at(guest, self.server)
        return self

    def __exit__(self, kind, *rest):
        self.server.__exit__(kind, *rest)
        if kind is None:
            self.check()
        self.folder.cleanup()

    def rows(self, *states):
        return [row for row in self.contents["tables"] if not states or row["state"] in states]

    def seats(self, row):
        return [Seat(self.people[name].socket(), row["table"], int(number)) for number, name in row["people"].items()]


def over_all(check):
    """A decorator that makes a check a test over every stored pack."""
    def test(program):
        packs = sorted(STORES.glob("*.tar.xz"))
        assert packs, "no stores"
        for pack in packs:
            check(program, pack)
    return test


def sound(program, pack):
    for kind in ("real", "stepped"):
        store = Opened(program, pack, kind)
        store.check()
        store.folder.cleanup()


def sign_in(program, pack):
    with Opened(program, pack, "real") as store:
        for name, login in (("Ada", "ADA"), ("Bruno", "bruno"), ("Dan", "dan")):
            device = Person(store.server)
            refused("wrong-password", device, "login", login=login, password="mauvais mot")
            assert device("login", login=login, password=PASSWORD)["person"]["id"] == store.people[name].id
            own = store.people[name]("me")
            assert own["person"]["mail"] == f"{own['person']['login']}@example.org" and len(device("sessions")["sessions"]) == 2
        guest = store.people["Chloé"]("me")
        assert (guest["person"]["id"], guest["person"]["name"]) == (store.people["Chloé"].id, "Chloé")
        for name, person in store.people.items():
            sat = {row["table"] for row in store.rows() if name in row["people"].values()}
            assert sat == {row["table"] for row in person("me")["tables"]}, name
        listed = {row["table"] for row in Person(store.server)("tables")["tables"]}
        assert listed == {row["table"] for row in store.rows("seating", "playing") if row["listed"]}


def asked(ask):
    """A question without `warns`, the words before an offer is carried out: it came after 58f9b4c, and words
    may change."""
    return ask and {name: value for name, value in ask.items() if name != "warns"}


def stands(program, pack):
    """Every table is as it was left; tables with clocks have a notice of the pause."""
    for kind in ("real", "stepped"):
        with Opened(program, pack, kind) as store:
            for row in store.rows():
                some = store.people[next(iter(row["people"].values()))]
                info = some("info", table=row["table"])["table"]
                assert info["state"] == row["state"], row
                assert (info.get("rematch"), info.get("parent")) == (row["rematch"], row["parent"]), row
                seen = [line["text"] for line in some("chats", table=row["table"], seat=int(next(iter(row["people"]))))["lines"]]
                assert seen == row["chat"], row
                for number, view in row["views"].items():
                    update = store.people[row["people"][number]]("open", table=row["table"], seat=int(number))["update"]
                    if row["clock"] and row["state"] == "playing" and kind == "real":
                        assert [item["table"] for item in update["told"][view["to"]:]] == ["pause", "resume"], (row, update)
                    elif not (row["bots"] and row["state"] == "playing"):
                        assert (update["to"], update["chain"]) == (view["to"], view["chain"]), row
                    assert row["bots"] or asked(update["ask"]) == asked(view["ask"]), row


def goes_on(program, pack):
    """All running games are played to their end and verified."""
    with Opened(program, pack, "real") as store:
        for number, row in enumerate(store.rows("playing")):
            if row["what"] == "busy":
                continue
            if row["what"] == "stand-in":
                store.people["Ada"]("sit", table=row["table"], seat=1)
            seats = store.seats(row)
            lantern.play(seats, chooser(number))
            assert all(seat.result for seat in seats), row
            finished(store, row)
        for row in store.rows("seating"):
            taken(store, row)
        busy(store, next(row for row in store.rows() if row["what"] == "busy"))


def finished(store, row):
    """The record of a finished game is verified by the command and the server, and replayed from every
    seat."""
    some = store.people[next(iter(row["people"].values()))]
    record = some("record", table=row["table"])["record"]
    status, text = verify(store.program, record)
    assert status == (0 if row["verifiable"] else 1), (row, text)
    assert some("verify-record", record=text_of(record))["good"] == row["verifiable"], row
    moves = some("replay", table=row["table"], seat=0, move=0)["moves"]
    for eyes in (0, 1, row["seats"], 9):
        for move in (0, moves // 2, moves):
            shown = some("replay", table=row["table"], seat=eyes, move=move)
            assert shown == some("replay-record", record=text_of(record), seat=eyes, move=move), (row, eyes, move)
    return record


def taken(store, row):
    """A person takes the empty seat of a table, and it starts."""
    table, password = row["table"], {"password": row["password"]} if row["password"] else {}
    if password:
        refused("wrong-password", store.people["Dan"], "sit", table=table, seat=3)
    info = store.people["Dan"]("info", table=table)["table"]
    for place in info["seats"]:
        if place["kind"] == "empty":
            store.people["Dan"]("sit", table=table, seat=place["seat"], **password)
    host = row.get("host", row["people"]["1"])
    assert [place["seat"] for place in info["seats"] if place.get("ready")] == row.get("ready", []), row
    assert [name for name, person in store.people.items() if person("info", table=table)["table"]["host"]] == [host], row
    store.people[host]("start", table=table)
    assert store.people["Dan"]("info", table=table)["table"]["state"] == "playing", row


def busy(store, row):
    """State besides the game: notes, muted people, a vote, a standing answer, an offer."""
    table, (ada, bruno, chloe, dan) = row["table"], (store.people[name] for name in ("Ada", "Bruno", "Chloé", "Dan"))
    assert ada("notes", table=table, seat=1)["text"] == "2.3 smells trapped\nà vérifier"
    refused("forbidden", bruno, "chat", table=table, seat=2, text="hm")
    assert [line["text"] for line in dan("chats", table=table, seat=0)["lines"]] == [*row["chat"], "je regarde"]
    info = chloe("info", table=table)["table"]
    assert info["vote"] == {"what": "end", "yes": [1], "needed": [1, 2, 3]} and info["seats"][2]["passes"]
    assert dan("claim", table=table, secret=row["offer"])["seat"] == 3
    for person in (bruno, dan):
        person("vote", table=table, what="end", yes=True)
    assert ada("info", table=table)["table"]["state"] == "over"


def was_over(program, pack):
    with Opened(program, pack, "real") as store:
        for row in store.rows("over"):
            record = finished(store, row)
            assert hashlib.sha256(text_of(record).encode()).hexdigest() == row["record"], row
            if row.get("reviewed"):
                found, _ = reviewed(store.people["Ada"], table=row["table"], seat=row["reviewed"])
                assert [seat["name"] for seat in found["seats"]] == [row["people"][str(row["reviewed"])]], row
        closed = next(row for row in store.rows("closed"))
        refused("not-now", store.people["Dan"], "sit", table=closed["table"], seat=2)


def exchanges(program, pack):
    """Under the stepped clock a dice exchange continues where it was, and its game is played."""
    with Opened(program, pack, "stepped") as store:
        rows = [row for row in store.rows() if row["what"].startswith("exchange")]
        for row, done in zip(rows, (1, 2, 3)):
            assert row["state"] == "dice"
            exchange(store.people, row["table"], list(row["people"].values()), since=done)
        for number, row in enumerate(store.rows()):
            lantern.play(store.seats(row), chooser(number))
            some = store.people["Ada"]
            record = some("record", table=row["table"])["record"]
            assert record["match"]["commitments"], row
            some("replay-record", record=text_of(record), seat=9, move=10)


def authenticator(row):
    """The passkey that the person of a pack has kept."""
    key = Authenticator(bytes.fromhex(row["credential"]), row["count"])
    key.secret, key.user = int(row["secret"], 16), row["user"]
    return key


def test_passkeys_blocks_and_ratings_are_kept(program):
    packs = [pack for pack in sorted(STORES.glob("*.tar.xz")) if contents_of(pack)["real"].get("late")]
    assert packs, "no store has any"
    for pack in packs:
        with Opened(program, pack, "real") as store:
            late = store.contents["late"]
            assert [row["name"] for row in store.people["Ada"]("passkeys")["passkeys"]] == ["Téléphone"]
            assert enter(Page(store.server), authenticator(late["passkey"]))["person"]["id"] == store.people["Ada"].id
            assert [row["name"] for row in store.people["Dan"]("blocks")["blocks"]] == late["blocks"]
            for name, told in late["ratings"].items():
                person = store.people[name]
                assert [own(person, late["rated"])[0], rating(person)] == told, name


def late_over_all(kind, what):
    """A decorator like over_all for what came later: over the packs whose contents have it."""
    def decorated(check):
        def test(program):
            packs = [pack for pack in sorted(STORES.glob("*.tar.xz")) if what in contents_of(pack)[kind].get("late", {})]
            assert packs, "no store has any"
            for pack in packs:
                with Opened(program, pack, kind) as store:
                    check(store, store.contents["late"][what])
        test.__doc__ = check.__doc__
        return test
    return decorated


@late_over_all("real", "order")
def test_order_profiles_and_notices_are_kept(store, kept):
    eve = Person.__new__(Person)
    eve.server, eve.cookie, eve.id, eve.name = store.server, kept["eve"]["cookie"], kept["eve"]["id"], "Ève"
    check_order(store.server, store.people, at(eve, store.server), kept)


@late_over_all("stepped", "daily")
def test_the_deal_of_the_day_goes_on(store, kept):
    check_daily(store.people, kept)


@late_over_all("stepped", "entries")
def test_votes_held_answers_and_heirs_are_kept(store, kept):
    check_entries(store.people, kept)


def test_the_pack_of_this_version_has_everything(program):
    """Every space of documents and every kind of entry: what is not in it, no later upgrade is tested
    with."""
    version = re.search(r"^  version: '([^']+)'", (lantern.ROOT / "meson.build").read_text(), re.M)[1]
    pack = STORES / f"{version}.tar.xz"
    if not pack.exists():
        return  # before a release; `make release` asks for it
    store = Opened(program, pack, "real")
    assert not any(lacking(store.folder.name).values()), f"make it again, see docs/testing.md: it lacks {lacking(store.folder.name)}"
    store.folder.cleanup()


test_a_store_of_before_is_sound = over_all(sound)
test_people_sign_in = over_all(sign_in)
test_every_table_stands_as_it_was_left = over_all(stands)
test_finished_games_verify_and_replay = over_all(was_over)
test_running_games_go_on_to_their_end = over_all(goes_on)
test_an_exchange_of_bytes_goes_on = over_all(exchanges)

if __name__ == "__main__":
    if sys.argv[2:3] == ["--make"]:
        make(sys.argv[1], sys.argv[3])
    else:
        lantern.Tap(globals(), sys.argv[1])
