#!/usr/bin/env python3
"""Rules, bots, solver, review, library with musl instead of the GNU C library: compiled, linked, run.

musl is unpacked into build/musl by mmdebstrap; the host's packages are left alone. Random games, searched
decisions and nets must hash as those of the usual build do (tests/wasm/hash.c), and the library's own test
passes. Server, terminal and command line are not built: Debian has their libraries for the GNU C library
alone.
"""

import concurrent.futures
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))  # before the import below
from buildlib import (JOBS, Tap, archived, build, compiled, debian_sources, introspected, run,  # noqa: E402
                      start)

MUSL, OUT = ROOT / "build" / "musl", ROOT / "build" / "musl-objects"
HEADERS, LIBRARIES = MUSL / "usr/include/x86_64-linux-musl", MUSL / "usr/lib/x86_64-linux-musl"
LAYERS = ("core", "games", "bots", "solve", "review", "lib")
INCLUDES = ("core", "games", "table", "bots", "solve", "review", "lib", "broken", "tests/support", "build/games")
UNIT, SUPPORT = pathlib.Path("tests/unit/batch.c"), pathlib.Path("tests/support/tap.c")
GAMES = ("manor", "shadow-hunters", "shy-monsters", "treasure-hunters")
COUNTS = {"games": 2000, "thoughts": 20, "nets": 50}


def attempt(*command):
    done = subprocess.run(command, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode == 0, done.stdout


def musl_unpack():
    if (LIBRARIES / "libc.a").exists():
        return
    part = MUSL.with_name("musl.part")
    shutil.rmtree(part, ignore_errors=True)
    run(["mmdebstrap", "--variant=extract", "--include=musl-dev", "bookworm", str(part), *debian_sources()])
    shutil.rmtree(MUSL, ignore_errors=True)
    part.rename(MUSL)


def gcc_file(name):
    return run(["gcc", f"-print-file-name={name}"]).strip()


def object_of(source):
    return OUT / (str(source).replace("/", "-") + ".o")


def compile_one(source):
    flags = ["-std=c17", "-O2", "-Wall", "-Wextra", "-Wconversion", "-Werror", "-D_POSIX_C_SOURCE=200809L", *(f"-I{folder}" for folder in INCLUDES),
             "-nostdinc", "-isystem", str(HEADERS), "-isystem", gcc_file("include")]
    return attempt("gcc", *flags, "-c", str(source), "-o", str(object_of(source)))


def link(program, *sources):
    """A static program: musl's start files and library, and gcc's helper functions."""
    around = lambda *names: [str(LIBRARIES / name) for name in names]
    return attempt("gcc", "-static", "-no-pie", "-nostdlib", *around("crt1.o", "crti.o"), *(str(object_of(source)) for source in sources),
                   *around("libc.a"), gcc_file("libgcc.a"), gcc_file("libgcc_eh.a"), *around("libc.a", "crtn.o"), "-o", str(OUT / program))


def hash_sources():
    """What the usual build makes wasm-hash of, so that a file that is added there is not forgotten here."""
    target = next(target for target in introspected("build", "targets") if target["name"] == "wasm-hash")
    return [pathlib.Path(name).relative_to(ROOT) for part in target["target_sources"] for name in part.get("sources", ())]


def hashes_compare(tap):
    for game in GAMES:
        for what, count in COUNTS.items():
            words = [what, game, "1", str(count)]
            (_, usual), (good, found) = attempt(str(ROOT / "build/tests/wasm-hash"), *words), attempt(str(OUT / "hash"), *words)
            tap.result(good and re.fullmatch(r"[0-9a-f]{16}\n", found) and found == usual, f"{game}: {count} {what} hash the same with musl",
                       f"usually {usual}with musl {found}")


def main():
    tap = Tap()
    musl_unpack()
    build("build", "lanterne", "tests/wasm-hash")
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir()
    common = [*compiled("build", *LAYERS), *archived("build", "table", "liblan_table"), pathlib.Path("broken/broken.c"),
              pathlib.Path("build/solve/equilibrium_book.S")]
    hashed = hash_sources()
    sources = [*common, *hashed, UNIT, SUPPORT]
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        problems = [f"{source}:\n{output}" for source, (good, output) in zip(sources, pool.map(compile_one, sources)) if not good]
    tap.result(not problems, f"{len(sources)} files compile with musl's headers without a warning", "\n".join(problems))
    if not problems:
        for program, own in (("hash", hashed), ("batch", (UNIT, SUPPORT))):
            good, output = link(program, *common, *own)
            told = run(["file", "-b", str(OUT / program)]) if good else output
            tap.result(good and "statically linked" in told, f"{program} is linked statically", told)
    if not tap.failures:
        hashes_compare(tap)
        good, output = attempt(str(OUT / "batch"))
        tap.result(good and "\nok " in output and "\nnot ok" not in f"\n{output}", "the test of the library passes with musl", output)
    tap.finish()


start(main)
