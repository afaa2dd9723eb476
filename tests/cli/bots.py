#!/usr/bin/env python3
"""Tests of `arena` and the bot protocol: paired deals, resumed files, external bots and their faults."""

import json
import pathlib
import subprocess
import sys
import tempfile

from program import BAD_FILE, FAILED, USAGE, Check
from patience import stretch

check = Check()
PROGRAM, EXAMPLE_C = sys.argv[1], sys.argv[2]
ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLE_PY = f"{sys.executable} {ROOT / 'examples' / 'bot.py'}"


def arena(*arguments, **options):
    return check.json("arena", *arguments, "--json", **options)


for wrong in (("manor",), ("manor", "--bots", "rules"), ("manor", "--bots", "rules,nonsense"), ("nonsense", "--bots", "rules,random"),
              ("manor", "--bots", "rules,random", "--sprt", "5"), ("manor", "--bots", "rules,random", "--sprt", "5,1")):
    check.run("arena", *wrong, code=USAGE)
check.done("arena refuses what makes no sense")

for players in ("2", "3"):
    same = arena("manor", "--players", players, "--bots", "rules,rules", "--games", "6")
    check.that(abs(same["mean"]["difference"]) < 1e-9, f"a bot is as good as itself on the same deals: {same['mean']}")
    result = arena("manor", "--players", players, "--bots", "rules,random", "--games", "12")
    check.that(result["mean"]["difference"] > result["mean"]["spread"] and result["mean"]["elo_low"] > 0, "rules beats random")
    check.that(len(result["parts"]) == int(players), "every seat is a part")
    check.that(result == arena("manor", "--players", players, "--bots", "rules,random", "--games", "12"), "it can be repeated")
result = arena("shadow-hunters", "--players", "5", "--bots", "rules,random", "--games", "4", "--by", "side")
check.that({part["part"] for part in result["parts"]} == {"hunter", "shadow", "neutral"}, "sides are taken as a whole")
result = arena("treasure-hunters", "--players", "3", "--bots", "rules,random", "--games", "4")
check.that([part["part"] for part in result["parts"]] == ["all"], "in a cooperative game the team is the part")
result = arena("manor", "--players", "2", "--bots", "rules,random", "--games", "500", "--sprt", "0,50")
check.that(result["sprt"] == "better" and result["mean"]["deals"] < 500, "the test stops when it is clear")
check.done("arena compares on the same deals")

with tempfile.TemporaryDirectory() as folder:
    file = f"{folder}/games"
    whole = arena("manor", "--players", "3", "--bots", "rules,random", "--games", "5")
    arena("manor", "--players", "3", "--bots", "rules,random", "--games", "2", "--file", file)
    text = pathlib.Path(file).read_text()
    unfinished = text + text.splitlines()[1] + "\n" + '{"type":"ga'
    pathlib.Path(file).write_text(unfinished)
    on = arena("manor", "--players", "3", "--bots", "rules,random", "--games", "5", "--file", file)
    check.that(on["mean"] == whole["mean"], "an arena that was broken off ends as it would have")
    lines = [json.loads(line) for line in pathlib.Path(file).read_text().splitlines()]
    played = [line for line in lines if line["type"] == "game"]
    check.that(len(played) == 5 * 4 and sum(line["type"] == "round" for line in lines) == 5, "every game is there once")
    for line in played:
        record = f"{folder}/record"
        pathlib.Path(record).write_text(json.dumps(line["record"]))
        check.run("replay", record)
    check.run("arena", "manor", "--players", "3", "--bots", "rules,search:5", "--games", "2", "--file", file, code=BAD_FILE)
check.done("every game is a record, and an arena goes on where it stopped")

with tempfile.TemporaryDirectory() as folder:
    common = ("manor", "--players", "3", "--bots", "rules,random", "--games", "5")
    files = [f"{folder}/{workers}" for workers in (1, 2, 7)]
    results = [arena(*common, "--threads", pathlib.Path(file).name, "--file", file, "--explain") for file in files]
    check.that(results[0] == results[1] == results[2], "the number of workers changes nothing")
    texts = [pathlib.Path(file).read_text() for file in files]
    check.that(texts[0] == texts[1] == texts[2], "nor the file")
    played = [json.loads(line) for line in texts[0].splitlines()][1]
    check.that(played["reasons"] and all(reason["en"] and reason["fr"] for reason in played["reasons"]), "every move has its reason")
    stopped = [arena("manor", "--players", "2", "--bots", "rules,random", "--games", "500", "--sprt", "0,50", "--threads", workers)
               for workers in "13"]
    check.that(stopped[0] == stopped[1], "nor when the test stops")
    for bot in (f"{PROGRAM} bot rules", EXAMPLE_PY):
        file = f"{folder}/explained"
        arena("manor", "--players", "2", "--bots", f"cmd:{bot},random", "--games", "1", "--time", "60", "--bot-pace", "0", "--explain", "--file", file)
        lines = map(json.loads, pathlib.Path(file).read_text().splitlines())
        reasons = next(line for line in lines if line["type"] == "game" and line["seats"] == [1, 2])["reasons"]
        said = [reason["en"] for reason in reasons if reason["seat"] == 1]
        check.that(all(said) if bot != EXAMPLE_PY else not any(said), f"those who can are asked why: {bot}")
        pathlib.Path(file).unlink()
    check.run("arena", *common, "--explain", code=USAGE)
check.done("rounds are played by several workers at once, and moves explained")

ours = arena("manor", "--players", "2", "--bots", "rules,random", "--games", "4")
spoken = arena("manor", "--players", "2", "--bots", f"cmd:{PROGRAM} bot rules,random", "--games", "4", "--time", "60", "--bot-pace", "0")
check.that(ours["mean"] == spoken["mean"], "a bot plays the same as a program of its own")
ours = arena("shadow-hunters", "--players", "4", "--bots", "rules,random", "--games", "2", "--by", "side")
spoken = arena("shadow-hunters", "--players", "4", "--bots", f"cmd:{PROGRAM} bot rules,random", "--games", "2", "--by", "side", "--time", "60", "--bot-pace", "0")
check.that(ours["mean"] == spoken["mean"], "also one that reads what it was told")
for example in (EXAMPLE_PY, EXAMPLE_C):
    for game in ("manor", "shy-monsters", "treasure-hunters", "shadow-hunters"):
        result = arena(game, "--bots", f"cmd:{example},random", "--games", "1", "--time", "60", "--bot-pace", "0")
        check.that(not any(result["challenger"]["faults"].values()), f"{example} plays {game} without a fault: {result}")
check.done("our bots and both examples speak the protocol")

HELLO = """import sys, json
print(json.dumps({"type": "hello", "wants": ["actions"]}), flush=True)
count = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "ask":
        count += 1
        good = {"type": "answer", "id": message["id"], "do": message["actions"][0]["do"]}
"""
FAULTS = {
    # The third answer is sent together with the fourth.
    "late": "        if count == 3: kept = good; continue\n"
            "        if count == 4: print(json.dumps(kept), flush=True)\n        print(json.dumps(good), flush=True)\n",
    "crashed": "        if count == 3: sys.exit(1)\n        print(json.dumps(good), flush=True)\n",
    "garbled": "        print('{nonsense' if count == 3 else json.dumps(good), flush=True)\n",
    "illegal": "        if count == 3: good['do'] = 'go home'\n        print(json.dumps(good), flush=True)\n",
}
with tempfile.TemporaryDirectory() as folder:
    for fault, body in FAULTS.items():
        script = f"{folder}/{fault}.py"
        pathlib.Path(script).write_text(HELLO + body)
        # A long time limit: on a busy machine every answer could be late, which would hide the other faults.
        # That of the late one is waited for, and holds for the bot's hello too.
        common = ("manor", "--players", "2", "--bots", f"cmd:{sys.executable} {script},random", "--games", "1",
                  "--bot-pace", "0", "--time", str(round(2 * stretch(), 1)) if fault == "late" else "60")
        out, err = check.run("arena", *common, "--json")
        result = json.loads(out)
        check.that(result["challenger"]["faults"][fault] >= 1, f"{fault} is counted: {result['challenger']}")
        check.has(err, fault)
        result = json.loads(check.run("arena", *common, "--forfeit", "--json")[0])
        check.that(result["mean"]["challenger"] < 1, f"{fault} can cost the game")
    check.run("arena", "manor", "--players", "2", "--bots", "cmd:exit 1,random", "--games", "1", code=FAILED)
check.done("late, crashed, garbled and illegal are faults of the bot and not of the arena")

ours = arena("shy-monsters", "--bots", "equilibrium,random", "--games", "2")
spoken = arena("shy-monsters", "--bots", f"cmd:{PROGRAM} bot equilibrium,random", "--games", "2", "--time", "60", "--bot-pace", "0")
check.that(ours["mean"] == spoken["mean"], "equilibrium plays the same as a program of its own")
book = str(ROOT / "share" / "shy-monsters.book")
check.that(ours == arena("shy-monsters", "--bots", "equilibrium,random", "--games", "2", "--book", book), "the book built in is the one in share")
check.run("arena", "shy-monsters", "--bots", "equilibrium,random", "--games", "1", "--book", __file__, code=BAD_FILE)
check.run("arena", "manor", "--bots", "equilibrium,random", "--games", "1", code=USAGE)
check.done("equilibrium plays Shy Monsters from a book that is checked")

with tempfile.TemporaryDirectory() as folder:
    common = ("sim", "treasure-hunters", "--players", "2", "--bots", "rules", "--vary", "mode", "--games", "40")
    result = check.json(*common, "--json")
    rates = {group["by"]: group for group in result["groups"] if group["value"] == "1" or group["number"] == 0}
    check.that(rates["seat mode=classic"]["count"] == rates["seat mode=advanced"]["count"] == 20, f"each value has its share: {rates}")
    check.that(rates["seat mode=classic"]["wins"] > rates["seat mode=advanced"]["wins"], "and its own win rate")
    parts = []
    for part in "12":
        parts.append(f"{folder}/{part}")
        pathlib.Path(parts[-1]).write_text(check.run(*common, "--shard", f"{part}/2", "--json")[0])
    merged = check.json("sim", "--merge", *parts, "--json")
    check.that(merged["groups"] == result["groups"] and merged["vary"] == "mode=classic,advanced", "parts add up")
    page = f"{folder}/page.html"
    check.has(check.run(*common, "--csv", "--html", page)[0], "seat mode=advanced,2,")
    check.has(pathlib.Path(page).read_text(), "mode=advanced")
    for wrong in ("nonsense", "mode=nonsense", "board"):
        check.run("sim", "treasure-hunters", "--vary", wrong, "--games", "1", code=USAGE)
check.done("sim counts by the values of an option")

conversation = subprocess.run([PROGRAM, "bot", "rules"], input='{"type":"hello","protocol":1}\n{"type":"explain"}\n{"type":"quit"}\n',
                              capture_output=True, text=True, check=False)
hello, reason = map(json.loads, conversation.stdout.splitlines())
check.that(hello["name"] == "rules" and "manor" in hello["games"] and reason["type"] == "reason", "hello and explain are answered")
check.that(subprocess.run([PROGRAM, "bot", "rules"], input="nonsense\n", capture_output=True, text=True, check=False).returncode == BAD_FILE,
           "nonsense ends the bot with a word")
check.done("lanterne bot")

check.tap.finish()
