"""Hosting a server: renewed certificates, systemd's sockets, proxies, the dashboard, backup and restore."""

import fcntl
import json
import os
import pty
import re
import shutil
import signal
import socket
import sqlite3
import ssl
import subprocess
import sys
import tempfile
import termios

import lantern
import proxies
from database import free_port
from lantern import Person, Server, certificate
from operate import run
from patience import patience, until
from play import chooser, two_at_table

SHARE = os.path.join(lantern.ROOT, "share")


def log_events(server, name):
    """Lines of this event in the log of a running server; reading does not move the position of writing."""
    text = os.pread(server.errors.fileno(), 1 << 22, 0).decode()
    return [json.loads(line) for line in text.splitlines() if f'"event":"{name}"' in line]


def shown(server):
    """The certificate that a new connection is shown."""
    return ssl.get_server_certificate(("127.0.0.1", server.port), timeout=patience())


def pem_of(path):
    with open(path, encoding="ascii") as file:
        return ssl.DER_cert_to_PEM_cert(ssl.PEM_cert_to_DER_cert(file.read()))


def test_a_renewed_certificate_is_used_after_sighup(program):
    """New connections get the new certificate; open ones stay; files that do not fit change nothing."""
    with tempfile.TemporaryDirectory() as folder:
        key, pem = certificate(folder)
        with Server(program, tls=(key, pem)) as server:
            first, ada = pem_of(pem), Person(server, "Ada")
            line = ada.socket()
            assert shown(server) == first
            certificate(folder)  # overwrites both files
            assert pem_of(pem) != first and shown(server) == first
            server.process.send_signal(signal.SIGHUP)
            until(lambda: log_events(server, "certificate-read"), "the certificate was not read")
            assert shown(server) == pem_of(pem)
            until_day = log_events(server, "certificate-read")[0]["until"]
            assert re.fullmatch(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ", until_day), until_day
            line("me")  # the connection made under the first certificate
            second = pem_of(pem)
            with open(pem, encoding="ascii") as file:
                good = file.read()
            for text, word in (("nothing", "cert.pem"), (None, "No such file")):
                if text is None:
                    os.remove(pem)
                else:
                    with open(pem, "w", encoding="ascii") as file:
                        file.write(text)
                before = len(log_events(server, "certificate-kept"))
                server.process.send_signal(signal.SIGHUP)
                until(lambda: len(log_events(server, "certificate-kept")) > before, "no word about a file that cannot be used")
                assert word in log_events(server, "certificate-kept")[-1]["why"]
                assert shown(server) == second
            # A certificate that does not belong to the key.
            other = os.path.join(folder, "other")
            os.mkdir(other)
            shutil.copy(certificate(other)[1], pem)
            server.process.send_signal(signal.SIGHUP)
            until(lambda: len(log_events(server, "certificate-kept")) == 3, "no word about a pair that does not fit")
            assert shown(server) == second
            with open(pem, "w", encoding="ascii") as file:
                file.write(good)
            line("me")


def test_sighup_without_a_certificate_changes_nothing(program):
    with Server(program) as server:
        line = Person(server).socket()
        server.process.send_signal(signal.SIGHUP)
        until(lambda: log_events(server, "certificate-kept"), "no word about it")
        line("me")


def test_a_closed_terminal_ends_the_server_in_order(program):
    """SIGHUP of a terminal that is gone is no wish for a new certificate."""
    main, terminal = pty.openpty()

    def own_terminal():
        os.setsid()
        fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)

    with tempfile.TemporaryDirectory() as data:
        process = subprocess.Popen([program, "serve", "--port=0", f"--data={data}"], stdin=terminal, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, preexec_fn=own_terminal)
        os.close(terminal)
        assert "lit" in process.stdout.readline()
        os.close(main)
        _, errors = process.communicate(timeout=patience())
        assert process.returncode == 0 and '"event":"stopping","signal":1' in errors, errors


# ---- Sockets of the service manager ------------------------------------------------------------------------


class Manager(lantern.Door):
    """Opens sockets as systemd does and starts servers on them."""

    def __init__(self, program, folder, *families):
        self.program, self.folder, self.sockets, self.process = program, folder, [], None
        for family in families:
            one = socket.socket(family)
            if family == socket.AF_INET6:
                one.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            one.bind(("::1" if family == socket.AF_INET6 else "127.0.0.1", 0))
            one.listen()
            self.sockets.append(one)
        self.port = self.sockets[0].getsockname()[1]

    def command(self, count=None, pid="$$", flags=()):
        """Moves the sockets to descriptor 3 and up, sets the variables and becomes the server."""
        moves = " ".join(f"{3 + number}<&{one.fileno()}" for number, one in enumerate(self.sockets))
        # The sockets are far from the numbers they are moved to; see `start`.
        return ["bash", "-c", f'exec {moves}; export LISTEN_PID={pid} LISTEN_FDS={len(self.sockets) if count is None else count}; '
                              'exec "$@"', "bash", self.program, "serve", "--port=1", f"--data={self.folder}", *flags]

    def start(self, **more):
        for number, one in enumerate(self.sockets):
            if one.fileno() < 20:
                high = fcntl.fcntl(one.fileno(), fcntl.F_DUPFD, 20)
                one.close()
                self.sockets[number] = socket.socket(fileno=high)
        self.process = subprocess.Popen(self.command(**more), pass_fds=[one.fileno() for one in self.sockets],
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        return self.process.stdout.readline()

    def stop(self):
        self.process.terminate()
        assert self.process.wait(patience()) == 0
        self.process.stdout.close()


def healthy(address):
    with socket.create_connection(address, patience()) as one:
        one.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        return b"".join(iter(lambda: one.recv(4096), b"")).endswith(b"ok\n")


def test_sockets_of_the_service_manager(program):
    """The server listens on the sockets it is given, and people who come while it is restarted wait."""
    with tempfile.TemporaryDirectory() as folder:
        manager = Manager(program, folder, socket.AF_INET, socket.AF_INET6)
        assert f"http://127.0.0.1:{manager.port}/" in manager.start()
        for one in manager.sockets:
            assert healthy(one.getsockname()[:2])
        ada = Person(manager, "Ada")
        manager.stop()
        # Nobody accepts now, and still the connection is made.
        with socket.create_connection(("127.0.0.1", manager.port), patience()) as early:
            early.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            manager.start()
            assert b"".join(iter(lambda: early.recv(4096), b"")).endswith(b"ok\n")
        assert ada("me")["person"]["name"] == "Ada"
        manager.stop()


def test_sockets_that_cannot_be_used_are_refused(program):
    with tempfile.TemporaryDirectory() as folder:
        ask = 'exec 3<"$0"; export LISTEN_PID=$$ LISTEN_FDS=$1; shift; exec "$@"'
        refused = lambda file, count: run("bash", "-c", ask, file, count, program, "serve", "--port=0", f"--data={folder}", code=1)
        assert "descriptor 3 of LISTEN_FDS is no listening TCP socket" in refused("/dev/null", "1")
        for count in ("0", "9", "many", "-1"):
            assert "LISTEN_FDS must be a number from 1 to 8" in refused("/dev/null", count)
        # Variables that were meant for another process are none of ours.
        with Server(program, env={"LISTEN_PID": "1", "LISTEN_FDS": "1"}) as server:
            assert server.get("/healthz")[1] == b"ok\n"


def test_systemd_socket_activate(program):
    """The same with systemd's own tool: the first connection starts the server."""
    tool = shutil.which("systemd-socket-activate")
    assert tool, "systemd-socket-activate is not installed: scripts/setup test"
    port = free_port()
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen([tool, "-l", f"127.0.0.1:{port}", program, "serve", f"--data={folder}"],
                                   stdout=subprocess.DEVNULL, stderr=errors)
        until(lambda: "Listening on" in os.pread(errors.fileno(), 4096, 0).decode() or process.poll() is not None, "it does not listen")
        assert healthy(("127.0.0.1", port)), os.pread(errors.fileno(), 4096, 0)
        process.terminate()
        assert process.wait(patience()) == 0


# ---- Proxies -----------------------------------------------------------------------------------------------


def evening(door):
    """A proxy with TLS: a whole game by WebSocket, secure cookies; metrics are refused."""
    ada, bruno, table = two_at_table(door)
    seats = [lantern.Seat(person.socket(), table, number) for number, person in enumerate((ada, bruno), 1)]
    lantern.play(seats, chooser(5))
    connection = door.http()
    connection.request("POST", "/api/me", "{}")
    answer = connection.getresponse()
    answer.read()
    assert answer.status == 200 and "Secure" in answer.getheader("Set-Cookie"), answer.headers
    connection.request("GET", "/metrics")
    answer = connection.getresponse()
    answer.read()
    assert answer.status in (403, 404), answer.status
    connection.close()


def test_behind_nginx(program):
    """The configuration of docs/operations.md, with TLS."""
    with tempfile.TemporaryDirectory() as folder, Server(program, "--proxy") as server:
        key, pem = certificate(folder)
        port = free_port()
        conf = proxies.block("# nginx: one server", ("listen 443 ssl;", f"listen 127.0.0.1:{port} ssl;"), ("games.example;", "localhost;"),
                             ("/etc/ssl/games.example.pem", pem), ("/etc/ssl/private/games.example.key", key),
                             ("127.0.0.1:8710", f"127.0.0.1:{server.port}"))
        with proxies.nginx(folder, conf):
            evening(proxies.Proxy(port, ssl.create_default_context(cafile=pem)))


# ---- The dashboard and the units ---------------------------------------------------------------------------


def test_the_dashboard_asks_for_metrics_that_exist(program):
    """Each metric in share/grafana.json is one of /metrics, and rates are taken of counters alone."""
    with open(os.path.join(SHARE, "grafana.json"), encoding="utf-8") as file:
        board = json.load(file)
    with Server(program) as server:
        text = server.get("/metrics")[1].decode()
    types = dict(re.findall(r"^# TYPE (\S+) (\S+)$", text, re.M))
    parts = {f"{name}_{part}": "counter" for name, kind in types.items() if kind == "histogram" for part in ("bucket", "sum", "count")}
    asked = [target["expr"] for panel in board["panels"] for target in panel.get("targets", [])]
    assert len(asked) >= 15
    for query in asked:
        names = re.findall(r"\blanterne_\w+", query)
        assert names, query
        for name in names:
            kind = {**types, **parts}.get(name)
            assert kind, f"{name} is not among the metrics"
            rated = re.search(rf"rate\({name}\b", query) is not None
            assert rated == (kind == "counter"), f"{query}: {name} is a {kind}"
    # What the document calls most telling is on it.
    with open(proxies.DOCUMENT, encoding="utf-8") as file:
        watch = file.read().split("## What to watch")[1].split("\n## ")[0]
    for name in set(re.findall(r"`(lanterne_\w+)`", watch)):
        assert any(name in query for query in asked), f"{name} is not on the dashboard"
    places = [tuple(panel["gridPos"][at] for at in "xy") for panel in board["panels"]]
    assert len(set(places)) == len(places) and len({panel["id"] for panel in board["panels"]}) == len(places)


def test_the_man_page_has_every_setting(program):
    """lanterne-serve(1) and `lanterne serve --help` list the same options with the same words."""
    with open(os.path.join(SHARE, "lanterne-serve.1"), encoding="utf-8") as file:
        page = file.read().replace("\\-", "-").replace("\\(aq", "'")
    listed = dict(re.findall(r"^\.TP\n\.BI (--\S+).*\n(.+)$", page, re.M))
    helped = dict(re.findall(r"^  (--\S+)(?: \S+)? +(.+)$", run(program, "serve", "--help"), re.M))
    assert listed.keys() == helped.keys(), listed.keys() ^ helped.keys()
    for name, words in helped.items():
        assert name == "--help" or listed[name].lower().rstrip(".") == words.lower().rstrip("."), (name, listed[name], words)


# ---- Backup and restore ------------------------------------------------------------------------------------


def test_backup_and_restore_of_a_running_server(program):
    """As docs/operations.md says: a copy is made while people play, and a server on it continues there."""
    with tempfile.TemporaryDirectory() as folder:
        copy, fresh = os.path.join(folder, "copy.db"), os.path.join(folder, "fresh")
        with Server(program) as server:
            ada, bruno, table = two_at_table(server)
            seats = [lantern.Seat(person.socket(), table, number) for number, person in enumerate((ada, bruno), 1)]
            asked = next(seat for seat in seats if seat.asked())
            asked.move(chooser(5)(asked))
            before = ada("open", table=table, seat=1)["update"]["chain"]
            run(program, "admin", f"--data={server.data}", "backup", copy)
            lantern.play(seats, chooser(6))
            server.stop()
            os.mkdir(fresh)
            os.rename(copy, os.path.join(fresh, "lanterne.db"))
            shutil.copy(os.path.join(server.data, "secret.key"), fresh)
            assert sqlite3.connect(os.path.join(fresh, "lanterne.db")).execute("PRAGMA integrity_check").fetchone() == ("ok",)
            run(program, "store", "check", os.path.join(fresh, "lanterne.db"), os.path.join(fresh, "secret.key"))
            with Server(program, data=fresh) as restored:
                people = [lantern.at(person, restored) for person in (ada, bruno)]
                assert people[0]("open", table=table, seat=1)["update"]["chain"] == before
                lantern.play([lantern.Seat(person.socket(), table, number) for number, person in enumerate(people, 1)], chooser(7))


if __name__ == "__main__":
    lantern.Tap(globals(), sys.argv[1])
