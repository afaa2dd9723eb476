"""The wall clock of a server under test: stepped by a library that is preloaded (stepped_clock.c)."""

import pathlib
import shutil

import lantern


def stepped(program, file):
    """The environment of a server whose wall clock is as many seconds ahead as the file says. The library is
    put beside the file: a program in another root directory sees the one where it sees the other."""
    library = pathlib.Path(program).resolve().parent / "tests" / "libstepped-clock.so"
    if not library.exists():
        library = lantern.ROOT / "build" / "tests" / "libstepped-clock.so"
    assert library.exists(), "the loader would only warn of it, and no clock would be stepped"
    beside = pathlib.Path(file).with_name(library.name)
    shutil.copy(library, beside)
    return {"LD_PRELOAD": str(beside), "LAN_CLOCK_STEP": str(file), "ASAN_OPTIONS": "verify_asan_link_order=0"}


def clock_step(file, seconds):
    """Steps that clock; negative seconds step it back."""
    with open(file, "w", encoding="ascii") as out:
        out.write(str(seconds))
