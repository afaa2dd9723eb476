"""What a store holds beside its games, for upgrade.py: how it is made, and how it is found again.

Reports and what was decided about them, notices, shown profiles and unwanted words are made with the
machine's clock; games of the deal of the day and every kind of entry that a table writes beside moves with
the stepped one, since days and the ends of exchanges have to pass. Each returns what upgrade.py puts into
contents.json.
"""

import hashlib
import json

from daily import DAY, computed, play_out, start, today
from dice import sha
from lantern import Person, Seat, play, step_any
from order import admin, decide
from order import rows as listed
from play import chooser, manor, refused
from webpush import G, bytes_of, coded

UNWANTED = "zut"
SHADOW = {"game": "shadow-hunters", "seats": 4, "clock": {"window": 10, "fixed": True}, "options": {"last_stand": "on"}}


# ---- With the machine's clock ------------------------------------------------------------------------------


def make_order(server, people, table):
    """At a table in seating whose host is Bruno: Eve, a guest who watches, is muted and reported once
    more."""
    ada, bruno, chloe, dan = (people[name] for name in ("Ada", "Bruno", "Chloé", "Dan"))
    eve = Person(server, "Ève")
    eve("push-on", endpoint="https://push.example/eve", p256dh=coded(bytes_of(G)), auth=coded(bytes(16)), lang="fr", kinds=["turn"])
    bruno("words", table=table, words=[UNWANTED])
    eve("chat", table=table, seat=0, text="allons")
    line = dan("chats", table=table, seat=0)["lines"][-1]
    about = {"table": table, "room": line["room"], "line": line["number"], "reason": "spam"}
    dan("report", seat=0, **about)
    admin(server.program, server, "reports", listed(server.program, server, "reports")[0]["id"], "mute", "--for", "9d", "--note", "encore")
    chloe("report", seat=0, text="sans fin", **about)
    [report] = listed(server.program, server, "reports")
    return {"eve": {"id": eve.id, "cookie": eve.cookie}, "table": table, "report": listed(server.program, server, "reports", report["id"])[0],
            "sanctions": listed(server.program, server, "sanctions"), "audit": listed(server.program, server, "audit"),
            "devices": eve("push-devices")["devices"], "words": bruno("info", table=table)["table"]["words"], "profile": ada("profile-show", on=True)["code"]}


def check_order(server, people, eve, kept):
    """Everything is as it was told, and still applies."""
    commands = {"sanctions": ("sanctions",), "audit": ("audit",)}
    for what, words in commands.items():
        assert listed(server.program, server, *words) == kept[what], what
    [report] = listed(server.program, server, "reports")
    assert listed(server.program, server, "reports", report["id"])[0] == kept["report"]
    refused("forbidden", eve, "chat", table=kept["table"], seat=0, text="et moi")
    assert eve("push-devices")["devices"] == kept["devices"]
    assert people["Bruno"]("info", table=kept["table"])["table"]["words"] == kept["words"] == [UNWANTED]
    people["Ada"]("chat", table=kept["table"], seat=2, text=f"{UNWANTED} alors")
    said = people["Bruno"]("chats", table=kept["table"], seat=1)["lines"][-1]["text"]
    assert said.endswith(" alors") and UNWANTED not in said, said
    shown = Person(server)("profile", code=kept["profile"])["profile"]
    assert shown["name"] == "Ada" and shown["games"] == people["Ada"]("profile")["profile"]["games"] > 0
    # A decision takes the report and the mute away.
    admin(server.program, server, "reports", report["id"], "dismiss")
    assert listed(server.program, server, "reports") == []


# ---- With the stepped clock --------------------------------------------------------------------------------


def make_daily(people):
    """Ada has played the deal of the day, Bruno is in the middle of it."""
    ada, bruno = people["Ada"], people["Bruno"]
    ada("test-step", ms=DAY)
    table, _ = play_out(ada, 21)
    playing, seat = start(bruno)
    mine = Seat(bruno.socket(), playing, seat)
    while not mine.asked():
        mine.wait()
    mine.move(chooser(22)(mine))
    mine.connection.close()
    day = computed(ada, 1)
    return {"date": day["date"], "commitment": day["commitment"], "mine": day["mine"], "table": table, "playing": playing, "seat": seat}


def check_daily(people, kept):
    """The day stands as it was left, goes on, and is what was promised when it is over."""
    ada, bruno = people["Ada"], people["Bruno"]
    ada("test-step", ms=DAY)
    before = today(ada, date=kept["date"])
    assert before["commitment"] == kept["commitment"] and before["done"] == before["playing"] == 1, before
    assert {name: before["mine"][name] for name in kept["mine"]} == kept["mine"], before
    seat = Seat(bruno.socket(), kept["playing"], kept["seat"])
    while not seat.asked():
        seat.wait()
    play([seat], chooser(23))
    ada("test-step", ms=DAY)
    after = computed(ada, 2, date=kept["date"])
    assert len(after["rows"]) == 2, after
    secret = bytes.fromhex(after["secret"])
    assert hashlib.sha256(b"lanterne-secret" + secret + f"daily-{kept['date']}".encode()).hexdigest() == kept["commitment"]
    assert ada("record", table=kept["table"])["record"]["outcome"]["openings"]["secret"] == after["secret"]


def same(now, before):
    """Whether what was recorded is there; later versions may say more."""
    if isinstance(before, dict):
        return all(name in now and same(now[name], value) for name, value in before.items())
    if isinstance(before, list):
        return len(now) == len(before) and all(map(same, now, before))
    return now == before


def seen(people, table, names):
    """The table as each of these sees it, without who is connected."""
    found = {}
    for name in names:
        info = people[name]("info", table=table)["table"]
        seats = [{field: seat[field] for field in seat if field != "connected"} for seat in info["seats"]]
        found[name] = {**{field: info[field] for field in ("state", "settings", "host", "locked", "vote", "words") if field in info}, "seats": seats}
    return found


def seated(people, names, **settings):
    """A table of Manor with one of each at its seats."""
    table = people[names[0]]("create", settings=manor(len(names), **settings))["table"]["table"]
    for number, name in enumerate(names[1:], 2):
        people[name]("sit", table=table, seat=number)
    return table


def make_entries(people):
    """Tables whose logs have the entries that those of upgrade.py lack; the last leaves a window open."""
    ada, bruno, chloe = (people[name] for name in ("Ada", "Bruno", "Chloé"))
    three, tables = ("Ada", "Bruno", "Chloé"), {}
    # stand, bot, name; and after the start seat, of one who leaves.
    tables["left"] = table = seated(people, three)
    bruno("stand", table=table, seat=2)
    ada("bot", table=table, seat=2, level="rules")
    ada("name", table=table, seat=1, name="Adèle")
    ada("start", table=table)
    chloe("leave", table=table, seat=3)
    # vote and refuse: a vote that was refused, and an open one.
    tables["voted"] = table = seated(people, three, absence="vote")
    ada("start", table=table)
    ada("vote", table=table, what="bot", seat=2, yes=True)
    chloe("vote", table=table, what="bot", seat=2, yes=False)
    chloe("vote", table=table, what="bot", seat=2, yes=True)
    # heir: a guest signs in to an account.
    guest = Person(ada.server, "Gil")
    tables["heir"] = guest("create", settings=manor(), plan=["me", "random"], start=True)["table"]["table"]
    guest("login", login="ada", password="bon appétit")
    # late: of two who owe bytes one gives none.
    tables["late"] = table = seated(people, ("Ada", "Bruno"), fair=True)
    ada("start", table=table)
    ada("dice-commit", table=table, round=1, hash=sha(b"lanterne-bytes", bytes(32)).hex())
    ada("test-step", ms=61000)
    tables["held"] = make_held(people)
    return {what: {"table": table, "seen": seen(people, table, people)} for what, table in tables.items()}


def make_held(people):
    """hold: two answer in a window of fixed length, which is open when the server stops."""
    names = list(people)
    table = people[names[0]]("create", settings=SHADOW)["table"]["table"]
    for number, name in enumerate(names[1:], 2):
        people[name]("sit", table=table, seat=number)
    people[names[0]]("start", table=table)
    seats = [Seat(people[name].socket(), table, number) for number, name in enumerate(names, 1)]
    choose = chooser(24)
    while True:
        asked = [seat for seat in seats if seat.asked()]
        if asked and asked[0].turn["window"]:
            break
        if asked:
            asked[0].move(choose(asked[0]))
        else:
            step_any([seat.connection for seat in seats])
        for seat in seats:
            seat.connection.barrier()
            seat.drain()
    asked[0].move(asked[0].ask["actions"][0])
    for seat in seats:
        seat.connection.close()
    return table


def check_entries(people, kept):
    """Every table is as it was seen, its vote and its held answer as well."""
    for what, row in kept.items():
        now = seen(people, row["table"], row["seen"])
        assert same(now, row["seen"]), (what, now, row["seen"])
    assert kept["voted"]["seen"]["Ada"]["vote"]["what"] == "bot"
    assert any("held" in seat for info in kept["held"]["seen"].values() for seat in info["seats"]), "no answer is held"
    # What was open is ended: the vote is carried, and the seat of who was late is taken.
    table = kept["voted"]["table"]
    people["Ada"]("vote", table=table, what="bot", seat=2, yes=True)
    assert people["Ada"]("info", table=table)["table"]["seats"][1]["standin"]
    people["Bruno"]("sit", table=kept["late"]["table"], seat=2)
    people["Ada"]("start", table=kept["late"]["table"])
    assert people["Ada"]("info", table=kept["late"]["table"])["table"]["dice"]["round"] == 2
