"""Rights at delivery: a stream is sent to those who may see it now, whatever they had subscribed to."""

import json
import sys

import lantern
from device import Device, exchange_all
from lantern import Person, Seat, Server
from patience import until
from play import chooser, manor, refused, step
from rights_world import World
from seeds import seeded

PACE = 2000  # of bots, so that little happens by itself; nothing relies on it


def updates(connection, seat):
    """The updates of a seat that have been pushed; reads what was sent until now."""
    connection.barrier()
    return [push for push in connection.pushes if push["push"] == "update" and push["seat"] == seat]


def shuts(connection):
    connection.barrier()
    return [push["seat"] for push in connection.pushes if push["push"] == "shut"]


def test_finding_1_a_seat_given_up_and_then_a_bots(program):
    """A guest opens seat 2, stands up, sits at 3; the host puts a bot at 2 and starts."""
    with Server(program, pace=PACE) as server:
        ada, bruno = Person(server, "Ada"), Person(server, "Bruno")
        table = ada("create", settings=manor(3))["table"]["table"]
        bruno("sit", table=table, seat=2)
        old = bruno.socket()
        old("open", table=table, seat=2)
        bruno("stand", table=table, seat=2)
        bruno("sit", table=table, seat=3)
        ada("bot", table=table, seat=2, level="random")
        ada("start", table=table)
        assert not updates(old, 2), "the bot's view was sent to the person who sat there before"
        assert shuts(old) == [2]


def test_finding_1_a_seat_lost_by_late_dice(program):
    with Server(program, hooks=3, pace=PACE) as server:
        ada, bruno = Person(server, "Ada"), Person(server, "Bruno")
        table = ada("create", settings=manor(3, fair=True), plan=["me", "empty", "random"])["table"]["table"]
        bruno("sit", table=table, seat=2)
        old = bruno.socket()
        old("open", table=table, seat=2)
        ada("start", table=table)
        step(ada, 61000)
        until(lambda: ada("info", table=table)["table"]["state"] == "seating", "the round did not end")
        ada("sit", table=table, seat=1)
        ada("bot", table=table, seat=2, level="random")
        ada("start", table=table)
        exchange_all([Device(ada, table)])
        until(lambda: ada("info", table=table)["table"]["state"] == "playing", "the game did not begin")
        assert not updates(old, 2), "the bot's view was sent to the person who was put out"
        assert shuts(old) == [2]


def test_finding_1_a_seat_left_for_good(program):
    with Server(program) as server:
        ada, bruno = Person(server, "Ada"), Person(server, "Bruno")
        table = ada("create", settings=manor(3), plan=["me", "empty", "random"])["table"]["table"]
        bruno("sit", table=table, seat=2)
        ada("start", table=table)
        old = bruno.socket()
        Seat(old, table, 2)
        seat = Seat(ada.socket(), table, 1)
        old("leave", table=table, seat=2)
        assert shuts(old) == [2]
        old.pushes.clear()
        lantern.play([seat], chooser(3))
        assert not updates(old, 2), "updates of the seat go on after it was left"
        refused("forbidden", old, "open", table=table, seat=2)


def test_finding_2_watching_none_opened_before_the_start(program):
    with Server(program, pace=PACE) as server:
        ada, bruno, eve = Person(server, "Ada"), Person(server, "Bruno"), Person(server, "Eve")
        table = ada("create", settings=manor(watching="none"))["table"]["table"]
        bruno("sit", table=table, seat=2)
        early = eve.socket()
        early("open", table=table, seat=0)
        ada("start", table=table)
        assert not updates(early, 0), "the game is shown to a watcher where nobody watches"
        assert shuts(early) == [0]
        refused("forbidden", early, "open", table=table, seat=0)


def test_finding_2_a_removed_person_claims_a_seat(program):
    with Server(program, pace=PACE) as server:
        ada, bruno, eve = Person(server, "Ada"), Person(server, "Bruno"), Person(server, "Eve")
        table = ada("create", settings=manor(3), plan=["me", "empty", "random"])["table"]["table"]
        bruno("sit", table=table, seat=2)
        ada("start", table=table)
        secret = bruno("offer", table=table, seat=2)["secret"]
        ada("remove", table=table, person=eve.id)
        refused("forbidden", eve, "claim", table=table, secret=secret)
        refused("forbidden", eve, "open", table=table, seat=2)
        assert ada("info", table=table)["table"]["seats"][1]["person"] == bruno.id


def explore(seats, connections):
    """Plays Shy Monsters by hints until the Hero has left a floor or the game is over."""
    for _ in range(400):
        for connection in connections:
            connection.barrier()
        for seat in seats:
            seat.drain()
        if seats[0].result or any(item.get("event", {}).get("event") == "unseen" for item in seats[1].told):
            return
        asked = next(seat for seat in seats if seat.asked())
        asked.move(asked.connection("hint", table=asked.table, seat=asked.seat)["action"])


def test_finding_3_a_watcher_is_not_told_more_than_the_players(program):
    """With watchers=all-after-floor the unseen monsters of a floor are shown at the end of the game only."""
    with Server(program, hooks=7) as server:
        ada, bruno, eve = Person(server, "Ada"), Person(server, "Bruno"), Person(server, "Eve")
        for _ in range(40):
            settings = {"game": "shy-monsters", "seats": 2, "hints": True, "options": {"watchers": "all-after-floor"}}
            table = ada("create", settings=settings)["table"]["table"]
            bruno("sit", table=table, seat=2)
            ada("start", table=table)
            watching, hero = eve.socket(), bruno.socket()
            watching("open", table=table, seat=0)
            seats = [Seat(ada.socket(), table, 1), Seat(hero, table, 2)]
            explore(seats, [watching, hero, seats[0].connection])
            if not seats[0].result:
                break
        assert not seats[0].result, "the Hero never left a floor on which something was unseen"
        assert "left-behind" not in json.dumps(list(watching.pushes)), "a watcher is told what the Hero is not"
        assert shuts(watching) == [0]
        for person in (eve, bruno, ada):
            refused("forbidden", person, "open", table=table, seat=0)
            refused("forbidden", person, "draw", table=table, seat=0, lang="en", style="plain", width=100)
            refused("forbidden", person, "record", table=table, seat=0)
        ada("leave", table=table, seat=1)
        assert "left-behind" in json.dumps(eve("open", table=table, seat=0))


def test_finding_1_a_hint_in_the_making_when_the_seat_is_lost(program):
    """A hint that is ready after its asker has left the seat is refused: it comes from the seat's view. The
    only thread is held by a bot that thinks until the clock is stepped, so the hint is computed after the
    leaving."""
    with Server(program, hooks=12, pace=PACE, env={"UV_THREADPOOL_SIZE": "1"}) as server:
        ada, bruno = Person(server, "Ada"), Person(server, "Bruno")
        table = ada("create", settings={"game": "shadow-hunters", "seats": 4, "hints": True},
                    plan=["me", "me", "me", "me"], start=True)["table"]["table"]
        line = ada.socket()
        seat = next(seat for seat in (Seat(line, table, number) for number in range(1, 5)) if seat.asked())
        bruno("test-bots", stepped=True, slow=True)
        for plan in (["me", "rules"], ["rules", "me"]):
            bruno("create", settings=manor(), plan=plan, start=True)
        while not bruno("test-bots", stepped=True, slow=False)["thinking"]:
            bruno("me")
        hint = line.ask("hint", table=table, seat=seat.seat)
        line("leave", table=table, seat=seat.seat)
        assert hint not in line.answers, "the hint did not wait for the thread"
        while hint not in line.answers:
            bruno.post("test-step", json.dumps({"ms": PACE}))
            line.barrier()
        assert not line.answers[hint]["ok"], "advice from the seat's view came after it was left"


def test_a_position_is_played_on_with_somebody_at_every_seat(program):
    """A plan that leaves a seat empty is refused before there is a table: nobody could ever take that seat,
    since a running game gives a seat only to the person who holds it."""
    with Server(program, pace=PACE) as server:
        ada, bruno = Person(server, "Ada"), Person(server, "Bruno")
        table = ada("create", settings=manor())["table"]["table"]
        bruno("sit", table=table, seat=2)
        ada("start", table=table)
        bruno("leave", table=table, seat=2)
        before = ada("me")["tables"]
        refused("not-now", ada, "branch", table=table, move=0, plan=["me", "empty"])
        assert ada("me")["tables"] == before
        assert ada("branch", table=table, move=0, plan=["me", "random"])["table"]["state"] == "playing"


def scripted(world, *changes):
    for change, *rest in changes:
        assert world.act(change, *rest), (change, rest)


def test_the_model_and_scripted_changes(program):
    """Bots, stand-ins, offers, claims, removals, closing, with everybody subscribed to everything."""
    with Server(program, hooks=11, pace=PACE) as server:
        for watching in ("open", "late", "none"):
            world = World(server, watching=watching)
            scripted(world, ("sit", 0, 1), ("sit", 1, 2), ("stand", 1, 2), ("sit", 2, 2), ("start", 0), ("offer", 2, 2),
                     ("claim", 1, 2), ("stand-in", 1, 2), ("leave", 1, 2))
            assert world.move()
            scripted(world, ("end",), ("remove", 2))
            world = World(server, watching=watching)
            scripted(world, ("sit", 1, 1), ("sit", 2, 2), ("start", 0), ("offer", 2, 2), ("remove", 1))
            assert not world.act("claim", 1, 2)
            scripted(world, ("stand-in", 2, 2), ("claim", 0, 2), ("remove", 2), ("leave", 0, 2))
            world = World(server, watching=watching)
            scripted(world, ("sit", 1, 1), ("put-bot", 0, 2), ("close", 0))


def test_the_model_and_changing_hosts(program):
    """The host hands over, takes a removal back, changes places, seats and who may watch; who was the host
    may do nothing of it any more, and can be removed."""
    with Server(program, hooks=15, pace=PACE) as server:
        world = World(server, seats=3)
        scripted(world, ("sit", 0, 1), ("sit", 1, 2), ("offer", 1, 2), ("swap", 0, 1 + 16 * 3), ("swap", 0, 2 + 16 * 1))
        assert not world.act("swap", 1, 1 + 16 * 2) and not world.act("host", 1, 1) and not world.act("watch", 1, 2)
        scripted(world, ("host", 0, 1), ("watch", 1, 2))
        for change in (("start", 0), ("close", 0), ("watch", 0, 0), ("put-bot", 0, 2), ("stand", 0, 1), ("seats", 0, 4), ("swap", 0, 1 + 16 * 3)):
            assert not world.act(*change), change
        scripted(world, ("claim", 2, 1), ("seats", 1, 4), ("put-bot", 1, 4), ("seats", 1, 3), ("put-bot", 1, 2), ("remove", 0))
        assert not world.act("sit", 0, 3) and not world.act("host", 0, 1)
        scripted(world, ("let-in", 0), ("sit", 0, 3), ("start", 1))
        assert not world.act("let-in", 0)
        scripted(world, ("host", 1, 3), ("remove", 1), ("remove", 2), ("let-in", 1))
        assert not world.act("swap", 0, 1 + 16 * 2) and not world.act("watch", 0, 0)
        assert world.move()
        scripted(world, ("end",))


def test_the_model_and_fair_dice(program):
    with Server(program, hooks=12, pace=PACE) as server:
        world = World(server, watching="none", fair=True)
        scripted(world, ("sit", 0, 1), ("sit", 1, 2), ("exchange", 0))
        world.act_late(1)
        scripted(world, ("put-bot", 0, 2), ("exchange", 0), ("exchanged",))
        assert world.move()


def test_the_model_and_talk(program):
    with Server(program, hooks=13, pace=PACE) as server:
        world = World(server)
        scripted(world, ("sit", 0, 1), ("sit", 1, 2))
        assert world.chat(0, 1, "hello") and world.chat(2, 0, "psst")
        scripted(world, ("start", 0))
        assert world.chat(1, 2, "ready") and world.chat(2, 0, "psst again")
        assert not world.chat(0, 0, "what do they say?")
        scripted(world, ("stand-in", 1, 2), ("leave", 1, 2))
        assert world.chat(1, 0, "now I watch") and not world.chat(1, 2, "and play")
        scripted(world, ("remove", 1))
        assert not world.chat(1, 0, "and now?")
        world.chat(0, 1, "gone")
        scripted(world, ("end",))


def random_change(world, rng):
    """A change that the model allows three times out of four; any other must change nothing."""
    names = ("sit", "stand", "put-bot", "stand-in", "start", "leave", "offer", "claim", "remove", "close", "end", "host", "swap", "let-in",
             "watch")
    for _ in range(200):
        change, person = rng.choice(names), rng.randrange(len(world.people))
        seat = rng.randrange(1, world.seats + 1)
        if change == "swap":
            seat = rng.choice((1 + 16 * 2, 2 + 16 * 1))
        if change == "watch":
            seat = rng.randrange(3)
        allowed = world.model.copy().change(change, person, seat)
        rare = change in ("close", "end", "remove") and rng.randrange(6)
        nobody = change == "end" and not any(world.plays(seat) for seat in range(1, world.seats + 1))
        if not rare and not nobody and (allowed or not rng.randrange(4)):
            return change, person, seat
    return None


def test_the_model_and_random_changes(program):
    rng = seeded(1916)
    done = 0
    with Server(program, hooks=14, pace=PACE) as server:
        for round_ in range(12):
            world = World(server, watching=("open", "late", "none")[round_ % 3], game=("manor", "shy-monsters")[round_ % 2])
            for _ in range(14):
                if world.model.state() == "closed":
                    break
                change = random_change(world, rng)
                if change:
                    done += world.act(*change)
                if not rng.randrange(3):
                    world.move()
    assert done > 40, done


if __name__ == "__main__":
    lantern.Tap(globals(), sys.argv[1])
