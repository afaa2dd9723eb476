"""What is stored about a person: every space of documents has a row in docs/privacy.md, a download holds all
of it, and a deletion leaves nothing that the page does not name.

PLANTED has a line for every space of server/base/space.h: how the test fills it for Ada, or why nothing of a
person is in it. A new space without a line fails.
"""

import json
import pathlib
import re
import subprocess
import sys

import lantern
from lantern import ROOT, Person, Seat, Server
from logs import store_of
from operate import Mail
from patience import patience, until
from play import chooser, manor
from webpush import G, bytes_of, coded

NAME, GUEST, LOGIN, ADDRESS = "Adamarker", "Guestmarker", "loginmarker", "mailmarker@example.org"
NOTE, LINE, WATCHED, SOLO = "notemarker", "linemarker", "watchedmarker", "solomarker"
ENDPOINT = "https://push.example/endpointmarker"
PASSWORD = "passwordmarker"

# Spaces by how they hold something of Ada: DOWNLOADED is in the download (as the string that is named),
# SECRET is not and is deleted with her, SHARED belongs to tables, NOTHING says nothing about a person.
DOWNLOADED, SECRET, SHARED, NOTHING = range(4)
PLANTED = {
    "person": (DOWNLOADED, NAME), "account": (SECRET, LOGIN), "token": (SECRET, None), "session": (DOWNLOADED, "at"),
    "push": (DOWNLOADED, ENDPOINT),
    "reset": (SECRET, None), "mine": (DOWNLOADED, "table"), "note": (DOWNLOADED, NOTE), "said": (DOWNLOADED, LINE),
    "played": (DOWNLOADED, "Bruno"), "luck": (DOWNLOADED, "adjusted"), "profile": (DOWNLOADED, None),
    "table": (SHARED, None), "review": (SHARED, None), "here": (NOTHING, None), "server": (NOTHING, None), "told": (NOTHING, None),
}


def spaces():
    text = (ROOT / "server/base/space.h").read_text()
    return re.findall(r'^#define SPACE_\w+\s+"(\w+)"', text, flags=re.M)


def stored(program, server):
    """Everything that the store of a stopped server holds, as (space, key, text); logs have the space ""."""
    with store_of(server) as store:
        rows = store.execute("SELECT space, key, value FROM doc").fetchall()
        rows += store.execute("SELECT '', name, entry FROM entry JOIN log ON log = id").fetchall()
        rows += store.execute("SELECT 'secret', key, value FROM secret").fetchall()
    found = [(space, key, value.decode(errors="replace")) for space, key, value in rows]
    path = str(pathlib.Path(server.data) / "lanterne.db")
    lines = subprocess.run([program, "store", "export", path, "-"], check=True, capture_output=True, text=True).stdout.splitlines()
    copied = {row.get("space", "") for row in map(json.loads, lines)}
    for space in {row[0] for row in found} - {"here", "told"}:
        assert space in copied, f"`lanterne store export` leaves out the space {space}"
    return found


def test_every_space_has_a_row_and_a_line(program):
    page = (ROOT / "docs/privacy.md").read_text()
    rows = re.findall(r"^\| `(\w+)` \|", page.split("## Documents in the store")[1].split("\n## ")[0], flags=re.M)
    assert len(spaces()) > 10
    assert sorted(rows) == sorted(spaces()), "docs/privacy.md has not one row for each space of server/base/space.h"
    assert sorted(PLANTED) == sorted(spaces()), "PLANTED has not one line for each space of server/base/space.h"


def letter(mail):
    return mail.heard.get(timeout=patience())


def fill(server, mail):
    """Ada, formerly a guest, with something in every space; and Bruno, at whose table she sat."""
    first, bruno = Person(server, NAME), Person(server, "Bruno")
    first("signup", login=LOGIN, password=PASSWORD, mail=ADDRESS)
    letter(mail)
    ada = Person(server, GUEST)
    guest = ada.id
    solo = ada("create", settings=manor(), plan=["me", "random"])["table"]["table"]
    ada("chat", table=solo, seat=1, text=SOLO)
    ada("login", login=LOGIN, password=PASSWORD)
    assert ada("me")["person"]["id"] == first.id
    table = ada("create", settings=manor(), plan=["me", "empty"])["table"]["table"]
    bruno("sit", table=table, seat=2)
    ada("note", table=table, seat=1, text=NOTE)
    ada("chat", table=table, seat=1, text=LINE)
    watched = bruno("create", settings=manor())["table"]["table"]
    ada("chat", table=watched, seat=0, text=WATCHED)
    ada("start", table=table)
    lantern.play([Seat(ada.socket(), table, 1), Seat(bruno.socket(), table, 2)], chooser(3))
    until(lambda: ada("test-step", ms=1000) and "review" in bruno("review", table=table, seat=1), "no review came")
    ada("profile-show", on=True)
    ada("push-on", endpoint=ENDPOINT, p256dh=coded(bytes_of(G)), auth=coded(bytes(16)), lang="en", kinds=["turn"])
    return ada, guest, first.id, bruno, {"alone": solo, "table": table, "watched": watched}


def confirmed_reset(server, mail, ada):
    """A code for a new password, which needs a confirmed address."""
    ada("mail", mail=ADDRESS)
    ada("mail-confirm", code=re.search(r"/settings#(\w{8})\r", letter(mail))[1])
    Person(server, "Stranger")("reset-ask", login=LOGIN)
    letter(mail)


def check_full(rows, guest, person, tables):
    """The test has filled what it says: else it would show nothing."""
    hidden = {row[0] for row in rows} - {""}
    for space, (kind, _) in PLANTED.items():
        assert kind == NOTHING or space in hidden, f"nothing is stored in the space {space}"
    for space in hidden - {"secret"}:
        assert space in PLANTED, f"the store has a space {space}, which server/base/space.h does not name"
    text = json.dumps(rows)
    for marker in (guest, person, NAME, GUEST, LOGIN, ADDRESS, NOTE, LINE, WATCHED, SOLO, *tables.values()):
        assert marker in text, marker


def test_a_download_holds_all_and_a_deletion_leaves_none(program):
    mail = Mail()
    with Server(program, f"--smtp=127.0.0.1:{mail.port}", "--base-url=https://games.example", hooks=1) as server:
        ada, guest, person, bruno, tables = fill(server, mail)
        confirmed_reset(server, mail, ada)
        server.stop()
        check_full(stored(program, server), guest, person, tables)
        server.start()

        data, code = ada("export")["data"], ada("profile")["profile"]["code"]
        for space, (kind, marker) in PLANTED.items():
            if kind == DOWNLOADED:
                assert data[space] and (marker or code) in json.dumps(data[space]), space
            else:
                assert space not in data, space
        text = json.dumps(data)
        for marker in (guest, person, NAME, LOGIN, ADDRESS, NOTE, LINE, WATCHED, SOLO, *tables.values()):
            assert marker in text, f"the download lacks {marker}"
        assert PASSWORD not in text and ada.cookie not in text
        assert LINE not in json.dumps(bruno("export")["data"]), "the download of somebody else has her line"

        ada("forget", password=PASSWORD)
        server.stop()
        left(stored(program, server), guest, person, tables)
        server.start()
        assert LINE in json.dumps(bruno("chats", table=tables["table"], seat=2)), "the others' table has lost a line"


def left(rows, guest, person, tables):
    """After the deletion: in tables of others the id, the name and the lines said there, and nothing else."""
    shared = {tables["table"], tables["watched"]}
    for row in rows:
        space, key, _ = row
        text = json.dumps(row)
        others = space in ("", "table", "review") and key.split("/")[0] in shared
        if space == "played" and person not in key:
            text = text.replace(NAME, "")  # the name in Bruno's own memory of the game
        for marker in (LOGIN, ADDRESS, NOTE, SOLO, GUEST, guest, tables["alone"]):
            assert marker not in text, f"{marker} is left in {text[:300]}"
        if others:
            continue
        for marker in (person, NAME, LINE, WATCHED):
            assert marker not in text, f"{marker} is left in {text[:300]}"
    assert any(LINE in json.dumps(row) for row in rows), "the others' table is gone, so this shows nothing"


if __name__ == "__main__":
    lantern.Tap(globals(), sys.argv[1])
