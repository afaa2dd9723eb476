#!/usr/bin/env python3
"""Tests of bots that are programs: what the arena says of their faults, and that it leaves none running."""

import json
import pathlib
import signal
import sys
import tempfile

from program import FAILED, STOPPED, Check
from lab_running import Running
from patience import stretch, until

check = Check()
HELLO = """import json, os, signal, subprocess, sys, time
print(json.dumps({"type": "hello", "wants": ["actions"]}), flush=True)
count = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "ask":
        count += 1
        good = {"type": "answer", "id": message["id"], "do": message["actions"][0]["do"]}
"""
SAY = "        print(json.dumps(good), flush=True)\n"
# What the third answer is, and what the arena must say of it: the fault, the place and the reason.
ANSWERS = {
    "no action": ("        if count == 3: good['do'] = 'go home'\n" + SAY,
                  ("illegal", 'the answer "go home" is no action of the game', "offered: ", "deal 1, seat 1, question 3")),
    "not offered": ("        if count == 3: good['do'] = 'deal 1 1.1'\n" + SAY, ("illegal", "deal 1, seat 1, question 3")),
    "declines": ("        if count == 3: good['do'] = None\n" + SAY, ("illegal", "the answer null is no action of the game")),
    "no id": ("        if count == 3: del good['id']\n" + SAY, ("garbled", "without the question's id")),
    "future": ("        if count == 3: good['id'] = 77\n" + SAY, ("garbled", "an answer to question 77, which was not asked yet")),
    "long": ("        if count == 3: print('x' * 1500000, flush=True); continue\n" + SAY,
             ("garbled", "a line of more than 1048576 bytes", "question 3")),
    "no JSON": ("        if count == 3: print('{nonsense', flush=True); continue\n" + SAY, ("garbled", "no JSON (", ": {nonsense")),
    "other type": ("        if count == 3: print('{\"type\":\"hm\"}', flush=True); continue\n" + SAY, ("garbled", 'no message of type answer')),
    "status": ("        if count == 3: sys.exit(7)\n" + SAY, ("crashed", "it ended with exit status 7", "question 3")),
    "signal": ("        if count == 3: os.kill(os.getpid(), signal.SIGSEGV)\n" + SAY, ("crashed", "it was ended by signal 11 (", "question 3")),
}


def script(folder, body, name="bot.py"):
    path = pathlib.Path(folder) / name
    path.write_text(body)
    return f"cmd:{sys.executable} {path}"


with tempfile.TemporaryDirectory() as folder:
    for name, (body, said) in ANSWERS.items():
        bot = script(folder, HELLO + body)
        out, err = check.run("arena", "manor", "--players", "2", "--bots", f"{bot},random", "--games", "1", "--time", "60", "--bot-pace", "0", "--json")
        check.has(err, bot, *said)
        check.that(json.loads(out)["challenger"]["faults"][said[0]] >= 1, f"{name} is counted: {out}")
    bot = script(folder, HELLO + ANSWERS["no action"][0])
    _, err = check.run("arena", "shy-monsters", "--bots", f"{bot},random", "--games", "1", "--time", "60", "--bot-pace", "0")
    check.has(err, "seat 1 master, question")
check.done("a fault is told with the answer, the deal, the seat, its role and the question")

with tempfile.TemporaryDirectory() as folder:
    hellos = {
        '{"type": "hello", "wants": ["veiw"]}': 'wants "veiw"; what it can want is view, told, actions, bytes',
        '{"type": "hello", "wants": "view"}': '"wants" in its hello is no list of texts',
        '{"type": "hello", "wants": [1]}': '"wants" in its hello is no list of texts',
        '{"type": "hello", "games": {}}': '"games" in its hello is no list of texts',
        '{"type": "hello", "games": ["go"]}': "does not play manor",
        '{"type": "hello", "protocol": 2}': "speaks protocol 2; this arena speaks 1",
        '{"type": "hello", "protocol": "1"}': 'speaks protocol "1"; this arena speaks 1',
        '{"type": "hullo"}': "no message of type hello",
    }
    for line, said in hellos.items():
        bot = script(folder, f"import sys\nprint({line!r}, flush=True)\nsys.stdin.read()\n")
        _, err = check.run("arena", "manor", "--players", "2", "--bots", f"{bot},random", "--games", "1", "--time", "60", "--bot-pace", "0", code=FAILED)
        check.has(err, said)
    for command, said in (("exit 3", "exit status 3"), ("no-such-program-here", "no such command"), ("kill -9 $$", "signal 9")):
        _, err = check.run("arena", "manor", "--players", "2", "--bots", f"cmd:{command},random", "--games", "1", "--time", "60", "--bot-pace", "0", code=FAILED)
        check.has(err, said)
    # The limit is the message: how long it really took is not for a test.
    bot = script(folder, "import sys\nsys.stdin.read()\n")
    _, err = check.run("arena", "manor", "--players", "2", "--bots", f"{bot},random", "--games", "1", "--time", "0.2", "--bot-pace", "0", code=FAILED)
    check.has(err, "no hello within 0.2 s")
    bot = script(folder, HELLO.replace('"wants": ["actions"]', '"protocol": 1, "wants": ["actions"]') + SAY)
    check.run("arena", "manor", "--players", "2", "--bots", f"{bot},random", "--games", "1", "--time", "60", "--bot-pace", "0")
check.done("a hello that is missing, wants what there is not or speaks another protocol is refused with a reason")


def running(pid):
    """Whether the process runs; a zombie that nobody has waited for does not."""
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


# Each process of the bot starts a child that would run for an hour, and writes both numbers into a file.
PARENT = HELLO.replace("count = 0\n", """child = subprocess.Popen(["sleep", "3600"])
with open({file!r}, "a") as out:
    print(os.getpid(), child.pid, file=out, flush=True)
count = 0
""")
with tempfile.TemporaryDirectory() as folder:
    for how, body in (("it ends by itself", SAY), ("it crashes", "        if count == 3: os._exit(1)\n" + SAY),
                      ("it does not end", SAY + "signal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(3600)\n")):
        file = f"{folder}/pids"
        bot = script(folder, PARENT.replace("{file!r}", repr(file)) + body)
        check.run("arena", "manor", "--players", "2", "--bots", f"{bot},random", "--games", "1", "--time", "60", "--bot-pace", "0")
        pids = [int(word) for word in pathlib.Path(file).read_text().split()]
        check.that(len(pids) >= 4, f"two processes and their children: {pids}")
        until(lambda: not any(map(running, pids)), f"{how}: the end of {pids}")
        pathlib.Path(file).unlink()
    for workers, how in (("1", signal.SIGINT), ("2", signal.SIGTERM)):
        bot = script(folder, PARENT.replace("{file!r}", repr(file)) + SAY)
        arena = Running("arena", "manor", "--players", "2", "--bots", f"{bot},random", "--games", "100000", "--time", "60", "--bot-pace", "0",
                        "--threads", workers, "--json")
        arena.wait(lambda shown: shown.split("\r")[-1].split("/")[0] not in ("", "0"), "a round that is over")
        code, out = arena.stop(how)
        check.that(code == STOPPED and json.loads(out)["partial"] is True, f"the arena stops in good order: {code} {arena.shown[-500:]}")
        check.that("late" not in arena.shown and "crashed" not in arena.shown, f"stopping is no fault of the bot: {arena.shown[-500:]}")
        pids = [int(word) for word in pathlib.Path(file).read_text().split()]
        until(lambda: not any(map(running, pids)), f"the end of {pids}")
        pathlib.Path(file).unlink()
check.done("no program that a bot started outlives the arena")

# In place of its third answer the bot repeats the first one until it is told that it was refused.
FLOOD = HELLO.replace("import json,", "import json, select,") + """        if count == 3:
            while not select.select([sys.stdin], [], [], 0)[0]: print('{"type":"answer","id":1,"do":"end"}', flush=True)
            continue
""" + SAY
with tempfile.TemporaryDirectory() as folder:
    seconds = str(round(2 * stretch(), 1))
    bot = script(folder, FLOOD)
    out, err = check.run("arena", "manor", "--players", "2", "--bots", f"{bot},random", "--games", "1", "--time", seconds, "--bot-pace", "0", "--json")
    check.that(json.loads(out)["challenger"]["faults"]["late"] >= 1, f"answers to old questions do not hold the arena up: {err}")
check.done("answers to earlier questions without end are a fault")

check.tap.finish()
