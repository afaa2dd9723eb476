"""A PostgreSQL of the test's own: fresh data folder, a free port on loopback, never as root."""

import contextlib
import os
import pathlib
import pwd
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
from patience import patience, until  # noqa: E402  the path must be set first

SETTINGS = ["listen_addresses=127.0.0.1", "max_connections=60", "shared_buffers=16MB", "autovacuum=off",
            "log_min_messages=fatal", "deadlock_timeout=200ms"]


def binaries():
    """The folder of initdb and postgres, which Debian keeps out of PATH."""
    found = shutil.which("pg_config")
    places = [subprocess.run([found, "--bindir"], capture_output=True, text=True).stdout.strip()] if found else []
    places += sorted(str(path) for path in pathlib.Path("/usr/lib/postgresql").glob("*/bin"))
    for place in places:
        if os.path.exists(os.path.join(place, "initdb")):
            return place
    raise RuntimeError("there is no PostgreSQL server here; scripts/setup nodes installs it")


# Locks of the ports that this process has reserved, held until it ends.
TAKEN = []


def free_port():
    """Reserves a port until this process ends, also while the server that listens there restarts: outside
    the kernel's range of ephemeral ports, and locked against other tests by an abstract socket name."""
    low, high = map(int, pathlib.Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split())
    ports = [port for port in range(10000, 65536) if not low <= port <= high]
    random.shuffle(ports)
    for port in ports:
        name = socket.socket(socket.AF_UNIX)
        try:
            name.bind(f"\0lanterne-test-port-{port}")
            with socket.socket() as one:
                one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                one.bind(("127.0.0.1", port))
        except OSError:
            name.close()
            continue
        TAKEN.append(name)
        return port
    raise RuntimeError(f"no port is free outside of {low} to {high}")


class Database:
    def __init__(self, *settings):
        self.place(free_port(), settings)
        self.run("initdb", "--no-sync", "--no-locale", "-E", "UTF8", "-A", "trust", "-U", "lanterne", "-D", self.data)
        self.start()
        self.sql("CREATE DATABASE lanterne", database="postgres")
        self.url = f"postgresql://lanterne@127.0.0.1:{self.port}/lanterne"

    def place(self, port, settings):
        self.bin = binaries()
        self.folder = tempfile.mkdtemp(prefix="lanterne-pg-")
        self.data = os.path.join(self.folder, "data")
        self.who = {}
        if os.getuid() == 0:
            user = next(pwd.getpwnam(name) for name in ("postgres", "nobody")
                        if name in {one.pw_name for one in pwd.getpwall()})
            os.chown(self.folder, user.pw_uid, user.pw_gid)
            self.who = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        self.port = port
        self.settings = [*SETTINGS, f"port={port}", f"unix_socket_directories={self.folder}", *settings]

    def run(self, program, *words):
        done = subprocess.run([os.path.join(self.bin, program), *words], capture_output=True, text=True,
                              cwd=self.folder, timeout=patience(), **self.who)
        if done.returncode != 0:
            raise RuntimeError(f"{program}: {done.stdout}{done.stderr}")
        return done.stdout

    def sql(self, text, database="lanterne"):
        """Runs a statement and returns what psql prints."""
        return self.run("psql", "-h", "127.0.0.1", "-p", str(self.port), "-U", "lanterne", "-d", database, "-X", "-q",
                        "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", text).strip()

    def set(self, name, value):
        self.sql(f"ALTER SYSTEM SET {name} = '{value}'")
        self.sql("SELECT pg_reload_conf()")
        until(lambda: self.sql(f"SHOW {name}") == value, f"{name} is not {value}")

    def start(self):
        flags = [word for setting in self.settings for word in ("-c", setting)]
        self.log = open(os.path.join(self.folder, "log"), "ab")
        self.process = subprocess.Popen([os.path.join(self.bin, "postgres"), "-D", self.data, *flags],
                                        stdout=self.log, stderr=self.log, cwd=self.folder, **self.who)
        ask = [os.path.join(self.bin, "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        until(lambda: subprocess.run(ask, stdout=subprocess.DEVNULL).returncode == 0 or self.process.poll() is not None,
              "PostgreSQL does not start")
        if self.process.poll() is not None:
            raise RuntimeError("PostgreSQL did not start: " + pathlib.Path(self.folder, "log").read_text()[-2000:])

    def signal(self, number):
        """Stops the database. SIGINT is a fast shutdown, SIGQUIT an immediate one; both close all
        connections."""
        self.process.send_signal(number)
        self.process.wait(patience())
        self.log.close()

    def processes(self):
        return [int(pid) for pid in self.sql("SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()").split()]

    def send(self, processes, number):
        for pid in processes:
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                pass

    def crash(self):
        """Kills all processes at once, as a crash of the machine would."""
        processes = self.processes()
        self.signal(signal.SIGKILL)
        self.send(processes, signal.SIGKILL)
        # Its shared memory segment, which remains otherwise.
        memory = pathlib.Path(self.data, "postmaster.pid").read_text().split("\n")[6].split()[1]
        subprocess.run(["ipcrm", "-m", memory], check=False)

    @contextlib.contextmanager
    def standing_still(self):
        """Stops all processes for a while: connections stay open, nothing is answered."""
        processes = [self.process.pid, *self.processes()]
        self.send(processes, signal.SIGSTOP)
        try:
            yield
        finally:
            self.send(processes, signal.SIGCONT)

    def cut_off(self):
        """Stops the replication to its standby, as a network failure would."""
        os.kill(int(self.sql("SELECT pid FROM pg_stat_replication")), signal.SIGSTOP)

    def close(self):
        if self.process.poll() is None:
            self.signal(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *rest):
        self.close()


class Standby(Database):
    """A standby with synchronous replication: the primary waits for it at every commit."""

    def __init__(self, primary, port=None):
        self.primary, self.url = primary, primary.url
        self.place(port or free_port(), [f"primary_conninfo=host=127.0.0.1 port={primary.port} user=lanterne "
                                         "application_name=standby"])
        self.run("pg_basebackup", "--no-sync", "--checkpoint=fast", "-h", "127.0.0.1", "-p", str(primary.port), "-U", "lanterne",
                 "-D", self.data)
        pathlib.Path(self.data, "standby.signal").touch()
        self.start()
        primary.set("synchronous_standby_names", "standby")
        until(lambda: primary.sql("SELECT sync_state FROM pg_stat_replication") == "sync", "the standby does not follow")

    def promote(self):
        self.sql("SELECT pg_promote()")


class Pooler:
    """PgBouncer in transaction mode, with fewer connections than it has clients."""

    def __init__(self, database, connections):
        self.database, self.port = database, free_port()
        self.url = f"postgresql://lanterne@127.0.0.1:{self.port}/lanterne"
        self.conf = os.path.join(database.folder, "pgbouncer.ini")
        with open(self.conf, "w") as file:
            file.write(f"[databases]\nlanterne = host=127.0.0.1 port={database.port} user=lanterne\n"
                       f"[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {self.port}\nunix_socket_dir =\nauth_type = any\n"
                       f"pool_mode = transaction\ndefault_pool_size = {connections}\n")
        os.chmod(self.conf, 0o644)
        self.start()

    def start(self):
        with open(os.path.join(self.database.folder, "pgbouncer.log"), "ab") as log:
            self.process = subprocess.Popen([shutil.which("pgbouncer") or "/usr/sbin/pgbouncer", self.conf], stdout=log, stderr=log,
                                            cwd=self.database.folder, **self.database.who)
        until(self.opens, "the pooler does not start")

    def opens(self):
        assert self.process.poll() is None, "the pooler did not start"
        try:
            socket.create_connection(("127.0.0.1", self.port)).close()
            return True
        except OSError:
            return False

    def stop(self):
        self.process.kill()
        self.process.wait(patience())

    def __enter__(self):
        return self

    def __exit__(self, *rest):
        self.stop()
