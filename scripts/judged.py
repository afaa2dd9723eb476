"""The committed results of mutants, tests/mutants-judged.txt, which scripts/mutate reads and --keep writes.

    FILE                                         a source
      LINE MUTANT OUTCOME BASIS BY               a mutant of it

MUTANT is the mutant's name: a hash of its function's text, and of its place and replacement there. BY is the
program and the test that killed it. BASIS is a hash of the file in which that test is written; of one that
lives, the seconds up to which programs were asked.

Results count for a function whose text is the same. A kill counts as well only while BASIS is the same; the
program that killed it is otherwise asked again, before others. What else the test rests on, the rest of the
file, other sources and the helpers of tests, is not compared: see docs/testing.md.
"""

import collections
import functools
import hashlib
import re

from buildlib import ROOT

FILE = ROOT / "tests" / "mutants-judged.txt"
HEAD = "# What is known of mutants, written by scripts/mutate --keep; scripts/judged.py says how it is read.\n"
# The golden files of a program.
GOLDEN = {"golden": "*-[0-9]*.txt", "golden-layouts": "*-layout.json", "golden-pictures": "*-pictures.txt", "golden-records": "*-version-*.json",
          "golden-sane": "*-sane.txt", "golden-scenes": "*-scenes.txt", "golden-words": "*-words.txt"}
# What a test's name may hold up to here; the rest is the title of a scenario.
BY_MAX = 130


def digest(content, length):
    return hashlib.sha256(content if isinstance(content, bytes) else content.encode()).hexdigest()[:length]


@functools.cache
def basis(by):
    """The hash of the file in which the test that killed is written: the scenario that it names, or else the
    program's source, for golden files with all of them."""
    named = re.search(r"tests/scenarios/[\w./-]+\.scn", by)
    name = by.split(":")[0].split(" ")[0]
    if named:
        files = [ROOT / named.group()]
    else:
        files = [ROOT / "tests" / folder / f"{name.replace('-', '_')}.c" for folder in ("unit", "generic")]
        files += sorted((ROOT / "tests" / "golden").glob(GOLDEN[name])) if name in GOLDEN else []
    return digest(b"".join(file.read_bytes() for file in files if file.is_file()), 6)


@functools.cache
def program_basis(program):
    """The hash of what a whole program tests with: its source, and the golden files or scenarios it reads."""
    name, *arguments = program.split()
    folder = ROOT / "tests" / "scenarios" / "/".join(arguments)
    files = sorted(file for file in folder.rglob("*") if file.is_file()) if name == "scenario" else []
    return digest(basis(program) + "".join(digest(file.read_bytes(), 16) for file in files), 6)


def shortened(by):
    """Without what differs from run to run: the number of the test, and where in a build the fault was."""
    by = re.sub(r": not ok \d+ - ", ": ", by)
    by = re.sub(r": \S*?([\w.-]+):\d+:\d+: runtime error: ", r": \1: runtime error: ", by)
    return " ".join(re.sub(r"0x[0-9a-f]+", "0x", by).split())[:BY_MAX].strip()


def read(names):
    """{name of the mutant: row} of those mutants that there still are. `sure` is false of a kill whose test
    has changed since."""
    found, file = {}, None
    for line in FILE.read_text(encoding="utf-8").splitlines() if FILE.exists() else ():
        if line.startswith("#"):
            continue
        if not line.startswith(" "):
            file = line
            continue
        at, mutant, outcome, based, *by = line.split(maxsplit=4)
        if mutant in names:
            by = by[0] if by else ""
            sure = outcome != "killed" or basis(by) == based
            found[mutant] = {"file": file, "line": int(at), "outcome": outcome, "basis": based, "by": by, "sure": sure}
    return found


def write(rows, names):
    """Keeps those of the rows {name of the mutant: row} whose mutants {name: line} there still are."""
    by_file = collections.defaultdict(list)
    for mutant, row in rows.items():
        if mutant in names:
            by_file[row["file"]].append((names[mutant], f"{mutant} {row['outcome']} {row['basis']} {row['by']}".strip()))
    text = HEAD
    for file in sorted(by_file):
        text += f"{file}\n" + "".join(f"  {line} {row}\n" for line, row in sorted(by_file[file]))
    FILE.write_text(text, encoding="utf-8")
