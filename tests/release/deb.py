#!/usr/bin/env python3
"""The Debian packages: clean under lintian; installed, used and purged in a fresh Debian of debootstrap.

    deb.py DEBS   tests the packages in this folder, those of `make deb`

Needs root, for chroot. A store made by commit 58f9b4c is opened by the installed program as
tests/server/upgrade.py does it: /tmp is the same inside and outside.
"""

import contextlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "tests" / "server")]
from buildlib import Tap, debian_sources  # noqa: E402  the path must be set first

DEBS = pathlib.Path(sys.argv[1]).resolve()
NAMES = ("lanterne", "liblanterne1", "liblanterne-dev", "python3-lanterne")
BASE = ROOT / "build" / "debootstrap.tar"
# What dpkg, apt and ldconfig keep for themselves.
NOT_OURS = re.compile(r"\./(var/lib/dpkg|var/cache|var/log|var/lib/apt|etc/ld\.so\.cache|tmp|proc|dev|sys|root|run)(/|$)")
PROGRAM = r"""
#include <lanterne.h>
#include <stdio.h>
int main(void)
{
    char error[256];
    struct lanterne_env *env = lanterne_env_create("manor", 3, "", error, sizeof error);
    if (!env || lanterne_api() != LANTERNE_API)
        return 1;
    lanterne_env_reset(env, 7);
    printf("%d seats\n", lanterne_env_seats(env));
    lanterne_env_destroy(env);
    return 0;
}
"""
PYTHON = """
import lanterne
env = lanterne.env("manor", players=3)
env.reset(seed=1)
steps = 0
for agent in env.agent_iter():
    _, _, terminated, truncated, _ = env.last()
    env.step(None if terminated or truncated else env.sample())
    steps += 1
assert steps > 10
print("played", steps)
"""


def call(*command, **more):
    done = subprocess.run(command, text=True, errors="replace", stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **more)
    assert done.returncode == 0, f"{' '.join(map(str, command))}: {done.returncode}\n{done.stdout[-4000:]}"
    return done.stdout


def packages():
    found = {name: sorted(DEBS.glob(f"{name}_*.deb")) for name in NAMES}
    assert all(len(paths) == 1 for paths in found.values()), found
    return {name: paths[0] for name, paths in found.items()}


def test_lintian():
    """No error and no warning; overrides give their reason in packaging/debian."""
    changes = list(DEBS.glob("*.changes"))
    assert len(changes) == 1, changes
    call("lintian", "--fail-on", "error,warning", "--allow-root", str(changes[0]))


class Debian:
    """A fresh minimal Debian in a folder, in which commands are run."""

    def __init__(self, folder):
        self.root = pathlib.Path(folder) / "root"
        self.mounted = []

    def __enter__(self):
        if not BASE.exists():
            fresh = self.root.with_name("base")
            mirror = next(row for row in debian_sources() if " bookworm " in row).split()[1]
            call("debootstrap", "--variant=minbase", "bookworm", str(fresh), mirror)
            call("tar", "-C", str(fresh), "-cf", f"{BASE}.part", ".")
            os.rename(f"{BASE}.part", BASE)
            shutil.rmtree(fresh)
        self.root.mkdir()
        call("tar", "-C", str(self.root), "-xf", str(BASE))
        (self.root / "usr/sbin/policy-rc.d").write_text("#!/bin/sh\nexit 101\n")
        (self.root / "usr/sbin/policy-rc.d").chmod(0o755)
        for name in ("/proc", "/tmp"):
            call("mount", "--bind", name, f"{self.root}{name}")
            self.mounted.append(f"{self.root}{name}")
        shutil.copy("/etc/resolv.conf", self.root / "etc/resolv.conf")
        return self

    def __exit__(self, *_):
        for path in reversed(self.mounted):
            call("umount", path)

    def run(self, *command, **more):
        return call("chroot", str(self.root), "/usr/bin/env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C.UTF-8",
                    "DEBIAN_FRONTEND=noninteractive", *command, **more)

    def files(self):
        with contextlib.chdir(self.root):
            return {line for line in call("find", ".", "-xdev").splitlines() if not NOT_OURS.match(line)}

    def install(self, *words):
        self.run("apt-get", "install", "-y", "-q", "--no-install-recommends", *words)


def test_install(debian):
    debian.run("apt-get", "update", "-q")
    # What the packages need and what the tests below need, so that only our own files differ afterwards.
    debian.install("tcc", "libc6-dev", "pkgconf", "python3", "python3-numpy", "bash-completion", "man-db", "systemd")
    depends = set()
    for path in packages().values():
        text = call("dpkg-deb", "--field", str(path), "Depends")
        depends.update(re.split(r"[ (|]", part.strip())[0] for part in text.split(","))
    debian.install(*sorted(name for name in depends if name not in NAMES))
    debian.before = debian.files()
    place = pathlib.Path(tempfile.mkdtemp(prefix="lanterne-debs-"))
    place.chmod(0o755)
    for path in packages().values():
        shutil.copy(path, place)
    debian.install(*(f"{place}/{path.name}" for path in packages().values()))
    shutil.rmtree(place)
    new = debian.files() - debian.before
    for wanted in ("usr/bin/lanterne", "lib/systemd/system/lanterne.service", "lib/systemd/system/lanterne.socket", "etc/default/lanterne",
                   "usr/share/man/man1/lanterne.1.gz", "usr/share/man/man1/lanterne-serve.1.gz", "usr/share/lanterne/grafana.json",
                   "usr/share/bash-completion/completions/lanterne", "usr/include/lanterne.h", "usr/lib/python3/dist-packages/lanterne/__init__.py"):
        assert (debian.root / wanted).exists(), wanted
    unit = (debian.root / "lib/systemd/system/lanterne.service").read_text()
    assert "ExecStart=/usr/bin/lanterne serve" in unit
    # Keys that systemd does not know, files that are missing: it says nothing of a unit that is in order.
    told = debian.run("systemd-analyze", "--man=no", "verify", "lanterne.service", "lanterne.socket")
    assert "lanterne" not in told, told
    wants = [name for name in new if "/etc/systemd/system/" in name and "lanterne" in name]
    assert not wants, f"the installation enables the service: {wants}"


def test_use(debian):
    version = call(str(ROOT / "scripts" / "version")).strip()
    assert debian.run("lanterne", "--version").startswith(f"lanterne {version} (")
    assert "manor" in debian.run("lanterne", "sim", "manor", "--players", "3", "--games", "50", "--seed", "1").lower()
    assert "LANTERNE" in debian.run("man", "lanterne")
    assert "serve" in debian.run("bash", "-c", ". /usr/share/bash-completion/completions/lanterne; COMP_WORDS=(lanterne se); COMP_CWORD=1; _lanterne; echo $COMPREPLY")
    assert "played" in debian.run("python3", "-c", PYTHON)
    # A program is compiled against the library as pkg-config tells.
    (debian.root / "root/use.c").write_text(PROGRAM)
    debian.run("sh", "-c", "cd /root && tcc -o use use.c $(pkg-config --cflags --libs lanterne)")
    assert debian.run("/root/use") == "3 seats\n"


def test_serve(debian, folder):
    """Two people play a game at the installed server, which has the page in it."""
    import lantern
    from play import chooser, two_at_table
    with lantern.Server(wrapper(debian, folder)) as server:
        assert server.get("/")[1].startswith(b"<!doctype html>")
        assert b"assets/" in server.get("/")[1], "the page is not the built one"
        ada, bruno, table = two_at_table(server)
        lantern.play([lantern.Seat(person.socket(), table, number) for number, person in enumerate((ada, bruno), 1)], chooser(5))


def wrapper(debian, folder):
    """A command outside that is the installed program: same network, same /tmp."""
    path = pathlib.Path(folder) / "lanterne"
    path.write_text(f'#!/bin/sh\ncase $PWD in /tmp/*) at=$PWD ;; *) at=/ ;; esac\n'
                    f'exec chroot {debian.root} /usr/bin/env -C "$at" /usr/bin/lanterne "$@"\n')
    path.chmod(0o755)
    return str(path)


def test_upgrade(debian, folder):
    """The store of 58f9b4c: everything loads, running games go on, finished ones verify."""
    out = call(sys.executable, str(ROOT / "tests/server/upgrade.py"), wrapper(debian, folder), cwd=ROOT)
    assert "not ok" not in out and "\nok 2" in out, out


def test_purge(debian):
    """`remove` keeps what the server has stored, `purge` leaves nothing."""
    stored = debian.root / "var/lib/private/lanterne"
    stored.mkdir(parents=True)
    (stored / "lanterne.db").write_text("games")
    (debian.root / "var/lib/lanterne").symlink_to("private/lanterne")
    debian.run("dpkg", "--remove", *NAMES)
    assert (stored / "lanterne.db").exists() and (debian.root / "etc/default/lanterne").exists()
    debian.run("dpkg", "--purge", *NAMES)
    left = debian.files() - debian.before - {"./var/lib/private"}
    assert not left, f"left behind: {sorted(left)[:20]}"
    assert not debian.before - debian.files(), "files of others are gone"


def main():
    tap = Tap()
    if os.getuid() != 0:
        tap.skip("chroot needs root")

    def result(what, test):
        try:
            test()
            tap.result(True, what)
        except Exception as problem:  # the tests after it are run, and the folders are unmounted
            tap.result(False, what, f"{type(problem).__name__}: {problem}")

    result("lintian has nothing to say", test_lintian)
    with tempfile.TemporaryDirectory(prefix="lanterne-deb-", dir=ROOT / "build") as folder, Debian(folder) as debian:
        result("the packages are installed and the service is not started", lambda: test_install(debian))
        result("program, man page, completion, library and Python package work", lambda: test_use(debian))
        result("a game at the installed server", lambda: test_serve(debian, folder))
        result("the store of 58f9b4c keeps its data", lambda: test_upgrade(debian, folder))
        result("remove keeps the data, purge leaves nothing", lambda: test_purge(debian))
    tap.finish()


main()
