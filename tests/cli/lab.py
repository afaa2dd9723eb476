#!/usr/bin/env python3
"""Tests of studying games with `sim` and `arena`: roles, intervals, Ctrl-C, round robins, reports."""

import json
import pathlib
import re
import signal
import sys
import tempfile

from program import BAD_FILE, OK, STOPPED, USAGE, Check
from lab_running import Running

check = Check()


def played(shown):
    """Whether the bar of `sim` says that a game is over: "[##..]  12 %  34  56/s  7 s"."""
    last = shown.split("\r")[-1].split("%")
    return len(last) > 1 and last[1].split() and last[1].split()[0] not in ("0", "")


SIM = ("sim", "manor", "--players", "2", "--bots", "search:30", "--games", "100000")
for how in (signal.SIGINT, signal.SIGTERM):
    run = Running(*SIM, "--json")
    run.wait(played, "a game that is over")
    code, out = run.stop(how)
    check.that(code == STOPPED, f"exit status {code} after {how}: {run.shown[-500:]}")
    result = json.loads(out)
    check.that(result["partial"] is True and 0 < result["games"] < 100000, f"what was done is there: {out[:300]}")
    check.has(run.shown, f"stopped after {result['games']} games")
    whole = check.json(*SIM[:-1], str(result["games"]), "--json")
    check.that(whole["partial"] is False and whole["seats"] == result["seats"] and whole["groups"] == result["groups"],
               "it is what that many games give")
with tempfile.TemporaryDirectory() as folder:
    page = pathlib.Path(folder) / "page.html"
    run = Running(*SIM, "--csv", "--html", str(page))
    run.wait(played, "a game that is over")
    code, out = run.stop()
    check.that(code == STOPPED and out.splitlines()[-1].startswith("partial,stopped,,"), f"CSV says that it is partial: {out}")
    check.has(page.read_text(), "partial")
    run = Running(*SIM)
    run.wait(played, "a game that is over")
    check.has(run.stop()[1], "partial result")
    part = pathlib.Path(folder) / "part"
    run = Running(*SIM, "--json", "--shard", "1/2")
    run.wait(played, "a game that is over")
    part.write_text(run.stop()[1])
    check.that(check.json("sim", "--merge", str(part), "--json")["partial"] is True, "a sum with a partial result is partial")
check.done("Ctrl-C ends sim with the result of the games that were played, marked as partial")




def odds_rows(text, game):
    """The set-ups of a game in a table of odds and their rows, without the place of these in the table."""
    found, inside = [], False
    for line in text.splitlines():
        inside = line.startswith(f'SETUP("{game}"') if line.startswith("SETUP") else inside and line.startswith("ODDS")
        if inside:
            found.append(re.sub(r", \d+, (\d+)\)$", r", \1)", line) if line.startswith("SETUP") else line)
    return found


KEPT = (pathlib.Path(__file__).resolve().parents[2] / "rating" / "odds.def").read_text()
how = re.search(r"`lanterne odds (--games (\d+) --seed \d+)`", KEPT)
out, _ = check.run("odds", "shy-monsters", *how.group(1).split(), "--threads", "1")
check.that(len(odds_rows(out, "shy-monsters")) > 20 and odds_rows(out, "shy-monsters") == odds_rows(KEPT, "shy-monsters"),
           "the command that rating/odds.def names gives its rows")
few = [check.run("odds", "manor", "--games", "10", "--threads", threads)[0] for threads in ("1", "3")]
check.that(few[0] == few[1], "the table does not depend on the number of threads")
_, err = check.run("odds", "chess", code=USAGE)
check.has(err, "chess")
check.done("odds: the table of ratings is measured again as it is kept")

for game in ("manor", "shy-monsters", "treasure-hunters"):
    out, _ = check.run("sim", game, "--games", "50")
    check.that("at random" not in out, f"{game} has no may-actions: {out}")
    check.that(check.json("sim", game, "--games", "50", "--json")["may"] is None, f"nor in JSON: {game}")
    _, err = check.run("sim", game, "--games", "50", "--may", "0.5", code=USAGE)
    check.has(err, "--may", game)
check.has(check.run("sim", "shadow-hunters", "--games", "50")[0], "at random", "0.0508")
check.that("at random" not in check.run("sim", "shadow-hunters", "--games", "5", "--bots", "rules")[0], "rules decides by itself")
check.done("the probability of may-actions is told where it means something")

result = check.json("sim", "shy-monsters", "--games", "500", "--json")
exits = {row["number"]: row for row in result["groups"] if row["by"] == "exits"}
check.that({number: row["win_rate"] for number, row in exits.items()} == {0: 0, 1: 0, 2: 0, 3: 1}, f"exits are the Hero's: {exits}")
check.that(sum(row["count"] for row in exits.values()) == 500, "a Master has none")
result = check.json("sim", "shy-monsters", "--games", "500", "--option", "match=two-games", "--json")
exits = [row for row in result["groups"] if row["by"] == "exits"]
check.that(sum(row["count"] for row in exits) == 1000, f"in two games both are Hero once: {exits}")
check.done("Shy Monsters counts Exits by the Hero who reached them")

result = check.json("sim", "shadow-hunters", "--players", "8", "--games", "400", "--json")
for row in result["groups"]:
    if row["by"] == "side" and row["value"] != "neutral":
        # A side of three wins or loses as a whole, nearly always: its interval is that of 400, not of 1200.
        width, games = row["win_rate_high"] - row["win_rate_low"], row["games"]
        alone = 2 * 1.96 * (row["win_rate"] * (1 - row["win_rate"]) / games) ** 0.5
        check.that(games == 400 and row["count"] == 1200 and 0.85 * alone < width < 1.1 * alone, f"clustered by game: {row}")
check.done("intervals count games, not team mates")

out, _ = check.run("sim", "treasure-hunters", "--players", "4", "--games", "20")
check.that(out.count("0.00 %    0.00") == 1, f"one row for all in a cooperative game: {out}")
check.done("a cooperative game has one row")

with tempfile.TemporaryDirectory() as folder:
    page = pathlib.Path(folder) / "page.html"

    def report(*arguments, code=OK):
        check.run("sim", *arguments, "--html", str(page), code=code, env={"SOURCE_DATE_EPOCH": "1700000000"})
        return page.read_text()

    text = report("shadow-hunters", "--games", "300", "--seed", "7", "--option", "rules=official")
    check.has(text, "lanterne sim shadow-hunters --games 300 --seed 7", "2023-11-14 22:13 UTC", "seed 7", "Made by", "viewport",
              "equal share", "class='fair'", "prefers-color-scheme:dark", "@media print", "@media(max-width:760px)")
    check.that("http" not in text and "<script" not in text, "the page needs nothing from elsewhere")
    check.that(text == report("shadow-hunters", "--games", "300", "--seed", "7", "--option", "rules=official"), "it can be made again")
    ticks = re.findall(r"text-anchor='\w+'>(\d+)%</text>", text.split("Wins by turn")[1].split("</figure>")[0])
    check.that(len(ticks) >= 3 and int(ticks[0]) > 0 and int(ticks[-1]) < 100, f"the scale is fitted to the data: {ticks}")
    check.that(len(re.findall(r"text-anchor='\w+'>-?\d+</text>", text.split("Length of the games")[1].split("</figure>")[0])) >= 4,
               "a histogram has ticks")
    text = report("treasure-hunters", "--players", "4", "--games", "40", "--vary", "mode")
    rows = re.findall(r"<span class='name'>([^<]+)</span>", text)
    check.that(rows == ["mode=advanced", "mode=classic"], f"variants are in one figure, a team in one row: {rows}")
    check.that("class='fair'" not in text.split("</style>")[1], "no equal share where all win together")
    text = report("shadow-hunters", "--players", "4", "--games", "60", "--vary", "rules")
    check.that(text.count("<figcaption>Wins by side</figcaption>") == 1 and "Hunter, rules=official" in text, "a figure has all variants")
    check.has(report("shy-monsters", "--games", "60", "--lang", "fr"), "Victoires par place", "Maître", "part égale")
    odd = report("manor", "--games", "20", "--option", "manor_values=1,1,2,2,2,3,3,3,4,4,4,5,5")
    check.has(odd, "manor_values=1,1,2,2,2,3,3,3,4,4,4,5,5")
check.done("the report has axes, the equal share, its command, version, seed and date")

def arena(*arguments):
    return check.json("arena", *arguments, "--json")


result = arena("shy-monsters", "--bots", "rules,rules", "--games", "40")
parts = {part["part"]: part for part in result["parts"]}
check.that(result["by"] == "role" and list(parts) == ["master", "hero"], f"roles have their names: {result}")
for name, part in parts.items():
    check.that(part["difference"] == 0 and part["challenger"] == part["reference"] != 0.5, f"{name} is compared with itself: {part}")
check.that(arena("shy-monsters", "--bots", "rules,rules", "--games", "10", "--by", "seat")["parts"][0]["part"] == "1", "seats are there too")
check.that(arena("shadow-hunters", "--players", "5", "--bots", "rules,random", "--games", "2")["by"] == "side", "sides are roles")
check.that(arena("manor", "--players", "2", "--bots", "rules,random", "--games", "2")["by"] == "seat", "where seats are alike, by seat")
out, _ = check.run("arena", "shy-monsters", "--bots", "rules,random", "--games", "5", "--lang", "fr")
check.has(out, "Maître", "Héros")
_, err = check.run("arena", "manor", "--bots", "rules,random", "--games", "2", "--by", "nonsense", code=USAGE)
check.has(err, "no such group", "turn", "traps")
check.run("arena", "treasure-hunters", "--bots", "rules,random", "--games", "2", "--by", "seat", code=USAGE)
check.done("an arena compares role by role")

plain = arena("shadow-hunters", "--players", "4", "--bots", "rules,random", "--games", "3")
lucky = arena("shadow-hunters", "--players", "4", "--bots", "rules,random", "--games", "3", "--luck")
luck = lucky.pop("luck")
check.that(plain == lucky, "the review of luck changes nothing that was played")
check.that(set(luck) == {"raw", "raw_spread", "adjusted", "adjusted_spread", "share_of_luck", "variance_ratio", "variance_ratio_single",
                         "deals_saved"}, f"what luck is told with: {luck}")
check.that(abs(luck["raw"] - plain["mean"]["difference"]) < 1e-6, f"raw is the difference that is printed: {luck}, {plain['mean']}")
check.that(luck["adjusted"] != luck["raw"], "dice were rolled")
out, _ = check.run("arena", "manor", "--players", "2", "--bots", "rules,random", "--games", "2", "--luck", "--lang", "fr")
check.has(out, "Sans la chance", "ajustée")
with tempfile.TemporaryDirectory() as folder:
    _, err = check.run("arena", "manor", "--bots", "rules,random", "--games", "2", "--luck", "--file", f"{folder}/f", code=USAGE)
    check.has(err, "--luck is not kept in the file of games")
check.done("an arena without luck")

result = arena("manor", "--players", "2", "--bots", "random,rules", "--games", "5")["mean"]
check.that(result["challenger"] == 0 and result["elo"] is None and result["elo_low"] is None and result["elo_high"] < 0,
           f"a bot that won nothing has only an upper bound: {result}")
check.has(check.run("arena", "manor", "--players", "2", "--bots", "random,rules", "--games", "5")[0], "< -34")
check.done("Elo at 0 % has a bound on one side")

BOTS = ("random", "rules", "search:10")
for game in (("manor", "--players", "2"), ("manor", "--players", "3"), ("shy-monsters",), ("treasure-hunters", "--players", "2")):
    robin = arena(*game, "--bots", ",".join(BOTS), "--games", "3")
    check.that([bot["name"] for bot in robin["bots"]] == list(BOTS) and len(robin["pairings"]) == 6, "everybody meets everybody")
    for pairing in robin["pairings"]:
        alone = arena(*game, "--bots", f"{pairing['challenger']},{pairing['reference']}", "--games", "3")
        check.that(alone["mean"] == pairing["mean"] and alone["parts"] == pairing["parts"], f"a pairing is that of two bots alone: {pairing}")
    for bot in robin["bots"]:
        own = [pairing["mean"] for pairing in robin["pairings"] if pairing["challenger"] == bot["name"]]
        check.that(abs(bot["points"] - sum(3 * mean["challenger"] for mean in own)) < 1e-6 and bot["points_max"] == 6, f"points are shares: {bot}")
        check.that(abs(bot["mean"]["difference"] - sum(mean["difference"] for mean in own) / 2) < 1e-6, f"the mean of the pairings: {bot}")
    if game == ("manor", "--players", "2"):
        check.that(abs(sum(bot["points"] for bot in robin["bots"]) - 9) < 1e-6, "at a table of two a game's points are shared out")
out, _ = check.run("arena", "manor", "--players", "2", "--bots", ",".join(BOTS), "--games", "6")
rows = [line.split() for line in out.splitlines()]
check.has(out, "a round robin of 3 bots, 6 deals", "points", "mean, 95 %", "among 3", "±")
check.that([row[1] for row in rows[3:6]][-1] == "random", f"the best is first: {out}")
with tempfile.TemporaryDirectory() as folder:
    common = ("manor", "--players", "2", "--bots", ",".join(BOTS), "--games")
    whole, file = arena(*common, "5"), f"{folder}/games"
    arena(*common, "2", "--file", file)
    check.that(arena(*common, "5", "--file", file) == whole, "a round robin goes on from its file")
    texts = []
    for threads in "13":
        name = f"{folder}/{threads}"
        check.that(arena(*common, "5", "--threads", threads, "--file", name) == whole, "on any number of cores")
        texts.append(pathlib.Path(name).read_text())
    check.that(texts[0] == texts[1] == pathlib.Path(file).read_text(), "with the same file")
    lines = [json.loads(line) for line in texts[0].splitlines()]
    seen = [(line["deal"], tuple(line["seats"])) for line in lines if line["type"] == "game"]
    check.that(len(seen) == len(set(seen)) == 5 * 9, "every line-up of a deal is played once")
    pathlib.Path(file).write_text(texts[0].replace('"format":2', '"format":1', 1))
    check.run("arena", *common, "6", "--file", file, code=BAD_FILE)
check.run("arena", "manor", "--bots", "rules,random,rules", "--sprt", "0,20", code=USAGE)
check.run("arena", "manor", "--bots", ",".join(["random"] * 9), code=USAGE)
check.run("arena", "manor", "--bots", "rules,,random", code=USAGE)
check.done("three bots and more play a round robin")

with tempfile.TemporaryDirectory() as folder:
    for threads in "12":
        file = f"{folder}/{threads}"
        common = ("manor", "--players", "2", "--bots", "search:30,rules", "--threads", threads, "--file", file, "--games")
        run = Running("arena", *common, "100000", "--json")
        run.wait(lambda shown: shown.split("\r")[-1].split("/")[0] not in ("", "0"), "a round that is over")
        code, out = run.stop()
        result = json.loads(out)
        check.that(code == STOPPED and result["partial"] is True and result["deals"] > 0, f"what was played is there: {code} {out[:300]}")
        check.has(run.shown, f"stopped after {result['deals']} of 100000 deals")
        again = arena(*common, str(result["deals"]))
        check.that(again["mean"] == result["mean"] and again["partial"] is False, "it is what that many deals give, and goes on from its file")
check.done("Ctrl-C ends an arena with the result of the deals that were played")

ROOT = pathlib.Path(__file__).resolve().parents[2]
for game in ("manor", "shadow-hunters", "shy-monsters", "treasure-hunters"):
    out, _ = check.run("describe", game)
    check.that(out == (ROOT / "docs" / "games" / f"{game}.md").read_text(),
               f"docs/games/{game}.md is not what `lanterne describe {game}` prints; write it anew and review the difference")
    view = out.split("## View")[1].split("## Array")[0]
    fields = set(re.findall(r"^\| `([^`]+)` \| ", view, re.M))
    # `describe` fails on a field without words and on words without a field; here once more from its page.
    check.that(not re.search(r"^\| `[^`]+` \|\s*\|", out, re.M), "every field has words")
    check.that("phase" in fields and len(fields) > 20, f"the fields of the view: {len(fields)}")

    def paths(value, path=""):
        """The paths of a view, as `describe` writes them."""
        if path:
            yield path
        if isinstance(value, dict):
            for key, each in value.items():
                yield from paths(each, f"{path}.{key}" if path else key)
        elif isinstance(value, list):
            for each in value:
                yield from paths(each, f"{path}[]")

    with tempfile.TemporaryDirectory() as folder:
        # A bot that plays the first action and writes down what it was asked.
        bot, heard = pathlib.Path(folder) / "bot.py", pathlib.Path(folder) / "heard"
        bot.write_text("import json, sys\n"
                       "print(json.dumps({'type': 'hello', 'wants': ['view', 'actions']}), flush=True)\n"
                       f"heard = open({str(heard)!r}, 'a')\n"
                       "for line in sys.stdin:\n    message = json.loads(line)\n    if message['type'] == 'ask':\n"
                       "        print(line.strip(), file=heard, flush=True)\n"
                       "        do = message['actions'][-1]['do'] if not message['optional'] else None\n"
                       "        print(json.dumps({'type': 'answer', 'id': message['id'], 'do': do}), flush=True)\n")
        check.run("arena", game, "--bots", f"cmd:{sys.executable} {bot},random", "--games", "2", "--time", "60", "--bot-pace", "0")
        asked = [json.loads(line) for line in heard.read_text().splitlines()]
    unknown = {path for message in asked for path in paths(message["view"])} - fields
    check.that(asked and not unknown, f"{game}: fields of a view that the page does not have: {sorted(unknown)}")
check.done("docs/games is what `describe` prints, and has every field that a bot is sent")

check.tap.finish()
