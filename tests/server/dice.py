"""Fair dice: the exchange, its errors, and verification of records with Python's standard library alone."""

import copy
import hashlib
import hmac
import json
import os
import subprocess
import sys
import tempfile

import lantern
from lantern import Person, Seat, Server
from play import chooser, manor, refused, step


def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


def exchange(people, table):
    """Both rounds of the exchange; returns the bytes of each device."""
    info = people[0]("info", table=table)["table"]
    assert info["state"] == "dice" and info["dice"]["stage"] == "commit"
    kept = [os.urandom(32) for _ in people]
    number = info["dice"]["round"]
    for person, bytes_ in zip(people, kept):
        person("dice-commit", table=table, round=number, hash=sha(b"lanterne-bytes", bytes_).hex())
    info = people[0]("info", table=table)["table"]
    assert info["dice"]["stage"] == "reveal"
    refused("refused", people[0], "dice-reveal", table=table, round=number, bytes=kept[1].hex())
    for person, bytes_ in zip(people, kept):
        person("dice-reveal", table=table, round=number, bytes=bytes_.hex())
    return kept


def table_of_two(server, hooks=False):
    ada, bruno = Person(server, "Ada"), Person(server, "Bruno")
    table = ada("create", settings=manor(3, fair=True), plan=["me", "empty", "random"])["table"]["table"]
    bruno("sit", table=table, seat=2)
    ada("start", table=table)
    return ada, bruno, table


def verify(program, record):
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        file.write(record if isinstance(record, str) else json.dumps(record))
        file.flush()
        done = subprocess.run([program, "verify", file.name], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def sealed(record):
    """The record's text with its final hash recomputed (docs/records.md), as a forger would do."""
    def text(value):
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()

    def blake(*parts):
        return hashlib.blake2b(b"".join(parts), digest_size=32).digest()

    link = blake(text(record["match"]))
    for entry in record["log"]:
        link = blake(link, text({key: value for key, value in entry.items() if key != "hash"}))
    return text({**record, "hash": blake(link, text(record["outcome"])).hex()}).decode()


def key_of(record):
    """The key of the dice, computed from the record as docs/fair-dice.md defines it."""
    match = record["match"]
    fields = match["commitments"]
    secret = bytes.fromhex(record["outcome"]["openings"]["secret"])
    assert sha(b"lanterne-secret", secret, fields["table"].encode()).hex() == fields["server"]
    head = f"lanterne-game\n{fields['table']}\n{match['game']}\n{match['version']}\n{fields['round']}\n".encode()
    parts = [head, bytes.fromhex(match["rules"]), bytes.fromhex(fields["server"])]
    number = 1
    while f"hash {number}" in fields:
        hash_, bytes_ = (bytes.fromhex(fields[f"{name} {number}"]) for name in ("hash", "bytes"))
        assert sha(b"lanterne-bytes", bytes_) == hash_
        parts += [bytes([int(fields[f"seats {number}"])]), hash_, bytes_]
        number += 1
    return hmac.new(secret, b"dice" + sha(*parts), "sha256").digest(), number - 1


def test_a_fair_game_can_be_verified(program):
    with Server(program) as server:
        ada, bruno, table = table_of_two(server)
        kept = exchange([ada, bruno], table)
        seats = [Seat(ada.socket(), table, 1), Seat(bruno.socket(), table, 2)]
        running = ada("record", table=table, seat=1)["record"]
        assert "secret" not in json.dumps(running)
        lantern.play(seats, chooser(1))
        record = ada("record", table=table)["record"]
        fields = record["match"]["commitments"]
        assert [fields["bytes 1"], fields["bytes 2"]] == [bytes_.hex() for bytes_ in kept]
        _, parts = key_of(record)
        assert parts == 2
        status, text = verify(program, record)
        assert status == 0, text
        changed = copy.deepcopy(record)
        changed["outcome"]["openings"]["secret"] = "00" * 32
        assert verify(program, changed)[0] == 3
        assert verify(program, sealed(changed))[0] == 1
        assert verify(program, running)[0] == 1
        assert verify(program, "nonsense")[0] == 3
        # The same result as the server's.
        assert sealed(record) == json.dumps(record, separators=(",", ":"), ensure_ascii=False)
        found = ada("verify-record", record=sealed(record))
        assert found["good"] and found["say"]["en"] == text.strip()
        found = ada("verify-record", record=sealed(changed))
        assert not found["good"] and "secret" in found["say"]["fr"]
        assert not ada("verify-record", record=json.dumps(running))["good"]
        refused("refused", ada, "verify-record", record=json.dumps(changed))
        refused("refused", ada, "verify-record", record="nonsense")


def test_a_plain_game_can_be_verified(program):
    with Server(program) as server:
        ada = Person(server, "Ada")
        table = ada("create", settings=manor(2), plan=["random", "random"], start=True)["table"]["table"]
        watcher = Seat(ada.socket(), table, 0)
        while not watcher.result:
            watcher.wait()
        while ada("info", table=table)["table"]["state"] != "over":
            pass
        record = ada("record", table=table)["record"]
        assert key_of(record)[1] == 0
        assert verify(program, record)[0] == 0


def test_the_exchange_refuses_what_is_out_of_order(program):
    with Server(program) as server:
        ada, bruno, table = table_of_two(server)
        eve = Person(server, "Eve")
        refused("not-now", ada, "dice-reveal", table=table, round=1, bytes="00" * 32)
        refused("not-now", ada, "dice-commit", table=table, round=2, hash="00" * 32)
        refused("forbidden", eve, "dice-commit", table=table, round=1, hash="00" * 32)
        refused("not-now", eve, "sit", table=table, seat=2)
        ada("dice-commit", table=table, round=1, hash="00" * 32)
        refused("not-now", ada, "dice-commit", table=table, round=1, hash="11" * 32)
        assert bruno("info", table=table)["table"]["dice"]["waiting"] == [2]


def test_a_late_person_loses_the_seat(program):
    with Server(program, hooks=3) as server:
        ada, bruno, table = table_of_two(server)
        first = ada("info", table=table)["table"]["dice"]
        ada("dice-commit", table=table, round=1, hash="00" * 32)
        step(ada, 61000)
        info = ada("info", table=table)["table"]
        assert info["state"] == "seating" and [s["kind"] for s in info["seats"]] == ["person", "empty", "bot"]
        bruno("sit", table=table, seat=2)
        ada("start", table=table)
        second = ada("info", table=table)["table"]["dice"]
        assert second["round"] == 2 and second["commitment"] != first["commitment"]
        exchange([ada, bruno], table)
        assert not ada("info", table=table)["table"]["verifiable"]


def test_the_exchange_survives_a_kill(program):
    with Server(program) as server:
        ada, bruno, table = table_of_two(server)
        bytes_ = [os.urandom(32), os.urandom(32)]
        ada("dice-commit", table=table, round=1, hash=sha(b"lanterne-bytes", bytes_[0]).hex())
        server.kill()
        server.start()
        bruno("dice-commit", table=table, round=1, hash=sha(b"lanterne-bytes", bytes_[1]).hex())
        bruno("dice-reveal", table=table, round=1, bytes=bytes_[1].hex())
        server.kill()
        server.start()
        ada("dice-reveal", table=table, round=1, bytes=bytes_[0].hex())
        seats = [Seat(ada.socket(), table, 1), Seat(bruno.socket(), table, 2)]
        lantern.play(seats, chooser(2))
        assert verify(program, ada("record", table=table)["record"])[0] == 0


def test_secrets_lie_sealed_in_the_store(program):
    with tempfile.TemporaryDirectory() as data:
        with Server(program, data=data) as server:
            ada = Person(server, "Ada")
            table = ada("create", settings=manor(2), plan=["random", "random"], start=True)["table"]["table"]
            watcher = Seat(ada.socket(), table, 0)
            while not watcher.result:
                watcher.wait()
            secret = bytes.fromhex(ada("record", table=table)["record"]["outcome"]["openings"]["secret"])
            key = open(os.path.join(data, "secret.key"), "rb").read()
            assert len(key) == 32 and os.stat(os.path.join(data, "secret.key")).st_mode & 0o777 == 0o600
        stored = open(os.path.join(data, "lanterne.db"), "rb").read()
        assert secret not in stored


if __name__ == "__main__":
    lantern.Tap(globals(), sys.argv[1])
