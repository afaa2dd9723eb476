"""Recorded traffic: what a server answers and says, byte for byte, to a fixed script of clients.

    traffic.py PROGRAM [NAME...]            plays the scenes and compares with tests/server/traffic
    traffic.py PROGRAM --record [NAME...]   writes them there anew

docs/testing.md says when it may be recorded anew.
"""

import json
import lzma
import pathlib
import re
import sys

import lantern
import scenes_games
import scenes_passkeys  # registers its scene, as do the next imports
import scenes_people
import scenes_tables
import scenes_daily
import scenes_order
import schema
from recorder import World

FOLDER = pathlib.Path(__file__).resolve().parent / "traffic"
SCENES = scenes_games.SCENES
# Errors that need a failing disk, or a request at the moment of stopping.
NOT_RECORDED = {"storage", "stopping"}
# Ends the server (tests/server/broken.py shows how); takes a code that only a letter has (accounts.py); the
# others answer with a key that no two servers share, or need what follows from it (push.py, passkeys.py).
UNANSWERED = {"test-break", "reset", "push-devices", "push-on", "push-off", "push-test", "passkey-new", "passkey-add", "passkey-ask",
              "passkey-login", "passkey-rename", "passkey-remove", "daily", "daily-start"}

# Has the time of `lanterne admin`, which is not the scene's (order.py).
UNPUSHED = {"order"}


def played(program, name, checks=False):
    """Plays a scene; returns all traffic."""
    script, flags, seed = SCENES[name]
    with World(program, *flags, seed=seed, checks=checks) as world:
        script(world)
    return world.text()


def path(name):
    return FOLDER / f"{name}.txt.xz"


def recorded(name):
    return lzma.decompress(path(name).read_bytes()).decode()


def streams(text):
    """The messages of each connection, in order, by its name."""
    found = {}
    for part in re.split(r"^= ", text, flags=re.M)[1:]:
        name, _, rest = part.partition("\n")
        found[name] = re.findall(r"^[<>] .*\n(?:  .*\n|\n(?=  ))*", rest, flags=re.M)
        assert "".join(found[name]) == rest, f"{name}: not all of it is messages"
    return found


def difference(expected, got):
    """The first difference of two messages, with its context."""
    at = next((i for i, (a, b) in enumerate(zip(expected, got)) if a != b), min(len(expected), len(got)))
    around = slice(max(0, at - 120), at + 240)
    return f"at character {at}:\n  recorded: ...{expected[around]!r}\n  now:      ...{got[around]!r}"


def compare(name, text):
    """Fails at the first message that differs, with its position."""
    if text == recorded(name):
        return
    before, now = streams(recorded(name)), streams(text)
    for stream in [*before, *(other for other in now if other not in before)]:
        pair = before.get(stream, []), now.get(stream, [])
        for number in range(max(map(len, pair))):
            expected, got = (side[number] if number < len(side) else "(nothing)" for side in pair)
            if expected != got:
                sent = next((line for line in reversed(pair[1][:number]) if line.startswith(">")), "(nothing)")
                raise AssertionError(f"{name}, connection {stream}, message {number + 1} after\n  {sent[:400]}"
                                     f"differs {difference(expected, got)}")
    raise AssertionError(f"{name}: the connections came in another order")


def answered(lines):
    """The operations of a stream with their answers, as far as these are JSON."""
    waiting = {}
    for line in lines:
        http = re.match(r"> POST /api/([a-z-]+) ", line)
        if http:
            waiting[None] = http[1]
        elif line.startswith("> {"):
            try:
                message = json.loads(line[2:])
                waiting[message.get("id")] = message.get("op")
            except ValueError:
                pass
        elif line.startswith("<"):
            body = line[2:].rpartition("\r\n  \r\n")[2].strip()
            message = json.loads(body) if body.startswith("{") else {}
            if "ok" in message:
                yield waiting.get(message.get("id")), message
            elif "push" in message:
                yield None, message


def test_every_operation_is_recorded(_):
    """Every operation is recorded accepted and, if possible, refused; and every push and error of the
    protocol."""
    accepted, refused, pushes, errors = set(), set(), set(), set()
    for name in SCENES:
        for lines in streams(recorded(name)).values():
            for op, message in answered(lines):
                if "push" in message:
                    pushes.add(message["push"])
                elif message["ok"]:
                    accepted.add(op)
                else:
                    refused.add(op)
                    errors.add(message["error"]["code"])
    [table] = lantern.ROOT.glob("server/**/ops.def")
    ops = set(re.findall(r'^(?:PLAIN|ROOM)\("([a-z-]+)"', table.read_text(), flags=re.M))
    assert set(schema.SCHEMA["operations"]) == ops
    ops -= UNANSWERED
    assert len(ops) > 40, ops
    assert ops <= accepted, f"never accepted: {sorted(ops - accepted)}"
    wanted = set(schema.SCHEMA["pushes"]) - UNPUSHED
    assert wanted <= pushes, f"never pushed: {sorted(wanted - pushes)}"
    codes = set(schema.SCHEMA["$defs"]["ErrorCode"]["enum"]) - NOT_RECORDED
    assert codes <= errors, f"never answered: {sorted(codes - errors)}"
    # operations without parameters that could be refused
    easy = {"games", "tables", "me", "export", "sessions", "forget", "logout", "blocks", "order-seen"}
    print(f"# never refused: {' '.join(sorted(ops - refused))}")
    assert ops - refused <= easy, f"never refused: {sorted(ops - refused - easy)}"


def record(program, names):
    FOLDER.mkdir(exist_ok=True)
    for name in names:
        text = played(program, name, checks=True)
        path(name).write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
        print(f"{name}: {len(text)} characters, {path(name).stat().st_size} bytes packed")


def comparison(name):
    return lambda program: compare(name, played(program, name))


for scene in SCENES:
    globals()["test_" + scene.replace("-", "_")] = comparison(scene)

if __name__ == "__main__":
    if sys.argv[2:3] == ["--record"]:
        record(sys.argv[1], sys.argv[3:] or SCENES)
    else:
        lantern.Tap(globals(), sys.argv[1])
