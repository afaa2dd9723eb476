"""Running a server: settings, TLS, stopping, backup, the admin's commands, how long things are kept."""

import http.client
import http.server
import json
import os
import queue
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading

import lantern
from lantern import Person, Seat, Server
from play import chooser, manor, refused, step, two_at_table


def run(*command, code=0, env=None):
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, env={**os.environ, **(env or {})})
    assert done.returncode == code, (command, done.returncode, done.stdout, done.stderr)
    return done.stdout + done.stderr


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


def test_admin(program):
    with Server(program) as server:
        ada, bruno, table = two_at_table(server, name="Evening", listed=True)
        ada("signup", login="Ada", password="bon appétit")
        admin = lambda *words, code=0: run(program, "admin", "--data", server.data, *words, code=code)
        assert table in admin("list") and "Evening" in admin("list")
        password = admin("password", "ada").strip()
        phone = Person(server)
        refused("wrong-password", phone, "login", login="ada", password="bon appétit")
        assert phone("login", login="ada", password=password)["person"]["id"] == ada.id
        copy = os.path.join(server.data, "copy.db")
        admin("backup", copy)
        seat = Seat(ada.socket(), table, 1)
        admin("close", table)
        refused("not-now", seat.move, seat.ask["actions"][0])
        assert bruno("info", table=table)["table"]["state"] == "closed"
        assert table not in admin("list")
        admin("close", "zzzzzzzzzz", code=1)
        admin("fly", code=2)
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


def test_a_stop_is_announced(program):
    server = Server(program)
    ada, _, table = two_at_table(server)
    connection = ada.socket()
    connection("open", table=table, seat=1)
    server.process.send_signal(signal.SIGTERM)
    assert connection.push("notice")["what"] == "stopping"
    refused("stopping", connection, "create", settings=manor())
    server.stop()


def test_finished_tables_expire(program):
    with Server(program, "--keep-days=1", hooks=1) as server:
        ada, bruno, table = two_at_table(server)
        bruno("leave", table=table, seat=2)
        assert ada("info", table=table)["table"]["state"] == "over"
        assert [row["table"] for row in ada("me")["tables"]] == [table]
        server.kill()
        server.start()
        step(ada, 2 * 24 * 3600 * 1000)
        while ada("me")["tables"]:
            pass
        refused("not-found", ada, "info", table=table)


class Sink(threading.Thread):
    """Takes one conversation at a time; `answer(line)` gives the next thing to say, or None."""

    def __init__(self, hello, answer):
        super().__init__(daemon=True)
        self.hello, self.answer = hello, answer
        self.heard = queue.Queue()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.start()

    def run(self):
        while True:
            connection, _ = self.listener.accept()
            text = ""
            with connection, connection.makefile("rw", newline="") as stream:
                stream.write(self.hello)
                stream.flush()
                for line in iter(stream.readline, ""):
                    text += line
                    say = self.answer(text, line)
                    if say:
                        stream.write(say)
                        stream.flush()
                    if say is None:
                        break
                self.heard.put(text)


def smtp_answer(text, line):
    if line.startswith("QUIT"):
        return None
    if "\r\nDATA" in text:
        return "354 go\r\n" if line.startswith("DATA") else "250 taken\r\n" if line == ".\r\n" else ""
    return "250-hello\r\n250 ok\r\n" if line.startswith("EHLO") else "250 ok\r\n"


def test_notices_of_slow_tables(program):
    mail = Sink("220 sink\r\n", smtp_answer)
    with Server(program, f"--smtp=127.0.0.1:{mail.port}", "--base-url=https://games.example") as server:
        ada, bruno = Person(server, "Ada"), Person(server, "Bruno")
        bruno("signup", login="bruno", password="bon appétit", mail="bruno@example.org")
        table = ada("create", settings=manor(clock={"move": 3 * 24 * 3600}))["table"]["table"]
        bruno("sit", table=table, seat=2)
        seat_open = ada.socket()
        seat_open("open", table=table, seat=0)
        ada("start", table=table)
        text = mail.heard.get(timeout=lantern.PATIENCE)
        assert "RCPT TO:<bruno@example.org>" in text and f"https://games.example/t/{table}" in text
        for word in ("turn-up", "1.1", "trapped"):
            assert word not in text
        assert mail.heard.empty()


def test_webhook(program):
    class Hook(http.server.BaseHTTPRequestHandler):
        got = queue.Queue()

        def do_POST(self):
            self.got.put((self.path, json.loads(self.rfile.read(int(self.headers["Content-Length"])))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_):
            pass

    listener = http.server.HTTPServer(("127.0.0.1", 0), Hook)
    threading.Thread(target=listener.serve_forever, daemon=True).start()
    with Server(program, f"--webhook=127.0.0.1:{listener.server_port}/lantern") as server:
        ada, bruno = Person(server, "Ada"), Person(server, "Bruno")
        table = ada("create", settings=manor(clock={"move": 7200}))["table"]["table"]
        bruno("sit", table=table, seat=2)
        ada("start", table=table)
        got = [Hook.got.get(timeout=lantern.PATIENCE) for _ in range(2)]
        assert {path for path, _ in got} == {"/lantern"}
        assert sorted(body["seat"] for _, body in got) == [1, 2]
        assert set(got[0][1]) == {"what", "table", "game", "seat", "person", "link"}
    listener.shutdown()


def test_tls(program):
    with tempfile.TemporaryDirectory() as folder:
        key, certificate = (os.path.join(folder, name) for name in ("key.pem", "cert.pem"))
        run("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-days", "2",
            "-subj", "/CN=localhost")
        with Server(program, f"--certificate={certificate}", f"--key={key}") as server:
            context = ssl.create_default_context(cafile=certificate)
            context.check_hostname = False
            connection = http.client.HTTPSConnection("localhost", server.port, context=context, timeout=lantern.PATIENCE)
            for _ in range(3):
                connection.request("POST", "/api/me", "{}")
                answer = connection.getresponse()
                answer.read()
                assert answer.status == 200 and answer.getheader("Strict-Transport-Security")
                assert "Secure" in answer.getheader("Set-Cookie", "Secure")
            connection.close()
            plain = server.raw()
            plain.sendall(b"GET / HTTP/1.1\r\n\r\n")
            assert plain.recv(100)[:4] != b"HTTP"
            plain.close()


if __name__ == "__main__":
    lantern.Tap(globals(), sys.argv[1])
