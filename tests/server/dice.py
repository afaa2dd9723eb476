"""Fair dice: the exchange, its errors, and verification of records with Python's standard library alone."""

import contextlib
import copy
import hashlib
import hmac
import json
import os
import subprocess
import sys
import tempfile

import lantern
from device import Cheated, Device, Liar, exchange_all, sha
from lantern import Person, Seat, Server
from play import chooser, manor, refused, step


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


def table_of_two(server, doors=None):
    """A table of two people and a bot whose exchange begins. Each may come in by a door of its own."""
    ada, bruno = (Person(door, name) for door, name in zip(doors or (server, server), ("Ada", "Bruno")))
    table = ada("create", settings=manor(3, fair=True), plan=["me", "empty", "random"])["table"]["table"]
    bruno("sit", table=table, seat=2)
    ada("start", table=table)
    return ada, bruno, table


def verify(program, *records):
    """The exit status of `lanterne verify` and what it says. The files are called 1.json, 2.json and so
    on."""
    with tempfile.TemporaryDirectory(prefix="lanterne-") as folder:
        names = [f"{number}.json" for number in range(1, len(records) + 1)]
        for name, record in zip(names, records):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(record if isinstance(record, str) else json.dumps(record))
        done = subprocess.run([os.path.abspath(program), "verify", *names], capture_output=True, text=True, cwd=folder)
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


def told_sealed(record):
    """A seat record with all its hashes made anew."""
    def text(value):
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()

    def blake(*parts):
        return hashlib.blake2b(b"".join(parts), digest_size=32).digest()

    link = blake(text(record["match"]))
    record["match_hash"] = link.hex()[:16]
    link = blake(link, text(record["viewer"]))
    for item in record["told"]:
        link = blake(link, text({key: value for key, value in item.items() if key != "hash"}))
        item["hash"] = link.hex()[:16]
    return {**record, "hash": link.hex()}


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
        # Seats with the hash of another device could be counted as that device's: it is refused.
        refused("refused", bruno, "dice-commit", table=table, round=1, hash="00" * 32)
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


def test_15_a_start_without_an_exchange_has_a_round_of_its_own(program):
    """After an exchange that failed the table begins with bots only, so without bytes: the number of
    its round says that a secret was drawn before. A record of the number that people gave bytes for would be
    taken for theirs."""
    with Server(program, hooks=3) as server:
        ada = Person(server, "Ada")
        table = ada("create", settings=manor(2, fair=True), plan=["me", "random"], start=True)["table"]["table"]
        device = Device(ada, table)
        assert device.step() and ada("info", table=table)["table"]["dice"]["stage"] == "reveal"
        step(ada, 61000)
        assert ada("info", table=table)["table"]["state"] == "seating"
        ada("bot", table=table, seat=1, level="random")
        ada("start", table=table)
        assert ada("info", table=table)["table"]["dice"]["round"] == 2
        server.kill()
        server.start()
        assert ada("info", table=table)["table"]["dice"]["round"] == 2


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


# ---- A server that breaks its promise ----------------------------------------------------------------------


@contextlib.contextmanager
def played(program, *liars):
    """Two people, each at an honest door or at that of a liar, play a fair game to its end. Yields their
    devices with the seat records that they kept in the middle of the game."""
    with Server(program) as server, contextlib.ExitStack() as stack:
        doors = [stack.enter_context(Liar(server, lie)) if lie else server for lie in liars]
        ada, bruno, table = table_of_two(server, doors)
        devices = [Device(person, table) for person in (ada, bruno)]
        exchange_all(devices)
        seats = [Seat(person.socket(), table, number) for number, person in enumerate((ada, bruno), 1)]
        early = [device.record(seat=number) for number, device in enumerate(devices, 1)]
        lantern.play(seats, chooser(15))
        yield devices, early


def cheated(call, *args):
    try:
        call(*args)
    except Cheated as problem:
        return str(problem)
    raise AssertionError("the device noticed nothing")


def test_15_an_honest_server_passes_every_check(program):
    with played(program, None, None) as (devices, early):
        full = [device.record() for device in devices]
        late = [device.record(seat=number) for number, device in enumerate(devices, 1)]
        for device in devices:
            device.check(full[0])
        status, text = verify(program, *early, *late, *full)
        assert status == 0 and "The 6 records agree with each other and with the dice." in text, text
        # Seat records alone agree, but nothing can be drawn again.
        status, text = verify(program, *early)
        assert status == 4 and "agree as far as they go" in text, text
        assert verify(program, early[0])[0] == 1
        # The server takes records with what a device saw, too.
        assert devices[0].person("verify-record", record=json.dumps(full[0]))["good"]


def test_15_a_secret_drawn_again_after_all_bytes_is_noticed(program):
    lie = lambda commitment: sha(b"the first secret", commitment)
    with played(program, lie, lie) as (devices, early):
        full = devices[0].person("record", table=devices[0].table)["record"]
        # Nothing in the record alone shows it: its dice follow from the second secret.
        assert verify(program, full)[0] == 0
        for device in devices:
            assert cheated(device.check, full) == "another secret"
        status, text = verify(program, *early)
        assert status == 1, text
        for name in ("1.json", "2.json"):
            assert f"{name}: what its device saw does not fit the record: The server changed its secret" in text, text
        status, text = verify(program, full, early[1])
        assert status == 1 and "2.json: what its device saw does not fit 1.json" in text, text
        assert verify(program, {**full, "seen": devices[0].seen()})[0] == 1


def test_15_a_server_that_shows_two_people_different_commitments_is_found(program):
    with played(program, lambda commitment: sha(b"for Ada", commitment), None) as (devices, early):
        full = devices[1].record()
        devices[1].check(full)
        status, text = verify(program, *early)
        assert status == 1 and "2.json: its device was shown another commitment of the server than the device of 1.json" in text, text
        assert verify(program, full, early[1])[0] == 0


def test_15_bytes_are_given_for_one_commitment_only(program):
    promises = [b"first", b"second"]
    with Server(program) as server, Liar(server, lambda commitment: sha(promises[0], commitment)) as liar:
        ada, bruno, table = table_of_two(server, (liar, server))
        devices = [Device(ada, table), Device(bruno, table)]
        assert all([device.step() for device in devices])
        promises.pop(0)
        assert cheated(devices[0].step) == "another commitment for the same round"
        assert ada("info", table=table)["table"]["dice"]["waiting"] == [1, 2]


def test_15_rules_that_are_chosen_after_all_bytes_are_noticed(program):
    """The dice follow from the options, too: a server that may still choose these chooses the deal. Ada was
    shown the hash of other rules than those of the game."""
    with Server(program) as server, Liar(server, lambda rules: sha(b"other options", rules), "rules") as liar:
        ada, bruno, table = table_of_two(server, (liar, server))
        devices = [Device(ada, table), Device(bruno, table)]
        exchange_all(devices)
        lantern.play([Seat(person.socket(), table, number) for number, person in enumerate((ada, bruno), 1)], chooser(15))
        full = bruno("record", table=table)["record"]
        devices[1].check(full)
        assert cheated(devices[0].check, full) == "other rules"
        assert verify(program, full)[0] == 0
        status, text = verify(program, {**full, "seen": devices[0].seen()})
        assert status == 1 and "other rules or options than the one for which this device gave its share" in text, text
        status, text = verify(program, {**full, "seen": devices[0].seen()}, {**full, "seen": devices[1].seen()})
        assert status == 1 and "2.json: its device was shown other rules or options than the device of 1.json" in text, text


def test_15_different_records_of_one_table_are_told_apart(program):
    """A field of the record that one person got is another, or missing: the record and the field are
    named."""
    def rehashed(record, **fields):
        """The record with other commitments and all its hashes made anew."""
        record = copy.deepcopy(record)
        commitments = record["match"]["commitments"]
        for name, value in fields.items():
            name = name.replace("_", " ")
            if value is None:
                del commitments[name]
            else:
                commitments[name] = value
        return told_sealed(record)

    with played(program, None, None) as (_, early):
        ada, bruno = ({key: value for key, value in record.items() if key != "seen"} for record in early)
        for change, words in (({"round": "2"}, '2.json: "round" is 2, but 1 in 1.json'),
                              ({"server": "00" * 32}, f'2.json: "server" is {"00" * 32}'),
                              ({"bytes_1": "11" * 32}, '2.json: "bytes 1" is'),
                              ({"seats_2": None, "hash_2": None, "bytes_2": None}, '2.json: it lacks "hash 2"')):
            status, text = verify(program, ada, rehashed(bruno, **change))
            assert status == 1 and words in text, text
        assert verify(program, ada, bruno)[0] == 4
        # With what the device saw it is found in the record itself.
        status, text = verify(program, {**rehashed(early[0], bytes_1="11" * 32), "seen": early[0]["seen"]})
        assert status == 1 and "The share that this device gave is not in the record" in text, text


def test_what_a_device_saw_is_read_strictly(program):
    with played(program, None, None) as (_, early):
        record = early[0]
        for wrong in ({}, [], {"round": 0}, {"commitment": "00"}, {"seats": []}, {"seats": [1, 1]}, {"seats": [4]}, {"hashes": []},
                      {"hashes": [None, None, 1]}, {"bytes": None}, {"rules": None},
                      {"rules": "00"}, {"more": 1}):
            seen = {**record["seen"], **wrong} if wrong else wrong
            status, text = verify(program, {**record, "seen": seen}, record)
            assert status == 3 and "seen" in text, (wrong, text)
        # Devices kept no hash of the rules once.
        kept = {key: value for key, value in record["seen"].items() if key != "rules"}
        assert verify(program, {**record, "seen": kept}, record)[0] == 4


def test_16_a_record_says_which_seats_took_part(program):
    with Server(program) as server:
        ada = Person(server, "Ada")
        for bots, words in ((2, "1 of 3 seats added a share of chance; seats 2 and 3 are bots."), (1, "1 of 2 seats added a share of chance; seat 2 is a bot.")):
            table = ada("create", settings=manor(1 + bots, fair=True), plan=["me"] + bots * ["random"], start=True)["table"]["table"]
            exchange_all([Device(ada, table)])
            lantern.play([Seat(ada.socket(), table, 1)], chooser(16))
            record = ada("record", table=table)["record"]
            status, text = verify(program, record)
            assert status == 0 and words in text, text
            assert ada("verify-record", record=json.dumps(record))["say"]["en"] == text.strip()
        # Without an exchange: the people are named too, and what it is worth.
        bruno = Person(server, "Bruno")
        table = ada("create", settings=manor(2))["table"]["table"]
        bruno("sit", table=table, seat=2)
        ada("start", table=table)
        lantern.play([Seat(person.socket(), table, number) for number, person in enumerate((ada, bruno), 1)], chooser(16))
        status, text = verify(program, ada("record", table=table)["record"])
        assert status == 0 and "0 of 2 seats added a share of chance; seats 1 and 2 are people who added none." in text, text
        assert "Verified" not in text and "not that the server did not choose the deal" in text, text


if __name__ == "__main__":
    lantern.Tap(globals(), sys.argv[1])
