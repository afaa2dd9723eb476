#!/usr/bin/env python3
"""Tests of `lanterne store` with PostgreSQL: export, import, check, backup and restore, and errors in
URLs."""

import contextlib
import os
import pathlib
import re
import shutil
import sqlite3
import stat
import sys
import tempfile

import clusters
import lantern
from clusters import Cluster, seats_of, some_moves
from database import Database
from lantern import Person, Seat, Server, at
from operate import run
from patience import until
from play import chooser, manor, two_at_table

TABLES = "SELECT coalesce(string_agg(schemaname || '.' || tablename, ' '), '') FROM pg_tables WHERE schemaname = 'lanterne'"


def url(database="lanterne", user="lanterne", **more):
    words = "&".join(f"{name}={value}" for name, value in more.items())
    return f"postgresql://{user}@127.0.0.1:{clusters.DATABASE.port}/{database}?{words}"


def commands(program):
    """A function that runs `lanterne store` and returns all of its output."""
    return lambda *words, code=0: run(program, "store", *words, code=code)


@contextlib.contextmanager
def folder():
    """A temporary folder; yields a function that makes paths in it."""
    with tempfile.TemporaryDirectory(prefix="lanterne-carry-") as here:
        yield lambda file: os.path.join(here, file)


def fresh():
    """An empty database, and a folder."""
    clusters.DATABASE.sql("DROP SCHEMA IF EXISTS lanterne CASCADE")
    return folder()


def go_over(seats, people, server):
    for seat, person in zip(seats, people):
        seat.drain()
        seat.open(at(person, server).socket())


def records(person, server, tables):
    return [at(person, server)("record", table=table, seat=1)["record"] for table in tables]


def test_a_store_moves_there_and_back(program):
    """From SQLite to PostgreSQL and back, with a game that is over and one that goes on in each of them."""
    store = commands(program)
    with fresh() as name:
        data = name("data")
        with Server(program, data=data) as server:
            ada, bruno, over = two_at_table(server)
            ada("signup", login="Ada", password="bon appétit")
            lantern.play(seats_of((ada, bruno), over), chooser(3))
            table = ada("create", settings=manor(2))["table"]["table"]
            bruno("sit", table=table, seat=2)
            ada("start", table=table)
            ada("chat", table=table, seat=1, room="players", text="à demain")
            seats = seats_of((ada, bruno), table)
            some_moves(seats, chooser(1))
            kept = records(ada, server, (over, table))
        source = os.path.join(data, "lanterne.db")
        assert "0 problems" in store("check", source)
        store("export", source, name("one"))
        assert stat.S_IMODE(os.stat(name("one")).st_mode) == 0o600
        # An export overwrites neither an earlier export nor a store.
        for there in (name("one"), source):
            assert "File exists" in store("export", source, there, code=1)
        assert "0 problems" in store("check", source)
        store("migrate", url())
        store("import", url(), name("one"))
        assert "not empty" in store("import", url(), name("one"), code=1)
        assert "0 problems" in store("check", url())
        store("export", url(), name("again"))
        assert pathlib.Path(name("again")).read_text() == pathlib.Path(name("one")).read_text()
        # Continued in PostgreSQL, by nodes with the same key; then moved back, and played to the end.
        with Server(program, f"--store={url()}", data=data) as server:
            assert records(ada, server, (over, table)) == kept
            go_over(seats, (ada, bruno), server)
            some_moves(seats, chooser(2))
            kept = records(ada, server, (over, table))
        store("export", url(), name("two"))
        store("import", name("other.db"), name("two"))
        assert "0 problems" in store("check", name("other.db"))
        store("export", name("other.db"), name("three"))
        assert pathlib.Path(name("three")).read_text() == pathlib.Path(name("two")).read_text()
        with Server(program, f"--store={name('other.db')}", data=data) as server:
            assert records(ada, server, (over, table)) == kept
            go_over(seats, (ada, bruno), server)
            lantern.play(seats, chooser(9))
            assert at(ada, server)("chats", table=table, seat=1)["lines"][0]["text"] == "à demain"
            phone = Person(server)
            assert phone("login", login="ada", password="bon appétit")["person"]["id"] == ada.id


def test_an_illegal_log_fails_the_check(program):
    """A log with the same move twice is well-formed, but cannot be replayed."""
    with fresh() as name:
        # Seeded: in some games the repeated move would be legal.
        with Server(program, data=name("data"), hooks=1) as server:
            ada, bruno, table = two_at_table(server)
            some_moves(seats_of((ada, bruno), table), chooser(1))
        with contextlib.closing(sqlite3.connect(name("data/lanterne.db"))) as twice, twice:
            twice.execute("UPDATE entry SET entry = (SELECT entry FROM entry AS before WHERE before.log = entry.log AND "
                          "before.number = entry.number - 1) WHERE rowid = (SELECT entry.rowid FROM entry JOIN log ON log = id "
                          "WHERE name = ?1 ORDER BY number DESC LIMIT 1)", (table,))
        said = commands(program)("check", name("data/lanterne.db"), code=1)
        assert table in said and "cannot be replayed" in said and "does not fit its checksum" in said and "2 problems" in said, said


def test_an_import_takes_all_or_nothing(program):
    store = commands(program)
    with fresh() as name:
        with Server(program, data=name("data")) as server:
            ada, bruno, table = two_at_table(server)
            some_moves(seats_of((ada, bruno), table), chooser(1))
        store("export", name("data/lanterne.db"), name("whole"))
        lines = pathlib.Path(name("whole")).read_text().splitlines(keepends=True)
        wrong = {"cut": (lines[:-1], len(lines) - 1), "gap": (lines[:3] + lines[4:], 4),
                 "torn": (lines[:2] + ['{"log":"x"\n'] + lines[3:], 3), "other": (["hello\n"], 1), "empty": ([], 0)}
        for kind, (text, at_line) in wrong.items():
            pathlib.Path(name(kind)).write_text("".join(text))
            for target in (url(), name("target.db")):
                said = store("import", target, name(kind), code=1)
                assert "not a whole export; nothing was taken in" in said and f"line {at_line}\n" in said, said
        assert "No such file" in store("import", url(), name("nowhere"), code=1)
        assert clusters.DATABASE.sql(TABLES) == "" and not os.path.exists(name("target.db"))
        # Through a pipe as well.
        run("sh", "-c", '"$0" store export "$1" - | "$0" store import "$2" -', program, name("data/lanterne.db"), url())
        assert "0 problems" in store("check", url())


def test_errors_change_nothing(program):
    store, port = commands(program), clusters.DATABASE.port
    wrong = ((url("missing"), 'database "missing" does not exist'), (url(user="nobody"), 'role "nobody" does not exist'),
             (url(sslmode="perhaps"), "perhaps"), (url(colour="red"), "colour"),
             (url().replace(str(port), "1"), "refused"), ("postgresql:lanterne", "neither"),
             ("mysql://db.example/lanterne", "neither"))
    with fresh() as name:
        pathlib.Path(name("file")).write_text('{"lanterne":"store","version":1}\n{"lines":0,"alive":0}\n')
        for where, why in wrong:
            for words in (("migrate", where), ("import", where, name("file"))):
                said = store(*words, code=1)
                assert why in said, said
            said = run(program, "serve", "--port=0", f"--data={name('data')}", f"--store={where}", code=1)
            assert why in said, said
            assert not os.path.exists(where), "a misspelt URL became the name of a file"
        # The wrong database, or an empty one: commands that only read create nothing.
        for said in (store("check", url(), code=1), store("export", url(), name("out"), code=1),
                     run(program, "admin", "--store", url(), "list", code=1)):
            assert "there is no Lanterne in this database" in said, said
        assert clusters.DATABASE.sql(TABLES) == ""
        assert sorted(os.listdir(name(""))) == ["data", "file"] and os.listdir(name("data")) == []


def test_passwords_and_rights(program):
    store, database = commands(program), clusters.DATABASE
    database.sql("CREATE ROLE host LOGIN PASSWORD 'right'; CREATE ROLE reader LOGIN")
    rules = pathlib.Path(database.data, "pg_hba.conf")
    rules.write_text("host all host 127.0.0.1/32 scram-sha-256\n" + rules.read_text())
    database.sql("SELECT pg_reload_conf()")
    with fresh() as name:
        until(lambda: "no password supplied" in store("migrate", url(user="host"), code=1), "the rules are not there yet")
        assert "password authentication failed" in store("migrate", url(user="host:wrong"), code=1)
        assert "permission denied for database" in store("migrate", url(user="host:right"), code=1)
        assert database.sql(TABLES) == ""
        database.sql("GRANT CREATE ON DATABASE lanterne TO host")
        assert "up to date" in store("migrate", url(user="host:right"))
        for words in (("migrate",), ("check",)):
            assert "permission denied for schema lanterne" in store(*words, url(user="reader"), code=1)
        database.sql("GRANT USAGE ON SCHEMA lanterne TO reader; GRANT SELECT ON ALL TABLES IN SCHEMA lanterne TO reader")
        assert "permission denied for table" in run(program, "serve", "--port=0", f"--data={name('data')}",
                                                    f"--store={url(user='reader')}", code=1)


def test_a_newer_schema_is_left_alone(program):
    store = commands(program)
    with fresh() as name:
        store("migrate", url())
        clusters.DATABASE.sql("INSERT INTO lanterne.schema_version VALUES (99)")
        for words in (("migrate", url()), ("check", url()), ("export", url(), name("out"))):
            assert "newer Lanterne: its schema has version 99" in store(*words, code=1)
        assert "version 99" in run(program, "serve", "--port=0", f"--data={name('data')}", f"--store={url()}", code=1)
        assert not os.path.exists(name("out"))
        assert clusters.DATABASE.sql("SELECT count(*) FROM lanterne.node") == "1"


def test_admin(program):
    with Cluster(program, 2) as cluster:
        ada = Person(cluster.nodes[0], "Ada")
        table = ada("create", settings=manor(2, listed=True, name="Evening"))["table"]["table"]
        admin = lambda *words, code=0: run(program, "admin", "--store", url(), *words, code=code)
        assert table in admin("list")
        assert "pg_dump" in admin("backup", "x", code=1)
        admin("close", table)
        assert at(ada, cluster.nodes[1])("info", table=table)["table"]["state"] == "closed"
        assert table not in admin("list")


def documented(command):
    """The command line in docs/operations.md that begins with `command`."""
    text = pathlib.Path(lantern.ROOT, "docs", "operations.md").read_text()
    return re.search(rf"^{re.escape(command)} .*$", text, re.MULTILINE)[0]


def test_backup_and_restore(program):
    """The procedure of docs/operations.md: a backup during play, restored into another database and played
    on."""
    database = clusters.DATABASE
    database.sql("CREATE DATABASE restored TEMPLATE template0 ENCODING 'UTF8'")
    path = {"PATH": f"{database.bin}:{os.environ['PATH']}"}
    with Cluster(program, 1) as cluster, folder() as name:
        node = cluster.nodes[0]
        ada, bruno, table = two_at_table(node)
        seats = seats_of((ada, bruno), table)
        some_moves(seats, chooser(4))
        kept = records(ada, node, [table])
        for command, target in (("pg_dump", "lanterne"), ("pg_restore", "restored")):
            line = documented(command).replace("postgresql://lanterne@db.example/lanterne", f"'{url(target)}'")
            assert url(target) in line, line
            run("sh", "-c", f"cd {name('')} && {line.replace('lanterne.dump', name('lanterne.dump'))}", env=path)
        shutil.copy(os.path.join(cluster.folder.name, "secret.key"), name("secret.key"))
        with Server(program, f"--store={url('restored')}", data=name("")) as server:
            assert records(ada, server, [table]) == kept
            there = [Seat(at(person, server).socket(), table, seat) for seat, person in enumerate((ada, bruno), 1)]
            lantern.play(there, chooser(5))
        assert records(ada, node, [table]) == kept


if __name__ == "__main__":
    with Database() as clusters.DATABASE:
        lantern.Tap(globals(), sys.argv[1])
