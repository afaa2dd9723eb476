#!/usr/bin/env python3
"""The program and its tests on 64-bit Arm: cross-built by gcc against Debian's arm64 libraries, run by qemu.

    arm64.py [PATTERN]   only test programs whose name matches

The libraries are unpacked into build/arm64 by mmdebstrap, which needs neither Arm nor root; the host's own
packages are left alone. All test programs in C run, and of the scripts those of SCRIPTS, with the program
under qemu. One line of TAP for each, as many at once as there are cores. With few rounds (LAN_BRIEF): qemu
takes ten times as long.
"""

import concurrent.futures
import fnmatch
import os
import pathlib
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))  # before the import below
from buildlib import JOBS, Failed, Tap, debian_sources, introspected, needed, run, start  # noqa: E402

FOLDER, SYSROOT = ROOT / "build-arm64", ROOT / "build" / "arm64"
# The libraries of scripts/setup, and gcc's own parts for Arm.
PACKAGES = sorted({"libgcc-12-dev", *(name for name in run(["scripts/setup", "--list", "build", "quick"]).split() if name.endswith("-dev"))})
SCRIPTS = ("cli-commands", "cli-play", "server-play", "server-upgrade")
# Left out: means over very many playouts, which would take hours here; and the last words of a program that
# aborts, to which qemu adds its own.
LEFT_OUT = ("review-twins", "broken")
CROSS = f"""[binaries]
c = ['aarch64-linux-gnu-gcc', '--sysroot={SYSROOT}']
ar = 'aarch64-linux-gnu-gcc-ar'
strip = 'aarch64-linux-gnu-strip'
pkgconfig = 'pkg-config'
exe_wrapper = ['qemu-aarch64', '-L', '{SYSROOT}']
[properties]
sys_root = '{SYSROOT}'
pkg_config_libdir = '{SYSROOT}/usr/lib/aarch64-linux-gnu/pkgconfig:{SYSROOT}/usr/share/pkgconfig'
[host_machine]
system = 'linux'
cpu_family = 'aarch64'
cpu = 'cortex-a72'
endian = 'little'
"""


def sysroot_make():
    """Unpacks the libraries, anew when the list has changed."""
    listed = SYSROOT / "packages"
    if listed.exists() and listed.read_text().split() == PACKAGES:
        return
    part = SYSROOT.with_name("arm64.part")
    shutil.rmtree(part, ignore_errors=True)
    part.parent.mkdir(exist_ok=True)
    run(["mmdebstrap", "--variant=extract", "--arch=arm64", f"--include={','.join(PACKAGES)}", "bookworm", str(part), *debian_sources()])
    (part / "packages").write_text("\n".join(PACKAGES))
    shutil.rmtree(SYSROOT, ignore_errors=True)
    part.rename(SYSROOT)


def configure():
    cross = ROOT / "build" / "arm64.cross"
    cross.write_text(CROSS)
    if not (FOLDER / "build.ninja").exists():
        run(["meson", "setup", str(FOLDER), "--cross-file", str(cross), "-Dbuildtype=release", "-Dtests=true"])


def wrapper(program):
    """A command that runs an Arm program; for scripts, which start the program themselves."""
    path = FOLDER / f"qemu-{pathlib.Path(program).name}"
    path.write_text(f'#!/bin/sh\nexec qemu-aarch64 -L {SYSROOT} {program} "$@"\n')
    path.chmod(0o755)
    return str(path)


def command_of(test):
    """How a test runs here, or None where it does not."""
    script = "python" in os.path.basename(test["cmd"][0])
    if not script:
        # Meson has put the wrapper in front already, or has not, by its version.
        return test["cmd"] if "qemu" in test["cmd"][0] else ["qemu-aarch64", "-L", str(SYSROOT), *test["cmd"]]
    if test["name"] not in SCRIPTS:
        return None
    # Meson names the program by its path from the root, or whole, by its version.
    return [sys.executable, *(wrapper(FOLDER / "lanterne") if ROOT / word == FOLDER / "lanterne" else word for word in test["cmd"][1:])]


def told_of(done):
    """What to show of a test that failed: the results that say so, and the end."""
    failed = [line for line in done.stdout.splitlines() if line.startswith("not ok")]
    return "\n".join([f"exit status {done.returncode}", *failed[:20], done.stdout[-3000:]])


def attempt(test):
    """Runs a test; returns it, whether it passed, how many seconds it took, and what it said."""
    environment = {**{name: value for name, value in os.environ.items() if name != "LAN_LONG"}, "LAN_BRIEF": "1"}
    begun = time.monotonic()
    done = subprocess.run(command_of(test), cwd=ROOT, env={**environment, **test["env"]}, text=True, errors="replace",
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    good = done.returncode == 0 and "ok 1" in done.stdout and "\nnot ok" not in f"\n{done.stdout}"
    return test, good, time.monotonic() - begun, told_of(done)


def main():
    pattern = sys.argv[1] if len(sys.argv) > 1 else "*"
    sysroot_make()
    configure()
    tests = [test for test in introspected(FOLDER, "tests")
             if fnmatch.fnmatch(test["name"], pattern) and test["name"] not in LEFT_OUT and command_of(test)]
    if not tests:
        raise Failed(f"no test is named {pattern}")
    run(["ninja", "--quiet", "-C", str(FOLDER), "lanterne", *needed(FOLDER, tests)])
    tap = Tap()
    told = run(["file", str(FOLDER / "lanterne")])
    tap.result("ARM aarch64" in told, "the program is for 64-bit Arm", told)
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        for ended in concurrent.futures.as_completed([pool.submit(attempt, test) for test in tests]):
            test, good, seconds, told = ended.result()
            tap.result(good, f"{test['name']} ({seconds:.0f} s)", told)
    tap.finish()


start(main)
