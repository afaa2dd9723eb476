"""Notices by Web Push, to a push service of our own that decrypts them (webpush.py)."""

import contextlib
import json
import sys
import tempfile

import lantern
from lantern import Person, Seat, Server, certificate
from logs import store_of
from operate import run
from patience import until
from people import metric
from peers import said
from play import chooser, manor, refused, step
from webpush import Browser, Sink, claims_of

HOUR = 3600 * 1000
DAY = 24 * HOUR
KINDS = ["turn", "invite", "wait"]
SLOW = {"move": 3 * 24 * 3600}
BYTES = 86 + 512 + 1 + 16  # of every message


@contextlib.contextmanager
def stage(program, *flags, seed=1):
    with tempfile.TemporaryDirectory() as folder:
        key, pem = certificate(folder)
        sink = Sink(key, pem)
        with Server(program, f"--push-sink={sink.port}", f"--ca={pem}", *flags, hooks=seed) as server:
            yield server, sink
        sink.shutdown()


def subscribe(person, sink, path="/send/1", lang="en", kinds=KINDS, **more):
    browser = Browser(sink, path)
    person("push-on", **browser.keys(), lang=lang, kinds=kinds, **more)
    return browser


def told(person, sink, *browsers, waiting=0):
    """What the browsers were told so far, by path: a try-out follows it, and then nothing but `waiting`
    messages is left in the server."""
    person("push-test")
    until(lambda: metric(person.server, "pushes_waiting") == waiting, "messages stay in the server")
    heard, by_path = [], {browser.path: browser for browser in browsers}
    while not sink.got.empty():
        path, _, body = sink.got.get()
        assert len(body) == BYTES, len(body)
        heard.append((path, by_path[path].read(body)))
    tried = [one for one in heard if one[1]["tag"] == "test"]
    assert len(tried) == 1, heard
    return [one for one in heard if one not in tried]


def attempts(server):
    """How often the server has tried to send something, by its log."""
    return said(server).count('"by":"push"')


def notice(table, body, title="Manor"):
    return {"title": title, "body": body, "path": f"/t/{table}", "tag": table}


def two(server, **settings):
    ada, bruno = Person(server, "Ada"), Person(server, "Bruno")
    table = ada("create", settings=manor(**settings))["table"]["table"]
    return ada, bruno, table


def test_a_turn_in_a_slow_game_reaches_a_closed_browser(program):
    """Encrypted for the device, signed by the server, in the device's language, and not for who is at the
    table."""
    with stage(program, "--base-url=https://games.example") as (server, sink):
        ada, bruno, table = two(server, clock=SLOW, name="Evening")
        own, phone = subscribe(ada, sink, "/send/ada"), subscribe(bruno, sink, "/send/bruno", lang="fr")
        line = ada.socket()
        line("open", table=table, seat=0)
        bruno("sit", table=table, seat=2)
        line("start", table=table)
        path, headers, body = sink.take()
        assert path == "/send/bruno" and len(body) == BYTES
        assert phone.read(body) == notice(table, "C'est à toi de jouer.", "Evening (Manoir)"), phone.read(body)
        assert headers["Content-Encoding"] == "aes128gcm" and headers["Urgency"] == "normal" and headers["TTL"] == str(24 * 3600)
        assert table not in str(headers) and bruno.id not in str(headers) and len(headers["Topic"]) <= 32
        claims = claims_of(headers, bruno("push-devices")["key"])
        now = line("hello", protocol=1)["time"] // 1000
        assert claims == {"aud": f"https://localhost:{sink.port}", "sub": "https://games.example/", "exp": now + 12 * 3600}, claims
        assert told(ada, sink, own, phone) == []


def test_each_kind_and_only_those_that_are_switched_on(program):
    """A full table to its host, a game that has begun, another game, a turn: each by itself, and none of
    one's own doing."""
    with stage(program) as (server, sink):
        ada, bruno, table = two(server)
        hers, his = subscribe(ada, sink, "/ada"), subscribe(bruno, sink, "/bruno", kinds=["invite", "wait"])
        bruno("sit", table=table, seat=2)
        assert told(ada, sink, hers, his) == [("/ada", notice(table, "Every seat is taken: the game can begin."))]
        ada("start", table=table)
        assert told(ada, sink, hers, his) == [("/bruno", notice(table, "The game has begun."))]
        ended(ada, bruno, table)
        fresh = ada("rematch", table=table)["table"]["table"]
        assert told(ada, sink, hers, his) == [("/bruno", notice(fresh, "Ada opens another game and has kept your seat."))]
        # The same device with other settings: only turns, of which there are no notices at a quick table.
        his = subscribe(bruno, sink, "/bruno", kinds=["turn"])
        ada("start", table=fresh)
        assert told(ada, sink, hers, his) == []
        slow = ada("create", settings=manor(clock=SLOW))["table"]["table"]
        bruno("sit", table=slow, seat=2)
        ada("start", table=slow)
        heard = told(ada, sink, hers, his)
        # and that hers is full
        assert ("/bruno", notice(slow, "It is your turn.")) in heard and len(heard) == 2, heard


def ended(ada, bruno, table):
    """Plays a game to its end, and closes the pages."""
    lines = [ada.socket(), bruno.socket()]
    lantern.play([Seat(line, table, number) for number, line in enumerate(lines, 1)], chooser(8))
    for line in lines:
        line.close()
    until(lambda: not any(seat["present"] for seat in ada("info", table=table)["table"]["seats"]), "a page is still open")


def test_a_first_device_is_found_although_there_was_none(program):
    """Who was found without a device is not looked up again while connected, until one is added."""
    with stage(program) as (server, sink):
        ada, bruno, table = two(server)
        line = ada.socket()
        for _ in range(2):
            bruno("sit", table=table, seat=2)
            for _ in range(3):  # reads behind which the one of the notice has come back
                assert ada("push-devices")["devices"] == []
            table = ada("create", settings=manor())["table"]["table"]
        hers = subscribe(ada, sink, "/ada")
        bruno("sit", table=table, seat=2)
        assert told(ada, sink, hers) == [("/ada", notice(table, "Every seat is taken: the game can begin."))]
        line.close()


def test_nothing_of_the_game_is_in_a_notice(program):
    """Servers whose secrets differ, in every game: the texts are made of the table's name and its game
    alone."""
    for seed in (1, 2):
        with stage(program, seed=seed) as (server, sink):
            ada, bruno = Person(server, "Ada"), Person(server, "Bruno")
            hers, his = subscribe(ada, sink, "/ada"), subscribe(bruno, sink, "/bruno")
            titles = {row["game"]: row["title"]["en"] for row in ada("games")["games"]}
            for game, seats in (("shadow-hunters", 4), ("manor", 2), ("shy-monsters", 2), ("treasure-hunters", 2)):
                plan = ["me", "empty"] + ["random"] * (seats - 2)
                table = ada("create", settings={"game": game, "seats": seats, "clock": SLOW}, plan=plan)["table"]["table"]
                bruno("sit", table=table, seat=2)
                ada("start", table=table)
                step(ada, HOUR)  # for those that are counted by the hour
                allowed = [notice(table, body, titles[game]) for body in ("It is your turn.", "The game has begun.", "Every seat is taken: the game can begin.")]
                for _, text in told(ada, sink, hers, his):
                    assert text in allowed, text


def test_quiet_hours_are_kept_and_what_was_seen_is_not_sent(program):
    with stage(program) as (server, sink):
        ada, bruno, first = two(server)
        # The server's clock stands at 1:46 in UTC, which is 22:46 the day before in this zone.
        quiet = {"quiet": {"from": 22 * 60, "to": 7 * 60}, "shifts": [{"at": 0, "minutes": -180}]}
        hers, his = subscribe(ada, sink, "/ada"), subscribe(bruno, sink, "/bruno", **quiet)
        assert [row["quiet"] for row in bruno("push-devices")["devices"]] == [quiet["quiet"]]
        second = ada("create", settings=manor())["table"]["table"]
        for table in (first, second):
            bruno("sit", table=table, seat=2)
            ada("start", table=table)
        heard = told(ada, sink, hers, his, waiting=2)
        assert {path for path, _ in heard} == {"/ada"}, heard
        assert told(bruno, sink, hers, his, waiting=2) == []  # the try-out is for now
        bruno("open", table=first, seat=2)  # he looks at one of the tables by himself
        step(ada, 8 * HOUR)
        assert told(ada, sink, hers, his, waiting=1) == []
        step(ada, HOUR)
        assert told(ada, sink, hers, his) == [("/bruno", notice(second, "The game has begun."))]


def test_devices_that_are_gone_and_services_that_are_busy(program):
    """404 and 410 delete the device; after 429, 5xx and no answer it is tried again, later each time; others
    not."""
    with stage(program) as (server, sink):
        ada = Person(server, "Ada")
        for status in (404, 410):
            subscribe(ada, sink, "/gone")
            sink.answers["/gone"] = (status, {})
            ada("push-test")
            assert sink.take()[0] == "/gone"
            until(lambda: not ada("push-devices")["devices"], "the device stays")
        refused("not-found", ada, "push-test")
        subscribe(ada, sink, "/busy")
        topics, before = [], attempts(server)
        # Half a minute after the first failure, then as long as the service wants.
        for number, (answer, seconds) in enumerate((((503, {}), 0), ((429, {"Retry-After": "200"}), 30), ((201, {}), 200)), 1):
            sink.answers["/busy"] = answer
            if number == 1:
                ada("push-test")
            else:
                step(ada, seconds * 1000 - 1)
                assert attempts(server) == before + number - 1 and metric(server, "pushes_waiting") == 1
                step(ada, 1)
            topics.append(sink.take()[1]["Topic"])
            until(lambda: attempts(server) == before + number, "it is not tried again")
        until(lambda: metric(server, "pushes_waiting") == 0, "it is sent again and again")
        assert len(set(topics)) == 1 and len(ada("push-devices")["devices"]) == 1 and metric(server, "pushes_failed_total") == 0
        # Refused for good: given up at once, the device stays.
        failed = metric(server, "pushes_failed_total")
        sink.answers["/busy"] = (403, {})
        ada("push-test")
        sink.take()
        until(lambda: metric(server, "pushes_failed_total") == failed + 1, "it is not given up")
        assert metric(server, "pushes_waiting") == 0 and len(ada("push-devices")["devices"]) == 1


def test_addresses_to_which_nothing_is_sent(program):
    """Other schemes and ports are refused; names that resolve to this machine are not connected to;
    redirections are not followed; an endless answer is broken off."""
    with stage(program) as (server, sink):
        ada = Person(server, "Ada")
        good = Browser(sink, "/send")
        for endpoint in ("http://localhost/x", f"http://localhost:{sink.port}/x", "https://localhost:22/", "https://a@localhost/", "ftp://localhost/",
                         "https://localhost/#x", "//localhost", "https://local host/", "x"):
            say = refused("refused", ada, "push-on", **{**good.keys(), "endpoint": endpoint}, lang="en", kinds=[])["say"]
            assert "https" in say["en"]
        assert refused("bad-message", ada, "push-on", **{**good.keys(), "auth": "AAAA"}, lang="en", kinds=[])
        assert ada("push-devices")["devices"] == []
        # Port 443 of this machine, by name and in numbers: no address is connected to, so there is no answer.
        for host in ("localhost", "127.0.0.1", "[::1]", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]"):
            ada("push-on", **{**good.keys(), "endpoint": f"https://{host}/"}, lang="en", kinds=[])
            before = attempts(server)
            ada("push-test")
            until(lambda: attempts(server) == before + 1, "nothing is said")
            ada("push-off")
        assert attempts(server) == 6 and metric(server, "pushes_total") == 0 and metric(server, "pushes_waiting") == 0
        # A redirection, to the same server: it is no success, and nobody goes there.
        browser = subscribe(ada, sink, "/moved")
        sink.answers["/moved"] = (307, {"Location": browser.endpoint.replace("moved", "elsewhere")})
        step(ada, HOUR)
        ada("push-test")
        assert sink.take()[0] == "/moved"
        until(lambda: metric(server, "pushes_waiting") == 0, "the message stays")
        # A megabyte instead of an answer.
        subscribe(ada, sink, "/long")
        sink.answers["/long"] = (200, {})
        ada("push-test")
        assert sink.take()[0] == "/long" and sink.got.empty()
        log = server.stop()
        assert "Failed writing" in log and "elsewhere" not in log and good.keys()["auth"] not in log


def test_limits(program):
    with stage(program) as (server, sink):
        ada, eve = Person(server, "Ada"), Person(server, "Eve")
        refused("not-found", eve, "push-test")
        subscribe(ada, sink, "/ada")
        for _ in range(10):
            ada("push-test")
        assert refused("too-fast", ada, "push-test")["about"] == "push_tests"
        step(ada, HOUR)
        ada("push-test")
        # Devices are one's own: another person neither sees nor removes them.
        own = ada("push-devices")["devices"][0]
        assert own["this"] and own["endpoint"].endswith("/ada") and "auth" not in own and "p256dh" not in own
        assert eve("push-devices")["devices"] == []
        refused("not-found", eve, "push-off", session=own["session"])
        refused("not-found", eve, "push-off")
        assert len(ada("push-devices")["devices"]) == 1
    with Server(program, "--push=no", hooks=1) as server:
        ada = Person(server, "Ada")
        refused("not-now", ada, "push-devices")
        refused("not-now", ada, "push-test")
    assert "--test-hooks" in run(program, "serve", "--push-sink=443", code=2)


def documents(server):
    with store_of(server) as store:
        return [key for key, in store.execute("SELECT key FROM doc WHERE space = 'push'")]


def test_devices_end_with_their_sessions(program):
    """Download has them; signing out, a new password, removal and deletion leave none."""
    with stage(program) as (server, sink):
        ada = Person(server, "Ada")
        browser = subscribe(ada, sink, "/ada")
        assert [row["endpoint"] for row in ada("export")["data"]["push"]] == [browser.endpoint]
        # a new session of this device, for which it subscribes anew
        ada("signup", login="ada", password="a lantern")
        assert documents(server) == []
        subscribe(ada, sink, "/ada")
        phone = Person(server)
        phone("login", login="ada", password="a lantern")
        subscribe(phone, sink, "/phone")
        rows = ada("push-devices")["devices"]
        assert sorted(row["this"] for row in rows) == [False, True]
        other = next(row for row in rows if not row["this"])
        assert "endpoint" not in other
        ada("push-off", session=other["session"])
        assert len(ada("push-devices")["devices"]) == 1
        subscribe(phone, sink, "/phone")
        assert len(ada("push-devices")["devices"]) == 2
        phone("logout")
        assert len(ada("push-devices")["devices"]) == 1
        phone("login", login="ada", password="a lantern")
        subscribe(phone, sink, "/phone")
        ada("password", old="a lantern", new="another lantern")
        assert ada("push-devices")["devices"] == []
        subscribe(ada, sink, "/ada")
        ada("forget", password="another lantern")
        assert documents(server) == []


def test_a_guest_who_signs_in_is_told_at_the_account(program):
    """The guest's seat is told to the account's devices before the table knows the account; deletion ends
    that."""
    with stage(program) as (server, sink):
        ada, bruno, table = two(server)
        phone = Person(server, "Bea")
        phone("signup", login="bea", password="a lantern")
        his = subscribe(phone, sink, "/phone")
        hers = subscribe(ada, sink, "/ada")
        subscribe(bruno, sink, "/guest")
        bruno("sit", table=table, seat=2)
        guest = bruno.id
        bruno("login", login="bea", password="a lantern")
        ada("start", table=table)
        heard = told(ada, sink, hers, his)
        assert heard[-1] == ("/phone", notice(table, "The game has begun.")) and len(heard) == 2, heard
        assert [key for key in documents(server) if key.startswith(guest)] == [guest + "/now"]
        phone("forget", password="a lantern")
        assert len(documents(server)) == 1  # Ada's


def test_the_key_is_that_of_the_store(program):
    """It stays over a restart; a second server has another."""
    with Server(program) as server:
        ada = Person(server, "Ada")
        key = ada("push-devices")["key"]
        server.stop()
        server.start()
        assert ada("push-devices")["key"] == key
    with Server(program) as server:
        assert Person(server, "Ada")("push-devices")["key"] != key


if __name__ == "__main__":
    lantern.Tap(globals(), sys.argv[1])
