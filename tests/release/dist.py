#!/usr/bin/env python3
"""The archive of `make dist`: equal bytes wherever and by whomever it is packed; complete; all of it listed.

    dist.py        packs twice with the page that is there; part of `make test`
    dist.py whole  also builds the page in both places, compresses, and builds the program from the archive on
                   a machine without Node; part of `make test-long`
"""

import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
from buildlib import Tap  # noqa: E402  the path must be set first

WHOLE = "whole" in sys.argv[1:]
NOBODY = 65534
COMMIT = subprocess.run([ROOT / "scripts" / "commit"], text=True, stdout=subprocess.PIPE, check=True).stdout
# Debian packages whose code is linked into the module for WebAssembly, and the members of their archives.
LINKED = {"wasi-libc"}
MEMBERS = {"abort", "bsearch", "dlmalloc", "errno", "exit", "memchr", "memcmp", "memcpy", "memmove", "memset", "qsort", "sbrk", "stpcpy", "strchr", "strchrnul",
           "strcmp", "strcpy", "strcspn", "strlen", "strncmp", "strspn", "strstr"}
# A stranger's machine: another zone, language and default mode of files.
STRANGE = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "TZ": "Asia/Tokyo", "LC_ALL": "C", "LANG": "C", "HOME": "/nonexistent", "GIT_CONFIG_COUNT": "1",
           "GIT_CONFIG_KEY_0": "safe.directory", "GIT_CONFIG_VALUE_0": "*"}


def run(*command, cwd, env=None, **more):
    done = subprocess.run(command, cwd=cwd, env={**os.environ, **(env or {})}, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          **more)
    assert done.returncode == 0, f"{command}: {done.stdout[-3000:]}"
    return done.stdout


def elsewhere(folder):
    """A copy of the tree with other times and modes; where root runs this, its owner is changed later."""
    copy = folder / "a folder with blanks" / "tree"
    copy.parent.mkdir()
    run("git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(copy), cwd=folder)
    # What is not committed belongs to it as well.
    index = run("git", "ls-files", "--stage", "-z", cwd=ROOT)
    run("git", "read-tree", "--empty", cwd=copy)
    run("git", "update-index", "-z", "--add", "--index-info", cwd=copy, input=index)
    for name in run("git", "ls-files", "-z", cwd=ROOT).split("\0")[:-1]:
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        if not (copy / name).is_symlink():
            shutil.copy(ROOT / name, copy / name, follow_symlinks=False)
    for path in copy.rglob("*"):
        if path.is_file() and not path.is_symlink() and ".git" not in path.parts:
            path.chmod(path.stat().st_mode & 0o700)
            os.utime(path, (1e9, 1e9))
    return copy


def page_bring(copy):
    """The page, built there or copied from here."""
    if WHOLE:
        shutil.copytree(ROOT / "web" / "node_modules", copy / "web" / "node_modules", symlinks=True)
        run("scripts/web", cwd=copy)
    else:
        shutil.copytree(ROOT / "web" / "dist", copy / "web" / "dist")
        (copy / "web" / "dist" / "index.html").touch()


def pack(tree, out, env=None, **more):
    return pathlib.Path(run("scripts/dist", *([] if WHOLE else ["--plain"]), str(out), cwd=tree, env=env, **more).strip().splitlines()[-1])


def members(archive):
    with tarfile.open(archive) as packed:
        return {entry.name.partition("/")[2]: packed.extractfile(entry).read() for entry in packed if entry.isfile()}


def test_equal_bytes(here, there):
    """Two builds in different folders, at different times, by different users."""
    first, second = hashlib.sha256(here.read_bytes()), hashlib.sha256(there.read_bytes())
    assert here.name == there.name and first.digest() == second.digest(), differing(here, there)


def differing(here, there):
    one, two = members(here), members(there)
    return f"differ: {sorted(name for name in one.keys() | two.keys() if one.get(name) != two.get(name))[:20]}"


def test_headers(here):
    """Nothing in the archive tells who packed it."""
    with tarfile.open(here) as packed:
        entries = list(packed)
    assert len({entry.mtime for entry in entries}) == 1
    assert {(entry.uid, entry.gid, entry.uname, entry.gname) for entry in entries} == {(0, 0, "", "")}
    assert {entry.mode for entry in entries} <= {0o644, 0o755, 0o777}
    assert len({entry.name.split("/")[0] for entry in entries}) == 1


def test_list(here):
    """lanterne.spdx.json has every file with checksum and licence, and every package in the page."""
    inside = members(here)
    document = json.loads(inside.pop("lanterne.spdx.json"))
    listed = {row["fileName"].removeprefix("./"): row for row in document["files"]}
    assert listed.keys() == inside.keys(), listed.keys() ^ inside.keys()
    for name, row in listed.items():
        sums = {one["algorithm"]: one["checksumValue"] for one in row["checksums"]}
        assert sums == {"SHA1": hashlib.sha1(inside[name]).hexdigest(), "SHA256": hashlib.sha256(inside[name]).hexdigest()}, name
    code = hashlib.sha1("".join(sorted(hashlib.sha1(data).hexdigest() for data in inside.values())).encode()).hexdigest()
    own, *others = document["packages"]
    assert own["packageVerificationCode"]["packageVerificationCodeValue"] == code
    assert set(own["hasFiles"]) == {row["SPDXID"] for row in document["files"]}
    known = {"MIT", "OFL-1.1", "CC-BY-3.0", "MIT AND CC-BY-3.0", "MIT AND OFL-1.1", "MIT AND CC0-1.0", "MIT AND CC-BY-3.0 AND CC0-1.0 AND OFL-1.1"}
    assert {row["licenseConcluded"] for row in [*document["files"], *document["packages"]]} <= known
    lock = json.loads((ROOT / "web" / "package-lock.json").read_text())["packages"]
    assert {package["name"] for package in others} >= LINKED, "what the module is linked with is not listed"
    for package in others:
        name = package["name"]
        installed = debian_version(name) if name in LINKED else lock[f"node_modules/{name}"]["version"]
        assert package.get("versionInfo") == installed, (name, installed)
    assert len({row["SPDXID"] for row in [*document["files"], *document["packages"]]}) == len(listed) + 1 + len(others)
    assert inside["COMMIT"].decode() == COMMIT, (inside["COMMIT"], COMMIT)
    return {package["name"] for package in others}


def debian_version(name):
    return run("dpkg-query", "-W", "-f", "${Version}", name, cwd=ROOT) if shutil.which("dpkg-query") else None


def test_linked_into_the_module():
    """The module of the page has nothing of others but these files of wasi-libc, whose licences were read."""
    taken = set(re.findall(r"(\S+\.a)\((\S+)\.o\)", (ROOT / "build-wasm" / "offline.wasm.map").read_text()))
    assert {os.path.basename(archive) for archive, _ in taken} == {"libc.a"}, taken
    assert {member for _, member in taken} <= MEMBERS, f"read the licences of {({member for _, member in taken}) - MEMBERS}"


def test_packages_of_the_page(here, folder):
    """The npm packages whose code a build of the page reads are those of the list."""
    out = folder / "mapped"
    run("scripts/web", "vite", "build", "--sourcemap", "--outDir", str(out), "--emptyOutDir", "--logLevel", "warn", cwd=ROOT)
    found = set()
    for path in (out / "assets").glob("*.map"):
        for source in json.loads(path.read_text())["sources"]:
            found.update(re.findall(r"node_modules/((?:@[^/]+/)?[^/]+)/", source)[-1:])
    fonts = {path.name for path in (out / "assets").glob("*.woff2")}
    assert all(name.startswith(("inter-", "cormorant-")) for name in fonts), fonts
    listed = test_list(here) - LINKED
    # Files and pictures, no code.
    drawn = {"@fontsource-variable/inter", "@fontsource/cormorant", "@iconify-json/game-icons"}
    assert found == listed - drawn, f"read {found}, listed {listed - drawn}"


def test_build_without_node(here, folder):
    """`make` in the unpacked archive builds the program with the page in it, where Node would fail."""
    run("tar", "xf", str(here), cwd=folder)
    tree = next(path for path in folder.iterdir() if path.name.startswith("lanterne-") and path.is_dir())
    stubs = folder / "stubs"
    stubs.mkdir()
    for name in ("node", "npm", "npx"):
        (stubs / name).write_text("#!/bin/sh\necho 'Node was called' >&2\nexit 99\n")
        (stubs / name).chmod(0o755)
    run("make", "build", cwd=tree, env={"LAN_SETUP": "skip", "PATH": f"{stubs}:{os.environ['PATH']}", "GIT_DIR": "/nonexistent"})
    told = run(str(tree / "build" / "lanterne"), "--version", cwd=folder)
    assert (tree / "COMMIT").read_text().strip() in told, told
    page = (tree / "web" / "dist" / "index.html").read_bytes()
    sys.path.insert(0, str(ROOT / "tests" / "server"))
    from lantern import Server
    with Server(str(tree / "build" / "lanterne")) as server:
        assert server.get("/")[1] == page


def main():
    tap = Tap()
    with tempfile.TemporaryDirectory(prefix="lanterne-dist-") as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        copy = elsewhere(folder)
        page_bring(copy)
        (folder / "there").mkdir(mode=0o777)
        (folder / "there").chmod(0o777)
        other = {}
        if os.getuid() == 0:
            run("chown", "-R", str(NOBODY), str(copy), cwd=folder)
            other = {"user": NOBODY, "group": NOBODY, "umask": 0o077}
        here = pack(ROOT, folder / "here")
        there = pack(copy, folder / "there", STRANGE, **other)
        tests = {"two archives of two places, times and users are equal": lambda: test_equal_bytes(here, there),
                 "nothing tells who packed it": lambda: test_headers(here),
                 "every file is listed with its checksum and licence": lambda: test_list(here),
                 "the module has nothing of others but what is listed": test_linked_into_the_module}
        if WHOLE:
            tests["the packages in the page are those of the list"] = lambda: test_packages_of_the_page(here, folder)
            tests["the archive builds without Node"] = lambda: test_build_without_node(here, folder)
        for what, test in tests.items():
            try:
                test()
                tap.result(True, what)
            except AssertionError as problem:
                tap.result(False, what, str(problem))
    tap.finish()


main()
