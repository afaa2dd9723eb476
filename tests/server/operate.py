"""Operating a server: settings, TLS, stopping, backup, `lanterne admin`, retention, notices."""

import datetime
import email
import email.utils
import http.client
import http.server
import json
import os
import queue
import re
import resource
import shutil
import signal
import socket
import sqlite3
import ssl
import subprocess
import sys
import tempfile
import threading
import time

import chain
import lantern
from lantern import Person, Seat, Server, at, certificate
from patience import SECONDS, patience
from play import chooser, manor, refused, step, two_at_table

# Milliseconds to step between two looks. While the clock stands an address may send 5,000 messages in all,
# and a disk can take longer than a quick machine needs for these.
REFILL = 1000


def run(*command, code=0, env=None, limit=SECONDS):
    done = subprocess.run(command, capture_output=True, text=True, timeout=patience(limit), env={**os.environ, **(env or {})})
    assert done.returncode == code, (command, done.returncode, done.stdout, done.stderr)
    return done.stdout + done.stderr


def test_finding_4_texts_of_the_rules_follow_the_options(program):
    """The words of a game, asked for with a table's settings, read as they apply there."""
    with Server(program) as server:
        ada = Person(server)

        def text(clause, **setup):
            return next(row["text"]["en"] for row in ada("game", **setup)["clauses"] if row["id"] == clause)

        assert "3 Neutrals" in text("SH-V2", game="shadow-hunters")
        assert "Neutrals" not in text("SH-V2", game="shadow-hunters", seats=5, options={"rules": "rulebook-en"})
        assert "8 hauntings" in text("TH-E1", game="treasure-hunters", options={"easy_haunt": "8"})
        assert "before 7 rooms" in ada("game", game="treasure-hunters", options={"easy_haunt": "7"})["intro"]["en"]
        refused("refused", ada, "game", game="manor", options={"first_player": "4"}, seats=2)
        refused("refused", ada, "game", game="manor", options={"nonsense": "4"})


def test_settings(program):
    assert "--bot-pace" in run(program, "serve", "--help")
    assert "unknown option" in run(program, "serve", "--nonsense", code=2)
    assert "number" in run(program, "serve", "--port", "many", code=2)
    assert "loopback" in run(program, "serve", "--host=0.0.0.0", "--test-hooks=1", code=2)
    assert "together" in run(program, "serve", "--key=x", code=2)
    with tempfile.NamedTemporaryFile("w") as file:
        file.write("# a comment\n\nhost = 127.0.0.1\nbot-pace = 3\nfly = yes\n")
        file.flush()
        assert "fly" in run(program, "serve", f"--config={file.name}", code=2)
    assert "not a number" in run(program, "serve", code=2, env={"LANTERNE_BOT_PACE": "slow"})
    for flag, word in {"--port=65536": "65535", "--port=-1": "65535", "--connections-per-address=0": "from 1",
                       "--bot-pace=": "bot-pace", "--host-name=a b": "games.example", "--host-name=a,": "games.example", "--proxy=maybe": "yes or no", "--origin=games.example": "https",
                       "--origin=https://games.example/": "https", "--base-url=games.example": "http",
                       "--notify=never": "poll", "--metrics=some": "local or all", "--mail-from=Me <me@games.example>": "address", "--mail-from=": "address",
                       "--smtp=mail host:25": "smtp", "--smtp=localhost:many": "smtp", "--webhook=http://": "webhook",
                       "--webhook=localhost:many/": "webhook", "--ca=none.pem": "none.pem"}.items():
        assert word in run(program, "serve", flag, code=2), flag
    assert "missing" in run(program, "serve", "--port", code=2)
    assert "unexpected" in run(program, "serve", "now", code=2)


def test_the_file_of_settings(program):
    """Errors name the line, blanks at line ends are ignored, and no message contains a password."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "lanterne.conf")

        def write(text):
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)

        write("\nsmtp-pasword = hunter2\n")
        text = run(program, "serve", f"--config={path}", code=2)
        assert "smtp-pasword" in text and "line 2" in text and "hunter2" not in text
        for line in ("host 127.0.0.1", "port = many", "proxy = perhaps"):
            write(line + "\n")
            assert "line 1" in run(program, "serve", f"--config={path}", code=2), line
        assert "No such file" in run(program, "serve", f"--config={path}.not", code=2)
        assert "directory" in run(program, "serve", f"--config={folder}", code=2)
        write("keep-days = 1 \t\r\n  host=127.0.0.1\nbot-pace = 60001\n")
        with Server(program, f"--config={path}", env={"LANTERNE_KEEP_DAYS": "2", "LANTERNE_PROT": "80"}) as server:
            # --bot-pace is given as a flag, which takes precedence: the line in the file is ignored
            assert [line for line in server.stop().splitlines() if "warning" in line] == [
                "lanterne serve: warning: there is no setting LANTERNE_PROT"]


def fails(program, data, *flags):
    return run(program, "serve", "--port=0", f"--data={data}", *flags, code=1)


def test_start_failures_give_a_reason(program):
    with tempfile.TemporaryDirectory() as folder:
        inside = lambda name: os.path.join(folder, name)
        with socket.create_server(("127.0.0.1", 0)) as taken:
            assert "in use" in run(program, "serve", f"--data={inside('a')}", f"--port={taken.getsockname()[1]}", code=1)
        assert "192.0.2.1" in fails(program, inside("a"), "--host=192.0.2.1")
        assert "none.pem" in fails(program, inside("a"), f"--certificate={inside('none.pem')}", f"--key={inside('none.pem')}")
        assert "cannot make" in fails(program, inside("no/such/place"))
        with open(inside("file"), "w", encoding="utf-8") as file:
            file.write("not a folder")
        assert "Not a directory" in fails(program, inside("file"))
        for name, text in {"lanterne.db": "not a database " * 100, "secret.key": "short"}.items():
            os.mkdir(inside(name))
            with open(os.path.join(inside(name), name), "w", encoding="utf-8") as file:
                file.write(text)
            assert name in fails(program, inside(name))
            with open(os.path.join(inside(name), name), encoding="utf-8") as file:
                assert file.read() == text  # and leaves it unchanged


def test_a_data_folder_is_locked(program):
    with Server(program) as server:
        assert "another server" in fails(program, server.data)
        server.kill()
        server.start()
        log = server.stop()
        assert "warning" not in log
        os.remove(os.path.join(server.data, "secret.key"))  # nothing is sealed with it
        server.start()
        assert "secret.key" not in server.stop()


def test_a_host_name_as_address(program):
    with Server(program, "--host=localhost") as server:
        assert server.address.startswith("localhost:")
        connection = http.client.HTTPConnection("localhost", server.port, timeout=patience())
        connection.request("GET", "/healthz")
        assert connection.getresponse().read() == b"ok\n"
        connection.close()


def test_all_addresses(program):
    """The printed address can be opened, also from other machines if there is a network."""
    with Server(program, "--host=0.0.0.0") as server:
        address, port = server.address.split(":")
        assert address != "0.0.0.0" and int(port) == server.port
        socket.create_connection((address, server.port), patience()).close()


def test_admin(program):
    with Server(program) as server:
        ada, bruno, table = two_at_table(server, name="Evening", listed=True)
        ada("signup", login="Ada", password="bon appétit")
        admin = lambda *words, code=0: run(program, "admin", "--data", server.data, *words, code=code)
        assert table in admin("list") and "Evening" in admin("list")
        assert table in run(program, "admin", f"--data={server.data}", "list")
        assert table in run(program, "admin", "list", f"--data={server.data}")
        assert table in run(program, "admin", "list", env={"LANTERNE_DATA": server.data})
        assert "no account bruno" in admin("password", "bruno", code=1)
        assert "no account" in admin("password", "a" * 40, code=1)
        tablet = Person(server)
        tablet("login", login="ada", password="bon appétit")
        password = admin("password", "ada").strip()
        assert tablet("me")["person"]["id"] != ada.id  # sessions of the old password were ended
        ada("login", login="ada", password=password)
        phone = Person(server)
        refused("wrong-password", phone, "login", login="ada", password="bon appétit")
        assert phone("login", login="ada", password=password)["person"]["id"] == ada.id
        copy = os.path.join(server.data, "copy.db")
        admin("backup", copy)
        for name in os.listdir(server.data):
            assert os.stat(os.path.join(server.data, name)).st_mode & 0o777 == 0o600, name
        seat = Seat(ada.socket(), table, 1)
        admin("close", table)
        refused("not-now", seat.move, seat.ask["actions"][0])
        assert bruno("info", table=table)["table"]["state"] == "closed"
        assert table not in admin("list")
        assert [row["state"] for row in bruno("me")["tables"]] == ["closed"]
        assert "closed" in refused("not-now", bruno, "stand", table=table, seat=2)["say"]["en"]
        for command in ("close", "remove"):
            assert "no table zzzzzzzzzz" in admin(command, "zzzzzzzzzz", code=1)
        for words in (["fly"], ["close"], ["list", "all"], ["close", table, table], ["--dat=x", "list"], ["list", "--data"]):
            assert "usage" in admin(*words, code=2), words
        assert "exists" in admin("backup", copy, code=1)
        other = ada("create", settings=manor())["table"]["table"]
        admin("remove", other)
        assert other not in admin("list")
        with tempfile.TemporaryDirectory() as data:
            shutil.copy(copy, os.path.join(data, "lanterne.db"))
            shutil.copy(os.path.join(server.data, "secret.key"), data)
            with Server(program, data=data) as restored:
                for person in (ada, bruno):
                    person.server = restored
                seats = [Seat(ada.socket(), table, 1), Seat(bruno.socket(), table, 2)]
                lantern.play(seats, chooser(1))


def admin_changes_shown(program, nodes, store):
    """Running servers show what `lanterne admin` closed, removed or signed out at once, without an
    operation at the table."""
    admin = lambda *words, code=0: run(program, "admin", store, *words, code=code)
    ada, _, table = two_at_table(nodes[0], listed=True)
    ada("signup", login="ada", password="bon appétit")
    others = [ada("create", settings=manor(listed=True))["table"]["table"] for _ in range(2)]
    looking = [at(ada, node).socket() for node in nodes]
    for one in looking:
        one("open", table=table, seat=1)
    admin("close", table)
    for one in looking:
        while one.push("table")["table"]["state"] != "closed":
            pass
    for command, other in zip(("close", "remove"), others):
        admin(command, other)
        assert "no table" in admin(command, "z" * 300, code=1)
    for node in nodes:
        while at(ada, node)("tables")["tables"]:
            pass
        refused("not-found", at(ada, node), "info", table=others[1])
    admin("password", "ada")
    for one in looking:
        try:
            while True:
                one.step()
        except lantern.Closed:
            pass


def test_admin_changes_reach_running_servers(program):
    with Server(program) as server:
        admin_changes_shown(program, [server], f"--data={server.data}")


def test_admin_closes_though_somebody_moves(program):
    """The server appends an entry first, so that `admin close` conflicts; it reads again and succeeds."""
    with Server(program) as server:
        ada, _, table = two_at_table(server)
        ada("move", table=table, seat=1, move="m", action="turn-up 1.1", decision=1)
        server.stop()
        path = os.path.join(server.data, "lanterne.db")
        store = sqlite3.connect(path, isolation_level=None, timeout=lantern.PATIENCE)
        log, last, entry = store.execute("SELECT log, number, entry FROM entry JOIN log ON log.id = entry.log WHERE name = ?"
                                         " ORDER BY number DESC", (table,)).fetchone()
        store.execute("DELETE FROM entry WHERE log = ? AND number = ?", (log, last))
        store.execute("BEGIN IMMEDIATE")
        chain.append(store, table, entry)
        closing = subprocess.Popen([program, "admin", f"--data={server.data}", "close", table])
        time.sleep(0.3)  # lets the command run into the conflict; if it is slower, there is none
        store.execute("COMMIT")
        store.close()
        assert closing.wait(lantern.PATIENCE) == 0
        assert " 0 problems" in run(program, "store", "check", path)
        server.start()
        assert ada("info", table=table)["table"]["state"] == "closed"


def test_completion(program):
    """Calls the completion like bash: with the words so far, the last one incomplete."""
    script = os.path.join(lantern.ROOT, "share", "lanterne.bash")
    ask = 'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _lanterne; echo "${COMPREPLY[*]}"'
    env = {"PATH": os.path.dirname(os.path.abspath(program)) + ":" + os.environ["PATH"]}
    commands = "list close remove password reports sanctions lift audit backup"
    for words, answer in {"se": "serve", "admin ": commands, "admin --data d ": commands, "admin cl": "close", "admin close ": "",
                          "admin --data ": "", "admin --data = d": "", "serve --keep": "--keep-days", "play ma": "manor",
                          "store ": "migrate check export import", "serve --data ": ""}.items():
        assert run("bash", "-c", ask, script, "lanterne", *words.split(" "), env=env).strip() == answer, words


def test_a_stop_is_announced(program):
    server = Server(program)
    ada, _, table = two_at_table(server)
    connection = ada.socket()
    connection("open", table=table, seat=1)
    server.process.send_signal(signal.SIGTERM)
    assert connection.push("notice")["what"] == "stopping"
    refused("stopping", connection, "create", settings=manor())
    server.stop()


def test_a_full_disk_is_logged(program):
    """One log line when commits begin to fail and one when they succeed again, however many failed; tested
    twice in a row."""
    with Server(program) as server:
        ada = Person(server, "Ada")
        for round_ in range(2):
            full = os.path.getsize(os.path.join(server.data, "lanterne.db-wal"))
            _, most = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (full, most))
            for name in ("Béa", "Bruno", "Chloé"):
                refused("storage", ada, "rename", name=name)
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most, most))
            ada("rename", name=f"Ada {round_}")
        lines = [json.loads(line) for line in server.stop().splitlines()]
        told = [(line["event"], line.get("failures")) for line in lines if line["event"] in ("store-fails", "store-works")]
        assert told == 2 * [("store-fails", None), ("store-works", 3)], told


def test_finished_tables_expire(program):
    with Server(program, "--keep-days=1", hooks=1) as server:
        ada, bruno, table = two_at_table(server)
        bruno("leave", table=table, seat=2)
        assert ada("info", table=table)["table"]["state"] == "over"
        assert [row["table"] for row in ada("me")["tables"]] == [table]
        # More than are read in one page.
        crowd = [Person(server, f"Guest {number}") for number in range(3)]
        for person in crowd:
            for _ in range(45):
                person("close", table=person("create", settings=manor())["table"]["table"])
            assert len(person("me")["tables"]) == 45
        server.kill()
        server.start()
        step(ada, 2 * 24 * 3600 * 1000)
        while any(person("me")["tables"] for person in (ada, *crowd)):
            step(ada, REFILL)
        refused("not-found", ada, "info", table=table)


def abandon(server):
    """A table expires after ten days without an action, a chat line or a viewer, which its summary alone
    does not show."""
    day = 24 * 3600 * 1000
    ada, bruno, played = two_at_table(server)
    tables = {name: ada("create", settings=manor(), plan=["me", "me"], start=True)["table"]["table"]
              for name in ("empty", "said", "seen", "late")}
    left = {played, *tables.values()}
    server.kill()
    server.start()

    def expire(gone):
        left.difference_update(gone)
        while {row["table"] for row in ada("me")["tables"]} != left:
            step(ada, REFILL)
        while not {row["table"] for row in ada("tables")["tables"]} <= left:
            pass
        for table in gone:
            refused("not-found", ada, "info", table=table)

    step(ada, 6 * day)
    seats = [Seat(ada.socket(), played, 1), Seat(bruno.socket(), played, 2)]
    mover = next(seat for seat in seats if seat.asked())
    mover.move(mover.ask["actions"][0])
    for seat in seats:
        seat.connection.close()
    ada("chat", table=tables["said"], seat=1, room="players", text="Later!")
    ada("standing", table=tables["late"], seat=2, answer="pass")
    watching = ada.socket()
    watching("open", table=tables["seen"], seat=1)
    step(ada, 6 * day)
    expire({tables["empty"]})
    watching.close()
    step(ada, 3 * day)
    expire({tables["seen"]})
    step(ada, 6 * day)
    expire({played, tables["said"], tables["late"]})


def test_abandoned_tables_expire(program):
    with Server(program, "--idle-days=10", hooks=1) as server:
        abandon(server)


def session_ended(person):
    """Whether the person's cookie is invalid: it creates another guest or, if the session ends between the
    two reads of an identification, is refused."""
    try:
        return person("me")["person"]["id"] != person.id
    except lantern.Failed as failed:
        assert failed.code == "no-session", failed
        return True


def test_guests_expire(program):
    """Guests expire when their cookie has expired and they have no table. Accounts never expire, only
    their old sessions do."""
    day = 24 * 3600 * 1000
    with Server(program, "--idle-days=10", hooks=1) as server:
        ada, bruno, _ = two_at_table(server)
        bruno("leave", table=ada("me")["tables"][0]["table"], seat=2)
        chloe, dora = Person(server, "Chloé"), Person(server, "Dora")
        dora("signup", login="dora", password="a long password")
        ids = {person: person.id for person in (ada, bruno)}
        step(chloe, 399 * day)
        late, tablet = Person(server, "Late"), Person(server)
        tablet("login", login="dora", password="a long password")
        ids.update({late: late.id, tablet: dora.id})
        assert chloe("me")["person"]["id"] == chloe.id
        step(late, 2 * day)
        while not session_ended(chloe):
            step(late, REFILL)
        while not session_ended(dora):
            step(late, REFILL)
        for person, id_ in ids.items():
            assert person("me")["person"]["id"] == id_, person.name
        assert len(tablet("sessions")["sessions"]) == 1
        log = server.stop()
        assert '"guests":1' in log and '"sessions":1' in log


class Mail(threading.Thread):
    """A mail server that stores what it receives: plain, with TLS from the start, or with STARTTLS."""

    def __init__(self, tls=None, key=None, pem=None):
        super().__init__(daemon=True)
        self.tls, self.heard = tls, queue.Queue()
        if tls:
            self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self.context.load_cert_chain(pem, key)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.start()

    def run(self):
        while True:
            connection, _ = self.listener.accept()
            try:
                with connection:
                    self.heard.put(self.talk(connection))
            except (OSError, ssl.SSLError) as error:
                self.heard.put(f"broken: {error}")

    def talk(self, connection):
        if self.tls == "smtps":
            connection = self.context.wrap_socket(connection, server_side=True)
        connection.sendall(b"220 sink\r\n")
        stream, text, letter = connection.makefile("rb"), "", False
        while line := stream.readline().decode():
            text += line
            if letter:
                letter = line != ".\r\n"
                say = "" if letter else "250 taken\r\n"
            elif line.startswith("EHLO"):
                say = "250-sink\r\n" + ("250-STARTTLS\r\n" if self.tls == "starttls" else "") + "250 AUTH PLAIN\r\n"
            elif line.startswith("STARTTLS"):
                connection.sendall(b"220 go\r\n")
                connection = self.context.wrap_socket(connection, server_side=True)
                stream, text, say = connection.makefile("rb"), "secured\n", ""
            elif line.startswith("DATA"):
                letter, say = True, "354 go\r\n"
            elif line.startswith("AUTH"):
                say = "235 welcome\r\n"
            elif line.startswith("QUIT"):
                connection.sendall(b"221 bye\r\n")
                return text
            else:
                say = "250 ok\r\n"
            connection.sendall(say.encode())
        return text


class Hook(http.server.HTTPServer):
    """A web server that stores what is posted to it."""

    def __init__(self, key=None, pem=None):
        self.got = queue.Queue()
        hook = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                self.send_response(204)
                self.end_headers()
                # after the answer, since a test may then stop the server
                hook.got.put((self.path, body))

            def log_message(self, *_):
                pass

        super().__init__(("127.0.0.1", 0), Handler)
        if pem:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(pem, key)
            self.socket = context.wrap_socket(self.socket, server_side=True)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def take(self):
        return self.got.get(timeout=patience())


def slow_table(server, mail=None, **more):
    """Ada and Bruno at a table with three days for a move; Ada is connected when the game begins. With a mail
    server Bruno's address is confirmed."""
    ada, bruno = Person(server, "Ada"), Person(server, "Bruno")
    bruno("signup", login="bruno", password="bon appétit", mail="bruno@example.org")
    if mail:
        bruno("mail-confirm", code=re.search(r"/settings#(\w+)\r\n", mail.heard.get(timeout=patience()))[1])
    table = ada("create", settings=manor(clock={"move": 3 * 24 * 3600}, **more))["table"]["table"]
    bruno("sit", table=table, seat=2)
    looking = ada.socket()
    looking("open", table=table, seat=0)
    ada("start", table=table)
    return ada, bruno, table, looking


def test_notices_of_slow_tables(program):
    mail = Mail()
    with Server(program, f"--smtp=127.0.0.1:{mail.port}", "--base-url=https://games.example") as server:
        _, _, table, _ = slow_table(server, mail)
        text = mail.heard.get(timeout=patience())
        assert "RCPT TO:<bruno@example.org>" in text and f"https://games.example/t/{table}" in text
        letter = email.message_from_string(text[text.index("DATA\r\n") + 6:])
        assert re.fullmatch("<[a-z0-9]{16}@localhost>", letter["Message-ID"])
        assert email.utils.parsedate_to_datetime(letter["Date"]).utcoffset() == datetime.timedelta(0)
        for word in ("turn-up", "1.1", "trapped"):
            assert word not in text
        assert mail.heard.empty()


def test_mail_with_tls(program):
    with tempfile.TemporaryDirectory() as folder:
        key, pem = certificate(folder)
        for scheme in ("starttls", "smtps"):
            mail = Mail(scheme, key, pem)
            flags = [f"--smtp={scheme}://localhost:{mail.port}", "--smtp-user=lantern"]
            env = {"LANTERNE_SMTP_PASSWORD": "not to be logged"}
            with Server(program, *flags, f"--ca={pem}", env=env) as server:
                _, _, table, _ = slow_table(server, mail)
                text = mail.heard.get(timeout=patience())
                assert "RCPT TO:<bruno@example.org>" in text and f"/t/{table}" in text and "AUTH PLAIN" in text
                assert scheme == "smtps" or text.startswith("secured")
                log = server.stop()
                assert "not to be logged" not in log
            # A mail server with an untrusted certificate or without TLS gets neither the password nor the
            # letter.
            with Server(program, *flags, env=env) as server:
                slow_table(server)
                assert "AUTH" not in mail.heard.get(timeout=patience())
        plain = Mail()
        with Server(program, f"--smtp=starttls://localhost:{plain.port}", f"--ca={pem}") as server:
            slow_table(server)
            assert "RCPT" not in plain.heard.get(timeout=patience())
    assert "TLS" in run(program, "serve", "--smtp=127.0.0.1:25", "--smtp-user=x", code=2)
    assert "smtp" in run(program, "serve", "--smtp=ftp://127.0.0.1", code=2)
    assert "http" in run(program, "serve", "--webhook=file:///etc/passwd", code=2)


def test_webhook(program):
    with tempfile.TemporaryDirectory() as folder:
        key, pem = certificate(folder)
        for scheme, hook in (("", Hook()), ("https://", Hook(key, pem))):
            with Server(program, f"--webhook={scheme}localhost:{hook.server_port}/lantern", f"--ca={pem}") as server:
                ada, bruno = Person(server, "Ada"), Person(server, "Bruno")
                table = ada("create", settings=manor(clock={"move": 7200}))["table"]["table"]
                bruno("sit", table=table, seat=2)
                ada("start", table=table)
                got = [hook.take() for _ in range(2)]
                assert {path for path, _ in got} == {"/lantern"}
                assert sorted(body["seat"] for _, body in got) == [1, 2]
                assert set(got[0][1]) == {"what", "table", "game", "seat", "person", "link"}
                assert got[0][1]["what"] == "turn"
            hook.shutdown()


def test_reminders(program):
    """With absence=remind a player whose clock has run out is reminded at once and then daily; nobody else
    is."""
    day = 24 * 3600 * 1000
    hook = Hook()
    with Server(program, f"--webhook=127.0.0.1:{hook.server_port}/", hooks=1) as server:
        ada, bruno, table, looking = slow_table(server, absence="remind")
        assert hook.take()[1]["what"] == "turn"
        elsewhere = bruno.socket()
        seat = Seat(looking, table, 1)
        seat.move(seat.ask["actions"][0])
        step(ada, 3 * day - 1000)
        elsewhere.barrier()
        assert not elsewhere.pushes
        step(ada, 1000)
        push = elsewhere.push("notice")
        assert (push["what"], push["table"], push["seat"]) == ("remind", table, 2)
        assert (hook.take()[1]["what"], hook.got.qsize()) == ("remind", 0)
        step(ada, day - 1000)
        elsewhere.barrier()
        assert not elsewhere.pushes
        step(ada, 1000)
        assert elsewhere.push("notice")["what"] == "remind" and hook.take()[1]["seat"] == 2
        assert ada("info", table=table)["table"]["state"] == "playing"
        looking.barrier()
        assert not [one for one in looking.pushes if one["push"] == "notice"]
        seat = Seat(elsewhere, table, 2)
        assert seat.asked() and seat.move(seat.ask["actions"][0])["ok"]
    hook.shutdown()


def test_reminders_of_an_unloaded_table(program):
    """The table was unloaded before the clock runs out."""
    hook = Hook()
    with Server(program, f"--webhook=127.0.0.1:{hook.server_port}/", hooks=1) as server:
        ada, bruno, table, looking = slow_table(server, absence="remind")
        assert hook.take()[1]["what"] == "turn"
        looking("shut", table=table, seat=0)
        for day in range(3, 6):
            for hours in (1, 24 * (3 if day == 3 else 1) - 1):
                step(ada, hours * 3600 * 1000)
            assert sorted(hook.take()[1]["seat"] for _ in range(2)) == [1, 2], day
        assert hook.got.qsize() == 0
    hook.shutdown()


def test_tls(program):
    with tempfile.TemporaryDirectory() as folder:
        key, pem = certificate(folder)
        with Server(program, tls=(key, pem)) as server:
            connection = server.http()
            for _ in range(3):
                connection.request("POST", "/api/me", "{}")
                answer = connection.getresponse()
                answer.read()
                assert answer.status == 200 and answer.getheader("Strict-Transport-Security")
                assert "Secure" in answer.getheader("Set-Cookie", "Secure")
            connection.close()
            with socket.create_connection(("127.0.0.1", server.port), patience()) as plain:
                plain.sendall(b"GET / HTTP/1.1\r\n\r\n")
                assert plain.recv(100)[:4] != b"HTTP"
        assert "warning" not in server.stop()


def test_a_certificate_that_has_run_out(program):
    """The server starts with an expired certificate, since its clock may be wrong, and prints a warning."""
    with tempfile.TemporaryDirectory() as folder:
        key, pem = certificate(folder)
        old = os.path.join(folder, "old.pem")
        run("openssl", "x509", "-in", pem, "-signkey", key, "-days", "-1", "-out", old)
        with Server(program, tls=(key, old)) as server:
            assert f"{old} has run out" in server.stop()


def test_tls_survives_a_mail_failure(program):
    """OpenSSL's error queue is per thread: an untrusted mail certificate must not break a player's TLS
    connection."""
    with tempfile.TemporaryDirectory() as folder:
        pair = certificate(folder)
        mail = Mail("smtps", *pair)
        with Server(program, f"--smtp=smtps://localhost:{mail.port}", tls=pair) as server:
            _, _, table, looking = slow_table(server)
            assert mail.heard.get(timeout=patience()).startswith("broken")
            for _ in range(2):  # the first may be answered before the connection closes
                looking("info", table=table)


def test_two_signals_give_exit_status_0(program):
    """Two signals right after the address is printed: the exit status is 0 whenever the second one
    arrives."""
    for _ in range(20):
        Server(program).stop()


if __name__ == "__main__":
    lantern.Tap(globals(), sys.argv[1])
