#!/usr/bin/env python3
"""Nodes and the database fall over while people play: nothing acknowledged is lost, nothing is played twice.

Six tables are played by two people each, on nodes chosen anew after every broken connection. Meanwhile, again and again,
a node is killed, a node stops in good order and another takes its place, the database is stopped as in a fail-over, or
every connection to it is cut. 20 faults; 1,000 with LAN_LONG=1.
"""

import os
import random
import signal
import sys
import threading
import time

import lantern
import nodes
from database import Database
from lantern import Closed, Failed, Person, Seat
from nodes import Cluster, at
from play import manor

FAULTS = 1000 if os.environ.get("LAN_LONG") else 20
TABLES = 3
STUCK = 240  # seconds after which a player who makes no progress has failed


class Player(threading.Thread):
    """Plays one seat through every fault, moving over to another node when a connection breaks."""

    def __init__(self, cluster, person, table, seat, seed):
        super().__init__(daemon=True)
        self.cluster, self.person, self.table, self.number = cluster, person, table, seat
        self.rng = random.Random(seed)
        self.acknowledged, self.told, self.problem = [], None, None
        self.progress = time.monotonic()

    def run(self):
        try:
            self.play()
        except Exception as problem:
            self.problem = problem

    def node(self):
        return self.rng.choice(list(self.cluster.nodes))

    def again(self, work):
        """Does it, on whatever node, until it is done."""
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
                connection = at(self.person, self.node()).socket()
                if seat:
                    seat.open(connection)
                else:
                    seat = Seat(connection, self.table, self.number)
                while not seat.result:
                    self.progress = time.monotonic()
                    if pending is None and seat.asked():
                        count += 1
                        action = seat.ask["actions"][self.rng.randrange(seat.ask["musts"])]
                        pending = {"action": action, "decision": seat.ask["decision"], "move": f"{self.number}-{count}"}
                    if not pending:
                        seat.wait()
                        continue
                    # The same move with the same name until there is an answer that counts.
                    connection("move", table=self.table, seat=self.number, **pending)
                    self.acknowledged.append(pending["action"])
                    pending = None
                    seat.drain()
            except Failed as failed:
                if failed.code not in ("storage", "stopping", "stale"):
                    raise
                if failed.code == "stale":
                    raise AssertionError(f"a question was answered by somebody else: {pending}")
                time.sleep(0.05)
            except (OSError, Closed):
                time.sleep(0.02)
        if pending:
            # Played by a node that died before it could say so; named again it is acknowledged and not played again.
            self.again(lambda: at(self.person, self.node())("move", table=self.table, seat=self.number, **pending))
            self.acknowledged.append(pending["action"])
        fresh = self.again(lambda: Seat(at(self.person, self.node()).socket(), self.table, self.number))
        self.told = [item["do"] for item in fresh.told if "do" in item]


class Faults:
    def __init__(self, cluster, seed):
        self.cluster, self.rng = cluster, random.Random(seed)
        self.kinds = [self.node_killed, self.connections_cut, self.node_replaced, self.database_stopped, self.node_killed]
        self.counts = {}

    def strike(self, number):
        kind = self.kinds[number % len(self.kinds)]
        self.counts[kind.__name__] = self.counts.get(kind.__name__, 0) + 1
        kind()

    def node_killed(self):
        victim = self.rng.choice(self.cluster.nodes)
        self.cluster.nodes.remove(victim)
        victim.kill()
        self.cluster.add()

    def node_replaced(self):
        """As an upgrade does it: first the new one, then the old one goes in good order."""
        victim = self.rng.choice(self.cluster.nodes)
        self.cluster.add()
        self.cluster.nodes.remove(victim)
        victim.get("/healthz")
        victim.stop()

    def connections_cut(self):
        nodes.DATABASE.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'lanterne'",
                           database="postgres")

    def database_stopped(self):
        nodes.DATABASE.signal(self.rng.choice([signal.SIGINT, signal.SIGQUIT]))
        time.sleep(self.rng.random() * 0.5)
        nodes.DATABASE.start()


def game(cluster, number, round_):
    people = []
    helper = Player(cluster, None, None, 0, 1000 * round_ + number)
    for name in ("Ada", "Bruno"):
        people.append(helper.again(lambda: Person(helper.node(), name)))
    ada, bruno = people
    table = helper.again(lambda: at(ada, helper.node())("create", settings=manor(2))["table"]["table"])
    helper.again(lambda: at(bruno, helper.node())("sit", table=table, seat=2))
    helper.again(lambda: at(ada, helper.node())("start", table=table))
    return [Player(cluster, person, table, seat, 1000 * round_ + 10 * number + seat)
            for seat, person in enumerate(people, 1)]


def check(players):
    for player in players:
        player.join()
        if player.problem:
            raise player.problem
        assert player.told == player.acknowledged, (player.table, player.number, player.told, player.acknowledged)


def watch(players):
    for player in players:
        stuck = time.monotonic() - player.progress
        assert not player.is_alive() or stuck < STUCK, f"seat {player.number} of {player.table} stands still"


def test_nodes_and_database_fall_over(program):
    struck = round_ = games = 0
    with Cluster(program, 3) as cluster:
        faults = Faults(cluster, 10)
        while struck < FAULTS:
            round_ += 1
            players = [player for number in range(TABLES) for player in game(cluster, number, round_)]
            for player in players:
                player.start()
            while any(player.is_alive() for player in players):
                players[0].join(0.1 + faults.rng.random() * 0.3)
                watch(players)
                if struck < FAULTS and any(player.is_alive() for player in players):
                    faults.strike(struck)
                    struck += 1
            check(players)
            games += TABLES
        print(f"# {struck} faults in {games} games: {faults.counts}")
        broken = nodes.DATABASE.sql("SELECT count(*) FROM (SELECT name FROM lanterne.log GROUP BY name "
                                    "HAVING count(*) <> max(number)) AS holes")
        assert broken == "0", broken


if __name__ == "__main__":
    with Database() as nodes.DATABASE:
        lantern.Tap(globals(), sys.argv[1])
