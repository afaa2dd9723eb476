"""The client at a server's table: reconnection, passwords, chat, fair dice, TLS."""

import json
import pathlib
import subprocess
import tempfile
import traceback

from screen import PROGRAM, PROMPTS, Tap, Terminal, bar, is_left, patience, play, until
from server import Liar, Seated, Table, certificate

tap = Tap()


def check(name, test, *more, game="manor", seats=3, env=None, **settings):
    try:
        with Table(game, seats, **settings) as table, Terminal(**(env or {})) as terminal:
            terminal.run(PROGRAM, "play", "--join", table.url, "--name", "Zoé", "--lang", "en", *more)
            test(table, terminal)
        tap.result(True, name)
    except Exception:
        tap.result(False, name, traceback.format_exc())


def waits(table, terminal):
    terminal.wait_for("Everybody is here")
    table.begin()
    terminal.wait_for("Choose one of your manors to open")


def reconnects(table, terminal):
    table.begin()
    terminal.wait_for("Choose one of your manors to open")
    server = table.again()
    terminal.wait_for("no connection, trying again")
    # A move made while the server is down is reported, and sent after the reconnection.
    terminal.keys("1")
    terminal.wait_for("as soon as it is back")
    server.start()
    terminal.wait(lambda text: "trying again" not in text and "Your first tandem" in text)
    play(terminal, "after a break")
    assert table.info()["state"] == "over"


def comes_back(table, terminal):
    def whole(text):
        """The bar is drawn last."""
        return "first tandem" in text and "l log" in bar(text)

    def top(text):
        return text.split("\n")[:14]

    table.begin()
    terminal.wait_for("Choose one of your manors to open")
    terminal.keys("1")
    terminal.wait_for("first tandem")
    table.wait_for_seat(1)
    before = None
    for _ in range(2):
        terminal.keys("q", "q")
        terminal.wait_for("left 0")
        terminal.run(PROGRAM, "play", "--join", table.url, "--lang", "en")
        before = top(terminal.wait(lambda text: whole(text) and before in (None, top(text))))


def talks(table, terminal):
    table.begin()
    terminal.wait_for("Choose one of your manors to open")
    table.host("chat", table=table.id, seat=0, room="watchers", text="not for players")
    terminal.keys("c")
    terminal.wait_for("Nobody has said anything yet")
    terminal.type("bonsoir à tous")
    terminal.keys("Enter")
    terminal.wait_for("Zoé             bonsoir à tous")
    terminal.keys("Escape")
    terminal.wait(lambda text: "l log" in bar(text))
    terminal.keys("n")
    terminal.wait_for("Notebook")
    terminal.type("Wick lies")
    terminal.keys("Escape")
    terminal.wait(lambda text: "l log" in bar(text))  # else what was typed is taken for what was stored
    terminal.keys("n")
    terminal.wait_for("Wick lies")


def asks_why(table, terminal):
    table.begin()
    terminal.wait_for("Choose one of your manors to open")
    terminal.keys("w")
    terminal.type("place tandem 2.1")
    terminal.keys("Enter")
    terminal.wait_for("MA-")


def fair(table, terminal):
    terminal.wait_for("Everybody is here")
    table.begin()
    terminal.wait_for("Choose one of your manors to open")
    assert table.info()["verifiable"]
    # A record of the seat holds what this device saw, and so does the full one; they agree.
    file, early = (pathlib.Path(terminal.folder.name) / name for name in ("game.json", "early.json"))
    save(terminal, str(file))
    file.rename(early)
    play(terminal, "fair")
    save(terminal)
    assert "ALARM" not in terminal.screen()
    terminal.keys("q")
    terminal.wait_for("left 0")
    done = subprocess.run([PROGRAM, "verify", early, file], text=True, capture_output=True)
    assert done.returncode == 0 and "the record of seat 1" in done.stdout and "and what its device saw" in done.stdout, done


def unkept(table, terminal):
    """The file of the dice cannot be written: a folder has its name. The person is told, and plays."""
    terminal.wait_for("Everybody is here")
    host = table.url.split("/")[2].replace(":", "_")
    states = [path for path in pathlib.Path(terminal.folder.name).rglob("lanterne") if path.is_dir()]
    assert states, "the terminal has no folder for its sessions"
    (states[0] / f"{host}.dice").mkdir()
    table.begin()
    terminal.wait_for("Choose one of your manors to open")
    terminal.wait(lambda text: "Whatthisdevicesawofthedicecouldnotbewritten" in "".join(text.split()))


def save(terminal, name=""):
    """The second time the name is there already."""
    terminal.keys("s")
    terminal.wait_for("File:")
    terminal.type(name)
    terminal.keys("Enter")
    terminal.wait_for("Saved. See it again with")
    terminal.keys("Escape")


def given_up(terminal):
    """Whether the terminal has noted that no game may come of a round: the third word of a line, bit 4
    (term/dice_file.h)."""
    files = pathlib.Path(terminal.folder.name).rglob("*.dice")
    return any(int(line.split()[2]) & 4 for file in files for line in file.read_text(encoding="utf-8").splitlines())


def finding_15_given_up(table, terminal):
    """The server says that the table is being seated again, and plays the game of that exchange all the same:
    it could run several, and play the one whose deal it likes."""
    terminal.wait_for("Everybody is here")
    table.begin()
    until(lambda: table.info()["state"] == "playing", "the game does not begin")
    until(lambda: given_up(terminal), "the terminal does not note that the round was given up")
    terminal.keys("q", "q")
    terminal.wait_for("left 0")
    terminal.run(PROGRAM, "play", "--join", table.url, "--lang", "en")
    play(terminal, "finding 15")
    words = "ALARM: the dice of this table are not what was promised. The game has the dice of a round that the server had given up"
    terminal.wait(lambda text: words.replace(" ", "") in "".join(text.split()))


def finding_15(table, terminal):
    """The record is of another secret than the server had committed to when the terminal gave its bytes: this
    is said at the end, also by a terminal that was started again meanwhile, and stays when it is left."""
    def alarmed(text):
        words = "ALARM: the dice of this table are not what was promised. The server changed its secret"
        return words.replace(" ", "") in "".join(text.split())

    terminal.wait_for("Everybody is here")
    table.begin()
    terminal.wait_for("Choose one of your manors to open")
    terminal.keys("q", "q")
    terminal.wait_for("left 0")
    terminal.run(PROGRAM, "play", "--join", table.url, "--lang", "en")
    play(terminal, "finding 15")
    terminal.wait(alarmed)
    terminal.keys("L")
    terminal.wait_for("ALARME : les dés de cette table ne sont pas")
    terminal.keys("q")
    terminal.wait(lambda text: alarmed(text) and "left 0" in text)
    # In lines, too, whoever looks at the end once more.
    done = subprocess.run([PROGRAM, "play", "--join", table.url, "--lang", "en", "--plain"], stdin=subprocess.DEVNULL, text=True,
                          capture_output=True, timeout=patience(), env=terminal.env)
    assert done.returncode == 0 and alarmed(done.stdout) and alarmed(done.stderr), done


def in_lines(table, terminal):
    terminal.wait_for("Everybody is here")
    terminal.type("say hello from a screen reader\n")
    terminal.wait_for("Zoé: hello from a screen reader")
    table.begin()
    text = terminal.wait_for("4  Turn up manor 1.4")
    assert "╭" not in text and "│" not in text, text
    terminal.type("1\n")
    terminal.wait_for("Your first tandem")
    terminal.type("quit\n")
    terminal.wait_for("left 0")


def takes_back(table, terminal):
    """SM-B5: any tile, at a server's table."""
    table.begin()
    for number, tile in enumerate(("exit g8", "corridor g9", "corridor f7")):
        terminal.wait_for(f"Still to lay: {6 - number}")
        terminal.type(f"lay {tile}\n")
    terminal.wait_for("Still to lay: 3")
    terminal.type("undo g8\n")
    terminal.wait_for("Still to lay: 5", "To lay: Exit, 2 Corridors")


def stands(table, terminal):
    """Standing answers at a server's table; the others are not told."""
    table.begin()
    terminal.wait_for("Your turn: roll the dice")
    for line, words in (("always never", "always pass, always react, or always ask"), ("always pass", "From now on you pass"),
                        ("always react", "From now on you react"), ("always ask", "you are asked again"), ("toujours réagir", "From now on you react")):
        terminal.type(line + "\n")
        terminal.wait_for(words)
        terminal.type("clear\n")
    assert all("standing" not in seat for seat in table.info()["seats"]), "the others are told"


def drawn(table, terminal):
    """The operation `draw`: only for the person's own seat, and not for seats that do not exist."""
    table.begin()
    terminal.wait_for("Choose one of your manors to open")
    question = {"table": table.id, "seat": 0, "lang": "en", "style": "ascii", "width": 80}
    board = table.host("draw", **question)["text"]
    assert "worth" not in board and "Soot" in board and "─" not in board, board
    for wrong in ({"seat": 1}, {"style": "oil"}, {"lang": "de"}, {"width": 10}, {"width": 4000}, {"height": -1}):
        status, _ = table.host.post("draw", json.dumps({**question, **wrong}))
        assert status >= 400, f"{wrong} is answered with {status}"


def asks_password(table, terminal):
    """The password is typed without echo, and asked for again when it is wrong. The echo is restored
    however the prompt ends."""
    def asked(text):
        return text.rstrip().endswith("Password of this table:")

    def echo():
        terminal.wait_for_shell()
        # Asked by a program: an interactive shell turns the echo off at its own prompt.
        terminal.type("clear; stty -a | grep -o -e '[- ]echo '\n")
        terminal.wait(lambda text: text.split("\n")[0].strip() == "echo" and text.rstrip().endswith(PROMPTS))

    for way in ("C-c", "C-d", "Enter"):
        terminal.wait(asked)
        terminal.keys(way)
        echo()
        terminal.run(PROGRAM, "play", "--join", table.url, "--lang", "en")
    terminal.wait(asked)
    terminal.keys("C-z")
    echo()
    terminal.type("fg\n")
    terminal.wait(asked)
    terminal.type("sesame\n")
    terminal.wait(lambda text: "that password is wrong" in text and asked(text))
    terminal.type("mot de passé\n")
    terminal.wait_for("Everybody is here")
    terminal.keys("q", "q")
    terminal.wait(lambda text: "that password is wrong" in text and "sesame" not in text and "passé" not in text)
    # The session is stored: the next run needs no password for the seat.
    terminal.run(PROGRAM, "play", "--join", table.url, "--lang", "en")
    terminal.wait_for("Everybody is here")


def watches_with_password(table, terminal):
    """After a lost connection the client sends the password again by itself."""
    terminal.wait_for("Mot de passe de la table :")
    terminal.type("mot de passé\n")
    terminal.wait_for("On attend les joueurs. Places libres : 1.")
    server = table.again()
    terminal.wait_for("connexion perdue, nouvel essai")
    server.start()
    terminal.wait(lambda text: "nouvel essai" not in text and "On attend les joueurs" in text)


def password_given(table, terminal):
    """Password from the environment or a file; no prompt when stdin is not a terminal."""
    join = (PROGRAM, "play", "--join", table.url, "--seat", "watcher", "--lang")

    def fails(*more, words, code=1, **env):
        done = subprocess.run([*join, *more], stdin=subprocess.DEVNULL, text=True, capture_output=True, timeout=patience(),
                              env={**terminal.env, **env})
        assert done.returncode == code and words in done.stderr, done

    terminal.wait_for("Password of this table:")
    file = pathlib.Path(terminal.folder.name) / "password"
    file.write_text("mot de passé\n")
    terminal.keys("C-c")
    terminal.wait_for_shell()
    for command in (*join, "en", "--password-file", file), ("env", "LANTERNE_TABLE_PASSWORD=mot de passé", *join, "en"):
        terminal.run(*command)
        terminal.wait_for("Waiting for players")
        terminal.keys("q")
        terminal.wait_for("left 0")
    fails("en", words="this table asks for a password: give it in LANTERNE_TABLE_PASSWORD")
    fails("fr", words="LANTERNE_TABLE_PASSWORD: ce mot de passe est incorrect", LANTERNE_TABLE_PASSWORD="x")
    fails("en", "--password-file", "/nowhere", words="cannot read /nowhere", code=3)
    file.write_text("")
    fails("en", "--password-file", file, words="has 1 to 64 characters", code=3)
    file.write_text("sesame")
    # The given password is wrong; on a terminal the client then prompts for it.
    terminal.run(PROGRAM, "play", "--join", table.url, "--lang", "en", "--password-file", file)
    terminal.wait(lambda text: "password: that password is wrong" in text and text.rstrip().endswith("Password of this table:"))
    terminal.type("mot de passé\n")
    terminal.wait_for("Everybody is here")


def refused(terminal, *arguments, words):
    terminal.run(PROGRAM, "play", "--lang", "en", *arguments)
    terminal.wait(lambda text: is_left(text) and "left 0" not in text and words in text.replace("\n", ""))


def wrong_way_in(table, terminal):
    """A wrong certificate, a server without TLS and an unreachable server give different messages."""
    waits(table, terminal)
    terminal.keys("q", "q")
    terminal.wait_for("left 0")
    plain, other = table.url.replace("https", "http"), table.url.replace("localhost", "127.0.0.1")
    refused(terminal, "--join", other, words="trusted certificate proves that this is 127.0.0.1 (IP address mismatch)")
    refused(terminal, "--join", plain, words="no Lanterne answers at localhost")
    with Table("manor", 2) as open_table:
        refused(terminal, "--join", open_table.url.replace("http", "https"), words="no secure connection to 127.0.0.1")


check("waits for the game to begin", waits)
check("reconnects after a restart of the server", reconnects)
check("finds its seat again after leaving", comes_back)
check("chat and notebook", talks)
check("a refusal with its clause", asks_why)
check("the board as the server draws it", drawn)
check("lines for a screen reader", in_lines, "--plain")
check("SM-B5: any tile is taken back", takes_back, "--plain", game="shy-monsters", seats=2)
check("finding 4: standing answers", stands, "--plain", game="shadow-hunters", seats=5)
check("asks a player for the password", asks_password, password="mot de passé")
check("asks a watcher for the password, in French", watches_with_password, "--seat", "watcher", "--lang", "fr", password="mot de passé")
check("password from a file or the environment", password_given, password="mot de passé")
# Without hooks: seeded dice cannot be verified.
check("takes its part in fair dice", fair, fair=True, hooks=None)
check("says that what it saw of the dice could not be kept", unkept, fair=True, hooks=None)
check("finding 15: says that the server changed its secret", finding_15, fair=True, hooks=None, liar=Liar)
check("finding 15: says that the dice are of a round that was given up", finding_15_given_up, fair=True, hooks=None, liar=Seated)
with tempfile.TemporaryDirectory(prefix="lanterne-") as folder:
    pair = certificate(folder)
    trusting = {"SSL_CERT_FILE": pair[1]}
    check("TLS: reconnects after a restart of the server", reconnects, tls=pair, env=trusting)
    check("TLS: only with a certificate of the host", wrong_way_in, tls=pair, env=trusting)
    try:
        with Terminal() as shell, Table("manor", 2, tls=pair) as stranger:
            refused(shell, "--join", stranger.url, words="trusted certificate proves that this is localhost (self-signed certificate)")
            refused(shell, "--join", stranger.url, "--lang", "fr", words="prouve que c'est bien localhost (self-signed certificate)")
        tap.result(True, "TLS: only with a certificate that is trusted")
    except Exception:
        tap.result(False, "TLS: only with a certificate that is trusted", traceback.format_exc())
try:
    with Terminal() as shell, Table("manor", 2) as nobody:
        refused(shell, "--join", "nonsense", words="link looks like")
        refused(shell, "--join", nobody.url, "--seat", "2", words="That seat is taken")
        refused(shell, "--join", nobody.url[:-10] + "0000000000", words="lanterne: ")
        refused(shell, "--join", "http://127.0.0.1:1/t/0000000000", words="cannot reach")
        refused(shell, "manor", "--join", nobody.url, words="has its game")
    tap.result(True, "errors of --join")
except Exception:
    tap.result(False, "errors of --join", traceback.format_exc())
tap.finish()
