#!/usr/bin/env python3
"""Tests of `play` line by line: whole games in both languages with all seat counts, commands, files."""

import os
import pathlib
import pty
import re
import select
import subprocess
import tempfile

from program import BAD_FILE, ENVIRONMENT, FAILED, OK, PROGRAM, UNFINISHED, USAGE, Check, games, patience

check = Check()
folder = tempfile.TemporaryDirectory(prefix="lanterne-")
here = pathlib.Path(folder.name)

# Every game ends when the first item is chosen repeatedly: a group opens, then its first action is played.
FIRST = "1\n" * 6000

for game in games(check):
    for players in range(game["seats_min"], game["seats_max"] + 1):
        for lang, over in (("en", "save FILE"), ("fr", "sauver FICHIER")):
            for style in ((), ("--plain",), ("--ascii",)):
                out, err = check.run("play", game["name"], "--players", players, "--seed", 7, "--lang", lang, "--name", "Zoe",
                                     "--seat", players, *style, text=FIRST)
                check.has(out, over)
                check.that(err == "", f"nothing on stderr: {err}")
                check.that("\033" not in out and "\001" not in out, "no colours and no marks in a pipe")
                if style:
                    check.that(not re.search("[\u2190-\u2bff]", out), "no drawing characters")
    check.done(f"{game['name']}: whole games by typing numbers")

again = [check.run("play", "manor", "--players", 4, "--seed", 7, "--name", "Zoe", text=FIRST)[0] for _ in range(2)]
check.that(again[0] == again[1], "the same seed gives the same game")
check.has(again[0], "--seed 7", "wins")
check.done("the same seed gives the same game")

again = [check.run("play", "manor", "--seed", 7, "--name", "Zoe", "--bot", "search:20", "--bot-pace", 0, text=FIRST)[0] for _ in range(2)]
check.that(again[0] == again[1] and "wins" in again[0], "the same seed gives the same game")
check.done("bots that search in a thread of their own change nothing about that")


def play(*lines, lang="en", code=UNFINISHED, arguments=("--players", "4", "--seed", "7")):
    return check.run("play", "manor", *arguments, "--name", "Zoe", "--lang", lang, text="".join(line + "\n" for line in lines),
                     code=code)


out, err = play("?")
check.has(out, "tandem", "MA-P4", "why ACTION", "Choose one of your manors to open")
check.has(err, "the input ended before the game did")
out, _ = play("aide", "? binôme", lang="fr")
check.has(out, "pourquoi ACTION", "sauver FICHIER", "Deux sur une carte")
out, _ = play("? tandem", "? MA-R3", "? xyzzy")
check.has(out, "Two on one card", "An over-equipped hunter is never sent away", "I know nothing of that: xyzzy")
check.done("help explains the game, its things and what to do now")

english = ("play", "shadow-hunters", "--players", 5, "--seed", 7, "--seat", 2, "--name", "Zoe", "--option", "rules=rulebook-en")
out, _ = check.run(*english, text="? shadow\n? cabin\n? SH-V2\nquit\n")
check.that("3 Neutrals" not in out, "the English rulebook has no such victory")
check.has(" ".join(out.split()), "yourself included")
check.done("finding 4: help follows the options of the table")

check.has(" ".join(out.split()), "--players 5 --seed 7 --seat 2 --option rules=rulebook-en")
check.done("finding 5: this game again, with its seat and options")

# Whole games, chosen by the first number: Zoe is "you" in every line but the table's own, which has her name.
for lang, own, other in (("en", r"^(You|Your|It is your) ", r"^(?!Seat).*\bZoe('s)? (is|has|does|rolls|takes|goes|wins|draws|attacks)\b"),
                         ("fr", r"^(Tu|Ton|Tes|C'est à toi)", r"^(?!Place).*\bZoe (est|a|fait|prend|reçoit|gagne|pioche|attaque)\b")):
    for game in ("shadow-hunters", "manor"):
        out, _ = check.run("play", game, "--seed", 3, "--name", "Zoe", "--plain", "--bot", "rules", "--lang", lang, text=FIRST)
        told = [line for line in out.splitlines() if re.search(r" \[(SH|MA)-[A-Z]", line)]
        check.that(any(re.search(own, line) for line in told), f"{game}, {lang}: nothing is said to the player")
        wrong = [line for line in told if re.search(other, line)]
        check.that(not wrong, f"{game}, {lang}: {wrong[:3]}")
check.done("finding 5: you, in both languages")

names = [check.run("play", "shadow-hunters", "--seed", 3, "--lang", "fr", "--names", which, "--plain", text="quit\n")[0] for which in ("printed", "rulebook")]
check.has(names[0], "Monastère")
check.has(names[1], "Église")
check.that("Monastère" not in names[1] and "Vision" not in names[1], "the board has the names of the rulebook too")
check.done("the names of the French rulebook at the table")

out, _ = play("why turn-up 2.1", "why place tandem 1.1", "why turn-up 1.1", "why", "why nonsense", "turn-up 3.1")
check.has(out, "Choose one of your own manors.", "MA-S3", "That is not one of your choices now.", "MA-T1", "Nothing forbids it",
          "written like one of these", "turn-up place(1.1|1.2|...)")
check.that(out.count("Choose one of your own manors.") == 2, "an action that is refused says why as `why` does")
out, _ = play("pourquoi turn-up 2.1", lang="fr")
check.has(out, "Choisis l'un de tes manoirs.", "Les manoirs sont mélangés")
check.done("why names the clause and prints it")

out, _ = play("turn-up 1.1", "tandem 1.2", "place basic 1.2", "undo", "undo", "place basic 1.2", "log", "rules MA-R", "rules XX", "xyzzy", "hint", "table")
check.has(out, "That was taken back.", "too late", "MA-R1", "There is no clause XX", "I do not understand")
check.done("undo, log, rules and nonsense at the table")

out, _ = play("1", "2", "place heavy", "3", "back", "3 2.3")
check.has(out, "place hunter(basic|over-equipped|...) place(1.1|1.2|...)")
check.has(out, "Place the tandem in front of manor ...", "You place your tandem in front of manor 2.3")
check.done("a long list of actions is a menu of groups")

out, _ = play("1", "quit", code=OK)
out, _ = play("1", "quitter", lang="fr", code=OK)
check.done("quit leaves with success, the end of the input does not")

shared = ("play", "manor", "--players", "2", "--people", "all", "--name", "Zoe,Noe", "--seed", "7", "--lang")
for lang, asks, wins in (("en", "type `ok`", "wins"), ("fr", "tape `ok`", "gagne")):
    out, _ = check.run(*shared, lang, text="ok\n1\n" * 3000)
    check.has(out, asks, wins)
out, _ = check.run(*shared, "en", text="quit\n")
check.that("Choose which" not in out, "nothing is shown before the curtain is lifted")
check.done("several people in a pipe, and a curtain between them")

# Finding 4 (d): before the curtain fell everybody was stopped for a reveal, but not Daniel.
hunters = ("play", "shadow-hunters", "--players", "5", "--people", "all", "--name", "Zoe,Noe", "--lang", "en")
for seed in range(1, 5):
    out, _ = check.run(*hunters, "--seed", seed, text="ok\n1\n" * 60, code=UNFINISHED)
    check.that("You need not" not in out and out.count("Hand over to") > 9, "people at one terminal are stopped alike")
# Rules and terminal, item 3: somebody else reveals during another's turn.
second = 2 if "Hand over to Zoe" in check.run(*hunters, "--seed", 1, text="quit\n")[0] else 1
out, _ = check.run(*hunters, "--seed", 1, text=f"hand {second}\nok\nhand 9\n\nok\nhand {second}\nok\nreveal\nreveal\nquit\n")
check.has(out, "Somebody else first?", "Nobody else of this terminal", "You need not")
check.done("people at one terminal are asked alike, and any of them takes the device")

save, record = here / "game.lan", here / "whole.lan"
out, _ = play("turn-up 1.1", "tandem 1.2", f"save {save}", "quit", code=OK)
check.has(out, f"--resume {save}")
check.has(save.read_text(), "holds the whole deal")
out, _ = check.run("play", "--resume", save, "--record", record, text=FIRST)
check.has(out, "wins")
whole, _ = check.run("play", "manor", "--players", 4, "--seed", 7, "--name", "Zoe", text="turn-up 1.1\ntandem 1.2\n" + FIRST)
check.has(out, whole[whole.rindex("Most points"):])
check.done("a saved game goes on as it would have")

for bot in ("rules", "search:20"):
    begun, whole = here / f"{bot}.lan", ("play", "manor", "--players", 3, "--seed", 7, "--name", "Zoe", "--bot", bot,
                                           "--bot-pace", 0, "--record")
    check.run(*whole, here / "at-once", text="1\n" * 5 + f"save {begun}\n" + FIRST)
    at_once, _ = check.run("replay", here / "at-once")
    for flags, same in ((), True), (("--bot", bot), True), (("--bot", "random"), False):
        check.run("play", "--resume", begun, *flags, "--bot-pace", 0, "--record", here / "resumed", text=FIRST)
        check.that((check.run("replay", here / "resumed")[0] == at_once) == same, f"{bot} goes on with {flags}")
        (here / "resumed").unlink()
    (here / "at-once").unlink()
check.done("the bots of a saved game are those of before, unless --bot says otherwise")

short = ("play", "manor", "--players", 2, "--seed", 7, "--name", "Zoe", "--bot-pace", 0, "--lang")
out, _ = check.run(*short, "en", text=FIRST)
numbers = "1\n" * out[:out.index("`save FILE`")].count("> 1\n")  # as many as the game needs
out, _ = check.run(*short, "en", text="review\n" + numbers + "review\nreview 2\nreview 9\nreview x\n\n")
check.has(out, "A game is reviewed when it is over.", "1 Zoe  ", "Where luck was kind", "(standard", "There is no such seat.",
          "review SEAT: say")
check.that(out.count("What cost you most") == 2, "two seats are reviewed")
out, _ = check.run(*short, "fr", text=numbers + "bilan\n\n")
check.has(out, "Quand la chance a souri", "ton jeu", "(erreurs")
check.done("after the game a review of any seat")

out, _ = play(f"save {save}", "save", f"save {here}/no/such/folder", "quit", code=OK)
check.has(out, "is there already", "say which file")
check.done("save never overwrites another file and reports what fails")

out, _ = check.run("replay", record)
check.has(out, "Zoe", "wins", "MA-T1")
out, _ = check.run("replay", record, "--to", 20, "--lang", "fr")
check.that("l'emporte" not in out, "it stops where asked")
data = check.json("replay", record, "--seat", "2", "--json")
check.that(data["viewer"] == 2 and data["view"]["phase"] == "over" and data["winners"], "JSON has view and winners")
early = check.json("replay", record, "--seat", "2", "--to", "30", "--json")
check.that(early["told"] == data["told"][:30] and early["view"]["phase"] != "over", "--to stops the told items and the view")
hidden = check.json("replay", save, "--seat", "watcher", "--json")
check.that(hidden["record"] == "save" and "winners" not in hidden, "a save is replayed as far as it goes")
check.done("replay tells a record from any seat up to any line")

text = record.read_text()
bad = here / "bad.lan"
damaged = {
    "cut off": text[: len(text) // 2],
    "empty": "",
    "not JSON": "hello\n",
    "another document": "{}\n",
    "an action changed": text.replace("turn-up 1.1", "turn-up 1.3", 1),
    "a name changed": text.replace("Zoe", "Eve", 1),
    "bytes added": text + "x",
    "bytes that are no text": "\udcff\udcfe" + text,
}
for what, content in damaged.items():
    bad.write_bytes(content.encode(errors="surrogateescape"))
    for command in (("replay", bad), ("play", "--resume", bad)):
        out, err = check.run(*command, code=BAD_FILE)
        check.that(out == "" and str(bad) in err, f"{what}: the file and the reason on stderr: {err!r}")
for command in (("replay", here / "nothing"), ("replay", here), ("play", "--resume", here / "nothing"), ("play", "--resume", record)):
    _, err = check.run(*command, code=BAD_FILE)
    check.that(err.startswith("lanterne: "), "a reason on stderr")
check.done("damaged, changed, missing and wrong files are refused")

for arguments in (("play",), ("play", "nonsense"), ("play", "manor", "--players", "9"), ("play", "manor", "--players", "5"),
                  ("play", "manor", "--players", "2", "--seat", "3"), ("play", "manor", "--seat", "watcher"),
                  ("play", "manor", "--bot", "nonsense"), ("play", "manor", "--bot", "rules:50"), ("play", "manor", "--option", "x=y"),
                  ("play", "manor", "--name", "a\nb"), ("replay", record, "--seat", "7"), ("replay",),
                  ("play", "manor", "--resume", save), ("play", "--resume", save, "--players", "2")):
    _, err = check.run(*arguments, code=USAGE)
    check.that(err.startswith("lanterne: "), f"{arguments}: a reason on stderr")
out, err = check.run("play", "manor", "--seed", 1, "--record", here / "no" / "such", text=FIRST, code=FAILED)
check.has(err, "cannot write")
check.done("what makes no sense is refused")


def on_a_terminal(**env):
    """The output of the program on a terminal, up to its first prompt."""
    main, other = pty.openpty()
    process = subprocess.Popen([PROGRAM, "play", "manor", "--seed", "7", "--lines"], stdin=other, stdout=other, stderr=other,
                               env={**ENVIRONMENT, **env})
    os.close(other)
    os.write(main, b"quit\n")
    data = b""
    while select.select([main], [], [], patience())[0]:
        try:
            piece = os.read(main, 65536)
        except OSError:
            break
        if not piece:
            break
        data += piece
    process.wait(timeout=patience())
    os.close(main)
    return data.decode()


plain = {key: value for key, value in (("NO_COLOR", ""), ("COLORTERM", ""))}
check.that("\033[0;1;38;5;" in on_a_terminal(**plain), "256 colours on a terminal")
check.that("\033[0;1;38;2;" in on_a_terminal(**{**plain, "COLORTERM": "truecolor"}), "all colours where the terminal has them")
check.that("\033" not in on_a_terminal(**{**plain, "NO_COLOR": "1"}), "none with NO_COLOR")
check.that("\033" not in on_a_terminal(**{**plain, "TERM": "dumb"}), "none on a dumb terminal")
out, _ = check.run("play", "manor", "--seed", "7", text="quit\n", env={"LC_ALL": "C"})
check.that(out.isascii(), "plain ASCII where the locale has no more")
check.done("colours only on a terminal that wants them")

out, _ = check.run("play", "shy-monsters", "--as", "master", text="quit\n")
check.has(out, "You are seat 1")
out, _ = check.run("play", "shy-monsters", "--as", "hero", text="quit\n")
check.has(out, "You are seat 2")
_, err = check.run("play", "shy-monsters", "--as", "ghost", text="quit\n", code=USAGE)
check.has(err, "no role called ghost")
_, err = check.run("play", "manor", "--as", "hero", text="quit\n", code=USAGE)
check.has(err, "--seat")
check.done("the seat by its role")



def crossing(seed, *lines):
    """The Hero's first floor with everything turned up, then some lines."""
    return check.run("play", "shy-monsters", "--as", "hero", "--seed", seed, "--plain", "--option", "reveals=6-0-0",
                     text="1\n" * 6 + "".join(line + "\n" for line in lines), code=OK if "quit" in lines else UNFINISHED)[0]


for seed in range(1, 100):
    out = crossing(seed, "quit")
    deadly = set(re.findall(r"Step to (\w+)", out)) & set(re.findall(r"The \w+ on (\w+) is at home", out))
    if deadly:
        cell = min(deadly)
        out = crossing(seed, f"step {cell}", "quit")
        check.has(out, "this kills you")
        check.that("are killed by" not in out, "a step into known death is asked about first")
        out = crossing(seed, f"step {cell}", f"step {cell}", "quit")
        check.has(out, "are killed by")
        break
check.that(deadly, "a dangerous neighbour turned up")
check.done("the game asks before a step into known death")

# Rules and terminal, item 7: a reader who sees no picture asks for the house, its doors and single rooms.
house = ("play", "treasure-hunters", "--players", "2", "--seed", "4", "--plain")
out, _ = check.run(*house, text="map\ndoors\nroom j\nroom T2\nroom Q\n?\nquit\n")
said = " ".join(out.split())
check.has(said, "Room J: blue door to tile T2, plain door to room G.", "Tile T2: tile T1, tile T3, blue door to room J, green door to room L.",
          "Blue doors, open now: room J and tile T2", "Front door, never locked: tile T1 and outside", "Room J: no ghost, a jewel.",
          "Red: 3 steps away.", "I do not understand", "doors the doors by colour")
out, _ = check.run(*house, "--lang", "fr", text="plan\nportes\npièce J\npiece j\nquitter\n")
said = " ".join(out.split())
check.has(said, "Portes bleues, ouvertes", "porte bleue vers la dalle T2")
check.that(said.count("Rouge : 3 pas à faire.") == 2, "a room by its name, with its accent or without")
out, _ = check.run("play", "shy-monsters", "--as", "master", "--seed", "4", "--plain", text="1 1\n1 1\n1 1\ntable\nmap\nmemo\nquit\n")
said = " ".join(out.split())
check.has(said, "Memo, dragon: a tile west; no tile north, east, south, or turned.", "Ways: g7 north")
check.that(said.count("Memo, dragon") == 3, "the memo at the start, and when it is asked for")
check.done("the house and the dungeon in words, part by part")

# Item 9: a path that is too long says why; one that can be walked is walked.
out, _ = check.run(*house, text="step T1 T2 T3 T4\nstep T1 T3\nquit\n")
check.that(out.count("The steps left do not reach that far.") == 2 and "TH-M1" in out, "the reason, not the usage")
check.done("a path that cannot be walked is refused with its reason")

out, _ = check.run("play", "shy-monsters", "--as", "master", "--seed", "4", "--plain", "--option", "match=two-games",
                   text="1 1\nplace exit a1\nwhy lay corridor a1\n" + "1 1\n" * 5 + "quit\n")
check.has(" ".join(out.split()), "A tile must share an edge with one that lies already.", "Confirm it, or undo")
out, _ = check.run("play", "shy-monsters", "--as", "hero", "--seed", "4", "--plain", "--option", "match=two-games", text=FIRST)
check.has(out, "Exits reached: ")

# SM-B5: any tile is taken back; what hangs on it alone comes back too, what hangs on another stays.
FLOOR = ("lay exit g8", "lay corridor g9", "lay corridor f7", "lay corridor f8", "lay bat f9")


def floor(*lines, lang="en"):
    """The tiles that lie after the last of these lines, by cell, and what was said."""
    out, _ = check.run("play", "shy-monsters", "--as", "master", "--seed", "4", "--plain", "--lang", lang,
                       text="".join(line + "\n" for line in (*FLOOR, *lines, "quit")))
    last = out.rsplit("Floor 1 of 3." if lang == "en" else "Étage 1 sur 3.", 1)[1]
    return sorted(re.findall(r"^(?:Tile|Tuile) (\w+),", last, re.M)), out


check.that(floor()[0] == ["f7", "f8", "f9", "g7", "g8", "g9"], "the floor that is laid")
check.that(floor("undo")[0] == ["f7", "f8", "g7", "g8", "g9"], "the last one")
check.that(floor("undo g8")[0] == ["f7", "f8", "f9", "g7", "g9"], "the first one; g9 hangs on f9 now")
check.that(floor("undo f7", "undo exit")[0] == ["g7"], "with the last way to the Entrance all come back")
check.that(floor("annuler lay corridor f8")[0] == floor("undo f8", lang="fr")[0] == ["f7", "f9", "g7", "g8", "g9"], "as records write it, in French")
tiles, out = floor("undo dragon", "undo lay", "undo g7")
check.that(len(tiles) == 6 and out.count("There is nothing like that to take back.") == 3, "nothing like that, and nothing changes")
out, _ = check.run("play", "shy-monsters", "--as", "master", "--seed", "4", "--plain",
                   text="\n".join(FLOOR) + "\nlay cobra h8\nconfirm\nconfirm\nundo g8\nquit\n")
check.that("You have built floor 1" in out and "There is nothing like that to take back." in out, "not from a floor that is finished")
check.done("SM-B5: tiles are taken back in any order")

# Of two monsters that touch, one will panic; those of an earlier floor are marked in the memo.
out, _ = check.run("play", "shy-monsters", "--as", "master", "--seed", "4", "--plain", "--bot", "rules",
                   text="lay corridor f7\nlay bat f8\nlay cobra f9\nlay exit g8\nlay corridor g9\nlay corridor h8\nconfirm\nconfirm\nquit\n")
said = " ".join(out.split())
check.has(said, "Tile f8, face down: bat, at home beside a monster: the second one turned up panics.")
check.has(said.split("Floor 2 of 3.", 1)[1], "Memo, bat: a tile north-east, or turned; used on an earlier floor.", "Memo, dragon: a tile west; no tile north, east, south, or turned. ")
check.done("item 8: monsters that touch, and monsters that are gone")

check.done("item 8: refusals say what must be, the prompt names undo, Exits have their name")

for arguments in (("play", "nonsense"), ("play", "manor", "--seat"), ("play", "manor", "--nonsense"), ("play", "manor", "--plain=1"),
                  ("play", "manor", "--players", "many"), ("play", "manor", "--bot", "nonsense"), ("play", "manor", "--seat", "9"),
                  ("play", "shy-monsters", "--as", "ghost"), ("rules", "manor", "MA-XX"), ("rules",), ("nonsense",),
                  ("play", "manor", "--people", "1", "--seat", "1"), ("play", "--join", "nonsense")):
    english, french = (check.run(*arguments, "--lang", lang, code=USAGE)[1].splitlines()[0] for lang in ("en", "fr"))
    check.that(english != french and french.startswith("lanterne: "), f"{arguments}: in French too: {french}")
_, err = check.run("replay", here / "nothing", "--lang", "fr", code=BAD_FILE)
check.has(err, "impossible de lire")
check.done("item 9: messages about wrong options, in French too")

patterns = here / "monsters"
patterns.write_text("# our own\nbat .o./.@./...\ndragon .x./o@x/.x.\nmantis .x./o@o/.x.\ncobra .ox/x@o/.x.\n"
                    "kraken .o./o@o/...\nape .oo/.@o/...\n")
out, _ = check.run("play", "shy-monsters", "--plain", "--option", f"monsters=@{patterns}", text="quit\n")
check.has(out, "Memo, bat: a tile north, or turned.")
patterns.write_text("bat .o./.@./...\nowl .x./o@x/.x.\n")
_, err = check.run("play", "shy-monsters", "--option", f"monsters=@{patterns}", text="quit\n", code=USAGE)
check.has(err, "owl", "SM-S5")
check.run("play", "shy-monsters", "--option", f"monsters=@{here}/none", text="quit\n", code=BAD_FILE)
patterns.write_bytes(b"bat\0")
check.run("play", "shy-monsters", "--option", f"monsters=@{patterns}", text="quit\n", code=BAD_FILE)
check.done("an option from a file")

check.tap.finish()
