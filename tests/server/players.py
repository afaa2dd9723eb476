"""Players that continue through faults, and the check that no acknowledged move was lost or played twice."""

import threading
import time

from lantern import Closed, Failed, Person, Seat, at
from patience import Deadline
from play import manor
from seeds import seeded

TABLES = 3


class Player(threading.Thread):
    """Plays one seat. `servers()` returns the running servers; after a broken connection it uses any of
    them."""

    def __init__(self, servers, person, table, seat, seed):
        super().__init__(daemon=True)
        self.servers, self.person, self.table, self.number = servers, person, table, seat
        self.rng = seeded(seed)
        self.acknowledged, self.problem = [], None
        self.deadline = Deadline()  # for the next move

    def run(self):
        try:
            self.play()
        except Exception as problem:
            self.problem = problem

    def server(self):
        return self.rng.choice(list(self.servers()))

    def again(self, work):
        """Repeats `work` on any server until it succeeds."""
        while True:
            try:
                return work()
            except Failed as failed:
                if failed.code not in ("storage", "stopping"):
                    raise
            except (OSError, Closed, ValueError):
                pass
            time.sleep(0.02 + self.rng.random() * 0.1)

    def play(self):
        seat, pending, count = None, None, 0
        while not (seat and seat.result):
            try:
                connection = at(self.person, self.server()).socket()
                if seat:
                    seat.open(connection)
                else:
                    seat = Seat(connection, self.table, self.number)
                while not seat.result:
                    self.deadline = Deadline()
                    if pending is None and seat.asked():
                        count += 1
                        action = seat.ask["actions"][self.rng.randrange(seat.ask["musts"])]
                        pending = {"action": action, "decision": seat.ask["decision"], "move": f"{self.number}-{count}"}
                    if not pending:
                        seat.wait()
                        continue
                    # Repeats the move with the same id until it is acknowledged or refused.
                    connection("move", table=self.table, seat=self.number, **pending)
                    self.acknowledged.append(pending["action"])
                    pending = None
                    seat.drain()
            except Failed as failed:
                if failed.code == "stale":
                    raise AssertionError(f"a question was answered by somebody else: {pending}")
                if failed.code not in ("storage", "stopping"):
                    raise
                time.sleep(0.05)
            except (OSError, Closed):
                time.sleep(0.02)
        if pending:
            # The move was played by a server that died before the answer; sent again, it is acknowledged and
            # not played twice.
            self.again(lambda: at(self.person, self.server())("move", table=self.table, seat=self.number, **pending))
            self.acknowledged.append(pending["action"])

    def check(self, server):
        """Checks that the server (any, if None) shows exactly the acknowledged moves."""
        self.join()
        if self.problem:
            raise self.problem
        fresh = self.again(lambda: Seat(at(self.person, server or self.server()).socket(), self.table, self.number))
        told = [item["do"] for item in fresh.told if "do" in item]
        assert told == self.acknowledged, (self.table, self.number, told, self.acknowledged)


def game(servers, number, round_):
    """Creates a table of two while servers may fail; returns its players, not yet started."""
    helper = Player(servers, None, None, 0, 1000 * round_ + number)
    ada, bruno = (helper.again(lambda: Person(helper.server(), name)) for name in ("Ada", "Bruno"))
    table = helper.again(lambda: at(ada, helper.server())("create", settings=manor(2))["table"]["table"])
    helper.again(lambda: at(bruno, helper.server())("sit", table=table, seat=2))
    helper.again(lambda: at(ada, helper.server())("start", table=table))
    return [Player(servers, person, table, seat, 1000 * round_ + 10 * number + seat)
            for seat, person in enumerate((ada, bruno), 1)]


class Round:
    """Several games at once; at the end every player must have been told exactly the acknowledged moves."""

    def __init__(self, servers, number):
        self.players = [player for table in range(TABLES) for player in game(servers, table, number)]
        for player in self.players:
            player.start()

    def runs(self):
        return any(player.is_alive() for player in self.players)

    def wait(self, holds):
        """Waits until `holds()` or the games are over."""
        while self.runs() and not holds():
            time.sleep(0.005)
            for player in self.players:
                assert not player.is_alive() or not player.deadline.passed(), f"seat {player.number} of {player.table} stands still"

    def wait_some(self, rng, most):
        """Waits for a random number of further acknowledged moves, fewer than `most`, then for a random
        fraction of their mean duration: a random moment between two moves on a machine of any speed."""
        begun, before, wanted = time.monotonic(), self.moves(), rng.randrange(most)
        self.wait(lambda: self.moves() >= before + wanted)
        end = time.monotonic() + rng.random() * (time.monotonic() - begun) / max(1, wanted)
        self.wait(lambda: time.monotonic() >= end)

    def moves(self):
        return sum(len(player.acknowledged) for player in self.players)

    def check(self, server=None):
        self.wait(lambda: False)
        for player in self.players:
            player.check(server)
