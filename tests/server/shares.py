"""Shares of the server's threads, memory and tables: what one client takes is not missing for the others.
Each test names the finding it was written for."""

import json
import re
import sys

import lantern
from lantern import Person, Seat, Server
from play import manor

ONE_THREAD = {"UV_THREADPOOL_SIZE": "1"}
SEARCHERS = 40  # tables of bots that search, all of one guest


def metrics(text):
    return {name: float(value) for name, value in re.findall(r"(?m)^lanterne_(\w+) ([0-9.e+]+)$", text)}


def measured(server):
    return metrics(server.get("/metrics")[1].decode())


def request(op, params, cookie):
    body = json.dumps(params)
    return (f"POST /api/{op} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n"
            f"Cookie: lanterne={cookie}\r\n\r\n{body}").encode()


def bots_asked_during(server, *asked):
    """Sends operations in one go on one connection, between two requests for /metrics, and returns how many
    questions were put to bots while they waited. A connection answers in order, so the two readings lie
    exactly before and after the operations."""
    look = b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n"
    connection = server.raw()
    connection.sendall(look + b"".join(asked) + look.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
    answer = b""
    while chunk := connection.recv(65536):
        answer += chunk
    connection.close()
    text = answer.decode()
    assert text.count('"ok":true') == len(asked), text[-2000:]
    before, after = re.findall(r"(?m)^lanterne_bot_questions_total (\d+)$", text)
    return int(after) - int(before)


def test_finding_11_bots_of_one_guest_delay_neither_login_nor_hint(program):
    """With a single thread, so that the order alone decides: a login and a hint wait for the search that has
    begun and for no other, though those of forty tables wait. Before, they waited for all of these."""
    with Server(program, env=ONE_THREAD) as server:
        ada = Person(server, "Ada")
        ada("signup", login="ada", password="a good password")
        table = ada("create", settings=manor(hints=True), plan=["me", "rules"], start=True)["table"]["table"]
        seat = Seat(ada.socket(), table, 1)
        while not seat.asked():
            seat.wait()
        guest = Person(server, "Guest")
        for _ in range(SEARCHERS):
            guest("create", settings=manor(), plan=["search", "search"], start=True)
        while measured(server)["bot_questions_total"] < 2 * SEARCHERS:  # every table has begun to play
            pass
        # By another device: logging in ends the session it is asked with.
        device = Person(server, "Device")
        login = bots_asked_during(server, request("login", {"login": "ada", "password": "a good password"}, device.cookie))
        assert login < SEARCHERS / 2, login
        hint = bots_asked_during(server, request("hint", {"table": table, "seat": 1}, ada.cookie))
        assert hint < SEARCHERS / 2, hint


def test_finding_11_previews_and_records_are_limited_by_person(program):
    """The limits of what is computed for somebody count that person's questions, and not everybody's."""
    with Server(program, env=ONE_THREAD) as server:
        guest, ada = Person(server, "Guest"), Person(server, "Ada")
        for _ in range(4):
            guest("create", settings=manor(), plan=["search", "search"], start=True)
        upload = request("verify-record", {"record": "x"}, guest.cookie)
        held = [server.raw() for _ in range(20)]
        for connection in held:
            connection.sendall(upload)
        hers = json.loads(ada.post("verify-record", json.dumps({"record": "x"}))[1])
        assert hers["error"]["code"] == "refused", hers  # it was read, and is no record
        for connection in held:
            connection.close()


if __name__ == "__main__":
    lantern.Tap(globals(), sys.argv[1])
