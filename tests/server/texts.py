"""The texts of games by GET, the page's paths, and the weight of updates."""

import gzip
import json
import random
import statistics
import sys

import lantern
from lantern import Person, Seat, Server

GAMES = ("manor", "shadow-hunters", "shy-monsters", "treasure-hunters")
TEXTS_BYTES = 25 * 1024  # of a game's words on the wire
UPDATE_BYTES = 700  # the median update of a table of eight


def listed(server):
    _, body = server.get("/api/games")
    return {row["game"]: row for row in json.loads(body)["games"]}


def address(row, lang="en", **query):
    pairs = "&".join(f"{name.replace('__', '.')}={value}" for name, value in query.items())
    return f"/api/game/{row['game']}/{row['version']}/{lang}" + (f"?{pairs}" if pairs else "")


def texts_of(value, lang):
    """All texts of a language in an answer, in order."""
    if isinstance(value, dict):
        if lang in value and set(value) <= {"en", "fr"}:
            return [value[lang]]
        return [text for part in value.values() for text in texts_of(part, lang)]
    return [text for part in value for text in texts_of(part, lang)] if isinstance(value, list) else []


def test_words_of_a_game_in_one_language_compressed(program):
    """The same words as the operation `game`, one language of them, within the bytes allowed."""
    with Server(program) as server:
        ada = Person(server, "Ada")
        rows = listed(server)
        assert set(GAMES) <= set(rows), rows.keys()
        for lang, other in (("en", "fr"), ("fr", "en")):
            one = json.loads(server.get(f"/api/games/{lang}")[1])["games"]
            assert texts_of(one, lang) == texts_of(ada("games")["games"], lang) and not texts_of(one, other)
        for game in GAMES:
            both = ada("game", game=game)
            for lang, other in (("en", "fr"), ("fr", "en")):
                answer, body = server.get(address(rows[game], lang), Accept_Encoding="gzip, br")
                assert answer.status == 200 and answer.getheader("Content-Encoding") == "gzip", answer.headers
                assert len(body) <= TEXTS_BYTES, (game, lang, len(body))
                words = json.loads(gzip.decompress(body))
                assert words.pop("lang") == lang and words["version"] == rows[game]["version"]
                assert texts_of(words, lang) == texts_of(both, lang) and not texts_of(words, other), game
                plain, text = server.get(address(rows[game], lang))
                assert plain.getheader("Content-Encoding") is None and json.loads(text)["lang"] == lang


def test_caches_may_keep_what_has_its_tag(program):
    with Server(program) as server:
        row = listed(server)["manor"]
        for query, kept in (({"texts": row["texts"]}, "immutable"), ({}, "no-cache"), ({"texts": "0" * 16}, "no-cache")):
            answer, _ = server.get(address(row, **query))
            assert kept in answer.getheader("Cache-Control"), (query, answer.headers)
            assert answer.getheader("Vary") == "Accept-Encoding"
            tag = answer.getheader("ETag")
            for known in (tag, f'"other", {tag}', f"W/{tag}"):
                again, body = server.get(address(row, **query), If_None_Match=known)
                assert again.status == 304 and not body and again.getheader("ETag") == tag, (known, again.status)
            assert server.get(address(row, "fr", **query), If_None_Match=tag)[0].status == 200


def test_words_follow_seats_and_options(program):
    """One address for each set-up; many set-ups push one another out of what the server keeps, and stay
    right."""
    with Server(program) as server:
        ada = Person(server, "Ada")
        rows = listed(server)
        for _ in range(2):
            for row in rows.values():
                for option in row["options"]:
                    for choice in option.get("choices", []):
                        options = {option["name"]: choice["id"]}
                        status, text = ada.post("game", json.dumps({"game": row["game"], "seats": row["seats_max"], "options": options}))
                        answer, body = server.get(address(row, seats=row["seats_max"], **{f"o__{option['name']}": choice["id"]}))
                        assert answer.status == status, (row["game"], options, answer.status, status)
                        if status == 200:
                            assert texts_of(json.loads(body), "en") == texts_of(json.loads(text), "en"), (row["game"], options)
                        else:
                            assert json.loads(body)["error"] == json.loads(text)["error"]


def test_statuses(program):
    """What is not there is 404, what is malformed 400, what is refused 409; each says why. Nothing of it
    needs or makes a session."""
    with Server(program) as server:
        row = listed(server)["manor"]
        for path, status in (("/api/game/chess/1/en", 404), ("/api/games/de", 404), (f"/api/game/manor/{row['version'] + 1}/en", 404),
                             ("/api/game/manor/0/en", 404), ("/api/game/manor/x/en", 404), ("/api/game/manor/99999/en", 404),
                             (f"/api/game/manor/{row['version']}/de", 404), ("/api/game/manor/1", 400), ("/api/game/manor", 400),
                             ("/api/game/manor/1/en/more", 400), (address(row) + "?nonsense", 400), (address(row) + "?a=b", 400),
                             (address(row) + "?seats=2&seats=3", 400), (address(row) + "?seats=99", 400), (address(row) + "?seats=-1", 400),
                             (address(row) + "?texts=%0", 400), (address(row) + "?texts=%00", 400), (address(row) + "?texts=%ff", 400),
                             (address(row) + "?o.none=1", 409), (address(row) + "?o.=1", 400)):
            answer, body = server.get(path)
            assert answer.status == status, (path, answer.status, body)
            error = json.loads(body)["error"]
            assert error["say"]["en"] and error["say"]["fr"], error
            assert answer.getheader("Set-Cookie") is None
        for path, status, allow in (("/api/me", 405, "POST"), ("/api/game", 405, "POST"), ("/api/nothing", 404, None)):
            answer, _ = server.get(path)
            assert (answer.status, answer.getheader("Allow")) == (status, allow), (path, answer.status)


def test_paths_of_the_page(program):
    """Routes of the page and the icon that browsers ask for by themselves; the page itself says what is not
    there."""
    with Server(program) as server:
        for path in ("/", "/t/abc", "/r/abc?seat=1", "/learn/manor", "/lesson/manor", "/new/manor", "/settings", "/about"):
            assert server.get(path)[0].status == 200, path
        for path in ("/nonsense", "/tt/abc", "/settingsx", "/.git/config", "/nonsense/x"):
            answer, body = server.get(path)
            assert answer.status == 404, (path, answer.status)
        answer, body = server.get("/nonsense")
        assert answer.getheader("Content-Type").startswith("text/html") and body
        # A link that is sent to friends shows what it is.
        page = server.get("/t/abc")[1].decode()
        assert all(f'property="og:{name}" content="' in page for name in ("title", "description", "site_name", "type")), page
        answer, body = server.get("/favicon.ico")
        assert answer.status == 200 and answer.getheader("Content-Type") == "image/x-icon" and body[:4] == b"\0\0\1\0"


def table_of(server, game, seats, **options):
    people = [Person(server, f"P{number}") for number in range(seats)]
    table = people[0]("create", settings={"game": game, "seats": seats, "options": options})["table"]["table"]
    for number, person in enumerate(people[1:], 2):
        person("sit", table=table, seat=number)
    people[0]("start", table=table)
    return people, table


def choose(chance):
    return lambda seat: chance.choice(seat.ask["actions"][:seat.ask["musts"]] or seat.ask["actions"])


def weigh(server, game, seats, seed):
    """The bytes of every update pushed to the seats of a game that is played to its end."""
    people, table = table_of(server, game, seats)
    players = [Seat(person.socket(parts=True), table, number) for number, person in enumerate(people, 1)]
    lantern.play(players, choose(random.Random(seed)))
    return [len(frame) for seat in players for frame in seat.connection.bytes if frame.startswith(b'{"push":"update"')]


def known(view):
    """Without the fields that are gone, for which an update has null."""
    return {name: value for name, value in view.items() if value is not None}


def test_parts_give_the_same_view(program):
    """One seat opened twice, with parts and without: the views are the same after every update, and the whole
    one that is asked for anew too."""
    for game, seats in (("manor", 2), ("shadow-hunters", 4), ("shy-monsters", 2), ("treasure-hunters", 2)):
        with Server(program, hooks=5) as server:
            people, table = table_of(server, game, seats)
            players = [Seat(person.socket(parts=True), table, number) for number, person in enumerate(people, 1)]
            plain = Seat(people[0].socket(), table, 1)
            pick = choose(random.Random(7))

            def chosen(seat):
                for one in (plain, players[0]):
                    one.connection.barrier()
                    one.drain()
                assert known(plain.view) == known(players[0].view), game
                return pick(seat)

            lantern.play(players, chosen)
            plain.connection.barrier()
            plain.drain()
            fresh = Seat(people[0].socket(parts=False), table, 1)
            assert known(players[0].view) == known(plain.view) == known(fresh.view), game
            told = [json.loads(frame) for frame in plain.connection.bytes if frame.startswith(b'{"push":"update"')]
            assert told and not any("parts" in push["update"] for push in told)
            assert any("parts" in json.loads(frame).get("update", {}) for frame in players[0].connection.bytes), game


def test_the_median_update_of_eight_is_small(program):
    with Server(program, hooks=4) as server:
        sizes = weigh(server, "shadow-hunters", 8, 3)
        assert len(sizes) > 500 and statistics.median(sizes) <= UPDATE_BYTES, (len(sizes), statistics.median(sizes))


if __name__ == "__main__":
    lantern.Tap(globals(), sys.argv[1])
