"""Links that show themselves: what a table's address tells somebody who has only the address, its picture,
and the replay that other sites may show."""

import html.parser
import http.client
import json
import re
import struct
import sys
import threading
import zlib

import lantern
from lantern import Person, Seat, Server
from patience import until
from play import chooser

ODD = 'Zoé "<b>&\' O'


class Tags(html.parser.HTMLParser):
    """The meta tags of a page, as a browser reads them, and whatever else its head has."""

    def __init__(self, text):
        super().__init__()
        self.meta, self.seen = {}, set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.seen.add(tag)
        row = dict(attributes)
        if tag == "meta" and ("property" in row or "name" in row):
            self.meta[row.get("property") or row["name"]] = row["content"]


def tags_of(server, path, **headers):
    answer, body = server.get(path, **headers)
    assert answer.status == 200 and answer.getheader("Set-Cookie") is None, answer.headers
    return Tags(body.decode())


def picture_size(body):
    assert body[:8] == b"\x89PNG\r\n\x1a\n" and body[12:16] == b"IHDR", body[:20]
    at, data = 8, b""
    while at < len(body):
        (size,) = struct.unpack(">I", body[at:at + 4])
        part = body[at + 4:at + 8 + size]
        assert struct.unpack(">I", body[at + 8 + size:at + 12 + size]) == (zlib.crc32(part),), "a checksum"
        data += part[4:] if part[:4] == b"IDAT" else b""
        at += 12 + size
    wide, high = struct.unpack(">II", body[16:24])
    assert len(zlib.decompress(data)) == (3 * wide + 1) * high
    return wide, high


def table_of(people, password=None, **settings):
    lock = {"password": password} if password else {}
    table = people[0]("create", settings={"game": "manor", "seats": 2, **settings}, **lock)["table"]["table"]
    if len(people) > 1:
        people[1]("sit", table=table, seat=2, **lock)
    return table


def finish(people, table):
    people[0]("start", table=table)
    lantern.play([Seat(person.socket(), table, at) for at, person in enumerate(people, 1)], chooser(1))
    assert people[0]("info", table=table)["table"]["state"] == "over"


def refused(server, path, status, **headers):
    answer, body = server.get(path, **headers)
    assert answer.status == status, (path, answer.status, body)
    return json.loads(body)["error"]["say"]


def test_a_public_table_shows_itself_and_a_private_one_its_game_alone(program):
    with Server(program, "--host-name=*", hooks=1) as server:
        ada, odd = Person(server, "Ada"), Person(server, ODD)
        table = table_of([ada, odd], listed=True, name='</title><script>"\'&')
        page = tags_of(server, f"/t/{table}")
        assert page.meta["og:title"] == 'Manor · </title><script>"\'&', page.meta
        assert "b" not in page.seen and page.meta["twitter:card"] == "summary_large_image"
        assert page.meta["og:description"] == page.meta["description"] == "The game is about to begin."
        address = page.meta["og:image"]
        assert re.fullmatch(rf"http://127\.0\.0\.1:{server.port}/picture/{table}/en\.png\?v=[0-9a-f]{{16}}", address), address
        french = tags_of(server, f"/r/{table}?seat=1", Accept_Language="fr-CH, en;q=0.8")
        assert french.meta["og:description"] == "La partie va commencer." and french.meta["og:locale"] == "fr_FR"
        # The name of the address is the client's own; what cannot be one is not repeated.
        assert "/picture/" in tags_of(server, f"/t/{table}", Host='localhost"><b>:1').meta["og:image"]
        private = [table_of([ada, odd], name="Secret", **more) for more in
                   ({"listed": False}, {"listed": True, "watching": "none"}, {"listed": True, "password": "hush"})]
        pages = [tags_of(server, f"/t/{one}").meta for one in private]
        for one, meta in zip(private, pages):
            text = json.dumps(meta)
            assert meta["og:title"] == "Manor" and "Secret" not in text and "Ada" not in text and "Zo" not in text, meta
            before = server.get(f"/picture/{one}/en.png")[1]
            ada("start", table=one)
            assert tags_of(server, f"/t/{one}").meta == meta, "a private table tells that its game has begun"
            assert server.get(f"/picture/{one}/en.png")[1] == before
        # One table's picture is the other's: it depends on the game alone.
        assert len({server.get(f"/picture/{one}/en.png")[1] for one in private}) == 1
        for path in ("/t/nothere123", "/r/file", "/t/", f"/t/{table[:-1]}%00", "/t/" + "x" * 3000):
            assert tags_of(server, path).meta["og:title"] == "Lanterne: a table is waiting", path


def test_the_picture(program):
    """Drawn once, kept by what it shows, with names for everybody or for those at the table alone."""
    with Server(program, hooks=1) as server:
        ada, ben, eve = Person(server, "Ada"), Person(server, "Бен 日本"), Person(server, "Eve")
        table = table_of([ada, ben], listed=True)
        path = f"/picture/{table}/en.png"
        answer, body = server.get(path)
        assert answer.getheader("Content-Type") == "image/png" and picture_size(body) == (1200, 630)
        assert "public" in answer.getheader("Cache-Control") and answer.getheader("Cross-Origin-Resource-Policy") == "same-origin"
        tag = answer.getheader("ETag")
        again, none = server.get(path + "?v=anything", If_None_Match=tag)
        assert again.status == 304 and not none and again.getheader("ETag") == tag
        assert server.get(f"/picture/{table}/fr.png")[1] != body
        finish([ada, ben], table)
        assert server.get(path)[1] != body, "the picture of a game that is over"
        own = table_of([ada, ben], listed=False)
        plain = server.get(f"/picture/{own}/en.png")[1]
        named, with_names = server.get(f"/picture/{own}/en.png", Cookie=f"lanterne={ada.cookie}")
        assert with_names != plain and "private" in named.getheader("Cache-Control")
        assert server.get(f"/picture/{own}/en.png", Cookie=f"lanterne={eve.cookie}")[1] == plain
        assert server.get(f"/picture/{own}/en.png", Cookie="lanterne=nonsense")[1] == plain
        for bad, status in (("/picture/nothere123/en.png", 404), (f"/picture/{own}/de.png", 400), ("/picture/", 400), ("/picture//en.png", 404)):
            refused(server, bad, status)


def limit(name):
    text = (lantern.ROOT / "server/base/limit.h").read_text()
    return int(re.search(rf"LIMIT_{name} = (\d+)", text)[1])


class Asked(threading.Thread):
    """A picture that is asked for, from an address of this machine, while others are."""

    def __init__(self, server, table, lang="en", source="127.0.0.1", cookie=None):
        super().__init__(daemon=True)
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=lantern.patience(), source_address=(source, 0))
        self.path, self.headers = f"/picture/{table}/{lang}.png", {"Cookie": f"lanterne={cookie}"} if cookie else {}
        self.start()

    def run(self):
        self.connection.request("GET", self.path, headers=self.headers)
        answer = self.connection.getresponse()
        self.status, self.body = answer.status, answer.read()
        self.connection.close()

    def answer(self):
        self.join(lantern.patience())
        assert not self.is_alive(), f"{self.path} is not answered"
        return self.status, self.body


def held(person, count):
    """Waits until so many pictures are asked for and kept back."""
    until(lambda: person("test-pictures", held=True)["waiting"] == count, f"not {count} pictures are being drawn")


def test_pictures_are_limited(program):
    """Of those being drawn at once, one address has so many, and all of them so many: the next is refused
    with a reason. One that is being drawn already takes no place. All come in the end."""
    own, all_ = limit("PICTURES_PER_ADDRESS"), limit("PICTURES")
    with Server(program, "--messages-per-address=1000000", hooks=1) as server:
        ada = Person(server, "Ada")
        tables = []
        for at in range(all_ + 1):
            ada("rename", name=f"Ada {at}")
            tables.append(table_of([ada], listed=True))
        ada("test-pictures", held=True)
        asked = []
        for at in range(all_):
            asked.append(Asked(server, tables[at], source=f"127.0.0.{1 + at // own}"))
            held(ada, at + 1)
            if at == own - 1:
                status, body = Asked(server, tables[all_]).answer()
                assert status == 429 and json.loads(body)["error"]["code"] == "limit", (status, body)
        status, body = Asked(server, tables[all_], source="127.0.0.99").answer()
        assert status == 429 and json.loads(body)["error"]["code"] == "limit", (status, body)
        asked.append(Asked(server, tables[0], source="127.0.0.99"))
        ada("test-pictures", held=False)
        for one in asked:
            status, body = one.answer()
            assert status == 200 and picture_size(body) == (1200, 630)
        assert Asked(server, tables[all_]).answer()[0] == 200


def test_the_right_to_names_is_asked_when_a_picture_is_delivered(program):
    """Somebody stands up, or the table is made private, while the picture with names is drawn."""
    with Server(program, "--messages-per-address=1000000", hooks=1) as server:
        ada, ben = Person(server, "Ada"), Person(server, "Ben")
        private, public = table_of([ada, ben]), table_of([ada], listed=True)
        plain = server.get(f"/picture/{private}/en.png")[1]
        ada("test-pictures", held=True)
        his, hers = Asked(server, private, cookie=ben.cookie), Asked(server, private, "fr", cookie=ada.cookie)
        strangers = Asked(server, public)
        held(ada, 3)
        ben("stand", table=private, seat=2)
        ada("settings", table=public, settings={"game": "manor", "seats": 2, "listed": False})
        ada("test-pictures", held=False)
        assert his.answer() == (200, plain) == strangers.answer()
        assert hers.answer()[1] not in (plain, server.get(f"/picture/{private}/fr.png")[1]), "who still sits there has lost the names"


def test_a_replay_for_other_sites(program):
    with Server(program, hooks=1) as server:
        ada, ben = Person(server, "Ada"), Person(server, "Ben")
        table, private = table_of([ada, ben], listed=True), table_of([ada, ben])
        position = "/replay?seat=9&move=3"
        refused(server, f"/embed/{table}{position}", 409)
        finish([ada, ben], table)
        finish([ada, ben], private)
        answer, body = server.get(f"/embed/{table}{position}", Origin="null")
        shown = json.loads(body)
        assert answer.getheader("Access-Control-Allow-Origin") == "*" and answer.getheader("Set-Cookie") is None
        assert shown["names"] == ["Ada", "Ben"] and shown["game"] == "manor" and shown["move"] == 3
        whole = ada("replay", table=table, seat=9, move=3)
        assert {key: shown[key] for key in ("update", "views", "moves")} == {key: whole[key] for key in ("update", "views", "moves")}
        # One that is not public is as one that is not there; a cookie changes nothing.
        nowhere = refused(server, f"/embed/nothere123{position}", 404)
        assert refused(server, f"/embed/{private}{position}", 404, Cookie=f"lanterne={ada.cookie}") == nowhere
        # A seat that this game does not have, and one that no game has.
        refused(server, f"/embed/{table}/replay?seat=3&move=0", 404)
        for query in ("?seat=10&move=0", "?seat=1", "?seat=-1&move=0", "?seat=1&move=x", "?move=1&seat=1", "?seat=1&move=1&more=1", "?seat=1&move=99999999999"):
            refused(server, f"/embed/{table}/replay{query}", 400)


def test_who_may_frame_and_read(program):
    """Pages of other sites may frame the embedded replay and nothing else, and read what everybody has."""
    with Server(program) as server:
        ada = Person(server, "Ada")
        table = table_of([ada], listed=True)
        for path in ("/", f"/t/{table}", f"/r/{table}", "/settings", "/index.html", "/embed", "/embedded", "/embed.html", "/sw.js", "/healthz", "/nowhere"):
            answer, _ = server.get(path)
            assert "frame-ancestors 'none'" in answer.getheader("Content-Security-Policy"), path
            assert answer.getheader("Access-Control-Allow-Origin") is None and answer.getheader("Cross-Origin-Resource-Policy") == "same-origin", path
        answer, body = server.get(f"/embed/{table}")
        policy = answer.getheader("Content-Security-Policy")
        assert answer.status == 200 and "frame-ancestors *" in policy and "default-src 'none'" in policy
        assert answer.getheader("Set-Cookie") is None and "unsafe" not in policy
        file = re.search(r'src="(/assets/[^"]+\.js)"', body.decode())[1]
        assert server.get(file, Origin="null")[0].getheader("Access-Control-Allow-Origin") == "*"
        assert server.get("/api/games/en", Origin="https://other.example")[0].getheader("Access-Control-Allow-Origin") == "*"
        status, _ = ada.post("me", "{}", {"Origin": "null"})
        assert status == 403, "operations are for our own pages"


if __name__ == "__main__":
    lantern.Tap(globals(), sys.argv[1])
