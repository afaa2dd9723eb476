"""A server that breaks a contract says on stderr which one, where, in which operation and at which table."""

import json
import re
import signal
import sys

import lantern
from lantern import Person, Server


def dead(server):
    """Waits for the end of the server by a broken contract; what it said."""
    status = server.process.wait(lantern.PATIENCE)
    server.process.stdout.close()
    assert status == -signal.SIGABRT, status
    server.errors.seek(0)
    return [line for line in server.errors.read().splitlines() if line.startswith("broken contract")]


def test_operation_and_table_are_named(program):
    server = Server(program, hooks=1)
    ada = Person(server, "Ada")
    tables = [ada("create", settings={"game": "manor", "seats": 2})["table"]["table"] for _ in range(2)]
    for table in tables:
        ada("info", table=table)
    try:
        ada.post("test-break", json.dumps({"table": tables[0]}))
        raise AssertionError("the server answered")
    except (OSError, lantern.http.client.HTTPException):
        pass
    said = dead(server)
    pattern = r"broken contract: room->committed == 0, at server/\S*\.c:\d+, operation test-break, table " + tables[0]
    assert len(said) == 1 and re.fullmatch(pattern, said[0]), said


def test_the_hook_is_for_tests(program):
    with Server(program) as server:
        ada = Person(server, "Ada")
        table = ada("create", settings={"game": "manor", "seats": 2})["table"]["table"]
        status, text = ada.post("test-break", json.dumps({"table": table}))
        assert status >= 400 and json.loads(text)["error"]["code"] == "unknown-operation", text


if __name__ == "__main__":
    lantern.Tap(globals(), sys.argv[1])
