"""Shared by tests of several nodes: nodes over one database, tables with people on different nodes, and
waiting."""

import tempfile

import lantern
from lantern import Closed, Failed, Person, Seat, Server
from play import manor

# The database of the nodes; set by the test program.
DATABASE = None


class Cluster:
    """Nodes with one key file over a fresh database."""

    def __init__(self, program, count, *flags, pace=0, url=None):
        DATABASE.sql("DROP SCHEMA IF EXISTS lanterne CASCADE")
        self.program, self.flags, self.pace, self.url = program, flags, pace, url or DATABASE.url
        self.folder = tempfile.TemporaryDirectory(prefix="lanterne-nodes-")
        self.nodes = []
        for _ in range(count):
            self.add()

    def add(self, *flags, hooks=None):
        node = Server(self.program, f"--store={self.url}", *self.flags, *flags, data=self.folder.name, pace=self.pace, hooks=hooks)
        self.nodes.append(node)
        return node

    def __enter__(self):
        return self

    def __exit__(self, kind, *rest):
        for node in self.nodes:
            if node.process.poll() is None or kind:
                node.__exit__(kind)
        self.folder.cleanup()


def stored(ask):
    """The answer of `ask`, or None while its node has no database: then it makes no WebSocket either."""
    try:
        return ask()
    except Failed as failed:
        if failed.code != "storage":
            raise
        return None
    except Closed as closed:
        if "HTTP/1.1 503" not in str(closed):
            raise
        return None


def told_of_database(connection, words):
    """Waits for a notice about the database with these words, and keeps all other pushes."""
    fits = lambda push: push["push"] == "notice" and push["what"] == "storage" and words in push["say"]["en"]
    while not any(fits(push) for push in connection.pushes):
        connection.step()
    connection.pushes.remove(next(push for push in connection.pushes if fits(push)))


def told_away(connection):
    told_of_database(connection, "cannot reach")


def told_back(connection):
    told_of_database(connection, "again")


def table_on(nodes, **settings):
    """Starts a game with every player on another node; returns the people and their table."""
    people = [Person(node, f"P{number}") for number, node in enumerate(nodes, 1)]
    table = people[0]("create", settings=manor(len(nodes), **settings))["table"]["table"]
    for number, person in enumerate(people[1:], 2):
        person("sit", table=table, seat=number)
    people[0]("start", table=table)
    return people, table


def seats_of(people, table):
    return [Seat(person.socket(), table, number) for number, person in enumerate(people, 1)]


def some_moves(seats, choose):
    """Plays a few moves of the seats that are asked."""
    for _ in range(4):
        for seat in seats:
            seat.drain()
            if seat.asked():
                seat.move(choose(seat))
        lantern.step_any([seat.connection for seat in seats])
