"""Recorded scenes of whole games: between people, with bots, with variants, and operations on finished
games."""

import hashlib
import json

from recorder import Choice, Seat

SCENES = {}


def scene(*flags, seed=1):
    """A decorator that registers a function of a World as a scene, under its name."""
    def add(function):
        SCENES[function.__name__.replace("_", "-")] = (function, flags, seed)
        return function
    return add


def seat_people(world, settings, people, watcher=None, **more):
    """Starts a table with a person at each seat; returns it and the seats, each with its own connection."""
    host = people[0]
    table = host("create", settings=settings, **more)["table"]["table"]
    for number, person in enumerate(people[1:], 2):
        person("sit", table=table, seat=number)
    lines = [person.line() for person in people]
    for number, line in enumerate(lines, 1):
        line("open", table=table, seat=number)
    if watcher:
        watcher.line()("open", table=table, seat=0)
    host("start", table=table)
    return table, [Seat(line, table, number) for number, line in enumerate(lines, 1)]


def solo(world, person, settings, plan):
    """Starts a table with bots according to the plan; returns the seats of the person."""
    table = person("create", settings=settings, plan=plan, start=True)["table"]["table"]
    world.tables.append(table)
    world.settle()
    return table, [Seat(person.line(), table, number) for number, word in enumerate(plan, 1) if word == "me"]


def move(seat, action):
    """Plays an offered action."""
    seat.move(action, decision=action in seat.ask["actions"][:seat.ask["musts"]])


def asked(seats):
    """The seats that must act now."""
    for seat in seats:
        seat.drain()
    return [seat for seat in seats if seat.asked() and not seat.result]


def play(world, seats, choice, limit=10**6, each=None):
    """Plays to the end, or `limit` moves. `each(seat, action, count)` is called before every move."""
    for count in range(limit):
        now = asked(seats)
        if all(seat.result for seat in seats):
            return
        assert now, f"nobody is asked: {seats[0].turn}"
        seat = now[0]
        if count % 100 == 99:
            # Refills the allowances for messages, which depend on the stepped clock.
            world.pass_time(10_000)
            continue
        action = choice(seat)
        if each:
            each(seat, action, count)
            seat.drain()
        if seat.ask and action in seat.ask["actions"]:
            move(seat, action)


def fighter(choice):
    """A chooser that attacks when possible."""
    def choose(seat):
        attacks = [action for action in seat.ask["actions"][:seat.ask["musts"]] if action.startswith("attack")]
        return choice.of(attacks) if attacks else choice(seat)
    return choose


def curious(world, person_of, choice, every):
    """An `each` that sometimes sends every operation about an action before it is played."""
    def each(seat, action, count):
        if count % every:
            return
        line, about = seat.connection, {"table": seat.table, "seat": seat.seat}
        line("why", action=action, **about)
        line("preview", action=action, **about)
        line("draw", lang=("en", "fr")[count // every % 2], style=("unicode", "ascii", "plain")[count // every % 3],
             width=(80, 120)[count // every % 2], height=(0, 24)[count // every % 2], **about)
        person_of(seat)("open", since=max(0, seat.to - 5), **about)
        if count // every % 3 == 0 and action in seat.ask["actions"][:seat.ask["musts"]]:
            move(seat, action)
            seat.drain()
            if seat.ask and seat.ask["undo"]:
                line("undo", move=f"undo-{count}", **about)
            else:
                line.fails("undo", move=f"undo-{count}", **about)
    return each


def afterwards(people, table):
    """Operations on a finished game, at which the first of the people sits; returns its number of moves."""
    ada, other = people[0], people[-1]
    places = ada("info", table=table)["table"]["seats"]
    seats, own = len(places), next(place["seat"] for place in places if place.get("you"))
    text = text_of(ada("record", table=table)["record"])
    total = other("replay", table=table, seat=0, move=0)["moves"]
    for eyes in (0, 1, seats, 9):
        other("replay", table=table, seat=eyes, move=total // 2)
    other("replay", table=table, seat=9, move=total + 5)
    begun = other("replay", table=table, seat=1, move=0)["update"]
    if begun["ask"]:
        other("replay", table=table, seat=1, move=0, action=begun["ask"]["actions"][0])
    other.fails("replay", table=table, seat=1, move=0, action="dance")
    other.fails("replay", table=table, seat=9, move=0, action="end")
    other("replay-record", record=text, seat=1, move=total // 3)
    other.fails("replay-record", record=text.replace('"seat"', '"sear"', 1), seat=1, move=0)
    other("verify-record", record=text)
    other.fails("replay-record", record=text_of(ada("record", table=table, seat=own)["record"]), seat=own, move=0)
    ada("open", table=table, seat=own)
    ada.fails("leave", table=table, seat=own)
    ada.fails("move", table=table, seat=own, move="late", action="end")
    return total


def reviewed(person, other, table):
    """Reviews of a finished game of two: begun, then kept; left; of a record."""
    text = text_of(person("record", table=table)["record"])
    for _ in range(2):
        other("review", table=table, seat=1)
    person("review", table=table, seat=1, leave=True)
    other.fails("review", table=table, seat=3)
    other("review-record")
    other("review-record", record=text, seat=2)
    other.fails("review-record", record=text[:100], seat=1)


def text_of(record):
    """The text of a record's file."""
    return json.dumps(record, separators=(",", ":"), ensure_ascii=False)


def fair_part(name):
    """The bytes of a person in the dice exchange, and their hash."""
    bytes_ = hashlib.sha256(name.encode()).digest()
    return bytes_.hex(), hashlib.sha256(b"lanterne-bytes" + bytes_).hexdigest()


@scene(seed=11)
def manor(world):
    ada, bruno, eve = (world.client(name) for name in ("Ada", "Bruno", "Ève"))
    table, seats = seat_people(world, {"game": "manor", "seats": 2, "listed": True, "name": "Soirée"}, [ada, bruno], eve)
    people = {1: ada, 2: bruno}
    first = seats[0]
    error = first.connection.fails("move", table=table, seat=1, move="x", action="tandem 1.1", decision=first.ask["decision"])
    assert error["code"] == "refused"
    first.connection("why", table=table, seat=1, action="tandem 1.1")
    for call in (first.connection, bruno):
        call.fails("move", table=table, seat=3, move="x", action="end")
        call.fails("move", table=table, seat=1, move="x", action="no such thing", decision=1)
    ada.fails("preview", table=table, seat=1, action="no such thing")
    ada.fails("why", table=table, seat=2, action="end")
    ada.fails("hint", table=table, seat=1)
    ada.fails("undo", table=table, seat=1, move="u0")
    ada.fails("replay", table=table, seat=1, move=0)
    ada.fails("review", table=table, seat=1)
    ada.fails("record", table=table)
    ada("record", table=table, seat=1)
    ada.fails("rematch", table=table)
    ada.fails("branch", table=table, move=0)
    # A repeated move is played once; a move without a decision, or for an earlier one, is stale.
    once = {"table": table, "seat": 1, "move": "once", "action": first.ask["actions"][0], "decision": first.ask["decision"]}
    ada.fails("move", **{name: value for name, value in once.items() if name != "decision"})
    for _ in range(2):
        first.connection("move", **once)
    ada("move", **once)
    ada.fails("move", **{**once, "move": "twice"})
    play(world, seats, Choice("manor"), each=curious(world, lambda seat: people[seat.seat], Choice("m"), 5))
    total = afterwards([ada, bruno, eve], table)
    reviewed(ada, eve, table)
    # A branch from the middle, and a rematch.
    branch = ada("branch", table=table, move=total // 2, plan=["me", "me"])["table"]["table"]
    both = ada.line()
    play(world, [Seat(both, branch, number) for number in (1, 2)], Choice("branch"))
    ada.fails("branch", table=table, move=1, plan=["me"])
    again = ada("rematch", table=table)["table"]["table"]
    bruno("rematch", table=table)
    eve.fails("rematch", table=table)
    ada("start", table=again)
    bruno("leave", table=again, seat=2)
    ada("info", table=again)


@scene(seed=12)
def manor_bots(world):
    ada = world.client("Ada")
    table, seats = solo(world, ada, {"game": "manor", "seats": 2, "hints": True}, ["me", "random"])

    def hinted(seat, action, count):
        if count % 4 == 0:
            seat.connection("hint", table=seat.table, seat=seat.seat)

    play(world, seats, Choice("bots"), each=hinted)
    ada.fails("hint", table=table, seat=1)
    world.tables.clear()
    settings = {"game": "manor", "seats": 2, "undo": False, "notebook": False,
                "options": {"setup_order": "clockwise", "shared_tandem": "single", "manors_per_player": "3"}}
    table, seats = solo(world, ada, settings, ["rules", "me"])
    ada.fails("undo", table=table, seat=2, move="u")
    play(world, seats, Choice("rules"))
    afterwards([ada], table)
    world.tables.clear()
    # One person with two seats, and a bot.
    settings = {"game": "manor", "seats": 3, "options": {"call_whose": "own", "call_and_send_order": "send-first",
                                                         "tie": "fewest-on-trapped", "manor_values": "1,1,1,2,2,2,3,3,4,4,5,5,5"}}
    table, seats = solo(world, ada, settings, ["me", "random", "me"])
    play(world, seats, Choice("three"), limit=40)


@scene(seed=13)
def manor_four(world):
    people = [world.client(name) for name in ("Ada", "Bruno", "Chloé", "Dan")]
    table, seats = seat_people(world, {"game": "manor", "seats": 4, "options": {"call_and_send_order": "call-first"}}, people)
    play(world, seats, Choice("four"))
    afterwards(people, table)


@scene(seed=21)
def shadow_hunters(world):
    people = [world.client(name) for name in ("Ada", "Bruno", "Chloé", "Dan")]
    eve = world.client("Ève")
    table, seats = seat_people(world, {"game": "shadow-hunters", "seats": 4}, people, eve)
    choice = Choice("shadows")
    dead = {}

    def each(seat, action, count):
        curious(world, lambda one: people[one.seat - 1], choice, 9)(seat, action, count)
        out = [item["event"]["seat"] for item in seats[0].told if item.get("event", {}).get("event") == "died"]
        for number in (number for number in out if number not in dead):
            dead[number] = True
            gone = people[number - 1]
            gone("chat", table=table, seat=number, text="how quiet it is")
            gone.fails("chat", table=table, seat=number, room="players", text="it was you")
            gone.fails("react", table=table, seat=number, reaction="boo")
            gone("chats", table=table, seat=number)
            people[number % 4]("chats", table=table, seat=number % 4 + 1)

    play(world, seats, fighter(choice), each=each)
    assert dead, "nobody died"
    afterwards(people, table)


@scene(seed=22)
def shadow_hunters_bot(world):
    """One device for four seats, a bot at the fifth; the deduction notebook off, and many variants on."""
    ada = world.client("Ada")
    options = {"characters": "all", "single_use": "hand", "hand_timing": "any-time", "hermit_outcome": "private",
               "ability_timing": "end-step", "duel_dice": "on", "critical_misses": "on", "attack_range": "neighbours"}
    table, seats = solo(world, ada, {"game": "shadow-hunters", "seats": 5, "notebook": False, "options": options},
                        ["me", "me", "random", "me", "me"])
    ada("standing", table=table, seat=2, answer="pass")
    ada("standing", table=table, seat=2, answer="pass")
    ada.fails("standing", table=table, seat=2, answer="never")
    play(world, seats, Choice("variants"), limit=60)
    ada("standing", table=table, seat=2, answer="ask")
    for lang in ("en", "fr"):
        ada("draw", table=table, seat=4, lang=lang, style="plain", width=100)


@scene(seed=31)
def shy_monsters(world):
    ada, bruno, eve = (world.client(name) for name in ("Ada", "Bruno", "Ève"))
    table, seats = seat_people(world, {"game": "shy-monsters", "seats": 2}, [ada, bruno], eve)
    people = {1: ada, 2: bruno}
    play(world, seats, Choice("shy"), each=curious(world, lambda seat: people[seat.seat], Choice("s"), 6))
    afterwards([ada, bruno, eve], table)


@scene(seed=32)
def shy_monsters_bots(world):
    ada = world.client("Ada")
    for plan, level, options in ((0, "random", {"match": "two-games", "jump": "eight-directions", "no_progress": "20"}),
                                 (1, "rules", {"reveal_choice": "together", "fear": "both-panic", "watchers": "all-after-floor"})):
        words = [level, level]
        words[plan] = "me"
        table, seats = solo(world, ada, {"game": "shy-monsters", "seats": 2, "hints": True, "options": options}, words)
        play(world, seats, Choice(level))
        afterwards([ada], table)
        world.tables.clear()


@scene(seed=41)
def treasure_hunters(world):
    people = [world.client(name) for name in ("Ada", "Bruno", "Chloé")]
    eve = world.client("Ève")
    table, seats = seat_people(world, {"game": "treasure-hunters", "seats": 3}, people, eve)
    play(world, seats, Choice("treasure"), each=curious(world, lambda seat: people[seat.seat - 1], Choice("t"), 9))
    afterwards(people, table)


@scene(seed=42)
def treasure_hunters_bots(world):
    ada = world.client("Ada")
    for mode, offered, written in (("advanced", "step", "go"), ("classic", "go", "step")):
        options = {"mode": mode, "draw_cards": "yes", "locked_doors": "yes", "numbered_jewels": "yes", "first_player": "1"}
        table, seats = solo(world, ada, {"game": "treasure-hunters", "seats": 2, "hints": True, "options": options},
                            ["me", "rules"])
        seat = seats[0]
        ways = []
        for _ in range(20):  # the other notation of a move
            ways = [action.split()[1] for action in seat.ask["actions"] if action.startswith(offered + " ")]
            if ways:
                break
            move(seat, seat.ask["actions"][0])
            seat.drain()
        about = {"table": table, "seat": 1, "decision": seat.ask["decision"]}
        for number, way in enumerate(ways):
            line, params = seat.connection, {**about, "move": f"way-{number}", "action": f"{written} {way}"}
            answer = line.answer(line.ask("move", **params))
            world.settle()
            if answer["ok"]:
                break
        seat.drain()
        if seat.asked():
            seat.connection("hint", table=table, seat=1)
        play(world, seats, Choice(mode), limit=45)
        world.tables.clear()
    table, seats = solo(world, ada, {"game": "treasure-hunters", "seats": 1, "options": {"easy_haunt": "8"}}, ["me"])
    play(world, seats, Choice("alone"), limit=80)
