#!/usr/bin/env python3
"""Tests of `games`, `rules`, `sim` and `bench`: their output for people and programs, and their errors."""

import pathlib
import re
import subprocess
import tempfile

from program import BAD_FILE, OK, USAGE, Check, games

ROOT = pathlib.Path(__file__).resolve().parents[2]
check = Check()

out, _ = check.run("--help")
check.has(out, "play", "rules", "sim", "bench")
for name in [line.split()[0] for line in out.splitlines() if line.startswith("  ")]:
    text, _ = check.run(name, "--help")
    check.has(text, f"usage: lanterne {name}", "--help", "Exit status")
    # The server's commands print their own help.
    if name not in ("serve", "admin", "store", "verify"):
        check.that(max(map(len, text.split("\n"))) <= 80, f"the help of {name} fits 80 columns")
# The version of meson.build and the commit that git knows; an archive has it in the file COMMIT.
version = re.search(r"^  version: '([^']+)'", (ROOT / "meson.build").read_text(), re.M)[1]
told = re.fullmatch(r"lanterne (\S+) \((?:([0-9a-f]{12})(\+changes)?|unknown)\)\n", check.run("--version")[0])
check.that(told and told[1] == version, f"not version {version} with its commit: {told}")
if (ROOT / "COMMIT").exists():
    check.that(told and told[2] == (ROOT / "COMMIT").read_text()[:12], f"not the commit of the archive: {told}")
elif subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True).returncode == 0:
    check.that(told and told[2] and subprocess.run(["git", "cat-file", "-e", told[2]], cwd=ROOT).returncode == 0,
               f"git does not know the commit: {told}")
check.done("every command has help")

# serve, admin and store are for hosts, and describe's output for programmers (docs/words.md).
french, _ = check.run("--help", "--lang", "fr")
check.has(french, "usage : lanterne COMMANDE", "jouer dans le terminal")
for name in [line.split()[0] for line in french.splitlines() if line.startswith("  ")]:
    if name in ("serve", "admin", "store"):
        continue
    text, _ = check.run(name, "--help", "--lang", "fr")
    english, _ = check.run(name, "--help")
    check.has(text, f"usage : lanterne {name}", "Code de sortie")
    check.that(name == "verify" or max(map(len, text.split("\n"))) <= 80, f"the French help of {name} fits 80 columns")
    # Word by word: an option whose help was left in English would share its whole line.
    same = {line.strip() for line in text.splitlines()} & {line.strip() for line in english.splitlines()} - {""}
    check.that(not [line for line in same if len(line.split()) > 3], f"{name}: not in French: {same}")
check.done("help in French, of every command for players")

_, err = check.run("sim", "manor", "--may", "0.5", "--lang", "fr", code=USAGE)
check.has(err, "rien n'est facultatif")
_, err = check.run("rules", "treasure-hunters", "--option", "reveal=stop", code=USAGE)
check.has(err, "--option reveal: This rule is for jewels with numbers. [TH-J3]")
check.done("a refused set-up is told in players' words, after the option that was typed")

for arguments in [(), ("nonsense",), ("rules",), ("rules", "nonsense"), ("rules", "manor", "XX-1"), ("games", "too-much"),
                  ("sim", "manor", "--nonsense"), ("sim", "manor", "--players"), ("sim", "manor", "--players", "5"),
                  ("sim", "manor", "--players", "x"), ("sim", "manor", "--players", "-1"), ("sim", "manor", "--games", "0"),
                  ("sim", "manor", "--seed", "1e3"), ("sim", "manor", "--may", "2"), ("sim", "manor", "--json=yes"),
                  ("sim", "manor", "--option", "tie"), ("sim", "manor", "--option", "tie=nonsense"),
                  ("sim", "manor", "--option", "nonsense=1"), ("sim", "manor", "--option", "manors_per_player=7"),
                  ("sim", "manor", "--players", "4", "--option", "manors_per_player=5"), ("bench", "nonsense"),
                  ("rules", "manor", "--lang", "de")]:
    out, err = check.run(*arguments, code=USAGE)
    check.that(out == "" and err.startswith(("lanterne: ", "Lanterne")), f"{arguments} says on stderr what is wrong: {err!r}")
check.done("wrong usage is refused with a reason on stderr")

_, err = check.run("sim", "manor", "--option", "tie=nonsense", code=USAGE)
check.has(err, "shared, fewest-on-trapped")
_, err = check.run("sim", "manor", "--players", "4", "--option", "manors_per_player=5", "--lang", "fr", code=USAGE)
check.has(err, "19 cartes", "[MA-S1]")
check.done("a refused option says what is possible, in the language asked for, with the clause")

_, err = check.run("solve", "manor", code=USAGE)
check.has(err, "only shy-monsters")
for arguments in [("--unseen", "bat"), ("--unseen", "bat,owl"), ("--reveals", "7"), ("--gap", "x"), ("--verify",), ("--whole",),
                  ("--option", "reveal_choice=together"), ("--explain", "--floor", "g7,g8"), ("--explain", "--reveals", "5"),
                  ("--explain", "--floor", "g7,g8,g9,g10,g11,g12,a1"), ("--explain", "--floor", "g7,g8=owl,g9,g10,g11,g12,g13")]:
    check.run("solve", "shy-monsters", *arguments, code=USAGE)
with tempfile.TemporaryDirectory() as name:
    book = pathlib.Path(name) / "book"
    shipped = pathlib.Path("share/shy-monsters.book").read_bytes()
    for damaged in (b"", b"nonsense", shipped[:-1], shipped[:1000] + bytes([shipped[1000] ^ 1]) + shipped[1001:]):
        book.write_bytes(damaged)
        check.run("solve", "shy-monsters", "--book", book, "--verify", code=BAD_FILE)
    book.write_bytes(shipped)
    _, err = check.run("solve", "shy-monsters", "--book", book, "--verify", "--option", "fear=both-panic", code=BAD_FILE)
    check.has(err, "other rules")
check.done("solve refuses what it cannot solve, and books that are damaged or for other rules")
out, _ = check.run("solve", "shy-monsters", "--explain", "--reveals", "0")
check.has(out, "entrance", "The Hero: move, how often, the chance to be killed", "The Master builds this shape with", "gets")
# Moves that the Hero makes come out as the best do; those after which he would never play on are no better.
moves = [(float(often), float(killed)) for often, killed in re.findall(r" +([0-9.]+) % +([0-9.]+) %$", out, re.M)]
best = min(killed for _, killed in moves)
check.that(len(moves) > 1 and best > 30 and all(killed < best + 3 for often, killed in moves if often > 10),
           f"the moves made are not the best: {moves}")
out, _ = check.run("solve", "shy-monsters", "--explain", "--reveals", "0", "--floor", "g7,g8=corridor,g9,h8,h9,i9,i10", "--lang", "fr")
check.has(out, "Le Héros : coup", "corridor", "sauter en h9 par-dessus g9")
check.done("solve explains a floor, as the book has it")

check.has(" ".join(check.run("rules", "shadow-hunters", "SH-V2", "SH-A1")[0].split()), "3 Neutrals", "to another player")
out, _ = check.run("rules", "shadow-hunters", "SH-V2", "SH-A1", "--option", "rules=rulebook-en")
check.that("Neutrals" not in out and "yourself included" in " ".join(out.split()), f"the English rulebook's sentences: {out}")
check.has(check.run("rules", "treasure-hunters", "TH-E1", "--option", "easy_haunt=8", "--lang", "fr")[0], "8 Esprits Malfaisants")
out, _ = check.run("rules", "treasure-hunters", "--option", "easy_haunt=7")
check.that("before 7 rooms are haunted" in " ".join(out.split()) and "6 hauntings" not in out, "the introduction follows too")
check.run("rules", "manor", "--option", "first_player=9", code=USAGE)
check.done("finding 4: rules read as they apply with the options given")

out = check.run("rules", "treasure-hunters", "--lang", "fr")[0]
check.that("hantise" not in out and "Esprit Malfaisant" in out, "the rulebook's word for it")
check.done("the rulebooks' words")

printed, book = (" ".join(check.run("rules", "shadow-hunters", "--lang", "fr", "--names", names)[0].split()) for names in ("printed", "rulebook"))
check.has(printed, "Monastère", "carte Vision", "Hunter", "le Métamorphe")
check.has(book, "Église", "carte Ermite", "Chasseur", "l'Inconnu", "toutes les Ombres sont mortes", "Shadow Hunters")
check.that(not re.search(r"Monastère|carte Vision|Hunters? |Shadows |Métamorphe|Sanctuaire", book.replace("Shadow Hunters", "")), "no printed name is left")
check.that(check.run("rules", "shadow-hunters", "--names", "rulebook") == check.run("rules", "shadow-hunters"), "in English nothing changes")
check.run("rules", "shadow-hunters", "--names", "nonsense", code=USAGE)
check.done("the names of the French rulebook in Shadow Hunters")

for game in games(check):
    name = game["name"]
    rules = check.json("rules", name, "--json")
    for lang in ("en", "fr"):
        out, _ = check.run("rules", name, "--lang", lang)
        check.that(max(map(len, out.splitlines())) <= 80, "the rules fit into 80 columns")
        for clause in rules["clauses"]:
            check.has(out, clause["id"])
            check.has(" ".join(out.split()), " ".join(clause["text"][lang].split()))
        for option in rules["options"]:
            check.has(out, option["name"])
    first = rules["clauses"][0]["id"]
    out, _ = check.run("rules", name, first)
    check.has(out, first)
    check.that(rules["clauses"][-1]["id"] not in out, "only the clauses asked for")
    check.done(f"rules {name}")

    for players in range(game["seats_min"], game["seats_max"] + 1):
        arguments = ("sim", name, "--players", str(players), "--games", "300", "--seed", "5", "--json")
        result, again = check.json(*arguments), check.json(*arguments)
        for either in (result, again):
            either.pop("seconds")
        check.that(result == again, "the same seed gives the same result")
        check.that(len(result["seats"]) == players, "one row for each seat")
        for row in result["seats"] + result["groups"]:
            check.that(row["win_rate_low"] <= row["win_rate"] <= row["win_rate_high"], "the interval holds the rate")
        for by in {row["by"] for row in result["groups"]}:
            # Exits are the Hero's alone.
            seats = players - 1 if by == "exits" else players
            check.that(sum(row["count"] for row in result["groups"] if row["by"] == by) == 300 * seats,
                       f"by {by}, every seat of every game is counted once")
        check.that(result["may"] in (13 / 256, None), "the probability of may-actions is told where there are any")
    if result["may"]:
        check.has(check.run("sim", name, "--games", "10", "--may", "0.25")[0], "0.2500")
    else:
        check.run("sim", name, "--games", "10", "--may", "0.25", code=USAGE)
    check.done(f"sim {name}")

arguments = ("sim", "manor", "--players", "3", "--games", "40", "--bots", "rules,random,rules", "--json")
result = check.json(*arguments)
check.that(result["bots"] == ["rules", "random", "rules"], "who plays is told")
check.that(result["seats"][1]["win_rate"] < 0.2, "random is no match for rules")
check.that(sum(result["ended_by"].values()) == 40, "every game is counted by the clause that ended it")
for threads in ("1", "3"):
    again = check.json(*arguments, "--threads", threads)
    check.that({**again, "seconds": 0} == {**result, "seconds": 0}, "threads do not change the result")
out, _ = check.run("sim", "manor", "--games", "20", "--bots", "rules")
check.has(out, "1 rules", "MA-W1")
out, _ = check.run("sim", "manor", "--games", "20", "--bots", "search:20", "--csv")
check.that(out.startswith("by,value,bot,games,wins") and "seat,1,search:20,20," in out, "CSV has a row for each seat")
check.that(check.json("sim", "manor", "--time", "0.001", "--json")["games"] > 0, "however short the time is, something is played")
for wrong in (("--bots", "nonsense"), ("--bots", "rules,rules"), ("--bots", "rules:5"), ("--bots", "search:x"),
              ("--shard", "3/2"), ("--shard", "0/2"), ("--bots", "rules", "--may", "0.5"), ("--threads", "0")):
    check.run("sim", "manor", "--players", "3", *wrong, code=USAGE)
check.done("sim with any mix of bots, on any number of threads")

with tempfile.TemporaryDirectory() as folder:
    files = []
    for bots, games_wanted, parts in (("random", "1000", 3), ("rules", "50", 2)):
        whole = check.json("sim", "manor", "--bots", bots, "--games", games_wanted, "--json")
        files = [f"{folder}/{bots}{part}" for part in range(parts)]
        for part, name in enumerate(files):
            text, _ = check.run("sim", "manor", "--bots", bots, "--games", games_wanted, "--shard",
                                f"{part + 1}/{parts}", "--json")
            pathlib.Path(name).write_text(text)
        merged = check.json("sim", "--merge", *files, "--json")
        check.that(merged["shard"] == list(range(1, parts + 1)), "all parts are there")
        for key in set(whole) - {"shard", "shards", "seconds"}:
            check.that(merged[key] == whole[key], f"the parts of {key} add up to the whole")
    check.run("sim", "--merge", files[0], files[0], code=BAD_FILE)
    check.run("sim", "--merge", files[0], f"{folder}/random0", code=BAD_FILE)
    check.run("sim", "--merge", __file__, code=BAD_FILE)
    page = f"{folder}/page.html"
    check.run("sim", "manor", "--games", "50", "--html", page)
    text = pathlib.Path(page).read_text()
    check.that(text.count("<svg") >= 4 and "http" not in text and "class='span'" in text, "the page holds its plots itself")
check.done("parts add up to the whole, and make a page")

house = pathlib.Path(__file__).resolve().parents[2] / "games" / "treasure-hunters" / "house.board"
with tempfile.TemporaryDirectory() as folder:
    board = pathlib.Path(folder) / "own.board"
    board.write_text(house.read_text().replace("jewels ACDEGIJL", "jewels ABCDEFGH"))
    result = check.json("sim", "treasure-hunters", "--games", "5", "--option", f"board=@{board}", "--json")
    check.that("jewels ABCDEFGH" in result["options"]["board"], "the text of the file is the option's value")
    board.write_text(house.read_text().replace("jewels ACDEGIJL", "jewels AB"))
    _, err = check.run("sim", "treasure-hunters", "--option", f"board=@{board}", code=USAGE)
    check.has(err, "must name 8 rooms", "[TH-M2]")
    board.write_bytes(b"lanterne-board 1\0")
    check.run("sim", "treasure-hunters", "--option", f"board=@{board}", code=BAD_FILE)
    check.run("sim", "treasure-hunters", "--option", f"board=@{folder}/none", code=BAD_FILE)
check.done("an option's text from a file")

result = check.json("bench", "--time", "0.01", "--json")
rows = result["rows"]
check.that({row["game"] for row in result["search"]} == {row["game"] for row in rows}, "search is measured in every game")
check.that(all(row["plain_iterations_per_second"] > 0 for row in result["search"]), "search does something")
check.that({row["game"] for row in rows} >= {game["name"] for game in games(check)}, "every game is measured")
check.that(all(row["ns_per_decision"] > 0 and row["decisions_per_game"] > 0 for row in rows), "figures are positive")
out, _ = check.run("bench", "manor", "--time", "0.01")
check.has(out, "decisions/s", "ratio", "redeal")
check.done("bench measures every game at every number of players")

out, _ = check.run("rules", "manor", env={"LC_ALL": "fr_FR.UTF-8"}, code=OK)
check.has(out, "joueurs")
check.that("\033" not in out, "no colour in a pipe")
check.done("the language of the environment is used")

check.tap.finish()
