#!/usr/bin/env python3
"""Tests of studying games with `sim` and `arena`: roles, intervals, Ctrl-C, round robins, reports."""

import json
import os
import pathlib
import pty
import signal
import subprocess
import tempfile
import threading

from program import ENVIRONMENT, PROGRAM, STOPPED, USAGE, Check, patience

check = Check()


class Running:
    """The program with a terminal as its stderr, where `sim` and `arena` show how far they are."""

    def __init__(self, *arguments, env=None):
        ours, theirs = pty.openpty()
        self.child = subprocess.Popen([PROGRAM, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=theirs,
                                      text=True, env={**ENVIRONMENT, **(env or {})})
        os.close(theirs)
        self.shown, self.changed, self.over = "", threading.Condition(), False
        self.reader = threading.Thread(target=self.read, args=(ours,), daemon=True)
        self.reader.start()

    def read(self, terminal):
        while True:
            try:
                data = os.read(terminal, 4096)
            except OSError:  # the program has ended
                data = b""
            with self.changed:
                self.shown += data.decode(errors="replace")
                self.over |= not data
                self.changed.notify_all()
            if not data:
                os.close(terminal)
                return

    def wait(self, holds, what):
        """Waits until `holds` of what it has shown."""
        with self.changed:
            came = self.changed.wait_for(lambda: holds(self.shown) or self.over, timeout=patience())
            check.that(came and holds(self.shown), f"{what} did not come: {self.shown[-1000:]!r}")

    def stop(self, how=signal.SIGINT):
        """Sends the signal; returns the exit status and what was printed."""
        self.child.send_signal(how)
        out, _ = self.child.communicate(timeout=patience())
        self.reader.join()
        return self.child.returncode, out


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

check.tap.finish()
