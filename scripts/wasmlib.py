"""Shared by scripts/offline and scripts/check-wasm: compiling and linking for WebAssembly."""

import concurrent.futures
import os
import pathlib
import re
import subprocess

from buildlib import JOBS, ROOT, Failed, run

OUT = ROOT / "build-wasm"
TARGET = "--target=wasm32-wasi"
LIBC = "/usr/lib/wasm32-wasi"
# The folders that are in the module; examples/ is for the game that only tests know.
LAYERS = ("core", "games", "table", "bots", "review", "wire", "offline")
# The bot that plays from a book; what learns, measures or verifies one runs threads and stays outside.
EQUILIBRIUM = [pathlib.Path("solve") / f"{name}.c"
               for name in ("book", "checkpoint", "cross", "equilibrium", "facts", "floor", "game", "hero", "shapes", "tree")]
FLAGS = ["-std=c17", "-Wall", "-Wextra", "-Werror", *(f"-I{layer}" for layer in LAYERS), "-Isolve", f"-I{OUT.name}", "-Iexamples"]
# As the native program, which is built with -O3 and optimised over its files: rules call each other through
# small functions of other files, which are inlined when linking. ThinLTO does that for several files at once
# and keeps what has not changed. The instructions beyond the first WebAssembly are in all browsers that the
# page is built for: copying of memory in one instruction, extension of signs, conversion without traps.
FAST = ("-O3", "-flto=thin", "-mbulk-memory", "-msign-ext", "-mnontrapping-fptoint")
# Supplies lan_broken, and keeps its message for the embedder.
BROKEN, BROKEN_TEXT = pathlib.Path("broken/wasm.c"), "lan_broken_text"
IMPORT_SECTION = 2
# Positions, lists and views lie on the stack; wasm-ld reserves 64 KiB unless told otherwise.
STACK_BYTES = 1 << 20


def attempt(command):
    done = subprocess.run(command, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.returncode == 0, done.stdout


def prepare():
    """Makes the folder of objects, and what the sources include that is written by a script."""
    OUT.mkdir(exist_ok=True)
    board, text = ROOT / "games/treasure-hunters/house.board", OUT / "treasure-hunters-house.inc"
    if not text.exists() or text.stat().st_mtime < board.stat().st_mtime:
        run(["scripts/text-to-c", board, text])


def needs(target):
    """The files that an object was compiled from, by the list that the compiler left beside it."""
    listed = target.with_suffix(".d")
    text = listed.read_text().partition(":")[2] if listed.exists() else ""
    return [ROOT / name for name in text.replace("\\\n", " ").split()]


def fresh(target):
    """Whether an object is newer than everything it was compiled from."""
    if not target.exists() or not needs(target):
        return False
    made = target.stat().st_mtime
    return all(path.exists() and path.stat().st_mtime < made for path in [*needs(target), pathlib.Path(__file__)])


def object_of(source, kind=""):
    return OUT / (str(source).replace("/", "-") + kind + ".o")


def compile_all(sources, kind="", flags=FAST):
    """Compiles what is out of date, several at a time; yields (source, whether it compiled, output)."""
    def one(source):
        target = object_of(source, kind)
        if fresh(target):
            return source, True, ""
        return source, *attempt(["clang-14", TARGET, *FLAGS, *flags, "-MMD", "-MF", target.with_suffix(".d"), "-c",
                                 source, "-o", target])

    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        yield from pool.map(one, sources)


def link(objects, module, exports, memory):
    """Links a module that exports the given names and may grow to `memory` bytes. wasm-ld is called directly,
    because clang 14 would run any wasm-opt in PATH on the linked module. MODULE.map says what was taken."""
    _, builtins = attempt(["clang-14", TARGET, "-print-libgcc-file-name"])
    linked, output = attempt(["wasm-ld-14", "--no-entry", "--strip-all", "--stack-first", "-z", f"stack-size={STACK_BYTES}",
                              f"--max-memory={memory}", f"--export={BROKEN_TEXT}", "--lto-O3", f"--thinlto-jobs={JOBS}",
                              f"--thinlto-cache-dir={OUT / 'lto'}",
                              *(f"--export-if-defined={name}" for name in exports), *objects,
                              f"-L{LIBC}", "-lc", builtins.strip(), f"-Map={module}.map.part", "-o", module])
    if linked:  # whole at once: another test may read it
        os.replace(f"{module}.map.part", f"{module}.map")
    return linked, output


def leb128(data, at):
    """Decodes an unsigned LEB128 number; returns it and the offset behind it."""
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def imports(module):
    """The names a module imports; their types are skipped."""
    at = 8
    while at < len(module):
        kind = module[at]
        size, at = leb128(module, at + 1)
        if kind == IMPORT_SECTION:
            count, _ = leb128(module, at)
            text = module[at:at + size].decode("latin-1")
            return [f"{count} imports, among: " + "".join(char if char.isprintable() else " " for char in text)]
        at += size
    return []


# ---- The module of the page ------------------------------------------------------------------------------

# Readers of JSON documents: in the module the page parses, and hands over texts.
READERS = {pathlib.Path("table/record_parse.c"), pathlib.Path("table/record_read.c"), pathlib.Path("table/record_seen.c")}


def module_sources():
    found = sorted(path.relative_to(ROOT) for layer in LAYERS for path in (ROOT / layer).rglob("*.c"))
    return [source for source in found if source not in READERS] + EQUILIBRIUM + [BROKEN]


def header_number(name):
    """A number that offline/offline.h names: 64 << 20."""
    text = (ROOT / "offline/offline.h").read_text()
    found = re.search(rf"\b{name} = (\d+) << (\d+)", text)
    if not found:
        raise Failed(f"offline/offline.h has no {name} = N << M")
    return int(found[1]) << int(found[2])


def module_exports():
    """The functions of offline.h, and what a caller needs to hand over texts."""
    text = (ROOT / "offline/offline.h").read_text()
    return ["malloc", "free", *re.findall(r"^[a-z].*?\b(offline_[a-z_]+)\(", text, re.MULTILINE)]


def module_build(module):
    """Compiles and links the module of the page; raises Failed."""
    prepare()
    sources = module_sources()
    for _, compiles, output in compile_all(sources):
        if not compiles:
            raise Failed(output)
    linked, output = link([object_of(source) for source in sources], module, module_exports(),
                          header_number("OFFLINE_MEMORY"))
    if not linked:
        raise Failed(output)
