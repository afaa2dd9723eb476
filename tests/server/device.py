"""Fair dice from the side of a client, and a server that breaks its promise.

A Device does what docs/fair-dice.md asks of every client over the protocol: it keeps the server's commitment
before it gives anything, gives its bytes once for a table and round, and compares the record at the end.
A Liar stands between clients and an honest server and shows them another commitment than the one behind the
dice: what they see is a server that drew its secret again after all had given their bytes.
"""

import hashlib
import os
import re
import socket
import threading

from lantern import Door, patience, port_hold


def sha(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


class Cheated(Exception):
    """The server broke its promise."""


class Device:
    """One person's part in the exchange of a table. `kept` is by round."""

    def __init__(self, person, table):
        self.person, self.table = person, table
        self.kept = {}

    def step(self):
        """Does what the exchange waits for from this person, if anything; True when it did something."""
        info = self.person("info", table=self.table)["table"]
        dice = info.get("dice")
        mine = [seat["seat"] for seat in info["seats"] if seat.get("you")]
        if info["state"] != "dice" or not set(dice["waiting"]) & set(mine):
            return False
        rules = {"rules": dice["rules"]} if "rules" in dice else {}
        kept = self.kept.setdefault(dice["round"], {"round": dice["round"], "commitment": dice["commitment"], **rules,
                                                    "seats": mine, "hashes": None, "bytes": os.urandom(32).hex()})
        if kept["commitment"] != dice["commitment"]:
            raise Cheated("another commitment for the same round")
        if kept.get("rules") != dice.get("rules"):
            raise Cheated("other rules for the same round")
        bytes_ = bytes.fromhex(kept["bytes"])
        if dice["stage"] == "commit":
            self.person("dice-commit", table=self.table, round=dice["round"], hash=self.hash(bytes_))
            return True
        self.check_hashes(info, kept)
        kept["hashes"] = dice["commitments"]
        self.person("dice-reveal", table=self.table, round=dice["round"], bytes=bytes_.hex())
        return True

    @staticmethod
    def hash(bytes_):
        return sha(b"lanterne-bytes", bytes_).hex()

    def check_hashes(self, info, kept):
        """All people are bound by a hash, this one by its own, before the bytes are given."""
        shown = info["dice"]["commitments"]
        if any(shown[seat - 1] != self.hash(bytes.fromhex(kept["bytes"])) for seat in kept["seats"]):
            raise Cheated("another hash at this seat")
        if any(not shown[seat["seat"] - 1] for seat in info["seats"] if seat["kind"] == "person"):
            raise Cheated("asked for bytes before all hashes were there")
        if kept["hashes"] not in (None, shown):
            raise Cheated("other hashes than before")

    def seen(self):
        """The field "seen" of a record: what was kept of the last round."""
        return self.kept[max(self.kept)]

    def record(self, **seat):
        """A record of the table with what this device saw."""
        return {**self.person("record", table=self.table, **seat)["record"], "seen": self.seen()}

    def check(self, record):
        """Compares the record of the finished game with what was kept."""
        fields, seen = record["match"]["commitments"], self.seen()
        secret = bytes.fromhex(record["outcome"]["openings"]["secret"])
        if int(fields["round"]) != seen["round"]:
            raise Cheated(f"round {fields['round']}, not {seen['round']}")
        if fields["server"] != seen["commitment"] or sha(b"lanterne-secret", secret, self.table.encode()).hex() != seen["commitment"]:
            raise Cheated("another secret")
        if "rules" in seen and record["match"]["rules"] != seen["rules"]:
            raise Cheated("other rules")
        hashes, number = [None] * len(record["match"]["seats"]), 1
        own = False
        while f"hash {number}" in fields:
            seats = [seat for seat in range(1, len(hashes) + 1) if int(fields[f"seats {number}"]) >> (seat - 1) & 1]
            for seat in seats:
                hashes[seat - 1] = fields[f"hash {number}"]
            own |= seats == seen["seats"] and fields[f"bytes {number}"] == seen["bytes"]
            number += 1
        if len({fields[f"hash {one}"] for one in range(1, number)}) < number - 1:
            raise Cheated("two devices with one hash")
        if not own:
            raise Cheated("the bytes are not in the record")
        if hashes != seen["hashes"]:
            raise Cheated("other hashes")


def exchange_all(devices):
    """The whole exchange of all devices."""
    while any([device.step() for device in devices]):
        pass


class Liar(Door):
    """A door to a server that shows another value of 32 bytes under `key` than the server's, the commitment
    if no other is named: `lie` is called with it."""

    DIGITS = 64

    def __init__(self, server, lie=None, key="commitment"):
        self.server = server
        self.KEY = f'"{key}":"'.encode()
        self.lie = lie or (lambda commitment: sha(b"drawn before", commitment))
        self.context = server.context
        self.held = port_hold()
        self.port = self.held.getsockname()[1]
        self.listener = socket.socket()
        self.listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.listener.bind(("127.0.0.1", self.port))
        self.listener.listen()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            server = socket.create_connection(("127.0.0.1", self.server.port), patience())
            server.settimeout(None)
            threading.Thread(target=self.relay, args=(client, server, lambda bytes_: (bytes_, b"")), daemon=True).start()
            threading.Thread(target=self.relay, args=(server, client, self.changed), daemon=True).start()

    def changed(self, bytes_):
        """What is passed on, with other commitments of the same length, and what may be the beginning of
        one."""
        pattern = self.KEY + rb"([0-9a-f]{%d})" % self.DIGITS
        bytes_ = re.sub(pattern, lambda found: self.KEY + self.lie(found[1]).hex().encode(), bytes_)
        for length in range(min(len(bytes_), len(self.KEY) + self.DIGITS - 1), 0, -1):
            tail = bytes_[-length:]
            if self.KEY.startswith(tail) or re.fullmatch(self.KEY + rb"[0-9a-f]*", tail):
                return bytes_[:-length], tail
        return bytes_, b""

    @staticmethod
    def relay(source, target, change):
        rest = b""
        try:
            while True:
                bytes_ = source.recv(65536)
                if not bytes_:
                    break
                now, rest = change(rest + bytes_)
                target.sendall(now)
        except OSError:
            pass
        for end in (source, target):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.listener.close()
        self.held.close()


class Seated(Liar):
    """A door that says once, when the game begins, that the table is being seated again: as if no game came
    of the exchange, of which all have given their bytes."""

    TRUE, FALSE = b'"state":"playing"', b'"state":"seating"'

    def __init__(self, server):
        self.said = False
        super().__init__(server)

    def changed(self, bytes_):
        if self.said:
            return bytes_, b""
        if self.TRUE in bytes_:
            self.said = True
            return bytes_.replace(self.TRUE, self.FALSE, 1), b""
        length = next((length for length in range(len(self.TRUE) - 1, 0, -1) if bytes_.endswith(self.TRUE[:length])), 0)
        return bytes_[:len(bytes_) - length], bytes_[len(bytes_) - length:]
