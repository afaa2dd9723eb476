#!/usr/bin/env python3
"""The image of `make image`: small, without root or shell, with its data in a volume; started under crun.

    image.py ARCHIVE   tests this lanterne-VERSION.oci.tar

Needs root, for the namespaces of crun. The container has the network of the machine, so that the test reaches
its port, and a root file system that cannot be written to.
"""

import json
import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "tests" / "server")]
from buildlib import Tap  # noqa: E402  the path must be set first
import lantern  # noqa: E402
from database import free_port  # noqa: E402
from patience import patience, until  # noqa: E402
from play import chooser, two_at_table  # noqa: E402

ARCHIVE = pathlib.Path(sys.argv[1]).resolve()
USER = 10001
MEGABYTES = 70  # of the layer, unpacked


def call(*command, **more):
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **more)
    assert done.returncode == 0, f"{command}: {done.stdout[-3000:]}"
    return done.stdout


class Container(lantern.Door):
    """The image unpacked by umoci and run by crun, with a folder as its volume."""

    def __init__(self, folder):
        self.folder, self.bundle, self.volume = folder, folder / "bundle", folder / "volume"
        self.name, self.port, self.process = f"lanterne-{os.getpid()}", free_port(), None
        with tarfile.open(ARCHIVE) as packed:
            packed.extractall(folder / "layout")
        tag = json.loads((folder / "layout" / "index.json").read_text())["manifests"][0]["annotations"]["org.opencontainers.image.ref.name"]
        call("umoci", "unpack", "--image", f"{folder / 'layout'}:{tag}", str(self.bundle))
        self.config = json.loads((self.bundle / "config.json").read_text())
        self.volume.mkdir(mode=0o700)
        os.chown(self.volume, USER, USER)
        self.settings_write()

    def settings_write(self):
        config = json.loads(json.dumps(self.config))
        config["process"]["terminal"] = False
        config["process"]["env"].append(f"LANTERNE_PORT={self.port}")
        config["root"]["readonly"] = True
        config["linux"]["namespaces"] = [one for one in config["linux"]["namespaces"] if one["type"] != "network"]
        config["linux"].pop("resources", None)
        config["mounts"] = [one for one in config["mounts"] if one["destination"] not in ("/data", "/sys", "/sys/fs/cgroup")
                            and one["type"] != "cgroup"]
        config["mounts"].append({"destination": "/data", "type": "bind", "source": str(self.volume), "options": ["bind", "rw"]})
        (self.bundle / "config.json").write_text(json.dumps(config))

    def crun(self, *words):
        """crun knows cgroups of version 2 only, and looks for them even where it is to use none; on a machine
        with another version it runs among mounts of its own that have them."""
        kind = call("stat", "--file-system", "--format=%T", "/sys/fs/cgroup").strip()
        own = 'umount --recursive --lazy /sys/fs/cgroup; mount -t cgroup2 none /sys/fs/cgroup && exec "$@"'
        within = [] if kind == "cgroup2fs" else ["unshare", "--mount", "sh", "-c", own, "sh"]
        return [*within, "crun", f"--root={self.folder}/crun", "--cgroup-manager=disabled", *words]

    def start(self):
        self.process = subprocess.Popen(self.crun("run", "--bundle", str(self.bundle), self.name), stdout=subprocess.PIPE,
                                        stderr=open(self.folder / "errors", "a", encoding="utf-8"), text=True)
        line = self.process.stdout.readline()
        assert "lit" in line, (self.folder / "errors").read_text()

    def stop(self):
        call(*self.crun("kill", self.name, "TERM"))
        assert self.process.wait(patience()) == 0
        self.process.stdout.close()

    def pid(self):
        return json.loads(call(*self.crun("state", self.name)))["pid"]

    def get(self, path):
        connection = self.http()
        connection.request("GET", path)
        body = connection.getresponse().read()
        connection.close()
        return body


def test_settings(container):
    """No root, a volume, a port, a health check."""
    layout = container.folder / "layout"
    blob = lambda row: json.loads((layout / "blobs" / row["digest"].replace(":", "/")).read_text())
    config = blob(blob(json.loads((layout / "index.json").read_text())["manifests"][0])["config"])["config"]
    assert config["User"] == f"{USER}:{USER}" and config["Volumes"] == {"/data": {}} and config["ExposedPorts"] == {"8710/tcp": {}}, config
    assert config["Healthcheck"]["Test"][0] == "CMD" and "/healthz" in config["Healthcheck"]["Test"][-1]
    return config


def test_contents(container):
    """Small, without a shell, a package manager or programs with another user's rights."""
    root = container.bundle / "rootfs"
    files = [path for path in root.rglob("*") if path.is_file() and not path.is_symlink()]
    size = sum(path.stat().st_size for path in files)
    print(f"# measured: image of {ARCHIVE.stat().st_size / 1e6:.1f} MB, unpacked {size / 1e6:.1f} MB in {len(files)} files")
    assert size < MEGABYTES * 1e6, size
    for name in ("bin/sh", "usr/bin/sh", "bin/bash", "usr/bin/dash", "usr/bin/apt-get", "usr/bin/dpkg", "usr/bin/perl"):
        assert not (root / name).exists(), name
    assert not [path for path in files if path.stat().st_mode & 0o6000]
    assert (root / "usr/share/doc/lanterne/copyright").exists()
    assert b"BEGIN CERTIFICATE" in (root / "etc/ssl/certs/ca-certificates.crt").read_bytes()


def test_start(container, config):
    """It serves the page as a user without rights; the health check works; a new container has the data."""
    container.start()
    with open(f"/proc/{container.pid()}/status", encoding="ascii") as file:
        status = dict(line.split(":\t", 1) for line in file.read().splitlines() if ":\t" in line)
    assert status["Uid"].split() == [str(USER)] * 4, status["Uid"]
    assert container.get("/healthz") == b"ok\n" and b"assets/" in container.get("/")
    health = [word.replace(":8710", f":{container.port}") for word in config["Healthcheck"]["Test"][1:]]
    call(*container.crun("exec", container.name, *health))
    health[-1] = health[-1].replace("/healthz", "/nothing")
    assert subprocess.run(container.crun("exec", container.name, *health), stderr=subprocess.DEVNULL).returncode != 0
    ada, bruno, table = two_at_table(container)
    lantern.play([lantern.Seat(person.socket(), table, number) for number, person in enumerate((ada, bruno), 1)], chooser(5))
    container.stop()
    assert sorted(path.name for path in container.volume.iterdir()) == ["lanterne.db", "secret.key"]
    container.start()
    assert ada("info", table=table)["table"]["state"] == "over"
    container.stop()


def main():
    tap = Tap()
    if os.getuid() != 0:
        tap.skip("crun needs root")
    with tempfile.TemporaryDirectory(prefix="lanterne-image-") as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        container = Container(folder)
        settings = {}
        for what, test in {"no root, a volume, a port, a health check": lambda: settings.update(test_settings(container)),
                           "small, without a shell": lambda: test_contents(container),
                           "started, used, stopped and started again": lambda: test_start(container, settings)}.items():
            try:
                test()
                tap.result(True, what)
            except Exception as problem:  # a container that runs is stopped below
                tap.result(False, what, f"{type(problem).__name__}: {problem}")
        if container.process and container.process.poll() is None:
            subprocess.run(container.crun("kill", container.name, "KILL"))
            container.process.wait(patience())
        subprocess.run(container.crun("delete", "--force", container.name), stderr=subprocess.DEVNULL)
    tap.finish()


main()
