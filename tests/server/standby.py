#!/usr/bin/env python3
"""Fail-over of PostgreSQL: the primary dies while nodes that know both servers play, and the standby takes
over."""

import os
import signal
import sys

import clusters
import lantern
from clusters import Cluster, seats_of, stored, table_on, told_away, told_back
from database import Database, Standby
from lantern import Failed, Person, Seat, at
from operate import run
from patience import until
from play import chooser
from players import TABLES, Round
from seeds import seeded

FAIL_OVERS = 50 if os.environ.get("LAN_LONG") else 2
PAIR = None


class Pair:
    """A primary with a synchronous standby; the URL names both."""

    def __init__(self):
        self.primary, self.standby, self.lost = Database(), None, None
        try:
            self.standby = Standby(self.primary)
        except Exception:
            self.primary.close()
            raise
        self.url = f"postgresql://lanterne@127.0.0.1:{self.primary.port},127.0.0.1:{self.standby.port}/lanterne"
        self.sql = lambda text: self.primary.sql(text)

    def set(self, name, value):
        self.primary.set(name, value)

    def crash(self):
        self.primary.crash()
        self.primary.close()

    def take_over(self):
        self.standby.promote()
        self.lost, self.primary, self.standby = self.primary.port, self.standby, None

    def whole(self):
        """Restarts the lost server as the standby of the other."""
        self.standby = self.standby or Standby(self.primary, self.lost)

    def __enter__(self):
        return self

    def __exit__(self, *rest):
        for one in (self.primary, self.standby):
            if one:
                one.close()


def test_the_host_is_warned_only_without_synchrony(program):
    with Cluster(program, 0) as cluster:
        for value, warning in (("on", None), ("local", "synchronous_commit is local"), ("on", None)):
            PAIR.set("synchronous_commit", value)
            node = cluster.add()
            assert node.get("/healthz")[0].status == 200
            said = node.stop()
            assert warning in said if warning else "store-warning" not in said, said


def fail_over(games, nodes, late):
    """Fails over to a standby that has everything or, with `late`, to one that commits were still waiting
    for."""
    # Made for this fail-over: a connection whose pings nobody reads is closed after 51 seconds, and more can
    # pass between two of them on a slow machine.
    watching = [Person(node).socket() for node in nodes]
    if late:
        PAIR.primary.cut_off()
        games.wait(lambda: PAIR.sql("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'") != "0")
    PAIR.crash()
    for connection in watching:
        told_away(connection)
    PAIR.take_over()
    for connection in watching:
        told_back(connection)


def test_fail_over_under_play(program):
    """Repeated fail-overs in both directions: every acknowledged move is kept exactly once."""
    rng = seeded(3)
    moves = 0
    with Cluster(program, 2) as cluster:
        for number in range(1, FAIL_OVERS + 1):
            PAIR.whole()
            games = Round(lambda: cluster.nodes, number)
            enough = rng.randrange(5, 40)
            games.wait(lambda: games.moves() >= enough)
            fail_over(games, cluster.nodes, late=number % 2 == 0)
            # A new node, without state in memory, shows the same.
            games.check(cluster.add())
            cluster.nodes.pop().stop()
            moves += games.moves()
        assert [node.process.poll() for node in cluster.nodes] == [None, None]
    print(f"# {FAIL_OVERS} fail-overs in {FAIL_OVERS * TABLES} games, {moves} moves acknowledged")


def go_on(seats, choose, moves):
    """Plays so many moves. A move for a decision that no longer exists is refused as stale, with the new
    state."""
    while moves and not all(seat.result for seat in seats):
        seat = next((seat for seat in seats if seat.asked()), None)
        try:
            if seat:
                seat.move(choose(seat))
                moves -= 1
            else:
                lantern.step_any([seat.connection for seat in seats])
        except Failed as failed:
            assert failed.code == "stale", failed
            seat.wait()
        for one in seats:
            one.drain()


def count_told(person, table, seat):
    return person("open", table=table, seat=seat)["update"]["to"]


def test_without_synchrony_a_table_goes_back(program):
    """Moves that only the old primary had are lost, as the warning says; the table continues from the
    standby's state."""
    PAIR.whole()
    PAIR.set("synchronous_commit", "local")
    with Cluster(program, 2) as cluster:
        people, table = table_on(cluster.nodes)
        seats = seats_of(people, table)
        choose = chooser(5)
        go_on(seats, choose, 6)
        people[0]("chat", table=table, seat=1, room="players", text="kept")
        end = PAIR.sql("SELECT pg_current_wal_lsn()")
        until(lambda: PAIR.standby.sql(f"SELECT pg_last_wal_replay_lsn() >= '{end}'") == "t", "the standby does not follow")
        PAIR.primary.cut_off()
        go_on(seats, choose, 6)
        people[0]("chat", table=table, seat=1, room="players", text="lost")
        told = [count_told(person, table, seat) for seat, person in enumerate(people, 1)]
        PAIR.crash()
        PAIR.take_over()
        for seat, person in enumerate(people, 1):
            until(lambda: (stored(lambda: count_told(person, table, seat)) or told[seat - 1]) < told[seat - 1],
                  "the table does not go back")
        go_on(seats, choose, 1000)
        people[0]("chat", table=table, seat=1, room="players", text="again")
        fresh = cluster.add()
        for seat, person in zip(seats, people):
            assert Seat(at(person, fresh).socket(), table, seat.seat).told == seat.told
        lines = at(people[1], fresh)("chats", table=table, seat=2)["lines"]
        assert [line["text"] for line in lines] == ["kept", "again"], lines


def test_finding_18_a_node_gives_up_a_history_that_was_lost(program):
    """The second node stands still during the fail-over. It knows moves that only the old primary had;
    meanwhile the first node plays on from the standby's state, past their number. When it goes on it must
    show what the database has, and its moves must follow that."""
    PAIR.whole()
    PAIR.set("synchronous_commit", "local")
    with Cluster(program, 2) as cluster:
        one, two = cluster.nodes
        games = []
        for seed in range(6):
            people, table = table_on([one, one])
            seats = seats_of(people, table)
            go_on(seats, chooser(seed), 4)
            games.append((people, table, seats))
        end = PAIR.sql("SELECT pg_current_wal_lsn()")
        until(lambda: PAIR.standby.sql(f"SELECT pg_last_wal_replay_lsn() >= '{end}'") == "t", "the standby does not follow")
        PAIR.primary.cut_off()
        watching = []
        for seed, (people, table, seats) in enumerate(games):
            go_on(seats, chooser(50 + seed), 3)
            watching.append(Seat(at(people[0], two).socket(), table, 1))
            assert watching[-1].to == count_told(people[0], table, 1)
        two.process.send_signal(signal.SIGSTOP)
        try:
            PAIR.crash()
            PAIR.take_over()
            for seed, (people, table, seats) in enumerate(games):
                until(lambda: (stored(lambda: count_told(people[0], table, 1)) or 1000) < watching[seed].to, "it does not go back")
                # As long as what the second node knows, and longer.
                fresh = seats_of(people, table)
                while fresh[0].to < watching[seed].to + seed % 3 and not fresh[0].result:
                    go_on(fresh, chooser(100 + seed), 1)
                    fresh = seats_of(people, table)
        finally:
            two.process.send_signal(signal.SIGCONT)
        for seed, (people, table, _) in enumerate(games):
            elsewhere = [at(person, two) for person in people]
            until(lambda: stored(lambda: Seat(elsewhere[0].socket(), table, 1).told) == Seat(people[0].socket(), table, 1).told,
                  "the second node has another history")
            # Both nodes play on together.
            mixed = [Seat(elsewhere[0].socket(), table, 1), Seat(people[1].socket(), table, 2)]
            go_on(mixed, chooser(200 + seed), 1000)
            for person, number in zip(people, (1, 2)):
                assert Seat(person.socket(), table, number).told == Seat(at(person, two).socket(), table, number).told
        assert "; 0 problems" in run(program, "store", "check", PAIR.url)


if __name__ == "__main__":
    with Pair() as PAIR:
        clusters.DATABASE = PAIR
        lantern.Tap(globals(), sys.argv[1])
