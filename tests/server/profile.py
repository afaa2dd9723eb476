"""Profiles: what a person keeps of finished games, counted by what the games say; shown only by choice."""

import json
import sys

import lantern
from lantern import Person, Seat, Server
from logs import store_of
from patience import until
from play import chooser, manor, refused


def rows(profile, game="manor"):
    found = next(one for one in profile["of"] if one["game"] == game)
    return found, {(row["by"], row["value"]): row for row in found["rows"]}


def account(server, name):
    person = Person(server, name)
    person("signup", login=name.lower(), password="bon appétit")
    return person


def played(people, settings, seed):
    """A whole game of these people; returns the table and the result."""
    table = people[0]("create", settings=settings)["table"]["table"]
    for number, person in enumerate(people[1:], 2):
        person("sit", table=table, seat=number)
    people[0]("start", table=table)
    seats = [Seat(person.socket(), table, number) for number, person in enumerate(people, 1)]
    lantern.play(seats, chooser(seed))
    return table, seats[0].result


def test_a_profile_counts_what_the_games_say(program):
    with Server(program, hooks=1) as server:
        ada, bruno = account(server, "Ada"), account(server, "Bruno")
        assert ada("profile")["profile"] == {"name": "Ada", "games": 0, "of": [], "times": []}
        won = []
        for seed in range(3):
            _, result = played([ada, bruno], manor(), seed)
            won.append(1 in result["winners"])
            ada("test-step", ms=1000)
        server.kill()
        server.start()
        profile = ada("profile")["profile"]
        game, by = rows(profile)
        total = by["", ""]
        assert profile["games"] == 3 == len(profile["times"]) == game["games"] == total["games"]
        assert total["won"] == sum(won) == by["with", "Bruno"]["won"] == by["seats", "2"]["won"] == by["company", "people"]["won"]
        assert 0 <= total["low"] <= total["won"] / 3 <= total["high"] <= 1
        assert sum(row["games"] for (kind, _), row in by.items() if kind == "turn") == 3
        streak = 0
        for one in won:
            streak = (max(streak, 0) + 1) if one else (min(streak, 0) - 1)
        assert game["now"] == streak
        other, bys = rows(bruno("profile")["profile"])
        assert bys["", ""]["games"] == 3 and bys["with", "Ada"]["games"] == 3


def test_sides_and_characters_come_from_the_game(program):
    with Server(program, hooks=1) as server:
        people = [Person(server, f"Person {number}") for number in range(4)]
        table, result = played(people, {"game": "shadow-hunters", "seats": 4}, 5)
        record = people[0]("replay", table=table, seat=9, move=0)
        views = people[0]("replay", table=table, seat=9, move=record["moves"])["views"]
        for number, person in enumerate(people, 1):
            _, by = rows(person("profile")["profile"], "shadow-hunters")
            own = {kind: value for kind, value in by if kind in ("side", "character")}
            assert own.keys() == {"side", "character"}
            text = json.dumps(views)
            assert f'"{own["character"]}"' in text, own
            assert by["", ""]["won"] == (number in result["winners"])


def test_one_device_bots_and_agreed_ends(program):
    """Several seats of one person are an evening without a win; bots are company of another kind."""
    with Server(program, hooks=1) as server:
        ada = Person(server, "Ada")
        table = ada("create", settings=manor(), plan=["me", "me"], start=True)["table"]["table"]
        lantern.play([Seat(ada.socket(), table, 1), Seat(ada.socket(), table, 2)], chooser(4))
        table = ada("create", settings=manor(), plan=["me", "random"], start=True)["table"]["table"]
        lantern.play([Seat(ada.socket(), table, 1)], chooser(4))
        game, by = rows(ada("profile")["profile"])
        assert game["games"] == 2 and by["", ""]["games"] == 1 and by["company", "bots"]["games"] == 1
        assert not [row for row in by if row[0] == "with"]


def test_a_review_adds_its_figures(program):
    with Server(program, hooks=1) as server:
        ada, bruno = Person(server, "Ada"), Person(server, "Bruno")
        table, _ = played([ada, bruno], manor(), 7)
        found = {}

        def there():
            ada("test-step", ms=1000)
            found.update(bruno("review", table=table, seat=1))
            return "review" in found
        until(there, "no review came")
        until(lambda: ada("test-step", ms=3000) and "review" in rows(ada("profile")["profile"])[0], "the review was not counted")
        kept, seat = rows(ada("profile")["profile"])[0]["review"], found["review"]["seats"][0]
        assert kept["games"] == 1
        assert abs(kept["adjusted"] - seat["adjusted"]) < 1e-3 and abs(kept["own"] - seat["parts"]["own"]) < 1e-3
        assert "review" not in rows(bruno("profile")["profile"])[0]


def shown(person, code):
    return person("profile", code=code)["profile"]


def test_a_profile_is_shown_by_choice_alone(program):
    with Server(program, hooks=1) as server:
        ada, bruno = account(server, "Ada"), Person(server, "Bruno")
        played([ada, bruno], manor(), 2)
        refused("forbidden", bruno, "profile-show", on=True)
        for code in (ada.id, "Ada", "ada", "x" * 10):
            refused("not-found", shown, bruno, code[:10])
        code = ada("profile-show", on=True)["code"]
        assert ada("profile-show", on=True)["code"] == code == ada("profile")["profile"]["code"]
        server.kill()
        server.start()
        seen = shown(bruno, code)
        assert seen["name"] == "Ada" and rows(seen)[1]["", ""]["games"] == 1
        assert "times" not in seen and "Bruno" not in json.dumps(seen), "a shown profile names others or tells when"
        assert "code" not in ada("profile-show", on=False)
        refused("not-found", shown, bruno, code)
        assert ada("profile-show", on=True)["code"] != code
        ada("forget", password="bon appétit")
        with store_of(server) as store:
            left = store.execute("SELECT space, key FROM doc WHERE space IN ('profile', 'played') ORDER BY key").fetchall()
        assert [row[0] for row in left] == ["played"] and left[0][1].startswith(bruno.id)


def test_a_guest_who_signs_in_keeps_the_games(program):
    with Server(program, hooks=1) as server:
        account(server, "Ada")
        guest, bruno = Person(server, "Guest"), Person(server, "Bruno")
        played([guest, bruno], manor(), 2)
        guest("login", login="ada", password="bon appétit")
        profile = guest("profile")["profile"]
        assert profile["name"] == "Ada" and profile["games"] == 1


def test_a_game_that_ends_after_a_deletion_is_not_kept_for_the_deleted(program):
    with Server(program, hooks=1) as server:
        ada, bruno = Person(server, "Ada"), Person(server, "Bruno")
        table = ada("create", settings=manor())["table"]["table"]
        bruno("sit", table=table, seat=2)
        ada("start", table=table)
        gone = ada.id
        ada("forget")
        bruno("leave", table=table, seat=2)
        until(lambda: bruno("info", table=table)["table"]["state"] == "over", "the game does not end")

        def kept():
            with store_of(server) as store:
                return [row[0] for row in store.execute("SELECT key FROM doc WHERE space = 'played'").fetchall() if row[0].startswith(gone)]
        until(lambda: not kept(), "a game is kept for somebody who is gone")


if __name__ == "__main__":
    lantern.Tap(globals(), sys.argv[1])
