"""A server with one table that has a free seat for the terminal client."""

import pathlib
import sys

from screen import PROGRAM, until

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
import lantern  # noqa: E402  the path must be set first
from device import Liar, Seated  # noqa: E402,F401
from lantern import certificate  # noqa: E402,F401


class Table:
    """A table with one free seat and bots, on its own server."""

    def __init__(self, game, seats, hooks=7, tls=None, password=None, liar=None, **settings):
        # the same dice in every run, unless told otherwise
        self.server = lantern.Server(PROGRAM, hooks=hooks, tls=tls)
        self.host = lantern.Person(self.server, "Host")
        plan = ["empty"] + ["random"] * (seats - 1)
        lock = {"password": password} if password else {}
        self.id = self.host("create", settings={"game": game, "seats": seats, **settings}, plan=plan, **lock)["table"]["table"]
        # The terminal may come in by the door of somebody who changes what the server has promised.
        self.liar = liar(self.server) if liar else None
        self.url = f"{'https://localhost' if tls else 'http://127.0.0.1'}:{(self.liar or self.server).port}/t/{self.id}"

    def info(self):
        return self.host("info", table=self.id)["table"]

    def begin(self):
        """Waits until the seat is taken, then starts the game."""
        until(lambda: all(seat["kind"] != "empty" for seat in self.info()["seats"]), "nobody sits down")
        self.host("start", table=self.id)

    def wait_for_seat(self, seat):
        """Waits until the game waits for this seat."""
        connection = self.host.socket()
        watcher = lantern.Seat(connection, self.id, 0)
        while watcher.turn["must"] != [seat]:
            watcher.wait()
        connection.close()

    def refill(self):
        """Steps the clock of the server, which stands otherwise: a connection may send 500 messages, and more
        only as time passes. The terminal sends one for every board that it draws."""
        status, text = self.host.post("test-step", '{"ms":1000}')
        assert status == 200, text

    def again(self):
        """Kills the server as a power cut would, and starts it again at the same address."""
        self.server.kill()
        return self.server

    def __enter__(self):
        return self

    def __exit__(self, *what):
        if self.liar:
            self.liar.__exit__(*what)
        self.server.__exit__(*what)
