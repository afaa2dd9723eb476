"""A seat at a server's table: what the client survives, and what it shows that a game at home has not."""

import json
import tempfile
import traceback

from screen import PROGRAM, Tap, Terminal, bar, is_left, play
from server import Table, certificate

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
    terminal.wait_for("Seats still free: 0")
    table.begin()
    terminal.wait_for("Choose which of your manors")


def reconnects(table, terminal):
    table.begin()
    terminal.wait_for("Choose which of your manors")
    server = table.again()
    terminal.wait_for("no connection, trying again")
    # A move that nobody can take now is told of, and sent when somebody can.
    terminal.keys("1")
    terminal.wait_for("as soon as it is back")
    server.start()
    terminal.wait(lambda text: "trying again" not in text and "gets your first tandem" in text)
    play(terminal, "after a break")
    assert table.info()["state"] == "over"


def comes_back(table, terminal):
    def whole(text):
        """The bar is drawn last."""
        return "first tandem" in text and "l log" in bar(text)

    def top(text):
        return text.split("\n")[:14]

    table.begin()
    terminal.wait_for("Choose which of your manors")
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
    terminal.wait_for("Choose which of your manors")
    table.host("chat", table=table.id, seat=0, room="watchers", text="not for players")
    terminal.keys("c")
    terminal.wait_for("Nobody has said anything yet")
    terminal.type("bonsoir à tous")
    terminal.keys("Enter")
    terminal.wait_for("Zoé             bonsoir à tous")
    terminal.keys("Escape")
    terminal.wait(lambda text: "l log" in bar(text))
    terminal.keys("n")
    terminal.type("Wick lies")
    terminal.keys("Escape", "n")
    terminal.wait_for("Wick lies")


def asks_why(table, terminal):
    table.begin()
    terminal.wait_for("Choose which of your manors")
    terminal.keys("w")
    terminal.type("place tandem 2.1")
    terminal.keys("Enter")
    terminal.wait_for("MA-")


def fair(table, terminal):
    terminal.wait_for("Seats still free: 0")
    table.begin()
    terminal.wait_for("Choose which of your manors")
    assert table.info()["verifiable"]


def in_lines(table, terminal):
    terminal.wait_for("Seats still free: 0")
    terminal.type("say hello from a screen reader\n")
    terminal.wait_for("Zoé: hello from a screen reader")
    table.begin()
    text = terminal.wait_for("4  Turn up manor 1.4")
    assert "╭" not in text and "│" not in text, text
    terminal.type("1\n")
    terminal.wait_for("gets your first tandem")
    terminal.type("quit\n")
    terminal.wait_for("left 0")


def drawn(table, terminal):
    """What the server draws: for one's own eyes only, and for none that do not exist."""
    table.begin()
    terminal.wait_for("Choose which of your manors")
    question = {"table": table.id, "seat": 0, "lang": "en", "style": "ascii", "width": 80}
    board = table.host("draw", **question)["text"]
    assert "worth" not in board and "Soot" in board and "─" not in board, board
    for wrong in ({"seat": 1}, {"style": "oil"}, {"lang": "de"}, {"width": 10}, {"width": 4000}, {"height": -1}):
        status, _ = table.host.post("draw", json.dumps({**question, **wrong}))
        assert status >= 400, f"{wrong} is answered with {status}"


def refused(terminal, *arguments, words):
    terminal.run(PROGRAM, "play", "--lang", "en", *arguments)
    terminal.wait(lambda text: is_left(text) and "left 0" not in text and words in text.replace("\n", ""))


def wrong_way_in(table, terminal):
    """Who cannot prove to be the host, or does not speak TLS, is told apart from who is not there."""
    waits(table, terminal)
    terminal.keys("q", "q")
    terminal.wait_for("left 0")
    plain, other = table.url.replace("https", "http"), table.url.replace("localhost", "127.0.0.1")
    refused(terminal, "--join", other, words="trusted certificate proves that this is 127.0.0.1 (IP address mismatch)")
    refused(terminal, "--join", plain, words="no Lanterne answers at localhost")
    with Table("manor", 2) as open_table:
        refused(terminal, "--join", open_table.url.replace("http", "https"), words="no secure connection to 127.0.0.1")


check("waits for the game to begin", waits)
check("survives a server that dies and comes back", reconnects)
check("finds its seat again after leaving", comes_back)
check("chat and notebook", talks)
check("why not, with the clause", asks_why)
check("the board as the server draws it", drawn)
check("lines for a screen reader", in_lines, "--plain")
# What is seeded cannot be verified.
check("takes its part in fair dice", fair, fair=True, hooks=None)
with tempfile.TemporaryDirectory(prefix="lanterne-") as folder:
    pair = certificate(folder)
    trusting = {"SSL_CERT_FILE": pair[1]}
    check("TLS: survives a server that dies and comes back", reconnects, tls=pair, env=trusting)
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
    tap.result(True, "what cannot be joined is told")
except Exception:
    tap.result(False, "what cannot be joined is told", traceback.format_exc())
tap.finish()
