"""Ratings: rated tables of people, counted once when the rules end their game."""

import json
import sys

import lantern
from dice import exchange
from lantern import Person, Seat, Server
from logs import store_of
from patience import until
from play import chooser, manor, refused


def rated(**more):
    return manor(**{"rated": True, **more})


def seated(people, settings):
    """A table at which these people sit, all but the host ready."""
    table = people[0]("create", settings=settings)["table"]["table"]
    for number, person in enumerate(people[1:], 2):
        person("sit", table=table, seat=number)
        person("ready", table=table, on=True)
    return table


def begun(people, settings):
    table = seated(people, settings)
    info = people[0]("start", table=table)["table"]
    assert info["state"] == "playing", info
    return table


def finished(people, table, seed):
    seats = [Seat(person.socket(), table, number) for number, person in enumerate(people, 1)]
    lantern.play(seats, chooser(seed))
    return seats[0].result


def own(person, table):
    """The person's own rating at a table, and the reason why it does not count."""
    info = person("info", table=table)["table"]
    mine = [seat["rating"] for seat in info["seats"] if "rating" in seat]
    assert all(seat.get("you") for seat in info["seats"] if "rating" in seat), "somebody is sent another's rating"
    return mine[0] if mine else None, info.get("unrated")


def rating(person, game="manor"):
    return next((one.get("rating") for one in person("profile")["profile"]["of"] if one["game"] == game), None)


def kept(server):
    """What everybody keeps of rated games, by key."""
    with store_of(server) as store:
        found = store.execute("SELECT key, value FROM doc WHERE space = 'played'").fetchall()
    documents = {key: json.loads(text) for key, text in found}
    return {key: one["mine"][0]["rated"] for key, one in documents.items() if one["mine"] and "rated" in one["mine"][0]}


def pair(server, first="Ada", second="Bruno"):
    return Person(server, first), Person(server, second)


def test_a_rated_game_moves_both_by_as_much(program):
    with Server(program) as server:
        ada, bruno = pair(server)
        table = begun([ada, bruno], rated())
        before, why = own(ada, table)
        assert before["before"] == {"points": 1500, "margin": 340} and "after" not in before and why is None, before
        result = finished([ada, bruno], table, 3)
        winner, loser = (ada, bruno) if 1 in result["winners"] else (bruno, ada)
        gained, lost = own(winner, table)[0]["after"], own(loser, table)[0]["after"]
        if len(result["winners"]) == 1:
            assert gained["points"] > 1500 > lost["points"], (gained, lost)
        assert gained["margin"] < 340 and lost["margin"] < 340
        assert {key.split("/")[0] for key in kept(server)} == {ada.id, bruno.id}
        server.kill()
        server.start()
        for person in (ada, bruno):
            after, shown = own(person, table)[0]["after"], rating(person)
            assert (after["points"], after["margin"]) == (shown["points"], shown["margin"]) and shown["games"] == 1, (after, shown)
            assert len(shown["steps"]) == 1
        watcher = Person(server, "Watcher")
        assert own(watcher, table)[0] is None, "a watcher is sent a rating"


def test_ratings_follow_from_game_to_game(program):
    with Server(program) as server:
        ada, bruno = pair(server)
        last = 340
        for number in range(3):
            table = begun([ada, bruno], rated())
            began = own(ada, table)[0]["before"]
            now = rating(ada)
            assert began["points"] == (now["points"] if now else 1500), "the game begins with another rating than the profile has"
            finished([ada, bruno], table, number)
            now = rating(ada)
            assert now["games"] == number + 1 == len(now["steps"]) and now["margin"] < last
            last = now["margin"]


def test_two_games_that_end_at_once_both_count(program):
    """Both began with the same rating; neither writes over the other."""
    with Server(program) as server:
        ada, bruno, cleo = Person(server, "Ada"), Person(server, "Bruno"), Person(server, "Cleo")
        one, two = begun([ada, bruno], rated()), begun([ada, cleo], rated())
        finished([ada, bruno], one, 1)
        finished([ada, cleo], two, 2)
        assert own(ada, two)[0]["before"]["points"] == 1500
        assert rating(ada)["games"] == 2 and rating(bruno)["games"] == rating(cleo)["games"] == 1


def test_consent_and_company(program):
    """A start needs everybody's ready, which other settings take back; and people alone, each at one seat."""
    with Server(program) as server:
        ada, bruno = pair(server)
        table = seated([ada, bruno], manor())
        bruno("ready", table=table, on=True)
        ada("settings", table=table, settings=rated())
        refused("not-now", ada, "start", table=table)
        assert bruno("info", table=table)["table"]["settings"]["rated"] is True
        bruno("ready", table=table, on=True)
        assert ada("start", table=table)["table"]["state"] == "playing"
        refused("not-now", ada, "settings", table=table, settings=manor())
        table = ada("create", settings=rated(), plan=["me", "rules"], start=True)["table"]
        assert table["state"] == "seating", "a rated game began with a bot"
        refused("not-now", ada, "start", table=table["table"])
        both = ada("create", settings=rated(), plan=["me", "me"], start=True)["table"]["table"]
        refused("not-now", ada, "start", table=both)
        for wrong in (rated(hints=True), {"game": "treasure-hunters", "seats": 1, "rated": True}):
            assert refused("refused", ada, "create", settings=wrong)["option"] == "rated"
        listed = ada("create", settings=rated(listed=True))["table"]["table"]
        row = next(one for one in bruno("tables")["tables"] if one["table"] == listed)
        assert row["rated"] is True
        shown = ada("create", settings=manor(listed=True))["table"]["table"]
        assert "rated" not in next(one for one in bruno("tables")["tables"] if one["table"] == shown)


def test_nothing_counts_when_somebody_left(program):
    with Server(program) as server:
        people = [Person(server, f"Person {number}") for number in range(3)]
        settings = rated(seats=3)
        # A bot plays for somebody who comes back.
        table = begun(people, settings)
        people[2]("bot", table=table, seat=3, level="rules")
        assert own(people[0], table)[1] == "left"
        people[2]("sit", table=table, seat=3)
        finished(people, table, 4)
        assert own(people[0], table) == ({"before": {"points": 1500, "margin": 340}}, "left")
        # Handed over.
        table = begun(people, settings)
        heir = Person(server, "Heir")
        secret = people[2]("offer", table=table, seat=3)["secret"]
        heir("claim", table=table, secret=secret)
        finished([people[0], people[1], heir], table, 4)
        assert own(people[0], table)[1] == "left"
        # Handed over to somebody who plays better, and taken back before the end.
        table = begun(people, settings)
        for giver, taker in ((people[2], heir), (heir, people[2])):
            taker("claim", table=table, secret=giver("offer", table=table, seat=3)["secret"])
        assert own(people[0], table)[1] == "left"
        server.kill()
        server.start()
        finished(people, table, 4)
        assert own(people[0], table)[1] == "left"
        # Left for good: with three a bot goes on, with two it is a resignation.
        table = begun(people, settings)
        people[2]("leave", table=table, seat=3)
        assert own(people[0], table)[1] == "left"
        table = begun(people[:2], rated())
        people[1]("leave", table=table, seat=2)
        until(lambda: people[0]("info", table=table)["table"]["state"] == "over", "the game does not end")
        assert own(people[0], table)[1] == "ended"
        # Agreed.
        table = begun(people[:2], rated())
        for person in people[:2]:
            person("vote", table=table, what="end", yes=True)
        until(lambda: people[0]("info", table=table)["table"]["state"] == "over", "the game does not end")
        assert own(people[0], table)[1] == "ended"
        assert not kept(server)


def test_branches_and_test_servers_do_not_count(program):
    with Server(program) as server:
        ada, bruno = pair(server)
        table = begun([ada, bruno], rated())
        finished([ada, bruno], table, 5)
        branch = ada("branch", table=table, move=0)["table"]
        assert not branch["settings"].get("rated")
        again = ada("rematch", table=table)["table"]
        assert again["settings"]["rated"] is True and again["state"] == "seating"
        refused("not-now", ada, "start", table=again["table"])
    with Server(program, hooks=1) as server:
        ada, bruno = pair(server)
        table = begun([ada, bruno], rated())
        finished([ada, bruno], table, 5)
        assert own(ada, table)[1] == "other" and rating(ada) is None and not kept(server)


def test_roles_are_rated_by_their_odds(program):
    """The Hero wins more often among equals: a win as the Master is worth more. Sides win together."""
    with Server(program) as server:
        ada, bruno = pair(server)
        table = begun([ada, bruno], {"game": "shy-monsters", "seats": 2, "rated": True})
        finished([ada, bruno], table, 6)
        chances = sorted(one["chance"] for one in kept(server).values())
        assert chances[0] < 0.4 and abs(sum(chances) - 1) < 0.01, chances
        people = [Person(server, f"Person {number}") for number in range(4)]
        table = begun(people, {"game": "shadow-hunters", "seats": 4, "rated": True})
        finished(people, table, 7)
        mine = [one for key, one in kept(server).items() if key.endswith(table)]
        assert len(mine) == 4 and all(one["share"] == 0.5 for one in mine), mine
        table = begun(people[:2], {"game": "treasure-hunters", "seats": 2, "rated": True, "options": {"mode": "advanced"}})
        finished(people[:2], table, 8)
        mine = [one for key, one in kept(server).items() if key.endswith(table)]
        assert len(mine) == 2 and all(one["chance"] < 0.1 and one["others"] == 0 for one in mine), mine


def test_fair_dice_and_a_guest_who_signs_in(program):
    """The ratings are in the entry that begins the dice; a guest who signs in stays the same person."""
    with Server(program) as server:
        ada, bruno = pair(server)
        ada("signup", login="ada", password="bon appétit")
        guest = Person(server, "Guest")
        table = begun([guest, bruno], rated())
        guest("login", login="ada", password="bon appétit")
        finished([guest, bruno], table, 9)
        assert own(guest, table)[1] is None and rating(guest)["games"] == 1
        table = seated([guest, bruno], rated(fair=True))
        assert guest("start", table=table)["table"]["state"] == "dice"
        exchange([guest, bruno], table)
        until(lambda: guest("info", table=table)["table"]["state"] == "playing", "the game does not begin")
        server.kill()
        server.start()
        assert own(guest, table)[0]["before"]["points"] == rating(guest)["points"]
        finished([guest, bruno], table, 10)
        assert rating(guest)["games"] == 2 == rating(bruno)["games"]


def test_shown_by_choice_and_gone_with_the_person(program):
    with Server(program) as server:
        ada, bruno = pair(server)
        ada("signup", login="ada", password="bon appétit")
        finished([ada, bruno], begun([ada, bruno], rated()), 2)
        code = ada("profile-show", on=True)["code"]
        seen = bruno("profile", code=code)["profile"]["of"][0]["rating"]
        assert seen == rating(ada)
        assert "rated" in json.dumps(ada("export"))
        running = begun([ada, bruno], rated())
        gone = ada.id
        ada("forget", password="bon appétit")
        assert not [key for key in kept(server) if key.startswith(gone)]
        bruno("leave", table=running, seat=2)
        assert rating(bruno)["games"] == 1


if __name__ == "__main__":
    lantern.Tap(globals(), sys.argv[1])
