"""The checksums of a store (store/log_chain.h), computed once more, for tests that write into an SQLite file
by hand."""

import hashlib


def start(log):
    return hashlib.sha256(b"lanterne log " + log.encode()).digest()[:16]


def follow(before, number, entry):
    return hashlib.sha256(before + number.to_bytes(8, "big") + entry).digest()[:16]


def document(space, key, bytes_):
    return hashlib.sha256(space.encode() + b"\0" + key.encode() + b"\0" + bytes_).digest()[:16]


def append(store, log, entry):
    """Appends an entry as another program with the same store would."""
    number, before = store.execute("SELECT number, sum FROM entry JOIN log ON log = id WHERE name = ? ORDER BY number DESC",
                                   (log,)).fetchone()
    store.execute("INSERT INTO entry (log, number, entry, sum) SELECT id, ?, ?, ? FROM log WHERE name = ?",
                  (number + 1, entry, follow(before, number + 1, entry), log))


def chained(store):
    """Whether the store has checksums: programs before them made none."""
    return any(row[1] == "sum" for row in store.execute("PRAGMA table_info(entry)"))


def rechain(store, log):
    """Computes the checksums of a log again, so that a changed entry fits its own."""
    if not chained(store):
        return
    before = start(log)
    rows = store.execute("SELECT entry.rowid, number, entry FROM entry JOIN log ON log = id WHERE name = ? ORDER BY number",
                         (log,)).fetchall()
    for rowid, number, entry in rows:
        before = follow(before, number, entry)
        store.execute("UPDATE entry SET sum = ? WHERE rowid = ?", (before, rowid))
