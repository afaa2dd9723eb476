#!/usr/bin/env python3
"""Tests of `review`: the report of a finished game for people and programs, and what it refuses."""

import json
import pathlib
import tempfile

from program import BAD_FILE, USAGE, Check

GOLDEN = pathlib.Path("tests/golden")
PARTS = ("luck", "others", "own", "unknown")
check = Check()

for name in ("manor-version-2", "shadow-hunters-version-2", "shy-monsters-version-1", "treasure-hunters-version-2"):
    record = GOLDEN / f"{name}.json"
    data = check.json("review", record, "--seat", "1", "--json")
    seat = data["seats"][0]
    check.that(len(data["seats"]) == 1 and seat["seat"] == 1, "one seat is asked for and told")
    total = seat["start"] + sum(seat["parts"][part] for part in PARTS)
    check.that(abs(total - seat["result"]) < 1e-6, f"{name}: start and parts are {total}, the result {seat['result']}")
    check.that(abs(seat["adjusted"] - (seat["result"] - seat["parts"]["luck"])) < 1e-6, f"{name}: adjusted by its luck")
    changed = {part: sum(step["part"] for step in seat["curve"] if step["cause"] == part) for part in PARTS[:3]}
    for part, value in changed.items():
        check.that(abs(value - seat["parts"][part]) < 1e-6, f"{name}: the curve has {value} of {part}")
    for moment in seat["lucky"] + seat["costly"] + seat["marks"]:
        check.that(moment["en"] and moment["fr"] and moment["en"] != moment["fr"], f"{name}: words for {moment}")
        check.that(all(moment[lang].endswith(f"[{moment['clause']}]") for lang in ("en", "fr")), f"{name}: a clause for {moment}")
    check.that(all(moment["cause"] == "luck" and moment["by"] > 0 for moment in seat["lucky"]), f"{name}: lucky draws")
    check.that(all(moment["by"] < 0 for moment in seat["costly"]), f"{name}: what cost something")
    check.that(len(seat["lucky"]) <= 3 and len(seat["costly"]) <= 3, f"{name}: three moments at most")
check.done("a review of every game adds up")

out, _ = check.run("review", GOLDEN / "manor-version-2.json")
check.has(out, "luck", "others", "your play", "nobody could know")
# From the Hero something is hidden, from the Master nothing, and in Treasure Hunters from nobody.
for name, count in (("shy-monsters-version-1", 1), ("treasure-hunters-version-2", 2)):
    out, _ = check.run("review", GOLDEN / f"{name}.json")
    check.that((out.count("not explained"), out.count("nobody could know")) == (count, 2 - count), f"{name}: what the rest is called: {out}")
out, _ = check.run("review", GOLDEN / "manor-version-2.json", "--seat", "2", "--lang", "fr")
check.has(out, "chance", "ton jeu", "Quand la chance a souri", "Ce qui t'a coûté le plus", "[MA-", "erreurs types")
again, _ = check.run("review", GOLDEN / "manor-version-2.json", "--seat", "2", "--lang", "fr")
check.that(out == again, "the same record gives the same review")
check.done("a review in words, in both languages")

data = check.json("review", GOLDEN / "shadow-hunters-version-2.json", "--seat", "1", "--json")["seats"][0]
for mark in data["marks"]:
    worths = [choice["worth"] for choice in mark["choices"]]
    check.that(worths == sorted(worths, reverse=True) and mark["chosen"] < len(worths), f"choices in order: {mark}")
    check.that(mark["lost"] == 0 or mark["gain"] > 2 * mark["error"], f"what counts is beyond two errors: {mark}")
    check.that((mark["verdict"] == "mistake") == (mark["lost"] > 0), f"a mistake costs something: {mark}")
others = [thing for thing in data["beliefs"] if thing["field"] == "character"]
check.that(others and all(thing["seat"] != 1 for thing in others), "a seat has beliefs about the others")
for thing in data["beliefs"]:
    moves = [change["move"] for change in thing["changes"]]
    check.that(moves == sorted(moves), f"beliefs in order: {moves}")
    for change in thing["changes"]:
        whole = sum(change["shares"].values())
        check.that(not change["shares"] or 90 <= whole <= 110, f"shares of a hundred: {change}")
check.done("decisions and beliefs of a seat")

# The Hero has nothing to think of about a floor before it is on the table.
record = json.loads((GOLDEN / "shy-monsters-version-1.json").read_text())
confirmed = [line["n"] for line in record["log"] if line.get("do") == "confirm"]
hero = check.json("review", GOLDEN / "shy-monsters-version-1.json", "--seat", "2", "--json")["seats"][0]
check.that(len(hero["beliefs"]) == 7 * len(confirmed), f"every tile of {len(confirmed)} floors: {len(hero['beliefs'])}")
for thing in hero["beliefs"]:
    first = next(change["entry"] for change in thing["changes"] if change["shares"])
    check.that(thing["field"] == "kind" and first >= confirmed[thing["at"][0] - 1], f"a tile that lies there: {thing['at']}, {first}")
check.done("no beliefs about places that the seat does not see")

with tempfile.TemporaryDirectory() as folder:
    page = pathlib.Path(folder) / "page.html"
    check.run("review", GOLDEN / "manor-version-2.json", "--seat", "1", "--html", page, "--lang", "fr")
    text = page.read_text()
    check.has(text, "<svg", "Quand la chance a souri", "La courbe en tableau", "Montrer ce qui était", "const review=")
    check.that("http:" not in text and "https:" not in text and "src=" not in text, "the page needs nothing else")
    check.run("review", GOLDEN / "manor-version-2.json", "--html", page, code=USAGE)
check.done("a page of its own")

check.run("review", GOLDEN / "manor-version-2.json", "--seat", "7", code=USAGE)
check.run("review", GOLDEN / "manor-version-2.json", "--seat", "watcher", code=USAGE)
with tempfile.TemporaryDirectory() as folder:
    file = pathlib.Path(folder) / "record"
    text = (GOLDEN / "manor-version-2.json").read_text()
    document = json.loads(text)
    document["match"]["version"] = 99
    other = json.loads(text)
    other["match"]["game"] = "chess"
    for damaged, reason, raison in ((text[:-40], "It is not whole", "Fichier abîmé"),
                                    (text.replace('"place ', '"plaice ', 1), "Entry 14: the game has no such action", "ne connaît pas cette action"),
                                    (json.dumps(document), "does not know this version of the rules", "ne connaît pas cette version des règles"),
                                    (json.dumps(other), "does not know the game chess", "ne connaît pas le jeu chess")):
        file.write_text(damaged)
        for lang, why in (("en", reason), ("fr", raison)):
            out, err = check.run("review", file, "--lang", lang, code=BAD_FILE)
            check.that(not out and err.startswith(f"lanterne: {file}: ") and why in err, f"a reason on stderr: {err!r}")
    save = pathlib.Path(folder) / "save"
    check.run("play", "manor", "--lines", "--seed", "1", "--bot", "random", text=f"save {save}\nquit\n")
    _, err = check.run("review", save, code=BAD_FILE)
    check.has(err, "The game is not over")
    _, err = check.run("review", save, "--lang", "fr", code=BAD_FILE)
    check.has(err, "La partie n'est pas finie")
check.done("damaged, unfinished and unknown records are refused with the reason")

data = check.json("calibrate", "manor", "--players", "2", "--games", "2", "--json")
check.that(data["games"] == 2 and len(data["bins"]) == 10, f"ten bins of two games: {data}")
check.that(sum(row["count"] for row in data["bins"]) == data["predictions"] > 100, "every prediction is in a bin")
filled = [row for row in data["bins"] if row["count"]]
said = [row["predicted"] for row in filled]
check.that(said == sorted(said) and len(filled) >= 4, f"bins in the order of what they say: {said}")
for row in filled:
    check.that(0 <= row["came"] <= 1 and row["count"] >= data["predictions"] / 20, f"a share of about as many as in the others: {row}")
error = sum(row["count"] * abs(row["predicted"] - row["came"]) for row in data["bins"]) / data["predictions"]
check.that(abs(error - data["error"]) < 1e-6, f"the error is {error}, said {data['error']}")
again = check.json("calibrate", "manor", "--players", "2", "--games", "2", "--json")
check.that(again == data, "the same seed gives the same figures")
out, _ = check.run("calibrate", "manor", "--players", "2", "--games", "1", "--lang", "fr")
check.has(out, "Erreur de calibration", "advenu")
with tempfile.TemporaryDirectory() as folder:
    page = pathlib.Path(folder) / "plot.html"
    check.run("calibrate", "manor", "--players", "2", "--games", "1", "--html", page)
    check.has(page.read_text(), "<svg", "circle")
marks = check.json("calibrate", "manor", "--players", "2", "--bots", "random", "--by", "marks", "--games", "1", "--json")
check.that(marks["decisions"] >= marks["mistakes"] >= marks["disagreed"] and marks["mistakes"] > 0, f"marks: {marks}")
_, err = check.run("calibrate", "manor", "--by", "luck", code=USAGE)
check.has(err, "beliefs and marks")
check.done("what reviews say is compared with what is so")

check.tap.finish()
