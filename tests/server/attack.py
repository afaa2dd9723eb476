"""An attacker's day: the abuse of findings 10 to 13 against a running server, with normal players beside it.

A run of `make test` takes a few hundred bounded steps, one after the other: a piece of abuse, then a move of
everybody who is asked. `make test-long` lets three processes attack for an hour (LAN_ATTACK_SECONDS says
another time) while games are played beside, and the load generator of bench/ measures the answers to moves.
Whatever happens, every acknowledged move of the normal players is in their games exactly once, also after the
server is killed at the end. No time is asserted: the p99 is printed beside its bar.

The attackers come from network addresses of their own, by X-Forwarded-For.
"""

import collections
import json
import os
import pathlib
import subprocess
import sys
import time

import lantern
from lantern import Closed, Failed, Person, Seat, Server, Socket
from operate import Mail
from patience import stretch
from people import Away
from play import manor
from seeds import seeded

LONG = bool(os.environ.get("LAN_LONG"))
SECONDS = int(os.environ.get("LAN_ATTACK_SECONDS", "3600"))
STEPS = 240
GAMES = 3
ATTACKERS = 3  # processes of a long run
THINK = 1  # seconds between the moves of a checked game: in an hour it stays below --tables-per-address
HELD = 12  # connections that an attacker leaves open of each kind
BAR_MS = 100
NICE = 10  # attackers stand for other machines: they do not take the server's processor from it
ENDED = (Closed, ConnectionError, OSError, ValueError)  # the server ended a connection, or refused it


class Attacker:
    """Abuse in steps; every step ends by itself, whatever the server does. `seen` counts what it was told."""

    def __init__(self, server, seed):
        self.server, self.rng = server, seeded(seed)
        self.seen = collections.Counter()
        self.held = {}
        self.guests = {}
        self.table = None
        self.kinds = [name for name in dir(self) if name.startswith("abuse_")]

    def step(self, number):
        kind = self.kinds[number % len(self.kinds)]
        before = sum(self.seen.values())
        try:
            getattr(self, kind)()
        except Failed as failed:
            self.note(kind, failed.code)
        except ENDED:
            self.note(kind, "ended")
        assert sum(self.seen.values()) > before, f"{kind} did nothing"

    def note(self, kind, word):
        self.seen[kind.removeprefix("abuse_"), word] += 1

    def address(self):
        return f"192.0.2.{self.rng.randrange(1, 5)}"

    def guest(self, kind=""):
        """A person for one kind of abuse: a limit that one of them meets does not spare the others."""
        if kind not in self.guests:
            self.guests[kind] = Away(self.server, self.address())
        return self.guests[kind]

    def hold(self, kind, connection):
        """Leaves it open, and forgets the oldest of its kind."""
        kept = self.held.setdefault(kind, collections.deque())
        kept.append(connection)
        if len(kept) > HELD:
            kept.popleft().close()

    def raw(self, head):
        connection = self.server.raw()
        connection.sendall(head.replace(b"\r\n\r\n", f"\r\nX-Forwarded-For: {self.address()}\r\n\r\n".encode()))
        return connection

    def many(self, kind, asker, op, count, **params):
        """The same operation many times on one connection, all sent before the first answer is read."""
        line = asker.socket()
        asked = [line.ask(op, **params) for _ in range(count)]
        for number in asked:
            answer = line.answer(number)
            self.note(kind, "ok" if answer["ok"] else answer["error"]["code"])
        line.close()

    # ---- Memory and connections: finding 10, pings of 13 ----

    def abuse_fragments(self):
        line = self.guest().socket()
        self.hold("fragments", line)
        self.note("fragments", "sent")
        line.send_raw(line.frame(1, b"x", fin=False) + line.frame(0, b"x", fin=False) * 3000)

    def abuse_pings(self):
        line = self.guest().socket()
        self.note("pings", "sent")
        for _ in range(20):
            line.send_raw(line.frame(9, b"") * 100)
        line.barrier()
        line.close()

    def abuse_unfinished_bodies(self):
        connection = self.raw(b"POST /api/verify-record HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1900000\r\n\r\n")
        self.hold("bodies", connection)
        self.note("unfinished_bodies", "sent")
        connection.sendall(b"x" * 500000)

    def abuse_unfinished_heads(self):
        connection = self.server.raw()
        self.hold("heads", connection)
        connection.sendall(b"GET / HTTP/1.1\r\nX: " + b"y" * 8000)
        self.note("unfinished_heads", "sent")

    def abuse_slow_reader(self):
        line = self.guest().socket()
        self.hold("slow", line)
        self.note("slow_reader", "sent")
        line.send_raw(line.frame(1, b'{"id":1,"op":"games"}') * 50)

    # ---- Work and tables: findings 11 and 12 ----

    def abuse_search_tables(self):
        made = self.guest("search")("create", settings=manor(), plan=["search", "search"], start=True)
        self.note("search_tables", made["table"]["state"])

    def abuse_tables(self):
        self.many("tables", self.guest("tables"), "create", 60, settings=manor(listed=True))

    def abuse_lists(self):
        self.many("lists", self.guest(), "tables", 40)

    def abuse_records(self):
        body, cookie = b'{"record":"x"}', self.guest().cookie
        head = (f"POST /api/verify-record HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n"
                f"Cookie: lanterne={cookie}\r\n\r\n")
        connections = [self.raw(head.encode()) for _ in range(8)]
        for connection in connections:
            connection.sendall(body)
        for connection in connections:
            self.note("records", connection.recv(65536)[9:12].decode())
            connection.close()

    # ---- Logs and the store: findings 6, 7, 13 ----

    def own_table(self):
        if not self.table:
            person = self.guest("own")
            made = person("create", settings=manor(), plan=["me", "me"], start=True)
            self.table = person, made["table"]["table"]
        return self.table

    def abuse_standing(self):
        person, table = self.own_table()
        line = person.socket()
        asked = [line.ask("standing", table=table, seat=1, answer=("pass", "ask")[number % 2]) for number in range(100)]
        for number in asked:
            answer = line.answer(number)
            self.note("standing", "ok" if answer["ok"] else answer["error"]["code"])
        line.close()

    def abuse_mutes(self):
        person, table = self.own_table()
        for on in (True, False):
            self.many("mutes", person, "mute", 25, table=table, person=f"{self.rng.randrange(10**16):016}", on=on)

    def abuse_chat(self):
        person, table = self.own_table()
        self.many("chat", person, "chat", 40, table=table, seat=1, text="again")

    def abuse_guests(self):
        for _ in range(50):
            status, _ = Away.post(self.nobody(), "me", "{}")
            self.note("guests", str(status))

    def nobody(self):
        person = Away.__new__(Away)
        person.server, person.cookie, person.address = self.server, None, "192.0.2.99"
        return person

    # ---- People: findings 5 and 13 ----

    def abuse_passwords(self):
        for _ in range(3):
            try:
                self.guest()("login", login="ada", password=f"guess {self.rng.random()}")
            except Failed as failed:
                self.note("passwords", failed.code)

    def abuse_mail(self):
        if "mail" not in self.guests:
            self.guest("mail")("signup", login=f"eve{self.rng.randrange(10**6)}", password="a good password")
        self.many("mail", self.guest("mail"), "mail", 10,
                  mail=f"x{self.rng.randrange(10**6)}@example.org", password="a good password")

    def abuse_hosts(self):
        connection = self.server.raw()
        connection.sendall(b"GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")
        self.note("hosts", connection.recv(65536)[9:12].decode())
        connection.close()


class Game:
    """Two normal people who play one table after the other, and remember what was acknowledged."""

    def __init__(self, server, number):
        self.rng = seeded(100 + number)
        self.people = [Away(server, f"198.51.100.{number + 1}", f"{name} {number}") for name in ("Ada", "Bruno")]
        self.finished = self.moves = 0
        self.lines = [person.socket() for person in self.people]
        self.begin()

    def begin(self):
        ada, bruno = self.people
        self.table = ada("create", settings=manor())["table"]["table"]
        bruno("sit", table=self.table, seat=2)
        ada("start", table=self.table)
        self.seats = [Seat(line, self.table, number) for number, line in enumerate(self.lines, 1)]
        self.acknowledged = [[], []]

    def advance(self):
        """Everybody who is asked moves; a finished game is checked, and the next one begins."""
        for number, seat in enumerate(self.seats):
            seat.connection.barrier()
            seat.drain()
            if seat.asked() and not seat.result:
                action = seat.ask["actions"][self.rng.randrange(seat.ask["musts"])]
                seat.move(action)
                self.acknowledged[number].append(action)
                self.moves += 1
        if all(seat.result for seat in self.seats):
            self.check()
            for line in self.lines:
                for seat in (1, 2):
                    if line.answer(line.ask("shut", table=self.table, seat=seat)):
                        line.pushes.clear()
            self.finished += 1
            self.begin()

    def check(self):
        """What the server tells of the game is what it has acknowledged, in order and once."""
        for number, person in enumerate(self.people):
            fresh = Seat(person.socket(), self.table, number + 1)
            told = [item["do"] for item in fresh.told if "do" in item]
            assert told == self.acknowledged[number], (self.table, number + 1, told, self.acknowledged[number])
            fresh.connection.close()


def victim(server):
    ada = Person(server, "Ada")
    ada("signup", login="ada", password="a good password")
    return ada


def flags(mail):
    return ["--proxy", f"--smtp=smtp://127.0.0.1:{mail.port}", "--mail-from=host@example.org"]


def after(server, games):
    """Nothing is lost by a kill either, and the owner of the attacked account still signs in."""
    server.kill()
    server.start()
    for game in games:
        game.check()
    assert server.get("/healthz")[0].status == 200


def letters(mail):
    return mail.heard.qsize()


def refusals(seen):
    """What must have been refused, however quick the machine is: these limits are counts."""
    for kind, code in (("guests", "429"), ("tables", "limit"), ("chat", "too-fast"), ("passwords", "too-fast"),
                       ("mail", "too-fast"), ("hosts", "421"), ("pings", "ended"), ("standing", "limit"), ("mutes", "limit")):
        assert seen[kind, code], f"{kind} was never refused: {sorted(seen.items())}"


def test_findings_10_to_13_an_attackers_day_in_steps(program):
    """Abuse and moves in turns."""
    mail = Mail()
    with Server(program, *flags(mail)) as server:
        victim(server)
        games = [Game(server, number) for number in range(GAMES)]
        attacker = Attacker(server, 1)
        for number in range(STEPS):
            attacker.step(number)
            for game in games:
                game.advance()
        refusals(attacker.seen)
        assert sum(game.moves for game in games) >= STEPS, "the normal players hardly played"
        assert letters(mail) <= 20, "LIMIT_LETTERS_PER_ADDRESS of one address"
        after(server, games)
        print(f"# {sum(game.moves for game in games)} moves; {dict((' '.join(k), v) for k, v in sorted(attacker.seen.items()))}")


def attack(port, seconds, seed):
    """A process of a long run."""
    os.nice(NICE)
    server = lantern.Door()
    server.port = port
    attacker, end, number = Attacker(server, seed), time.monotonic() + seconds, seed
    while time.monotonic() < end:
        try:
            attacker.step(number)
        except ENDED:
            pass
        number += 1
    print(json.dumps({" ".join(key): count for key, count in attacker.seen.items()} | {"steps": number - seed}))


def measured(program, server):
    """The load generator: normal players who think, and the answers to whose moves are measured."""
    load = pathlib.Path(program).resolve().parent / "bench" / "load"
    return subprocess.Popen([str(load), str(server.port), "10", str(SECONDS), "4000", "manor"], stdout=subprocess.PIPE, text=True)


def long_run(program, server):
    processes = [subprocess.Popen([sys.executable, __file__, program, "--attack", str(server.port), str(SECONDS), str(seed)],
                                  stdout=subprocess.PIPE, text=True) for seed in range(ATTACKERS)]
    load = measured(program, server)
    games = [Game(server, number) for number in range(GAMES)]
    while any(process.poll() is None for process in (*processes, load)):
        for game in games:
            game.advance()
        time.sleep(THINK)
    said = [process.communicate()[0] for process in processes]
    ended = [process.returncode for process in processes]
    assert not any(ended), f"the attackers ended with {ended}, the load with {load.returncode}"
    seen = [json.loads(text) for text in said]
    figures = load.communicate()[0]
    assert load.returncode == 0, figures
    return games, seen, json.loads(figures)


if LONG:
    def test_findings_10_to_13_an_attackers_day(program):
        """An hour of all of it at once."""
        mail = Mail()
        with Server(program, *flags(mail)) as server:
            victim(server)
            games, seen, figures = long_run(program, server)
            steps = sum(one.pop("steps") for one in seen)
            assert steps > SECONDS and all(game.moves for game in games)
            after(server, games)
            kept = "kept" if figures["p99_ms"] < BAR_MS else "NOT KEPT"
            print(f"# measured: {SECONDS} s, {steps} steps of abuse, {sum(game.moves for game in games)} checked moves in "
                  f"{sum(game.finished for game in games)} finished games, {letters(mail)} letters")
            print(f"# measured: moves beside it: {figures['moves']}, p50 {figures['p50_ms']} ms, p99 {figures['p99_ms']} ms; "
                  f"bar {BAR_MS} ms {kept}; programs that wanted to run, for each core: {stretch():.1f}")
            print(f"# {dict(sum((collections.Counter(one) for one in seen), collections.Counter()))}")


if __name__ == "__main__":
    if "--attack" in sys.argv:
        attack(*map(int, sys.argv[3:]))
    else:
        lantern.Tap(globals(), sys.argv[1])
