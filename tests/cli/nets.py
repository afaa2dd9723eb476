#!/usr/bin/env python3
"""Tests of the bots `net` and `net-search` on the command line: files of nets that are read and refused, and
games played from them. The nets are untrained; their files are made here."""

import hashlib
import pathlib
import random
import struct
import tempfile

from program import BAD_FILE, USAGE, Check

check = Check()
HIDDEN = 8


def net(name, players, outputs=1, layout=None):
    """The file of a net with one layer between its cells and its outputs, as bots/net.h describes it."""
    told = check.json("layout", name, "--players", str(players), "--json")
    dice = random.Random(1)
    sizes = [told["cells"], HIDDEN, outputs]
    body = b"LAN-NET\n" + struct.pack("<HHBBH", 1, told["version"] if layout is None else layout, players, 2, 0) + name.encode().ljust(32, b"\0")
    body += struct.pack("<3I", *sizes)
    for inputs, made in zip(sizes, sizes[1:]):
        body += struct.pack("<I", 6) + struct.pack(f"<{made}i", *(dice.randint(-9999, 9999) for _ in range(made)))
        body += struct.pack(f"<{inputs * made}h", *(dice.randint(-300, 300) for _ in range(inputs * made)))
    return body + hashlib.blake2b(body, digest_size=32).digest()


with tempfile.TemporaryDirectory() as folder:
    path = pathlib.Path(folder) / "manor.net"
    sim = ("sim", "manor", "--players", "2", "--games", "2", "--bots", "net-search:20,random", "--net", path)
    path.write_bytes(net("manor", 2))
    once, again = (check.json(*sim, "--json") for _ in range(2))
    check.that(once["games"] == 2 and once["seats"] == again["seats"], f"equal seeds give equal games: {once} {again}")
    result = check.json("arena", "manor", "--players", "2", "--games", "2", "--bots", "net-search:20,search:20", "--net", path, "--json")
    check.that(result["deals"] == 2, f"the arena has it: {result}")
    check.done("sim and arena play from the net of a file")

    _, err = check.run("sim", "manor", "--bots", "net", code=USAGE)
    check.has(err, "there is no bot called net")
    _, err = check.run("sim", "manor", "--players", "2", "--bots", "net", "--net", path, code=USAGE)
    check.has(err, "net")
    _, err = check.run("sim", "manor", "--players", "3", "--bots", "net-search", "--net", path, code=USAGE)
    check.has(err, "another number of seats")
    _, err = check.run("arena", "manor", "--players", "3", "--bots", "net-search,rules", "--net", path, code=USAGE)
    check.has(err, "another number of seats")
    _, err = check.run("sim", "shy-monsters", "--bots", "net-search", "--net", path, code=USAGE)
    check.has(err, "does not play")
    path.write_bytes(net("manor", 2, layout=999))
    _, err = check.run(*sim, code=USAGE)
    check.has(err, "another version of the game's layout")
    path.write_bytes(net("manor", 2, outputs=2))
    _, err = check.run(*sim, code=USAGE)
    check.has(err, "another number of actions")
    check.done("a net that does not fit the game is refused with the reason")

    good = net("manor", 2)
    for damaged in (b"", good[:100], good[:-1], good + b"\0", good[:200] + bytes([good[200] ^ 1]) + good[201:], b"x" * (300 << 10)):
        path.write_bytes(damaged)
        _, err = check.run(*sim, code=BAD_FILE)
        check.has(err, str(path))
    check.run("sim", "manor", "--net", pathlib.Path(folder) / "none", code=BAD_FILE)
    check.done("a file that is no net, damaged or too large is refused")
check.tap.finish()
