"""Results of long runs, so that these can be done in parts: build/test-long.jsonl, one line for each
finished part, and one for each suite that was prepared, with the parts that it has."""

import collections
import datetime
import hashlib
import json
import threading

from buildlib import ROOT, run

FILE = ROOT / "build" / "test-long.jsonl"
LOCK = threading.Lock()


def commit_now():
    """The commit, with a hash of uncommitted changes: results of one tree are not valid for another."""
    commit = run(["git", "rev-parse", "--short=12", "HEAD"]).strip()
    changes = run(["git", "status", "--porcelain"]) + run(["git", "diff", "HEAD"])
    return commit + ("+" + hashlib.sha256(changes.encode()).hexdigest()[:8] if changes else "")


def rows():
    return [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()] if FILE.exists() else []


def read():
    """The finished parts, in order."""
    return [row for row in rows() if "part" in row]


def parts_of(commit):
    """{suite: all its parts} of the suites that were prepared at a commit."""
    return {row["suite"]: set(row["parts"]) for row in rows() if "suite" in row and row["commit"] == commit}


def append(row):
    with LOCK:
        FILE.parent.mkdir(exist_ok=True)
        with FILE.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")


class LongRun:
    """A long run at this commit with one seed: skips the parts that have passed, and records those that
    end now."""

    def __init__(self, seed, draw, anew):
        self.commit = commit_now()
        here = [row for row in read() if row["commit"] == self.commit]
        # A resumed run keeps its seed.
        self.seed = seed if seed is not None else here[-1]["seed"] if here and not anew else draw()
        self.passed = set() if anew else {row["part"] for row in here if row["seed"] == self.seed and not row["failed"]}

    def know(self, suite, parts):
        """Keeps which parts a suite has, so that one which was never run is missed."""
        if parts_of(self.commit).get(suite) != set(parts):
            append({"suite": suite, "commit": self.commit, "parts": sorted(parts)})

    def add(self, part, outcome):
        row = {"part": part, "date": datetime.datetime.now().isoformat(timespec="minutes"), "commit": self.commit, "seed": self.seed,
               "passed": outcome.passed, "failed": outcome.failed, "seconds": round(outcome.seconds), "measured": outcome.measured}
        append(row)


def show(suites):
    """The last result of every part, and the suites of which there is none."""
    parts = collections.OrderedDict()
    for row in read():
        parts[row["part"]] = row
    order = {name: at for at, name in enumerate(suites)}
    print(f"{'part':32} {'date':16} {'commit':21} {'seed':>10} {'passed':>7} {'failed':>7} {'seconds':>8}")
    for part, row in sorted(parts.items(), key=lambda item: (order.get(item[0].split("/")[0], len(order)), item[0])):
        print(f"{part:32} {row['date']:16} {row['commit']:21} {row['seed']:>10} {row['passed']:>7} {row['failed']:>7} {row['seconds']:>8}")
        for figure in row.get("measured", []):
            print(f"    {figure}")
    for name in suites:
        if not any(part.split("/")[0] == name for part in parts):
            print(f"{name + '/*':32} never")
