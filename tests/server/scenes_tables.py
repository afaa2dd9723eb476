"""Recorded scenes of tables: lobby, seats, fair dice, clocks, votes, chat, watching, a restart."""

import pathlib

from recorder import Choice, Seat
from scenes_games import asked, fair_part, fighter, move, play, scene, seat_people, text_of

MINUTE = 60_000
DAY = 24 * 60 * MINUTE


def manor(seats=2, **more):
    return {"game": "manor", "seats": seats, **more}


def seats_taken(ada, bruno, chloe, table, opened):
    """Taking and leaving seats, permissions of the host, and handing over a seat."""
    bruno("sit", table=table, seat=2)
    bruno("sit", table=table, seat=2)
    chloe.fails("sit", table=table, seat=2)
    chloe.fails("sit", table=table, seat=4)
    chloe.fails("start", table=table)
    ada.fails("start", table=table)
    chloe.fails("bot", table=table, seat=3, level="random")
    ada.fails("bot", table=table, seat=3, level="genius")
    ada.fails("bot", table=table, seat=2, level="random")
    ada("bot", table=table, seat=3, level="random")
    ada("stand", table=table, seat=3)
    ada("stand", table=table, seat=3)
    chloe.fails("stand", table=table, seat=2)
    ada("stand", table=table, seat=2)
    bruno("sit", table=table, seat=3)
    bruno("stand", table=table, seat=3)
    bruno.fails("offer", table=table, seat=1)
    secret = ada("offer", table=table, seat=1)["secret"]
    chloe.fails("claim", table=table, secret="no")
    chloe("claim", table=table, secret=secret)
    chloe.fails("claim", table=table, secret=secret)
    for call in (ada, opened[0]):
        call.fails("open", table=table, seat=1)


@scene(seed=51)
def lobby(world):
    ada, bruno, chloe = (world.client(name) for name in ("Ada", "Bruno", "Chloé"))
    looking = bruno.line()
    looking("lobby", on=True)
    bruno.fails("lobby", on=True)
    looking.fails("lobby", on="yes")
    hidden = ada("create", settings=manor())["table"]["table"]
    table = ada("create", settings=manor(3, listed=True, name="Evening", hints=True))["table"]["table"]
    slow = chloe("create", settings={"game": "treasure-hunters", "seats": 4, "listed": True, "clock": {"move": 86400},
                                     "watching": "late"}, password="sesame")["table"]["table"]
    for filter_ in ({}, {"game": "manor"}, {"state": "seating"}, {"state": "playing"}, {"game": "chess"}):
        bruno("tables", **filter_)
    opened = [ada.line(), bruno.line()]
    opened[0]("open", table=table, seat=1)
    opened[1]("open", table=table, seat=0)
    opened[1].fails("open", table=table, seat=1)
    opened[1].fails("open", table=table, seat=4)
    seats_taken(ada, bruno, chloe, table, opened)
    opened[1]("shut", table=table, seat=0)
    opened[1].fails("shut", table=table, seat="mine")
    opened[1].fails("tables", game=7)
    opened[1]("open", table=table, seat=0)
    # Moderation: a removed person can neither sit nor watch.
    bruno.fails("remove", table=table, person=chloe.id)
    ada.fails("remove", table=table, person=ada.id)
    bruno("sit", table=table, seat=2)
    ada("remove", table=table, person=bruno.id)
    bruno.fails("sit", table=table, seat=2)
    bruno.fails("open", table=table, seat=0)
    bruno.fails("close", table=table)
    # Tables with a password.
    for params in ({}, {"password": "simsalabim"}):
        bruno.fails("sit", table=slow, seat=2, **params)
        bruno.fails("open", table=slow, seat=0, **params)
    bruno("sit", table=slow, seat=2, password="sesame")
    bruno("info", table=slow)
    bruno("me")
    ada("close", table=table)
    ada.fails("close", table=table)
    chloe.fails("sit", table=table, seat=3)
    ada("info", table=table)
    ada.fails("start", table=hidden)
    looking("lobby", on=False)
    ada("create", settings=manor(listed=True))
    for code in ("nothing", "zzzzzzzzzz", ""):
        ada.fails("info", table=code)
    for call in (ada, opened[0]):
        for settings in (manor(9), manor(options={"tie": "never"}), manor(options={"luck": "1"}), manor(clock={"move": -1}),
                         manor(absence="sleep"), manor(watching="yes"), manor(name=" x"), {"game": "chess", "seats": 2},
                         {"seats": 2}, manor(undo="no"), manor(options=[])):
            call.fails("create", settings=settings)
        call.fails("create", settings=manor(), plan=["me"])
        call.fails("create", settings=manor(), plan=["me", "genius"])
        call.fails("create")


@scene(seed=59)
def hosts(world):
    """Settings, order, names, ready marks, the host and a removal that is taken back."""
    ada, bruno = (world.client(name) for name in ("Ada", "Bruno"))
    table = ada("create", settings=manor())["table"]["table"]
    bruno("sit", table=table, seat=2, name="Bruno at seat two")
    opened = bruno.line()
    opened("open", table=table, seat=2)
    bruno.fails("settings", table=table, settings=manor(3))
    ada("settings", table=table, settings=manor(3, name="Friday", options={"tie": "shared"}))
    ada.fails("swap", **{"table": table, "seat": 1, "with": 9})
    ada("swap", **{"table": table, "seat": 1, "with": 3})
    ada.fails("name", table=table, seat=3, name="Bruno at seat two")
    ada("name", table=table, seat=3, name="Augusta")
    bruno.fails("ready", table=table, on="yes")
    bruno("ready", table=table, on=True)
    world.client("Eve").fails("host", table=table)
    ada("host", table=table, person=bruno.id)
    bruno("remove", table=table, person=ada.id)
    bruno("info", table=table)
    bruno("remove", table=table, person=ada.id, on=False)
    ada("sit", table=table, seat=1)


@scene(seed=52)
def fair(world):
    """Fair dice: a late person, operations out of order, a game, its verification."""
    ada, bruno, eve = (world.client(name) for name in ("Ada", "Bruno", "Ève"))
    line = ada.line()
    table = ada("create", settings=manor(3, fair=True), plan=["me", "empty", "random"])["table"]["table"]
    line("open", table=table, seat=1)
    bruno("sit", table=table, seat=2)
    ada("start", table=table)
    bytes_, hash_ = zip(*(fair_part(person.name) for person in (ada, bruno)))
    ada.fails("dice-reveal", table=table, round=1, bytes=bytes_[0])
    ada.fails("dice-commit", table=table, round=2, hash=hash_[0])
    ada.fails("dice-commit", table=table, round=1, hash="short")
    eve.fails("dice-commit", table=table, round=1, hash=hash_[0])
    eve.fails("sit", table=table, seat=2)
    ada("dice-commit", table=table, round=1, hash=hash_[0])
    ada.fails("dice-commit", table=table, round=1, hash=hash_[0])
    world.tables.append(table)
    ada("test-step", ms=MINUTE + 1000)  # a late person loses the seat
    ada("info", table=table)
    bruno("sit", table=table, seat=2)
    line("start", table=table)
    for number, person in enumerate((ada, bruno)):
        person("dice-commit", table=table, round=2, hash=hash_[number])
    ada.fails("dice-reveal", table=table, round=2, bytes=bytes_[1])
    ada("dice-reveal", table=table, round=2, bytes=bytes_[0])
    ada.fails("dice-reveal", table=table, round=2, bytes=bytes_[0])
    bruno("dice-reveal", table=table, round=2, bytes=bytes_[1])
    seats = [Seat(line, table, 1), Seat(bruno.line(), table, 2)]
    ada.fails("dice-commit", table=table, round=2, hash=hash_[0])
    play(world, seats, Choice("fair"))
    record = ada("record", table=table)["record"]
    eve("verify-record", record=text_of(record))
    eve.fails("verify-record", record=text_of(record).replace("secret", "Secret", 1))
    eve.fails("verify-record", record="nonsense")
    eve("verify-record", record=text_of(ada("record", table=table, seat=1)["record"]))


@scene("--idle-days=0", seed=53)
def clocks(world):
    """Clocks that run out, with all consequences; votes, stand-ins, leaving."""
    ada, bruno, chloe = (world.client(name) for name in ("Ada", "Bruno", "Chloé"))
    # A bot replaces a person whose clock has run out, until they return.
    table, seats = seat_people(world, manor(clock={"move": 60, "game": 600, "increment": 5}, absence="bot"), [ada, bruno])
    world.tables.append(table)
    play(world, seats, Choice("clock"), limit=2)
    ada("test-step", ms=20_000)
    ada("open", table=table, seat=1)
    mover = asked(seats)[0]
    move(mover, mover.ask["actions"][0])
    ada("test-step", ms=MINUTE + 1000)
    ada("info", table=table)
    late = next(place for place in ada("info", table=table)["table"]["seats"] if place["standin"])["seat"]
    person = (ada, bruno)[late - 1]
    person.fails("move", table=table, seat=late, move="x", action="end")
    person("sit", table=table, seat=late)
    person("bot", table=table, seat=late, level="random")
    person("bot", table=table, seat=late, level="random")
    person("sit", table=table, seat=late)
    (bruno, ada)[late - 1].fails("bot", table=table, seat=late, level="random")
    bruno.fails("claim", table=table, secret="x")
    secret = bruno("offer", table=table, seat=2)["secret"]
    chloe("claim", table=table, secret=secret)
    seats[1].connection.fails("open", table=table, seat=2)
    chloe("leave", table=table, seat=2)
    ada("info", table=table)
    world.tables.clear()
    # A reminder, and again a day later.
    table, seats = seat_people(world, manor(clock={"move": 3600}, absence="remind"), [ada, bruno])
    world.tables.append(table)
    ada("test-step", ms=60 * MINUTE + 1000)
    ada("test-step", ms=DAY)
    # Votes for an end, and for a bot in the seat of an absent person.
    ada("vote", table=table, what="end", yes=True)
    ada("vote", table=table, what="end", yes=False)
    ada("vote", table=table, what="end", yes=True)
    chloe.fails("vote", table=table, what="end", yes=True)
    ada.fails("vote", table=table, what="peace", yes=True)
    bruno("vote", table=table, what="end", yes=True)
    bruno.fails("vote", table=table, what="end", yes=True)
    world.tables.clear()
    table, seats = seat_people(world, manor(3, clock={"move": 60}, absence="vote"), [ada, bruno, chloe])
    world.tables.append(table)
    ada.fails("vote", table=table, what="bot", seat=3, yes=True)
    ada.fails("vote", table=table, what="bot", seat=1, yes=True)
    for seat in asked(seats[:2]):
        move(seat, seat.ask["actions"][0])
    ada("test-step", ms=MINUTE + 1000)
    ada("vote", table=table, what="bot", seat=3, yes=True)
    ada("info", table=table)
    ada("vote", table=table, what="bot", seat=3, yes=False)
    ada("vote", table=table, what="bot", seat=3, yes=True)
    bruno("vote", table=table, what="bot", seat=3, yes=True)
    ada("remove", table=table, person=chloe.id)
    ada("info", table=table)
    chloe.fails("open", table=table, seat=3)
    bruno("leave", table=table, seat=2)
    ada("me")
    bruno("me")


@scene(seed=54)
def windows(world):
    """Reaction windows with a clock, and a standing answer to them."""
    people = [world.client(name) for name in ("Ada", "Bruno", "Chloé", "Dan")]
    settings = {"game": "shadow-hunters", "seats": 4, "clock": {"window": 10}, "options": {"last_stand": "on"}}
    table, seats = seat_people(world, settings, people)
    world.tables.append(table)
    people[2]("standing", table=table, seat=3, answer="pass")
    people[2]("info", table=table)
    people[0]("info", table=table)
    choice, waited = fighter(Choice("windows")), 0
    for _ in range(120):
        now = asked(seats)
        if not now:
            break
        if now[0].turn["window"] and waited < 3:
            waited += 1
            people[0]("test-step", ms=11_000)
            continue
        move(now[0], choice(now[0]))
    assert waited, "no window"


@scene(seed=58)
def windows_fixed(world):
    """Reaction windows of fixed length: answers are held, changed, and carried out together."""
    people = [world.client(name) for name in ("Ada", "Bruno", "Chloé", "Dan")]
    people[0]("test-bots", stepped=False, slow=False)
    people[0].fails("test-bots", stepped="no", slow=False)
    settings = {"game": "shadow-hunters", "seats": 4, "clock": {"window": 10, "fixed": True}, "options": {"last_stand": "on"}}
    people[0].fails("create", settings={**settings, "clock": {"fixed": True}})
    table, seats = seat_people(world, settings, people)
    world.tables.append(table)
    people[3]("standing", table=table, seat=4, answer="react")
    people[3]("info", table=table)
    choice, windows = fighter(Choice("windows")), 0
    while windows < 3:
        now = asked(seats)
        if not now:
            break
        if not now[0].turn["window"]:
            move(now[0], choice(now[0]))
            continue
        windows += 1
        for action in now[0].ask["actions"]:
            move(now[0], action)
        for person in people:
            person("info", table=table)
        people[0]("test-step", ms=11_000)
    assert windows == 3, "no window"


@scene(seed=55)
def talk(world):
    ada, bruno, eve = (world.client(name) for name in ("Ada", "Bruno", "Ève"))
    table = ada("create", settings=manor(watching="open"), password="sésame")["table"]["table"]
    bruno("sit", table=table, seat=2, password="sésame")
    a, b, c = ada.line(), bruno.line(), eve.line()
    a("open", table=table, seat=1)
    b("open", table=table, seat=2)
    c.fails("open", table=table, seat=0)
    c.fails("chats", table=table, seat=0)
    c("open", table=table, seat=0, password="sésame")
    c("chats", table=table, seat=0)
    eve.fails("chats", table=table, seat=0)
    eve("chats", table=table, seat=0, password="sésame")
    a("chat", table=table, seat=1, text="bonsoir à tous")
    ada("start", table=table)
    a("chat", table=table, seat=1, room="players", text="on commence « \u201cquoted\u201d \\ \" »")
    c("chat", table=table, seat=0, text="psst")
    c.fails("chat", table=table, seat=0, room="players", text="psst")
    c.fails("chat", table=table, seat=1, text="psst")
    a.fails("chat", table=table, seat=1, room="watchers", text="hello?")
    a.fails("chat", table=table, seat=1, room="cellar", text="hello?")
    for text in ("", "x" * 501, "a\nb", "\u202eevil"):
        a.fails("chat", table=table, seat=1, text=text)
    b("react", table=table, seat=2, reaction="wow")
    c("react", table=table, seat=0, reaction="think")
    b.fails("react", table=table, seat=2, reaction="dance")
    bruno.fails("mute", table=table, person=ada.id, on=True)
    ada("mute", table=table, person=bruno.id, on=True)
    b.fails("chat", table=table, seat=2, text="hm")
    b.fails("react", table=table, seat=2, reaction="boo")
    ada("mute", table=table, person=bruno.id, on=False)
    ada("test-step", ms=1000)
    b("chat", table=table, seat=2, text="ah")
    for call, seat in ((a, 1), (b, 2), (c, 0)):
        lines = call("chats", table=table, seat=seat)["lines"]
        call("chats", table=table, seat=seat, since=lines[0]["at"])
    for number in range(28):
        b("react", table=table, seat=2, reaction="laugh")
    b.fails("chat", table=table, seat=2, text="too much")
    ada("test-step", ms=MINUTE + 1000)
    b("chat", table=table, seat=2, text="enough")
    ada("note", table=table, seat=1, text="2.3 smells trapped\n\tà vérifier")
    ada("notes", table=table, seat=1)
    bruno("notes", table=table, seat=2)
    bruno.fails("notes", table=table, seat=1)
    bruno.fails("note", table=table, seat=2, text="x" * 8001)
    # Presence: a second connection of the same person, then none.
    twice = ada.line()
    twice("open", table=table, seat=1)
    a.close()
    twice.close()
    c.close()
    bruno("leave", table=table, seat=2)
    b("chats", table=table, seat=2)
    eve("chats", table=table, seat=0, password="sésame")
    b("chat", table=table, seat=2, text="bravo")
    again = bruno("rematch", table=table)["table"]["table"]
    eve.fails("open", table=again, seat=0)
    eve("open", table=again, seat=0, password="sésame")


@scene(seed=56)
def watching(world):
    ada, bruno, eve = (world.client(name) for name in ("Ada", "Bruno", "Ève"))
    table, seats = seat_people(world, manor(watching="none"), [ada, bruno])
    eve.fails("open", table=table, seat=0)
    eve.fails("draw", table=table, seat=0, lang="en", style="plain", width=80)
    table, seats = seat_people(world, manor(watching="late"), [ada, bruno], eve)
    play(world, seats, Choice("late"))
    table, seats = seat_people(world, {"game": "shy-monsters", "seats": 2, "watching": "late"}, [ada, bruno], eve)
    play(world, seats, Choice("late shy"), limit=30)
    eve("draw", table=table, seat=0, lang="fr", style="unicode", width=80, height=30)
    # One connection that opens and shuts both seats, as for several people at one device.
    one = ada.line()
    table = ada("create", settings={"game": "manor", "seats": 2}, plan=["me", "me"], start=True)["table"]["table"]
    for number in range(12):
        must = one("open", table=table, seat=0)["update"]["turn"]["must"]
        one("shut", table=table, seat=0)
        seat = Seat(one, table, must[0])
        seat.moves = 100 * number
        move(seat, Choice(f"curtain {number}")(seat))
        one("shut", table=table, seat=must[0])
    for width, style, lang in ((400, "plain", "fr"), (60, "ascii", "en")):
        one("draw", table=table, seat=1, lang=lang, style=style, width=width)
    for bad in ({"width": 0}, {"width": 401}, {"lang": "de"}, {"style": "gold"}):
        one.fails("draw", **{"table": table, "seat": 1, "lang": "en", "style": "plain", "width": 80, **bad})


@scene("--idle-days=0", seed=57)
def restart(world):
    """A killed server: acknowledged changes are kept, and clocks do not count the time it was down."""
    ada, bruno, eve = (world.client(name) for name in ("Ada", "Bruno", "Ève"))
    ada("signup", login="Ada", password="bon appétit")
    table, seats = seat_people(world, manor(clock={"game": 3600, "move": 600}, listed=True), [ada, bruno], eve)
    play(world, seats, Choice("before"), limit=7)
    ada("chat", table=table, seat=1, text="on reprend demain")
    ada("note", table=table, seat=1, text="secret")
    waiting = ada("create", settings=manor(fair=True, listed=True))["table"]["table"]
    bruno("sit", table=waiting, seat=2)
    ada("start", table=waiting)
    bytes_, hash_ = fair_part("Ada")
    ada("dice-commit", table=waiting, round=1, hash=hash_)
    over, _ = seat_people(world, {"game": "shy-monsters", "seats": 2}, [ada, bruno])
    ada("leave", table=over, seat=1)
    world.restart(seed=58)
    for person in (ada, bruno):
        person("me")
    eve("tables")
    last = {seat.seat: seat for seat in seats}
    for number, person in ((1, ada), (2, bruno)):
        line = person.line()
        line("info", table=table)
        last[number].open(line)
        person("open", table=table, seat=number)
    ada("chats", table=table, seat=1)
    ada("notes", table=table, seat=1)
    ada("replay", table=over, seat=9, move=0)
    bruno("info", table=waiting)
    bruno.fails("dice-commit", table=waiting, round=1, hash=hash_)
    bruno("dice-commit", table=waiting, round=1, hash=fair_part("Bruno")[1])
    ada("dice-reveal", table=waiting, round=1, bytes=bytes_)
    play(world, seats, Choice("after"), limit=9)
    ada("record", table=table, seat=1)
    phone = world.client("phone", rename=False)
    phone("login", login="ada", password="bon appétit")


@scene(seed=71)
def brought(world):
    """A game that was begun on a device goes on here."""
    ada, eve = world.client("Ada"), world.client("Eve")
    text = (pathlib.Path(__file__).resolve().parent / "brought.lan").read_text()
    table = ada("bring", record=text, hints=True)["table"]["table"]
    eve("info", table=table)
    eve.fails("open", table=table, seat=1)
    ada("open", table=table, seat=1)
    ada.fails("bring", record=text.replace('"Me"', '"Zoe"', 1))
    ada.fails("bring", record="{")
    ada("bring", record=text)
    ada("me")
