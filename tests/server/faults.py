#!/usr/bin/env python3
"""Nodes and the database fall over while people play: nothing acknowledged is lost, nothing is played twice.

Three tables are played by two people each, on nodes chosen anew after every broken connection. Meanwhile,
again and again, a node is killed, a node stops in good order and another takes its place, the database is
stopped as in a fail-over, or every connection to it is cut. 20 faults; 1,000 with LAN_LONG=1.
"""

import os
import signal
import sys

import clusters
import lantern
from clusters import Cluster
from database import Database
from operate import run
from patience import SECONDS, until
from players import TABLES, Round
from seeds import seeded

FAULTS = 1000 if os.environ.get("LAN_LONG") else 20


class Faults:
    def __init__(self, cluster, seed):
        self.cluster, self.rng = cluster, seeded(seed)
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
        """Like an upgrade: starts a new node, then stops an old one with a signal."""
        victim = self.rng.choice(self.cluster.nodes)
        self.cluster.add()
        self.cluster.nodes.remove(victim)
        victim.get("/healthz")
        victim.stop()

    def connections_cut(self):
        clusters.DATABASE.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'lanterne'",
                              database="postgres")

    def database_stopped(self):
        clusters.DATABASE.signal(self.rng.choice([signal.SIGINT, signal.SIGQUIT]))
        if self.rng.random() < 0.5:
            # Long enough for a node to report that it has no database.
            until(lambda: any(node.get("/healthz")[0].status == 503 for node in self.cluster.nodes), "no node is away")
        clusters.DATABASE.start()


def test_nodes_and_database_fall_over(program):
    struck = rounds = 0
    with Cluster(program, 3) as cluster:
        faults = Faults(cluster, 10)
        while struck < FAULTS:
            rounds += 1
            games = Round(lambda: cluster.nodes, rounds)
            while games.runs() and struck < FAULTS:
                games.wait_some(faults.rng, 12)
                if games.runs():
                    faults.strike(struck)
                    struck += 1
                    if struck % 100 == 0:
                        print(f"# {struck} faults", flush=True)
            games.check()
        print(f"# {struck} faults in {rounds * TABLES} games: {faults.counts}")
        # After a thousand faults the check replays more than a thousand games.
        assert "; 0 problems" in run(program, "store", "check", clusters.DATABASE.url, limit=10 * SECONDS)


if __name__ == "__main__":
    with Database() as clusters.DATABASE:
        lantern.Tap(globals(), sys.argv[1])
