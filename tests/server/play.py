"""Tables from the lobby to the end: seats, moves, reconnection, chat, leaving, watching, rematches."""

import collections
import json
import random
import sys

import lantern
from lantern import Failed, Person, Seat, Server


def refused(code, call, *args, **params):
    try:
        call(*args, **params)
    except Failed as failed:
        assert failed.code == code, f"{failed.code} where {code} was expected: {failed}"
        return failed.error
    raise AssertionError(f"accepted where {code} was expected")


def manor(seats=2, **more):
    return {"game": "manor", "seats": seats, **more}


def two_at_table(server, **settings):
    ada, bruno = Person(server, "Ada"), Person(server, "Bruno")
    table = ada("create", settings=manor(**settings))["table"]["table"]
    bruno("sit", table=table, seat=2)
    ada("start", table=table)
    return ada, bruno, table


def first(seat):
    return seat.ask["actions"][0]


def chooser(seed):
    rng = random.Random(seed)
    return lambda seat: seat.ask["actions"][rng.randrange(seat.ask["musts"])]


def test_a_game_of_two_people(program):
    with Server(program) as server:
        ada, bruno, table = two_at_table(server)
        seats = [Seat(ada.socket(), table, 1), Seat(bruno.socket(), table, 2)]
        lantern.play(seats, chooser(1))
        assert seats[0].result == seats[1].result
        assert seats[0].result["how"] == "played"
        assert ada("info", table=table)["table"]["state"] == "over"
        record = ada("record", table=table)["record"]
        assert "manor" in str(record)
        replay = ada("replay", table=table, seat=2, move=3)
        assert replay["move"] == 3 and replay["moves"] > 10


def test_a_finished_game_is_open(program):
    with Server(program) as server:
        ada, bruno, table = two_at_table(server)
        refused("not-now", ada, "replay", table=table, seat=9, move=0)
        seats = [Seat(ada.socket(), table, 1), Seat(bruno.socket(), table, 2)]
        seats[0].move(first(seats[0]))
        seats[0].connection("undo", table=table, seat=1, move="u")
        seats[0].drain()
        lantern.play(seats, chooser(1))
        everything = ada("replay", table=table, seat=9, move=100000)
        told = everything["update"]["told"]
        assert [item["n"] for item in told] == list(range(1, len(told) + 1))
        assert not any(value is None for item in told if "event" in item for value in item["event"].values())
        assert {item["seat"] for item in told if "do" in item} == {1, 2}
        assert [item["undone"] for item in told if "undone" in item]
        assert everything["views"] == [seat.view for seat in seats]
        eve = Person(server, "Eve")
        for eyes in (0, 1, 2):
            one = eve("replay", table=table, seat=eyes, move=100000)
            assert "views" not in one and len(one["update"]["told"]) < len(told)
        refused("not-found", eve, "replay", table=table, seat=3, move=0)
        # The actions of a seat at that time, and the reasons of refusals.
        begun = eve("replay", table=table, seat=1, move=0)["update"]
        assert begun["ask"]["actions"] and begun["prompt"]["fr"]
        assert not eve("replay", table=table, seat=0, move=0)["update"]["ask"]
        assert "why" not in eve("replay", table=table, seat=1, move=0, action=begun["ask"]["actions"][0])
        assert eve("replay", table=table, seat=1, move=0, action="end")["why"]["clause"]
        refused("refused", eve, "replay", table=table, seat=1, move=0, action="dance")
        refused("refused", eve, "replay", table=table, seat=9, move=0, action="end")

        record = json.dumps(ada("record", table=table)["record"])
        own = json.dumps(ada("record", table=table, seat=1)["record"])
        for eyes in (0, 2, 9):
            for move in (0, 5, 100000):
                brought = eve("replay-record", record=record, seat=eyes, move=move)
                assert brought == eve("replay", table=table, seat=eyes, move=move)
        assert refused("refused", eve, "replay-record", record=record.replace("undo", "sit", 1), seat=0, move=0)["say"]["fr"]
        refused("refused", eve, "replay-record", record="{", seat=0, move=0)
        refused("refused", eve, "replay-record", record=own, seat=0, move=0)
        head = f"POST /api/replay-record HTTP/1.1\r\nContent-Length: {3 << 20}\r\n\r\n"
        connection = server.raw()
        connection.sendall(head.encode())
        assert connection.recv(100).startswith(b"HTTP/1.1 413 ")
        connection.close()
        assert eve.post("replay-record", json.dumps({"record": " " * (3 << 19), "seat": 0, "move": 0}))[0] == 400


def test_preview(program):
    """What a preview announces as settled is what happens; previews change nothing."""
    with Server(program) as server:
        ada, bruno, table = two_at_table(server)
        seats = [Seat(ada.socket(), table, 1), Seat(bruno.socket(), table, 2)]
        choose, ends = chooser(7), collections.Counter()

        def previewed(seat):
            connection = (ada if seat.seat == 1 else bruno)
            action = choose(seat)
            seen = connection("preview", table=table, seat=seat.seat, action=action)
            assert seen == connection("preview", table=table, seat=seat.seat, action=action)
            ends[seen["end"]] += 1
            seat.drain()
            before = len(seat.told)
            seat.move(action)
            seat.drain()
            told = [item["event"] for item in seat.told[before:] if "event" in item]
            assert told[:len(seen["told"])] == seen["told"], (action, seen, told)
            if seen["end"] == "settled":
                assert told == seen["told"]
                assert {name: seat.view[name] for name in seen["view"]} == seen["view"]
                assert seat.turn == seen["turn"]
            assert ("view" in seen) == (seen["end"] != "hidden")

        for _ in range(30):
            if seats[0].result:
                break
            for seat in seats:
                seat.drain()
                if seat.asked():
                    previewed(seat)
                    break
        assert ends["settled"] and ends["hidden"], ends
        refused("forbidden", ada, "preview", table=table, seat=2, action="end")
        refused("refused", ada, "preview", table=table, seat=1, action="no such thing")


def test_the_other_notation(program):
    """A target where single steps are listed, and a step where targets are listed: expanded and played
    once."""
    with Server(program, hooks=3) as server:
        ada = Person(server, "Ada")
        for mode, offered, written in (("advanced", "step", "go"), ("classic", "go", "step")):
            settings = {"game": "treasure-hunters", "seats": 1, "options": {"mode": mode}}
            table = ada("create", settings=settings, start=True)["table"]["table"]
            seat = Seat(ada.socket(), table, 1)
            while not any(action.startswith(offered + " ") for action in seat.ask["actions"]):
                seat.move(first(seat))
                seat.drain()
            ways = [action.split()[1] for action in seat.ask["actions"] if action.startswith(offered + " ")]
            before = sum("do" in item for item in seat.told)
            params = {"table": table, "seat": 1, "move": "way", "decision": seat.ask["decision"]}
            for way in ways:  # a step can replace a target only where one step reaches it
                try:
                    answer = seat.connection("move", action=f"{written} {way}", **params)
                    break
                except Failed as failed:
                    assert failed.code == "refused"
            seat.connection("move", action=f"{written} {way}", **params)
            seat.drain()
            done = [item["do"] for item in seat.told if "do" in item][before:]
            assert len(done) == answer.get("played", 1) and done[0] == f"{offered} {way}", (answer, done)
            assert mode == "classic" or done == [f"step {way}", "stay"], done


def test_solo_against_bots(program):
    with Server(program) as server:
        ada = Person(server, "Ada")
        levels = [bot["level"] for bot in ada("games")["games"][0]["bots"]]
        assert "random" in levels
        table = ada("create", settings=manor(4), plan=["me", "random", "random", levels[-1]], start=True)["table"]
        assert table["state"] == "playing"
        seat = Seat(ada.socket(), table["table"], 1)
        lantern.play([seat], chooser(2))
        assert seat.result["how"] == "played"


def test_pass_and_play_shows_one_seat_at_a_time(program):
    with Server(program) as server:
        ada = Person(server, "Ada")
        table = ada("create", settings=manor(2), plan=["me", "me"], start=True)["table"]["table"]
        connection = ada.socket()
        choose = chooser(3)
        seats = {}
        for turn in range(2000):
            if turn % 20 == 19:  # stays below the rate limit on any machine
                connection = ada.socket()
            answer = connection("open", table=table, seat=0)
            connection("shut", table=table, seat=0)
            if answer["table"]["state"] == "over":
                break
            number = answer["update"]["turn"]["must"][0]
            if number not in seats:
                seats[number] = Seat(connection, table, number)
            else:
                seats[number].open(connection)
            seat = seats[number]
            seat.move(choose(seat))
            connection("shut", table=table, seat=number)
            connection.pushes.clear()
        else:
            raise AssertionError("the game did not end")


def test_reconnection_brings_the_rest(program):
    with Server(program) as server:
        ada, bruno, table = two_at_table(server)
        seats = [Seat(ada.socket(), table, 1), Seat(bruno.socket(), table, 2)]
        choose = chooser(4)
        count = 0

        def now_and_then(seat):
            nonlocal count
            count += 1
            if count % 5 == 0:
                seat.connection.close()
                seat.open((ada if seat.seat == 1 else bruno).socket())
            return choose(seat)

        lantern.play(seats, now_and_then)
        for seat in seats:
            fresh = Seat((ada if seat.seat == 1 else bruno).socket(), table, seat.seat)
            assert fresh.told == seat.told and fresh.view == seat.view


def test_a_repeated_move_is_played_once(program):
    with Server(program) as server:
        ada, bruno, table = two_at_table(server)
        seat = Seat(ada.socket(), table, 1)
        action, decision = first(seat), seat.ask["decision"]
        for _ in range(3):
            seat.connection("move", table=table, seat=1, action=action, move="same", decision=decision)
        seat.drain()
        refused("stale", seat.connection, "move", table=table, seat=1, action=action, move="other", decision=decision)
        other = Seat(ada.socket(), table, 1)
        assert sum("do" in item for item in other.told) == 1
        del bruno


def test_refusals_name_their_clause(program):
    with Server(program) as server:
        ada, bruno, table = two_at_table(server)
        seat = Seat(ada.socket(), table, 1)
        error = refused("refused", seat.move, "tandem 1.1")
        assert error["say"]["en"] and error["say"]["fr"]
        why = seat.connection("why", table=table, seat=1, action="tandem 1.1")
        assert not why["accepted"] and why["why"]["say"] == error["say"]
        assert seat.connection("why", table=table, seat=1, action=first(seat))["accepted"]
        refused("refused", seat.move, "no such thing")
        refused("forbidden", seat.connection, "move", table=table, seat=2, action="end", move="x")
        refused("forbidden", bruno, "open", table=table, seat=1)


def test_undo(program):
    with Server(program) as server:
        ada, bruno, table = two_at_table(server)
        seat = Seat(ada.socket(), table, 1)
        actions = seat.ask["actions"]
        seat.move(actions[0])
        seat.drain()
        assert seat.ask["undo"]
        seat.connection("undo", table=table, seat=1, move="u1")
        seat.connection("undo", table=table, seat=1, move="u1")
        seat.drain()
        assert seat.ask["actions"] == actions
        assert "undone" in seat.told[-1]
        del bruno
        strict = ada("create", settings=manor(undo=False), plan=["me", "random"], start=True)["table"]["table"]
        seat = Seat(ada.socket(), strict, 1)
        seat.move(first(seat))
        refused("forbidden", ada, "undo", table=strict, seat=1, move="u")


def test_lobby(program):
    with Server(program) as server:
        ada, bruno = Person(server, "Ada"), Person(server, "Bruno")
        watching = bruno.socket()
        assert watching("lobby", on=True)["tables"] == []
        hidden = ada("create", settings=manor())["table"]["table"]
        table = ada("create", settings=manor(listed=True, name="Evening"))["table"]["table"]
        push = watching.push("lobby")
        assert [row["table"] for row in push["tables"]] == [table] and push["tables"][0]["name"] == "Evening"
        assert [row["table"] for row in bruno("tables", game="manor", state="seating")["tables"]] == [table]
        assert bruno("tables", state="playing")["tables"] == []
        bruno("sit", table=hidden, seat=2)
        mine = {row["table"]: row["mine"] for row in bruno("me")["tables"]}
        assert mine == {hidden: [2]}
        ada("close", table=table)
        while True:
            push = watching.push("lobby")
            if push["gone"]:
                break
        assert push["gone"] == [table]
        refused("not-now", bruno, "sit", table=table, seat=2)


def own(person):
    return {row["table"]: (row["state"], row["mine"], row["free"]) for row in person("me")["tables"]}


def test_the_list_of_own_tables_is_updated(program):
    with Server(program) as server:
        ada, bruno, chloe = Person(server, "Ada"), Person(server, "Bruno"), Person(server, "Chloé")
        table = ada("create", settings=manor(3), plan=["empty", "me", "empty"])["table"]["table"]
        assert own(ada) == {table: ("seating", [2], 2)} and own(bruno) == {}
        bruno("sit", table=table, seat=1)
        bruno("sit", table=table, seat=3)
        assert own(bruno) == {table: ("seating", [1, 3], 0)} and own(ada) == {table: ("seating", [2], 0)}
        bruno("stand", table=table, seat=1)
        assert own(bruno) == {table: ("seating", [3], 1)}
        bruno("stand", table=table, seat=3)
        ada("stand", table=table, seat=2)
        assert own(bruno) == {} and own(ada) == {table: ("seating", [], 3)}
        for seat, person in enumerate((ada, bruno, chloe), 1):
            person("sit", table=table, seat=seat)
        ada("start", table=table)
        secret = bruno("offer", table=table, seat=2)["secret"]
        ada("claim", table=table, secret=secret)
        assert own(bruno) == {} and own(ada) == {table: ("playing", [1, 2], 0)}
        server.kill()
        server.start()
        assert own(ada) == {table: ("playing", [1, 2], 0)} and own(chloe) == {table: ("playing", [3], 0)}
        shut = chloe("create", settings=manor())["table"]["table"]
        chloe("close", table=shut)
        assert own(chloe) == {table: ("playing", [3], 0), shut: ("closed", [1], 1)}
        assert [row["mine"] for row in ada("export")["data"]["mine"]] == [[1, 2]] and not bruno("export")["data"]["mine"]


def test_own_tables_show_where_it_is_your_turn(program):
    with Server(program) as server:
        ada, bruno, table = two_at_table(server)
        seat = Seat(ada.socket(), table, 1)
        seat.move(first(seat))
        for again in (False, True):
            if again:
                server.kill()
                server.start()
            waiting = {}
            while waiting != {ada: False, bruno: True}:  # after a start the tables are loaded gradually
                waiting = {person: person("me")["tables"][0]["waiting"] for person in (ada, bruno)}
                assert again or waiting == {ada: False, bruno: True}, waiting


def test_seats_and_hosts(program):
    with Server(program) as server:
        ada, bruno, chloe = Person(server, "Ada"), Person(server, "Bruno"), Person(server, "Chloé")
        table = ada("create", settings=manor(3), password="sesame")["table"]["table"]
        refused("wrong-password", bruno, "sit", table=table, seat=2)
        refused("wrong-password", bruno, "open", table=table, seat=0)
        bruno("sit", table=table, seat=2, password="sesame")
        refused("taken", chloe, "sit", table=table, seat=2, password="sesame")
        refused("forbidden", bruno, "start", table=table)
        refused("not-now", ada, "start", table=table)
        refused("forbidden", bruno, "bot", table=table, seat=3, level="random")
        refused("not-found", ada, "bot", table=table, seat=3, level="genius")
        ada("bot", table=table, seat=3, level="random")
        ada("stand", table=table, seat=3)
        chloe("sit", table=table, seat=3, password="sesame")
        ada("remove", table=table, person=chloe.id)
        refused("forbidden", chloe, "sit", table=table, seat=3, password="sesame")
        ada("bot", table=table, seat=3, level="random")
        info = ada("start", table=table)["table"]
        assert info["state"] == "playing" and [s["kind"] for s in info["seats"]] == ["person", "person", "bot"]
        refused("not-now", ada, "stand", table=table, seat=3)


def test_bad_settings(program):
    with Server(program) as server:
        ada = Person(server)
        refused("not-found", ada, "create", settings={"game": "chess", "seats": 2})
        refused("refused", ada, "create", settings=manor(8))
        error = refused("refused", ada, "create", settings=manor(options={"no-such-option": "1"}))
        assert error["say"]["fr"]
        refused("bad-message", ada, "create", settings=manor(), plan=["me"])
        refused("not-found", ada, "create", settings=manor(), plan=["me", "genius"])
        assert ada("me")["tables"] == []


def test_handing_over(program):
    with Server(program) as server:
        ada, bruno, table = two_at_table(server)
        chloe = Person(server, "Chloé")
        connection = bruno.socket()
        seat = Seat(connection, table, 2)
        secret = bruno("offer", table=table, seat=2)["secret"]
        refused("not-found", chloe, "claim", table=table, secret="wrong")
        assert chloe("claim", table=table, secret=secret)["seat"] == 2
        assert connection.push("shut")["seat"] == 2
        refused("forbidden", bruno, "open", table=table, seat=2)
        refused("not-found", ada, "claim", table=table, secret=secret)
        seats = [Seat(ada.socket(), table, 1), Seat(chloe.socket(), table, 2)]
        assert seats[1].told[:len(seat.told)] == seat.told
        lantern.play(seats, chooser(5))


def test_leaving(program):
    with Server(program) as server:
        ada, bruno, table = two_at_table(server)
        bruno("leave", table=table, seat=2)
        seat = Seat(ada.socket(), table, 1)
        assert seat.result["how"] == "resigned" and seat.result["winners"] == [1]

        chloe = Person(server, "Chloé")
        three = ada("create", settings=manor(3))["table"]["table"]
        bruno("sit", table=three, seat=2)
        chloe("sit", table=three, seat=3)
        ada("start", table=three)
        bruno("leave", table=three, seat=2)
        seats = [Seat(ada.socket(), three, 1), Seat(chloe.socket(), three, 3)]
        lantern.play(seats, chooser(6))

        agreed = ada("create", settings=manor(2))["table"]["table"]
        bruno("sit", table=agreed, seat=2)
        ada("start", table=agreed)
        ada("vote", table=agreed, what="end", yes=True)
        assert ada("info", table=agreed)["table"]["vote"] == {"what": "end", "yes": [1], "needed": [1, 2]}
        bruno("vote", table=agreed, what="end", yes=True)
        assert ada("info", table=agreed)["table"]["state"] == "over"


def test_stand_in_and_back(program):
    with Server(program, hooks=1) as server:
        ada, bruno = Person(server, "Ada"), Person(server, "Bruno")
        table = ada("create", settings=manor(clock={"move": 60}, absence="bot"))["table"]["table"]
        bruno("sit", table=table, seat=2)
        ada("start", table=table)
        connection = ada.socket()
        seat = Seat(connection, table, 1)
        seat.move(first(seat))
        step(ada, 61000)
        connection.push("table")
        info = ada("info", table=table)["table"]
        assert info["seats"][1]["standin"] and not info["seats"][0]["standin"]
        bruno("sit", table=table, seat=2)
        assert not ada("info", table=table)["table"]["seats"][1]["standin"]

        waiting = ada("create", settings=manor())["table"]["table"]
        bruno("sit", table=waiting, seat=2)
        ada("start", table=waiting)
        ada("vote", table=waiting, what="bot", seat=2, yes=True)
        assert ada("info", table=waiting)["table"]["seats"][1]["standin"]


def test_a_vote_replaces_an_idle_person(program):
    """A seat can be voted out only when its person is absent or out of time."""
    with Server(program, hooks=1) as server:
        ada, bruno, chloe = Person(server, "Ada"), Person(server, "Bruno"), Person(server, "Chloé")
        table = ada("create", settings=manor(3, clock={"move": 60}, absence="vote"))["table"]["table"]
        bruno("sit", table=table, seat=2)
        chloe("sit", table=table, seat=3)
        ada("start", table=table)
        seats = [Seat(person.socket(), table, number) for number, person in enumerate((ada, bruno, chloe), 1)]
        for seat in seats[:2]:
            if seat.asked():
                seat.move(first(seat))
        refused("not-now", ada, "vote", table=table, what="bot", seat=3, yes=True)
        while not seats[2].asked():
            asked = next(seat for seat in seats if seat.asked())
            asked.move(first(asked))
            for seat in seats:
                seat.connection.barrier()
                seat.drain()
        refused("not-now", ada, "vote", table=table, what="bot", seat=3, yes=True)
        step(ada, 61000)
        ada("vote", table=table, what="bot", seat=3, yes=True)
        assert ada("info", table=table)["table"]["vote"] == {"what": "bot", "seat": 3, "yes": [1], "needed": [1, 2]}
        refused("not-now", chloe, "vote", table=table, what="bot", seat=3, yes=True)
        bruno("vote", table=table, what="bot", seat=3, yes=True)
        assert ada("info", table=table)["table"]["seats"][2]["standin"]
        refused("not-now", ada, "vote", table=table, what="bot", seat=3, yes=True)
        chloe("sit", table=table, seat=3)
        assert not ada("info", table=table)["table"]["seats"][2]["standin"]


def step(person, ms):
    status, text = person.post("test-step", '{"ms":%d}' % ms)
    assert status == 200, text


def test_talking(program):
    with Server(program) as server:
        ada, bruno, table = two_at_table(server)
        chloe = Person(server, "Chloé")
        a, b, c = ada.socket(), bruno.socket(), chloe.socket()
        a("open", table=table, seat=1)
        b("open", table=table, seat=2)
        c("open", table=table, seat=0)
        a("chat", table=table, seat=1, room="players", text="bonsoir à tous")
        for connection in (a, b, c):
            assert connection.push("chat")["line"]["text"] == "bonsoir à tous"
        refused("forbidden", c, "chat", table=table, seat=0, room="players", text="psst: 2.3 is trapped")
        c("chat", table=table, seat=0, room="watchers", text="psst")
        assert c.push("chat")["line"]["number"] == 1
        assert [line["text"] for line in a("chats", table=table, seat=1)["lines"]] == ["bonsoir à tous"]
        assert len(c("chats", table=table, seat=0)["lines"]) == 2
        refused("forbidden", a, "chat", table=table, seat=1, room="watchers", text="hello?")
        b("react", table=table, seat=2, reaction="wow")
        assert a.push("reaction")["reaction"] == "wow"
        ada("mute", table=table, person=bruno.id, on=True)
        refused("forbidden", b, "chat", table=table, seat=2, room="players", text="hm")
        ada("mute", table=table, person=bruno.id, on=False)
        b("chat", table=table, seat=2, room="players", text="ah")


def someone_dies(seats, rng):
    """Plays, attacking when possible, until a seat is out of the game; returns its number."""
    while True:
        # All that was said is read first: of several seats that are asked at once the same one acts in every
        # run, so that the course follows from the seeds alone.
        for seat in seats:
            seat.connection.barrier()
            seat.drain()
            for item in seat.told:
                if item.get("event", {}).get("event") == "died":
                    return item["event"]["seat"]
        asked = next(seat for seat in seats if seat.asked())
        musts = asked.ask["actions"][:asked.ask["musts"]]
        asked.move(rng.choice([action for action in musts if action.startswith("attack")] or musts))


def test_chat_of_eliminated_players_is_separate(program):
    """Eliminated players chat among themselves only; neither watching nor reactions reach those who still
    play."""
    with Server(program, hooks=5) as server:
        people = [Person(server, name) for name in ("Ada", "Bruno", "Chloé", "Dan")]
        table = people[0]("create", settings={"game": "shadow-hunters", "seats": 4})["table"]["table"]
        for number, person in enumerate(people[1:], 2):
            person("sit", table=table, seat=number)
        people[0]("start", table=table)
        seats = [Seat(person.socket(), table, number) for number, person in enumerate(people, 1)]
        watcher = Person(server, "Eve").socket()
        watcher("open", table=table, seat=0)
        gone = someone_dies(seats, random.Random(3))
        dead, living = people[gone - 1], people[gone % 4]
        for room in ("players", "watchers"):
            refused("forbidden", dead, "chat", table=table, seat=gone, room=room, text="it was Bruno")
        dead("chat", table=table, seat=gone, text="how quiet it is")
        refused("forbidden", dead, "chat", table=table, seat=0, room="watchers", text="it was Bruno")
        refused("forbidden", dead, "chat", table=table, seat=0, text="it was Bruno")
        for seat in (0, gone):
            refused("forbidden", dead, "react", table=table, seat=seat, reaction="boo")
        # Players do not hear the watchers' channel either, even if they watch as well.
        both = living.socket()
        both("open", table=table, seat=0)
        watcher("chat", table=table, seat=0, text="it was Bruno")
        assert watcher.push("chat")["line"]["room"] == "watchers"
        both.barrier()
        assert not both.pushes
        heard = lambda person, seat: [line["text"] for line in person("chats", table=table, seat=seat)["lines"]]
        assert heard(dead, gone) == ["how quiet it is"]
        assert heard(living, gone % 4 + 1) == heard(living, 0) == heard(dead, 0) == []


def test_the_password_is_sent_once_per_connection(program):
    """A connection sends the password of a table once; wrong ones are limited."""
    with Server(program, hooks=1) as server:
        ada, bruno = Person(server, "Ada"), Person(server, "Bruno")
        table = ada("create", settings=manor(), password="sesame")["table"]["table"]
        connection = bruno.socket()
        refused("wrong-password", connection, "chats", table=table, seat=0)
        connection("open", table=table, seat=0, password="sesame")
        assert connection("chats", table=table, seat=0)["lines"] == []
        connection("chat", table=table, seat=0, text="good evening")
        refused("wrong-password", bruno, "chats", table=table, seat=0)
        assert len(bruno("chats", table=table, seat=0, password="sesame")["lines"]) == 1
        for number in range(10):
            refused("wrong-password", bruno, "sit", table=table, seat=2, password=str(number))
        refused("too-fast", bruno, "sit", table=table, seat=2, password="sesame")
        refused("wrong-password", bruno, "sit", table=table, seat=2)
        step(ada, 61000)
        for _ in range(20):
            bruno("sit", table=table, seat=2, password="sesame")
            bruno("stand", table=table, seat=2)


def test_notes_are_private(program):
    with Server(program) as server:
        ada, bruno, table = two_at_table(server)
        ada("note", table=table, seat=1, text="2.3 smells trapped\n")
        assert ada("notes", table=table, seat=1)["text"] == "2.3 smells trapped\n"
        refused("forbidden", bruno, "notes", table=table, seat=1)
        assert bruno("notes", table=table, seat=2)["text"] == ""


def test_a_table_without_notebook(program):
    """With the notebook off derived fields are neither sent nor drawn; public ones are."""
    with Server(program, hooks=5) as server:
        ada = Person(server, "Ada")
        for notebook in (True, False):
            settings = {"game": "shadow-hunters", "seats": 4, "notebook": notebook}
            table = ada("create", settings=settings, plan=["me"] * 4, start=True)["table"]["table"]
            seats = [Seat(ada.socket(), table, number) for number in range(1, 5)]
            dead = someone_dies(seats, random.Random(3))
            for seat in seats:
                seat.connection.barrier()
                seat.drain()
                rows = seat.view["seats"]
                assert ["possible" in row for row in rows] == [notebook] * 4
                open_ = [row["seat"] for row in rows if row["revealed"] or row["seat"] == seat.seat]
                assert notebook or [row["seat"] for row in rows if row["character"]] == open_
                assert rows[dead - 1]["character"] and rows[seat.seat - 1]["character"]
                drawn = ada("draw", table=table, seat=seat.seat, lang="en", style="plain", width=120)["text"]
                known = [int(line[5]) for line in drawn.splitlines() if line[:5] == "Seat " and " damage of " in line]
                assert notebook or known == open_, drawn


def test_hints(program):
    with Server(program) as server:
        ada, bruno, table = two_at_table(server)
        refused("forbidden", ada, "hint", table=table, seat=1)
        del bruno
        table = ada("create", settings=manor(hints=True), plan=["me", "random"], start=True)["table"]["table"]
        hint = ada("hint", table=table, seat=1)
        assert hint["action"] in ada("open", table=table, seat=1)["update"]["ask"]["actions"]


def test_watching(program):
    with Server(program) as server:
        ada, bruno, chloe = Person(server, "Ada"), Person(server, "Bruno"), Person(server, "Chloé")
        none = ada("create", settings=manor(watching="none"))["table"]["table"]
        bruno("sit", table=none, seat=2)
        ada("start", table=none)
        refused("forbidden", chloe, "open", table=none, seat=0)
        late = ada("create", settings=manor(watching="late"), plan=["me", "random"], start=True)["table"]["table"]
        behind = Seat(chloe.socket(), late, 0)
        seat = Seat(ada.socket(), late, 1)
        lantern.play([seat], chooser(7))
        while not behind.result:
            behind.wait()
        prompt = ada("create", settings=manor(), plan=["me", "random"], start=True)["table"]["table"]
        assert chloe("open", table=prompt, seat=0)["update"]["prompt"]["fr"]


def test_rematch_and_branch(program):
    with Server(program) as server:
        ada, bruno, table = two_at_table(server)
        refused("not-now", ada, "rematch", table=table)
        seats = [Seat(ada.socket(), table, 1), Seat(bruno.socket(), table, 2)]
        lantern.play(seats, chooser(8))
        again = ada("rematch", table=table)["table"]
        assert again["state"] == "seating" and [s["name"] for s in again["seats"]] == ["Ada", "Bruno"]
        assert bruno("rematch", table=table)["table"]["table"] == again["table"]
        eve = Person(server, "Eve")
        ada("remove", table=again["table"], person=eve.id)
        ada("start", table=again["table"])
        bruno("leave", table=again["table"], seat=2)
        third = bruno("rematch", table=again["table"])["table"]["table"]
        server.kill()
        server.start()
        refused("forbidden", eve, "open", table=third, seat=0)  # a removed person stays removed
        refused("not-found", ada, "branch", table=table, move=6, plan=["me", "nobody"])
        branch = ada("branch", table=table, move=6, plan=["me", "me"])["table"]
        assert branch["state"] == "playing" and branch["parent"] == table and not branch["verifiable"]
        both = [Seat(ada.socket(), branch["table"], 1), Seat(ada.socket(), branch["table"], 2)]
        assert both[0].view == ada("replay", table=table, seat=1, move=6)["update"]["view"]
        lantern.play(both, chooser(9))


def test_a_standing_answer_is_told_to_its_own_seat_alone(program):
    with Server(program) as server:
        ada, bruno, table = two_at_table(server)
        watching = bruno.socket()
        watching("open", table=table, seat=2)
        before = watching("info", table=table)["table"]
        watching.pushes.clear()
        ada("standing", table=table, seat=1, answer="pass")
        assert watching("info", table=table)["table"] == before and not watching.pushes
        assert ada("info", table=table)["table"]["seats"][0]["passes"]
        ada("standing", table=table, seat=1, answer="ask")
        assert "passes" not in ada("info", table=table)["table"]["seats"][0]


def test_rematch_and_branch_copy_the_lock(program):
    """Rematches and branches copy the lock of a table, also after loading from the store."""
    with Server(program, hooks=5) as server:
        ada, eve = Person(server, "Ada"), Person(server, "Eve")
        first = ada("create", settings=manor(2), password="sesame", plan=["me", "me"], start=True)["table"]["table"]
        tables = [first]
        for _ in range(2):
            ada("leave", table=tables[-1], seat=1)
            tables.append(ada("rematch", table=tables[-1])["table"]["table"])
            ada("start", table=tables[-1])
        tables.append(ada("branch", table=first, move=0, plan=["me", "me"])["table"]["table"])
        for again in (False, True):
            for table in tables:
                assert eve("info", table=table)["table"]["locked"]
                refused("wrong-password", eve, "open", table=table, seat=0)
                refused("wrong-password", eve, "open", table=table, seat=0, password=first)
                eve("open", table=table, seat=0, password="sesame")
            if not again:
                server.kill()
                server.start()


if __name__ == "__main__":
    lantern.Tap(globals(), sys.argv[1])
