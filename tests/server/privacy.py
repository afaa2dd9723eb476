"""What is stored about a person: every space of documents has a row in docs/privacy.md, a download holds all
of it, and a deletion leaves nothing that the page does not name.

PLANTED has a line for every space of server/base/space.h: how the test fills it for Ada, or why nothing of a
person is in it. A new space without a line fails.
"""

import concurrent.futures
import contextlib
import json
import pathlib
import re
import subprocess
import sys

import lantern
from authenticator import Authenticator, moved
from lantern import ROOT, Person, Seat, Server
from logs import store_of
from operate import Mail, run
from patience import patience, until
from play import chooser, manor
from webpush import G, bytes_of, coded

NAME, GUEST, LOGIN, ADDRESS = "Adamarker", "Guestmarker", "loginmarker", "mailmarker@example.org"
NOTE, LINE, WATCHED, SOLO, REPORT = "notemarker", "linemarker", "watchedmarker", "solomarker", "reportmarker"
PASSKEY = "passkeymarker"
ENDPOINT = "https://push.example/endpointmarker"
PASSWORD = "passwordmarker"

# Spaces by how they hold something of Ada: DOWNLOADED is in the download (as the string that is named),
# SECRET is not and is deleted with her, SHARED belongs to tables, NOTHING says nothing about a person.
DOWNLOADED, SECRET, SHARED, NOTHING = range(4)
PLANTED = {
    "person": (DOWNLOADED, NAME), "account": (SECRET, LOGIN), "token": (SECRET, None), "session": (DOWNLOADED, "at"),
    "push": (DOWNLOADED, ENDPOINT), "passkey": (DOWNLOADED, PASSKEY), "credential": (SECRET, None),
    "reset": (SECRET, None), "mine": (DOWNLOADED, "table"), "note": (DOWNLOADED, NOTE), "said": (DOWNLOADED, LINE),
    "played": (DOWNLOADED, "Bruno"), "luck": (DOWNLOADED, "adjusted"), "profile": (DOWNLOADED, None),
    "daily": (DOWNLOADED, "counts"), "day": (SECRET, None),
    "report": (DOWNLOADED, REPORT), "order": (DOWNLOADED, "insult"), "audit": (SHARED, None),
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
    first("test-step", ms=24 * 3600 * 1000)  # the deal of the day is for accounts that are older
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
    ada("daily-start", named=True)
    ada("push-on", endpoint=ENDPOINT, p256dh=coded(bytes_of(G)), auth=coded(bytes(16)), lang="en", kinds=["turn"])
    page = moved(ada, server)
    page("passkey-add", name=PASSKEY, **Authenticator().made(page, page("passkey-new", password=PASSWORD)))
    blocked_and_reported(server, ada, bruno, table)
    return ada, guest, first.id, bruno, {"alone": solo, "table": table, "watched": watched}


def blocked_and_reported(server, ada, bruno, table):
    """Each has blocked and reported the other; of two reports about her one is decided. Cora's report about
    Bruno quotes a line of hers."""
    cora = Person(server, "Cora")
    for person, seat, whom in ((bruno, 2, 1), (cora, 0, 1)):
        person("report", table=table, seat=seat, whom=whom, reason="insult")
    lines = admin(server, "reports", "--json").splitlines()
    admin(server, "reports", json.loads(lines[0])["id"], "mute", "--for", "7d")
    until(lambda: "order" in ada.socket()("hello", protocol=1), "the server does not take notice of the decision")
    cora("report", table=table, seat=0, whom=2, reason="insult")
    ada("report", table=table, seat=1, whom=2, reason="other", text=REPORT)
    ada("block", table=table, seat=1, whom=2)
    bruno("block", table=table, seat=2, whom=1)


def admin(server, *words):
    return subprocess.run([server.program, "admin", "--data", str(server.data), *words], check=True, capture_output=True, text=True).stdout


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
        # With something in every space: `store check` knows what each of them holds.
        assert " 0 problems" in run(program, "store", "check", str(pathlib.Path(server.data) / "lanterne.db"))
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
        assert [row["name"] for row in data["blocks"]] == ["Bruno"] and bruno.id not in json.dumps([data["blocks"], data["report"]])
        assert PASSWORD not in text and ada.cookie not in text
        assert LINE not in json.dumps(bruno("export")["data"]), "the download of somebody else has her line"

        ada("forget", password=PASSWORD)
        server.stop()
        left(stored(program, server), guest, person, tables)
        server.start()
        bruno("unblock", ref=bruno("blocks")["blocks"][0]["ref"])
        assert LINE in json.dumps(bruno("chats", table=tables["table"], seat=2)), "the others' table has lost a line"


def left(rows, guest, person, tables):
    """After the deletion: in tables of others the id, the name and the lines said there; and what the last
    section of docs/privacy.md names of blocks, reports and acts of moderation."""
    shared = {tables["table"], tables["watched"]}
    for row in rows:
        space, key, _ = row
        text = json.dumps(row)
        others = space in ("", "table", "review") and key.split("/")[0] in shared
        if space == "audit" or (space == "person" and person not in key):
            continue  # acts of moderation, and Bruno's list of whom he has blocked
        if space == "report":
            assert person not in key and guest not in key, "a report by or about her is left"
            text = text.replace(NAME, "").replace(LINE, "")  # quoted in a report about Bruno
        if space == "played" and person not in key:
            text = text.replace(NAME, "")  # the name in Bruno's own memory of the game
        for marker in (LOGIN, ADDRESS, NOTE, SOLO, GUEST, guest, tables["alone"]):
            assert marker not in text, f"{marker} is left in {text[:300]}"
        if others:
            continue
        for marker in (person, NAME, LINE, WATCHED):
            assert marker not in text, f"{marker} is left in {text[:300]}"
    assert any(LINE in json.dumps(row) for row in rows), "the others' table is gone, so this shows nothing"


# PERSON_WAS_MAX
REMEMBERED = 32


def signs_in(server, guest, number):
    """A guest signs in to Ada's account; tries at passwords are limited by the minute."""
    if number % 5 == 4:
        guest("test-step", ms=61_000)
    guest("login", login=LOGIN, password=PASSWORD)
    return guest


def test_guests_who_did_nothing_push_no_other_out_of_an_account(program):
    """Every browser that comes without a session is a guest first, so somebody who signs in often has been
    many: those with games stay, whoever comes after them. Nothing is left of those that are forgotten."""
    with Server(program, "--messages-per-address=1000000", hooks=1) as server:
        Person(server, NAME)("signup", login=LOGIN, password=PASSWORD)
        first, bruno = Person(server, GUEST), Person(server, "Bruno")
        guest = first.id
        table = bruno("create", settings=manor(), plan=["me", "empty"])["table"]["table"]
        first("sit", table=table, seat=2)
        first("chat", table=table, seat=2, text=LINE)
        bruno("start", table=table)
        lantern.play([Seat(bruno.socket(), table, 1), Seat(first.socket(), table, 2)], chooser(3))
        signs_in(server, first, 0)
        for number in range(REMEMBERED + 2):
            other = Person(server, f"Idle {number}")
            signs_in(server, other, number)
        assert other("profile")["profile"]["games"] == 1
        data = other("export")["data"]
        assert data["played"] and LINE in json.dumps(data["said"]) and table in json.dumps(data["mine"])
        # So they do when all whom the account remembers have done something, and the new one has not.
        tables = [bruno("create", settings=manor())["table"]["table"] for _ in range(REMEMBERED - 1)]
        for number, watched in enumerate(tables):
            other = Person(server, f"Talker {number}")
            other("chat", table=watched, seat=0, text=f"{WATCHED} {number}.")
            signs_in(server, other, number)
        last = Person(server, "Idle last")
        signs_in(server, last, 4)
        data = last("export")["data"]
        assert last("profile")["profile"]["games"] == 1 and len(data["played"]) == 1
        assert {line["text"] for line in data["said"]} == {LINE, *(f"{WATCHED} {number}." for number in range(REMEMBERED - 1))}
        last("forget", password=PASSWORD)
        assert not keys_of(server, guest)
        with store_of(server) as store:
            persons = {key for (key,) in store.execute("SELECT key FROM doc WHERE space = 'person'")}
        assert persons == {bruno.id}, persons


def keys_of(server, start):
    with store_of(server) as store:
        return [f"{space}/{key}" for space, key in store.execute("SELECT space, key FROM doc") if key.startswith(start)]


ROUNDS = 12


def test_nothing_is_left_of_what_is_said_during_a_deletion(program):
    """A second connection goes on talking and taking notes until the person is deleted: whatever comes before
    goes with the person, and whatever comes after is refused, or meets a closed connection."""
    with Server(program, "--messages-per-address=1000000", hooks=1) as server:
        bruno = Person(server, "Bruno")
        for number in range(ROUNDS):
            table = bruno("create", settings=manor())["table"]["table"]
            eve = Person(server, f"Eve {number}")
            eve("sit", table=table, seat=2)
            line, other = eve.socket(), eve.socket()
            other("chats", table=table, seat=2)
            asked = [(other.ask("chat", table=table, seat=2, text=f"before {at}"), other.ask("note", table=table, seat=2, text="x")) for at in range(number % 3)]
            forgotten = line.ask("forget")
            # The connection may be closed before the last question is written to it.
            with contextlib.suppress(lantern.Closed, ConnectionError):
                asked += [(other.ask("chat", table=table, seat=2, text=f"after {at}"), other.ask("note", table=table, seat=2, text="y")) for at in range(6)]
                while all(other.answer(one)["ok"] for pair in asked for one in pair):
                    asked = [(other.ask("note", table=table, seat=2, text="z"),)]
            assert line.answer(forgotten)["ok"]
            assert not keys_of(server, eve.id), (number, keys_of(server, eve.id))
            assert "before" not in str(keys_of(server, table))


def test_nobody_is_written_again_after_a_deletion(program):
    """Not by what other connections began before the deletion and store after it: names, an account."""
    with Server(program, "--messages-per-address=1000000") as server:
        for number in range(ROUNDS):
            eve = Person(server, f"Eve {number}")
            line, other = eve.socket(), eve.socket()
            with concurrent.futures.ThreadPoolExecutor(1) as pool:
                signup = pool.submit(lantern.at(eve, server).post, "signup", json.dumps({"login": f"eve{number}", "password": PASSWORD}))
                # Where the sign-up is quicker, an account is deleted, which needs its password.
                forgotten = line.ask("forget", password=PASSWORD)
                with contextlib.suppress(lantern.Closed, ConnectionError):
                    for one in [other.ask("rename", name=f"Eva {at}") for at in range(200)]:
                        other.answer(one)
                assert line.answer(forgotten)["ok"]
                signup.result()
            with store_of(server) as store:
                rows = store.execute("SELECT space, key, value FROM doc").fetchall()
            left = [(space, key) for space, key, value in rows if eve.id in key or eve.id.encode() in value]
            assert not left, (number, left)


def test_one_download_at_a_time(program):
    """What is collected counts as nobody's memory before it is sent."""
    with Server(program) as server:
        eve = Person(server, "Eve")
        connection = eve.socket()
        answers = [connection.answer(one) for one in [connection.ask("export") for _ in range(30)]]
        assert answers[0]["ok"] and {answer["error"]["code"] for answer in answers if not answer["ok"]} == {"limit"}
        assert eve("export")["ok"]


def test_notes_of_watchers_go_with_the_table(program):
    with Server(program, hooks=1) as server:
        bruno, eve = Person(server, "Bruno"), Person(server, "Eve")
        gone, stays = (bruno("create", settings=manor(listed=True))["table"]["table"] for _ in range(2))
        eve("sit", table=stays, seat=2)
        for table, seat in ((gone, 0), (stays, 2)):
            eve("chat", table=table, seat=seat, text="Well played!")
        bruno("forget")
        assert [key for key in keys_of(server, eve.id) if key.startswith("said/")] == [f"said/{eve.id}/{table}" for table in sorted((gone, stays))]
        until(lambda: eve("test-step", ms=1000) and f"said/{eve.id}/{gone}" not in keys_of(server, eve.id), "the note outlives its table")
        eve("test-step", ms=1000)
        assert f"said/{eve.id}/{stays}" in keys_of(server, eve.id)
        assert [line["text"] for line in eve("export")["data"]["said"]] == ["Well played!"]


if __name__ == "__main__":
    lantern.Tap(globals(), sys.argv[1])
