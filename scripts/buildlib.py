"""Shared by the Python scripts of this folder: build folders, the list of sources, and printing TAP.

Standard library only, since the scripts run on machines with nothing but the packages of scripts/setup.
"""

import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
JOBS = os.cpu_count() or 1

# The folders that hold C, left to right.
LAYERS = ("broken", "core", "games", "table", "bots", "solve", "review", "store", "wire", "offline", "fair", "rating", "server", "term", "shell", "lab", "cli", "lib", "examples", "bench", "tests")

# Those of them whose code decides what a store holds.
STORING = ("core", "games", "table", "wire", "fair", "rating", "review", "store", "server")

SANITIZED = {"buildtype": "debugoptimized", "b_sanitize": "address,undefined", "b_lundef": "false"}

# Build folder: (compiler, Meson options). Scripts use these folders only, so that none is configured in two
# ways.
BUILDS = {
    "build": ("gcc", {"buildtype": "release", "debug": "true", "tests": "true"}),
    # gcc takes twice as long for the sanitizers' code with -O2, which saves the tests little.
    "build-gcc-asan": ("gcc", {**SANITIZED, "optimization": "1", "tests": "true"}),
    "build-clang-asan": ("clang-14", {**SANITIZED, "tests": "true"}),
    "build-fuzz": ("clang-14", {**SANITIZED, "fuzz": "true"}),
}


class Failed(Exception):
    """A required step failed; carries the output to show."""


def run(command, **options):
    """Runs a command and returns its output, both streams in one, or raises Failed."""
    done = subprocess.run(command, cwd=ROOT, text=True, errors="replace",
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
    if done.returncode != 0:
        raise Failed(f"$ {' '.join(map(str, command))}\n{done.stdout}")
    return done.stdout


def storing_sources():
    """{folder: git's hash of it} of STORING in the last commit: equal for equal files, however the commit is
    called and whatever else it changes."""
    return dict(zip(STORING, run(["git", "rev-parse", *(f"HEAD:{folder}" for folder in STORING)]).split()))


def introspected(folder, what):
    """What Meson knows of a configured folder: "tests", "targets" or "buildoptions". The file that `meson
    introspect` would print, which takes it half a second."""
    return json.loads((ROOT / folder / "meson-info" / f"intro-{what}.json").read_text(encoding="utf-8"))


def configure(folder):
    """Makes sure that a build folder exists with its options, leaving it untouched when it does."""
    compiler, options = BUILDS[folder]
    settings = [f"-D{name}={value}" for name, value in options.items()]
    if not (ROOT / folder / "build.ninja").exists():
        run(["meson", "setup", folder, *settings], env={**os.environ, "CC": compiler})
        return
    present = {option["name"]: option["value"] for option in introspected(folder, "buildoptions")}
    # Only when needed: after `meson configure` the next build configures again even if nothing has changed.
    if any(str(present.get(name)).lower() != value for name, value in options.items()):
        run(["meson", "configure", folder, *settings])


def build(folder, *targets):
    configure(folder)
    run(["ninja", "--quiet", "-C", folder, *targets])


def needed(folder, tests):
    """The files that tests of a folder start or load, as Ninja calls them."""
    wanted = set().union(*(test["depends"] for test in tests))
    return sorted(os.path.relpath(name, ROOT / folder) for target in introspected(folder, "targets")
                  if target["id"] in wanted for name in target["filename"])


def compiled(folder, *layers):
    """The compile commands of the files under the given source folders, as {source: object}, sorted."""
    base = ROOT / folder
    found = {}
    for entry in json.loads((base / "compile_commands.json").read_text()):
        source = (base / entry["file"]).resolve()
        if ROOT not in source.parents:  # a library that is built from its packaged source
            continue
        source = source.relative_to(ROOT)
        # The first entry of a file is the program's; later ones compile it again for tests.
        if source.parts[0] in layers and source not in found:
            found[source] = base / entry["output"]
    return dict(sorted(found.items()))


def archived(folder, layer, library):
    """The members of a static library of a build folder, as {source: object}."""
    return {source: path for source, path in compiled(folder, layer).items() if f"{library}.a.p" in path.parts}


class Object:
    """A native object file: its undefined and defined names, and its writable data.

    Uses readelf rather than nm, because it names sections: a constant table of pointers is in
    .data.rel.ro, which nm shows as data although it is read-only once loaded.
    """

    WRITABLE = re.compile(r"\.(data|bss|tdata|tbss|ldata|lbss)(\..*)?$")
    CONSTANT = re.compile(r"\.data\.rel\.ro(\..*)?$")
    SECTION = re.compile(r"\s*\[\s*(?P<index>\d+)\]\s+(?P<name>\.\S*)\s+\S+\s+\S+\s+\S+\s+(?P<size>[0-9a-f]+)\s")
    SYMBOL = re.compile(r"\s*\d+:\s+\S+\s+\S+\s+(?P<type>\S+)\s+(?P<bind>\S+)\s+\S+\s+(?P<section>\S+)\s+"
                        r"(?P<name>\S+)")

    def __init__(self, path):
        sections = {}
        self.needs = set()
        self.defines = set()
        self.writable = set()
        for line in run(["readelf", "-SW", "-sW", path]).splitlines():
            if match := self.SECTION.match(line):
                name, size = match["name"], int(match["size"], 16)
                if size and self.WRITABLE.match(name) and not self.CONSTANT.match(name):
                    sections[match["index"]] = name
            elif match := self.SYMBOL.match(line):
                if match["section"] == "UND":
                    self.needs.add(match["name"])
                    continue
                if match["bind"] != "LOCAL":
                    self.defines.add(match["name"])
                if match["section"] == "COM" or match["section"] in sections and match["type"] != "SECTION":
                    self.writable.add(match["name"])
        # Writable data without a symbol counts as well.
        self.writable = self.writable or set(sections.values())


def source_files(*suffixes):
    """The files of the source folders with one of these endings, relative to the root."""
    return sorted(str(path.relative_to(ROOT)) for layer in LAYERS for path in (ROOT / layer).rglob("*")
                  if path.suffix in suffixes)


def start(main):
    """Runs a script's main function; a Failed step prints its output instead of a traceback."""
    try:
        main()
    except Failed as failure:
        sys.exit(str(failure))


class Tap:
    """Prints results in the Test Anything Protocol, which scripts/test reads."""

    def __init__(self):
        self.count = 0
        self.failures = 0

    def result(self, passed, name, details=""):
        self.count += 1
        self.failures += not passed
        print(f"{'ok' if passed else 'not ok'} {self.count} - {name}")
        if not passed:
            for line in details.splitlines():
                print(f"# {line}")
        sys.stdout.flush()

    def finish(self):
        """Prints the plan and ends the script."""
        print(f"1..{self.count}")
        sys.exit(1 if self.failures else 0)

    @staticmethod
    def skip(reason):
        print(f"1..0 # SKIP {reason}")
        sys.exit(0)


def debian_sources(codename="bookworm"):
    """Where this machine's apt gets Debian from: one-line entries of sources.list for the release, its
    updates and its security fixes. Tools that make another Debian so use the mirror that was chosen here."""
    told = run(["apt-get", "indextargets", "--format", "$(ORIGIN) $(REPO_URI) $(CODENAME) $(COMPONENT)", "Created-By: Packages"])
    found = sorted({tuple(line.split()[1:4]) for line in told.splitlines() if line.startswith("Debian ")})
    rows = [f"deb {address} {name} main" for address, name, component in found
            if component == "main" and name.partition("-")[0] == codename]
    if not any(f" {codename} " in row for row in rows):
        raise Failed(f"apt has no source of Debian {codename}; `apt-get update` after adding one")
    return rows
