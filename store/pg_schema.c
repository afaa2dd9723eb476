#include "pg_schema.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * A released step is never edited; a change is a new step, which keeps what the version before needs, so that
 * nodes of both versions can run during an upgrade. The kinds in lanterne.write are those of enum
 * store_write_kind.
 *
 * A group of batches is one call of lanterne.write: one transaction, one sync. In each batch the write that
 * can conflict comes first, so that a batch that conflicts has written nothing. A batch with several such
 * writes is a group of its own and `guarded`: a conflict raises an exception, which undoes the transaction.
 * Each group has a mark, a number that rises. After a broken connection lanterne.fence says whether the group
 * with a mark was committed ('kept'); if not, it stores a higher mark, so that the group, should it still
 * arrive, is refused ('barred').
 */
static const char *const steps[] = {
    "CREATE TABLE lanterne.log (name text COLLATE \"C\" NOT NULL, number bigint NOT NULL, entry bytea NOT "
    "NULL,"
    "  PRIMARY KEY (name, number));"
    "CREATE TABLE lanterne.doc (space text COLLATE \"C\" NOT NULL, key text COLLATE \"C\" NOT NULL,"
    "  value bytea NOT NULL, changed timestamptz NOT NULL, PRIMARY KEY (space, key));"
    "CREATE INDEX doc_changed ON lanterne.doc (space, changed);"
    "CREATE TABLE lanterne.secret (key text COLLATE \"C\" PRIMARY KEY, value bytea NOT NULL);"
    "CREATE TABLE lanterne.lease (name text COLLATE \"C\" PRIMARY KEY, node text NOT NULL,"
    "  until timestamptz NOT NULL);"
    "CREATE TABLE lanterne.node (id text COLLATE \"C\" PRIMARY KEY, mark bigint NOT NULL, lost text NOT NULL,"
    "  seen timestamptz NOT NULL);"
    "CREATE FUNCTION lanterne.write(me text, this bigint, guarded boolean, aloud boolean, batches int[], "
    "kinds int[],"
    "  spaces text[], keys text[], numbers bigint[], vals bytea[]) RETURNS text LANGUAGE plpgsql"
    "  SET lock_timeout = '5s' AS $$\n"
    "DECLARE w record; failed int := -1; lost_list text := ''; told text := ''; good boolean;\n"
    "BEGIN\n"
    "  INSERT INTO lanterne.node AS n VALUES (me, this, '', clock_timestamp()) ON CONFLICT (id) DO UPDATE\n"
    "    SET mark = excluded.mark, lost = '', seen = excluded.seen WHERE n.mark < excluded.mark;\n"
    "  IF NOT FOUND THEN RAISE EXCEPTION 'this write was barred' USING ERRCODE = 'LA002'; END IF;\n"
    "  FOR w IN SELECT * FROM unnest(batches, kinds, spaces, keys, numbers, vals)\n"
    "      AS u(batch, kind, space, key, number, value) LOOP\n"
    "    CONTINUE WHEN w.batch = failed;\n"
    "    good := true;\n"
    "    CASE w.kind\n"
    "    WHEN 0 THEN\n"
    "      INSERT INTO lanterne.log SELECT w.key, w.number, w.value WHERE w.number = 1 OR EXISTS\n"
    "        (SELECT FROM lanterne.log WHERE name = w.key AND number = w.number - 1) ON CONFLICT DO "
    "NOTHING;\n"
    "      good := FOUND;\n"
    "    WHEN 1 THEN\n"
    "      IF w.space = 'secret' THEN\n"
    "        INSERT INTO lanterne.secret VALUES (w.key, w.value)\n"
    "          ON CONFLICT (key) DO UPDATE SET value = excluded.value;\n"
    "      ELSE\n"
    "        INSERT INTO lanterne.doc VALUES (w.space, w.key, w.value, clock_timestamp())\n"
    "          ON CONFLICT (space, key) DO UPDATE SET value = excluded.value, changed = excluded.changed;\n"
    "      END IF;\n"
    "    WHEN 2 THEN\n"
    "      IF w.space = 'secret' THEN\n"
    "        INSERT INTO lanterne.secret VALUES (w.key, w.value) ON CONFLICT DO NOTHING;\n"
    "      ELSE\n"
    "        INSERT INTO lanterne.doc VALUES (w.space, w.key, w.value, clock_timestamp()) ON CONFLICT DO "
    "NOTHING;\n"
    "      END IF;\n"
    "      good := FOUND;\n"
    "    WHEN 3 THEN\n"
    "      IF w.space = 'secret' THEN DELETE FROM lanterne.secret WHERE key = w.key;\n"
    "      ELSE DELETE FROM lanterne.doc WHERE space = w.space AND key = w.key; END IF;\n"
    "    WHEN 4 THEN\n"
    "      DELETE FROM lanterne.log WHERE name = w.key;\n"
    "    WHEN 5 THEN\n"
    "      INSERT INTO lanterne.lease AS l VALUES (w.key, me, clock_timestamp() + w.number * interval '1 "
    "ms')\n"
    "        ON CONFLICT (name) DO UPDATE SET node = excluded.node, until = excluded.until\n"
    "        WHERE l.node = me OR l.until < clock_timestamp();\n"
    "      good := FOUND;\n"
    "    ELSE NULL;\n"
    "    END CASE;\n"
    "    IF NOT good THEN\n"
    "      IF guarded THEN RAISE EXCEPTION 'another came first' USING ERRCODE = 'LA001'; END IF;\n"
    "      failed := w.batch;\n"
    "      lost_list := lost_list || failed || ' ';\n"
    "    ELSIF aloud AND w.kind IN (0, 6) THEN\n"
    "      told := told || w.key || ' ' || w.number || E'\\n';\n"
    "      IF length(told) > 7000 THEN PERFORM pg_notify('lanterne', told); told := ''; END IF;\n"
    "    END IF;\n"
    "  END LOOP;\n"
    "  IF lost_list <> '' THEN UPDATE lanterne.node SET lost = lost_list WHERE id = me; END IF;\n"
    "  IF told <> '' THEN PERFORM pg_notify('lanterne', told); END IF;\n"
    "  RETURN lost_list;\n"
    "END $$;"
    "CREATE FUNCTION lanterne.fence(me text, doubted bigint, bar bigint) RETURNS text LANGUAGE plpgsql"
    "  SET lock_timeout = '10s' AS $$\n"
    "DECLARE n lanterne.node%ROWTYPE;\n"
    "BEGIN\n"
    "  SELECT * INTO n FROM lanterne.node WHERE id = me FOR UPDATE;\n"
    "  IF FOUND AND n.mark = doubted THEN RETURN 'kept ' || n.lost; END IF;\n"
    "  INSERT INTO lanterne.node VALUES (me, bar, '', clock_timestamp()) ON CONFLICT (id) DO UPDATE\n"
    "    SET mark = excluded.mark, lost = '', seen = excluded.seen;\n"
    "  DELETE FROM lanterne.lease WHERE until < clock_timestamp() - interval '1 hour';\n"
    "  DELETE FROM lanterne.node WHERE seen < clock_timestamp() - interval '7 days';\n"
    "  RETURN 'barred';\n"
    "END $$;",
    /*
     * Checksums (log_chain.h). The node hands the one before and the one after each entry; both empty, as
     * from a node of version 1, lets the database compute them, as it does for what is stored already: by
     * fill_logs and fill_docs, some rows at a time.
     */
    "ALTER TABLE lanterne.log ADD COLUMN sum bytea;"
    "ALTER TABLE lanterne.doc ADD COLUMN sum bytea;"
    "ALTER TABLE lanterne.secret ADD COLUMN sum bytea;"
    "CREATE FUNCTION lanterne.log_start(name text) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$"
    "  SELECT substr(sha256(convert_to('lanterne log ' || name, 'UTF8')), 1, 16) $$;"
    "CREATE FUNCTION lanterne.log_next(before bytea, number bigint, entry bytea) RETURNS bytea LANGUAGE sql"
    "  IMMUTABLE AS $$ SELECT substr(sha256(before || int8send(number) || entry), 1, 16) $$;"
    "CREATE FUNCTION lanterne.doc_sum(space text, key text, value bytea) RETURNS bytea LANGUAGE sql"
    "  IMMUTABLE AS $$ SELECT substr(sha256(convert_to(space, 'UTF8') || '\\x00'::bytea ||"
    "  convert_to(key, 'UTF8') || '\\x00'::bytea || value), 1, 16) $$;"
    "CREATE FUNCTION lanterne.fill_logs(past text, past_number bigint) RETURNS text LANGUAGE plpgsql AS $$\n"
    "DECLARE e record; chained bytea; filled boolean := false;\n"
    "BEGIN\n"
    "  SELECT sum INTO chained FROM lanterne.log WHERE name = past AND number = past_number;\n"
    "  FOR e IN SELECT name, number, entry FROM lanterne.log WHERE (name, number) > (past, past_number)\n"
    "      ORDER BY name, number LIMIT 5000 LOOP\n"
    "    IF e.name <> past OR chained IS NULL THEN chained := lanterne.log_start(e.name); END IF;\n"
    "    chained := lanterne.log_next(chained, e.number, e.entry);\n"
    "    UPDATE lanterne.log SET sum = chained WHERE name = e.name AND number = e.number;\n"
    "    past := e.name; past_number := e.number; filled := true;\n"
    "  END LOOP;\n"
    "  RETURN CASE WHEN filled THEN past_number || ' ' || past ELSE '' END;\n"
    "END $$;"
    "CREATE FUNCTION lanterne.fill_docs(past_space text, past_key text) RETURNS text LANGUAGE sql AS $$\n"
    "  WITH part AS (SELECT space, key FROM lanterne.doc WHERE (space, key) > (past_space, past_key)\n"
    "    ORDER BY space, key LIMIT 5000), filled AS (UPDATE lanterne.doc AS d\n"
    "    SET sum = lanterne.doc_sum(d.space, d.key, d.value) FROM part\n"
    "    WHERE d.space = part.space AND d.key = part.key RETURNING d.space, d.key)\n"
    "  SELECT coalesce((SELECT space || ' ' || key FROM filled ORDER BY space DESC, key DESC LIMIT 1), '') $$;"
    "UPDATE lanterne.secret SET sum = lanterne.doc_sum('secret', key, value);"
    "CREATE FUNCTION lanterne.write(me text, this bigint, guarded boolean, aloud boolean, batches int[], "
    "kinds int[],"
    "  spaces text[], keys text[], numbers bigint[], vals bytea[], befores bytea[], sums bytea[])"
    "  RETURNS text LANGUAGE plpgsql SET lock_timeout = '5s' AS $$\n"
    "DECLARE w record; failed int := -1; lost_list text := ''; told text := ''; good boolean; head bytea;\n"
    "  summed bytea;\n"
    "BEGIN\n"
    "  INSERT INTO lanterne.node AS n VALUES (me, this, '', clock_timestamp()) ON CONFLICT (id) DO UPDATE\n"
    "    SET mark = excluded.mark, lost = '', seen = excluded.seen WHERE n.mark < excluded.mark;\n"
    "  IF NOT FOUND THEN RAISE EXCEPTION 'this write was barred' USING ERRCODE = 'LA002'; END IF;\n"
    "  FOR w IN SELECT * FROM unnest(batches, kinds, spaces, keys, numbers, vals, befores, sums)\n"
    "      AS u(batch, kind, space, key, number, value, before, sum) LOOP\n"
    "    CONTINUE WHEN w.batch = failed;\n"
    "    good := true;\n"
    "    summed := w.sum;\n"
    "    IF w.kind IN (1, 2) AND w.sum = '' THEN summed := lanterne.doc_sum(w.space, w.key, w.value); END IF;\n"
    "    CASE w.kind\n"
    "    WHEN 0 THEN\n"
    "      IF w.number = 1 THEN head := lanterne.log_start(w.key);\n"
    "      ELSE SELECT sum INTO head FROM lanterne.log WHERE name = w.key AND number = w.number - 1; END IF;\n"
    "      IF w.sum = '' THEN summed := lanterne.log_next(head, w.number, w.value); END IF;\n"
    "      INSERT INTO lanterne.log (name, number, entry, sum) SELECT w.key, w.number, w.value, summed\n"
    "        WHERE head IS NOT NULL AND w.before IN (head, '') ON CONFLICT DO NOTHING;\n"
    "      good := FOUND;\n"
    "    WHEN 1 THEN\n"
    "      IF w.space = 'secret' THEN\n"
    "        INSERT INTO lanterne.secret (key, value, sum) VALUES (w.key, w.value, summed)\n"
    "          ON CONFLICT (key) DO UPDATE SET value = excluded.value, sum = excluded.sum;\n"
    "      ELSE\n"
    "        INSERT INTO lanterne.doc (space, key, value, changed, sum)\n"
    "          VALUES (w.space, w.key, w.value, clock_timestamp(), summed) ON CONFLICT (space, key) DO UPDATE\n"
    "          SET value = excluded.value, changed = excluded.changed, sum = excluded.sum;\n"
    "      END IF;\n"
    "    WHEN 2 THEN\n"
    "      IF w.space = 'secret' THEN\n"
    "        INSERT INTO lanterne.secret (key, value, sum) VALUES (w.key, w.value, summed)\n"
    "          ON CONFLICT DO NOTHING;\n"
    "      ELSE\n"
    "        INSERT INTO lanterne.doc (space, key, value, changed, sum)\n"
    "          VALUES (w.space, w.key, w.value, clock_timestamp(), summed) ON CONFLICT DO NOTHING;\n"
    "      END IF;\n"
    "      good := FOUND;\n"
    "    WHEN 3 THEN\n"
    "      IF w.space = 'secret' THEN DELETE FROM lanterne.secret WHERE key = w.key;\n"
    "      ELSE DELETE FROM lanterne.doc WHERE space = w.space AND key = w.key; END IF;\n"
    "    WHEN 4 THEN\n"
    "      DELETE FROM lanterne.log WHERE name = w.key;\n"
    "    WHEN 5 THEN\n"
    "      INSERT INTO lanterne.lease AS l VALUES (w.key, me, clock_timestamp() + w.number * interval '1 "
    "ms')\n"
    "        ON CONFLICT (name) DO UPDATE SET node = excluded.node, until = excluded.until\n"
    "        WHERE l.node = me OR l.until < clock_timestamp();\n"
    "      good := FOUND;\n"
    "    ELSE NULL;\n"
    "    END CASE;\n"
    "    IF NOT good THEN\n"
    "      IF guarded THEN RAISE EXCEPTION 'another came first' USING ERRCODE = 'LA001'; END IF;\n"
    "      failed := w.batch;\n"
    "      lost_list := lost_list || failed || ' ';\n"
    "    ELSIF aloud AND w.kind IN (0, 6) THEN\n"
    "      told := told || w.key || ' ' || w.number || E'\\n';\n"
    "      IF length(told) > 7000 THEN PERFORM pg_notify('lanterne', told); told := ''; END IF;\n"
    "    END IF;\n"
    "  END LOOP;\n"
    "  IF lost_list <> '' THEN UPDATE lanterne.node SET lost = lost_list WHERE id = me; END IF;\n"
    "  IF told <> '' THEN PERFORM pg_notify('lanterne', told); END IF;\n"
    "  RETURN lost_list;\n"
    "END $$;"
    "CREATE OR REPLACE FUNCTION lanterne.write(me text, this bigint, guarded boolean, aloud boolean,"
    "  batches int[], kinds int[], spaces text[], keys text[], numbers bigint[], vals bytea[])"
    "  RETURNS text LANGUAGE sql AS $$\n"
    "  SELECT lanterne.write(me, this, guarded, aloud, batches, kinds, spaces, keys, numbers, vals,\n"
    "    array_fill(''::bytea, ARRAY[cardinality(kinds)]), array_fill(''::bytea, ARRAY[cardinality(kinds)]))\n"
    "$$;",
    /*
     * lanterne.commit takes the place of lanterne.write. An append locks the entry before it, and a required
     * log or document is locked, against deletion: so nothing is written to what another transaction deletes
     * at the same time. A log is deleted until nothing is found: a DELETE that has waited for an append does
     * not see the entry, which was committed after the statement began. lanterne.gone lists deleted
     * documents, by a trigger, whoever deletes them.
     */
    "CREATE TABLE lanterne.gone (space text COLLATE \"C\" NOT NULL, key text COLLATE \"C\" NOT NULL,"
    "  at timestamptz NOT NULL);"
    "CREATE INDEX gone_at ON lanterne.gone (space, at);"
    "CREATE FUNCTION lanterne.gone_note() RETURNS trigger LANGUAGE plpgsql AS $$\n"
    "BEGIN\n"
    "  INSERT INTO lanterne.gone VALUES (OLD.space, OLD.key, clock_timestamp());\n"
    "  RETURN NULL;\n"
    "END $$;"
    "CREATE TRIGGER gone_note AFTER DELETE ON lanterne.doc FOR EACH ROW EXECUTE FUNCTION lanterne.gone_note();"
    /* The writes of one or more batches. Returns the numbers of those that had a conflict. */
    "CREATE FUNCTION lanterne.apply(me text, guarded boolean, batches int[], kinds int[], spaces text[],"
    "  keys text[], numbers bigint[], vals bytea[], befores bytea[], sums bytea[])"
    "  RETURNS text LANGUAGE plpgsql AS $$\n"
    "DECLARE w record; failed int := -1; lost_list text := ''; told text := ''; good boolean; head bytea;\n"
    "  summed bytea;\n"
    "BEGIN\n"
    "  FOR w IN SELECT * FROM unnest(batches, kinds, spaces, keys, numbers, vals, befores, sums)\n"
    "      AS u(batch, kind, space, key, number, value, before, sum) LOOP\n"
    "    CONTINUE WHEN w.batch = failed;\n"
    "    good := true;\n"
    "    summed := w.sum;\n"
    "    IF w.kind IN (1, 2) AND w.sum = '' THEN summed := lanterne.doc_sum(w.space, w.key, w.value); END IF;\n"
    "    CASE w.kind\n"
    "    WHEN 0 THEN\n"
    "      IF w.number = 1 THEN head := lanterne.log_start(w.key);\n"
    "      ELSE SELECT sum INTO head FROM lanterne.log WHERE name = w.key AND number = w.number - 1\n"
    "        FOR KEY SHARE; END IF;\n"
    "      IF w.sum = '' THEN summed := lanterne.log_next(head, w.number, w.value); END IF;\n"
    "      INSERT INTO lanterne.log (name, number, entry, sum) SELECT w.key, w.number, w.value, summed\n"
    "        WHERE head IS NOT NULL AND w.before IN (head, '') ON CONFLICT DO NOTHING;\n"
    "      good := FOUND;\n"
    "    WHEN 1 THEN\n"
    "      IF w.space = 'secret' THEN\n"
    "        INSERT INTO lanterne.secret (key, value, sum) VALUES (w.key, w.value, summed)\n"
    "          ON CONFLICT (key) DO UPDATE SET value = excluded.value, sum = excluded.sum;\n"
    "      ELSE\n"
    "        INSERT INTO lanterne.doc (space, key, value, changed, sum)\n"
    "          VALUES (w.space, w.key, w.value, clock_timestamp(), summed) ON CONFLICT (space, key) DO UPDATE\n"
    "          SET value = excluded.value, changed = excluded.changed, sum = excluded.sum;\n"
    "      END IF;\n"
    "    WHEN 2 THEN\n"
    "      IF w.space = 'secret' THEN\n"
    "        INSERT INTO lanterne.secret (key, value, sum) VALUES (w.key, w.value, summed)\n"
    "          ON CONFLICT DO NOTHING;\n"
    "      ELSE\n"
    "        INSERT INTO lanterne.doc (space, key, value, changed, sum)\n"
    "          VALUES (w.space, w.key, w.value, clock_timestamp(), summed) ON CONFLICT DO NOTHING;\n"
    "      END IF;\n"
    "      good := FOUND;\n"
    "    WHEN 3 THEN\n"
    "      IF w.space = 'secret' THEN DELETE FROM lanterne.secret WHERE key = w.key;\n"
    "      ELSE DELETE FROM lanterne.doc WHERE space = w.space AND key = w.key; END IF;\n"
    "    WHEN 4 THEN\n"
    "      LOOP\n"
    "        DELETE FROM lanterne.log WHERE name = w.key;\n"
    "        EXIT WHEN NOT FOUND;\n"
    "      END LOOP;\n"
    "    WHEN 5 THEN\n"
    "      INSERT INTO lanterne.lease AS l VALUES (w.key, me, clock_timestamp() + w.number * interval '1 "
    "ms')\n"
    "        ON CONFLICT (name) DO UPDATE SET node = excluded.node, until = excluded.until\n"
    "        WHERE l.node = me OR l.until < clock_timestamp() OR NOT lanterne.speaks(l.node);\n"
    "      good := FOUND;\n"
    "    WHEN 7 THEN\n"
    "      IF w.space = '' THEN PERFORM FROM lanterne.log WHERE name = w.key AND number = 1 FOR KEY SHARE;\n"
    "      ELSE PERFORM FROM lanterne.doc WHERE space = w.space AND key = w.key FOR KEY SHARE; END IF;\n"
    "      good := FOUND;\n"
    "    ELSE NULL;\n"
    "    END CASE;\n"
    "    IF NOT good THEN\n"
    "      IF guarded THEN RAISE EXCEPTION 'another came first' USING ERRCODE = 'LA001'; END IF;\n"
    "      failed := w.batch;\n"
    "      lost_list := lost_list || failed || ' ';\n"
    "    ELSIF w.kind IN (0, 6) THEN\n"
    "      told := told || w.key || ' ' || w.number || E'\\n';\n"
    "      IF length(told) > 7000 THEN PERFORM pg_notify('lanterne', told); told := ''; END IF;\n"
    "    END IF;\n"
    "  END LOOP;\n"
    "  IF told <> '' THEN PERFORM pg_notify('lanterne', told); END IF;\n"
    "  RETURN lost_list;\n"
    "END $$;"
    /* Whether a node has written something within STORE_SILENT_MS. */
    "CREATE FUNCTION lanterne.speaks(who text) RETURNS boolean LANGUAGE sql STABLE AS $$\n"
    "  SELECT EXISTS (SELECT FROM lanterne.node WHERE id = who\n"
    "    AND seen > clock_timestamp() - interval '6 s') $$;"
    /*
     * A group. `careful` gives each batch a savepoint; when four have met a lock and no more have been
     * written, the others are skipped, since then a whole table may be locked. Returns
     * "CONFLICTS|LOCKED|SKIPPED".
     */
    "CREATE FUNCTION lanterne.commit(me text, this bigint, guarded boolean, careful boolean,"
    "  patience bigint, batches int[], kinds int[], spaces text[], keys text[], numbers bigint[],"
    "  vals bytea[], befores bytea[], sums bytea[]) RETURNS text LANGUAGE plpgsql AS $$\n"
    "DECLARE lost_list text := ''; locked text := ''; skipped text := ''; answer text;\n"
    "  a int := 1; z int; count int := coalesce(cardinality(batches), 0); locks int := 0; goods int := 0;\n"
    "BEGIN\n"
    "  PERFORM set_config('lock_timeout', patience || 'ms', true);\n"
    "  INSERT INTO lanterne.node AS n VALUES (me, this, '', clock_timestamp()) ON CONFLICT (id) DO UPDATE\n"
    "    SET mark = excluded.mark, lost = '', seen = excluded.seen WHERE n.mark < excluded.mark;\n"
    "  IF NOT FOUND THEN RAISE EXCEPTION 'this write was barred' USING ERRCODE = 'LA002'; END IF;\n"
    "  IF NOT careful THEN\n"
    "    lost_list := lanterne.apply(me, guarded, batches, kinds, spaces, keys, numbers, vals,\n"
    "      befores, sums);\n"
    "  END IF;\n"
    "  WHILE careful AND a <= count LOOP\n"
    "    z := a;\n"
    "    WHILE z < count AND batches[z + 1] = batches[a] LOOP z := z + 1; END LOOP;\n"
    "    IF locks >= 4 AND locks > goods THEN\n"
    "      skipped := skipped || batches[a] || ' ';\n"
    "    ELSE\n"
    "      BEGIN\n"
    "        lost_list := lost_list || lanterne.apply(me, guarded, batches[a:z], kinds[a:z], spaces[a:z],\n"
    "          keys[a:z], numbers[a:z], vals[a:z], befores[a:z], sums[a:z]);\n"
    "        goods := goods + 1;\n"
    "      EXCEPTION WHEN lock_not_available OR deadlock_detected THEN\n"
    "        locked := locked || batches[a] || ' ';\n"
    "        locks := locks + 1;\n"
    "      END;\n"
    "    END IF;\n"
    "    a := z + 1;\n"
    "  END LOOP;\n"
    "  IF this % 4096 = 0 THEN\n"
    "    DELETE FROM lanterne.gone WHERE at < clock_timestamp() - interval '7 days';\n"
    "  END IF;\n"
    "  answer := lost_list || '|' || locked || '|' || skipped;\n"
    "  IF answer <> '||' THEN UPDATE lanterne.node SET lost = answer WHERE id = me; END IF;\n"
    "  RETURN answer;\n"
    "END $$;"
    /* For nodes of version 1. */
    "DROP FUNCTION lanterne.write(text, bigint, boolean, boolean, int[], int[], text[], text[], bigint[],"
    "  bytea[], bytea[], bytea[]);"
    "CREATE OR REPLACE FUNCTION lanterne.write(me text, this bigint, guarded boolean, aloud boolean,"
    "  batches int[], kinds int[], spaces text[], keys text[], numbers bigint[], vals bytea[])"
    "  RETURNS text LANGUAGE sql AS $$\n"
    "  SELECT split_part(lanterne.commit(me, this, guarded, false, 5000, batches, kinds, spaces, keys, numbers,\n"
    "    vals, array_fill(''::bytea, ARRAY[cardinality(kinds)]), array_fill(''::bytea, ARRAY[cardinality(kinds)])),\n"
    "    '|', 1) $$;"
    "ALTER FUNCTION lanterne.fence(text, bigint, bigint) SET lock_timeout = '4s';",
};

enum {
    NEWEST = sizeof steps / sizeof *steps,
    SUMS_STEP = 2, /* the version that brought the checksums */
    MIGRATE_MS =
        600000, /* for a statement that changes the schema, or waits until another node has done so */
};

/* Runs a text of one or more commands without parameters. */
static bool run(struct pg_link *link, const char *sql, char error[STORE_ERROR_MAX])
{
    /* PQsendQuery, because a text of several commands cannot be sent with parameters. */
    bool done = PQsendQuery(link->conn, sql) == 1, lost = false;
    for (PGresult *result; done && (result = pg_link_result(link, &lost));) {
        ExecStatusType status = PQresultStatus(result);
        if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
            pg_link_error(link, result, error);
            done = false;
        }
        PQclear(result);
    }
    for (PGresult *rest; !done && !lost && (rest = pg_link_result(link, &lost));)
        PQclear(rest);
    if (lost)
        snprintf(error, STORE_ERROR_MAX, "the database went away");
    return done && !lost;
}

/*
 * The version of the schema, 0 when there is none. It first asks the catalogue whether the table exists, so
 * that missing rights on an existing table are reported as such. False with `error`, also when it is newer
 * than this program.
 */
static bool version_read(struct pg_link *link, long *version, char error[STORE_ERROR_MAX])
{
    char text[32];
    *version = 0;
    if (!pg_link_text(link,
                      "SELECT count(*)::text FROM pg_catalog.pg_tables"
                      " WHERE schemaname = 'lanterne' AND tablename = 'schema_version'",
                      NULL, text, sizeof text, error))
        return false;
    if (strcmp(text, "0") == 0)
        return true;
    if (!pg_link_text(link, "SELECT coalesce(max(version), 0)::text FROM lanterne.schema_version", NULL, text,
                      sizeof text, error))
        return false;
    *version = strtol(text, NULL, 10);
    if (*version > NEWEST)
        snprintf(
            error, STORE_ERROR_MAX,
            "the database was written by a newer Lanterne: its schema has version %ld, this program knows %d",
            *version, NEWEST);
    return *version <= NEWEST;
}

/*
 * Calls a function until it returns ''. It returns "A B", the last row of those it has done, and is called
 * with both: each call fits into the time of one answer however many rows there are.
 */
static bool fill(struct pg_link *link, const char *sql, bool numbered, char error[STORE_ERROR_MAX])
{
    char at[2 * STORE_NAME_MAX + 32] = "0 ";
    if (!numbered)
        strcpy(at, " ");
    do {
        struct pg_params params = {.count = 0};
        char *second = strchr(at, ' ');
        if (second)
            *second++ = 0;
        pg_params_text(&params, numbered ? second : at);
        if (numbered)
            pg_params_int8(&params, strtoll(at, NULL, 10));
        else
            pg_params_text(&params, second);
        bool done = pg_link_text(link, sql, &params, at, sizeof at, error);
        pg_params_free(&params);
        if (!done)
            return false;
    } while (*at);
    return true;
}

/* Gives what is stored its checksums. */
static bool sums_fill(struct pg_link *link, char error[STORE_ERROR_MAX])
{
    return fill(link, "SELECT lanterne.fill_logs($1, $2)", true, error) &&
           fill(link, "SELECT lanterne.fill_docs($1, $2)", false, error) &&
           run(link,
               "ALTER TABLE lanterne.log ALTER COLUMN sum SET NOT NULL;"
               "ALTER TABLE lanterne.doc ALTER COLUMN sum SET NOT NULL;"
               "ALTER TABLE lanterne.secret ALTER COLUMN sum SET NOT NULL;"
               "DROP FUNCTION lanterne.fill_logs(text, bigint); DROP FUNCTION lanterne.fill_docs(text, text)",
               error);
}

static bool steps_run(struct pg_link *link, char error[STORE_ERROR_MAX])
{
    long version;
    if (!run(link,
             "SELECT pg_advisory_xact_lock(5495120013);"
             "CREATE SCHEMA IF NOT EXISTS lanterne;"
             "CREATE TABLE IF NOT EXISTS lanterne.schema_version (version int NOT NULL)",
             error) ||
        !version_read(link, &version, error))
        return false;
    while (version < NEWEST) {
        char note[96];
        if (!run(link, steps[version++], error) || (version == SUMS_STEP && !sums_fill(link, error)))
            return false;
        snprintf(note, sizeof note, "INSERT INTO lanterne.schema_version VALUES (%ld)", version);
        if (!run(link, note, error))
            return false;
    }
    return true;
}

bool pg_schema_migrate(struct pg_link *link, char error[STORE_ERROR_MAX])
{
    char text[64], ignored[STORE_ERROR_MAX];
    long version;
    if (!pg_link_text(link, "SELECT current_setting('server_encoding')", NULL, text, sizeof text, error))
        return false;
    if (strcmp(text, "UTF8") != 0) {
        snprintf(error, STORE_ERROR_MAX, "the database's encoding is %s; it must be UTF8", text);
        return false;
    }
    /* Usually there is nothing to do; then no right to create anything is needed. */
    if (!version_read(link, &version, error))
        return false;
    if (version == NEWEST)
        return true;
    link->answer_ms = MIGRATE_MS;
    bool done = run(link, "BEGIN", error);
    if (done) {
        done = steps_run(link, error);
        done = done ? run(link, "COMMIT", error) : (run(link, "ROLLBACK", ignored), false);
    }
    link->answer_ms = 0;
    return done;
}

bool pg_schema_check(struct pg_link *link, char error[STORE_ERROR_MAX])
{
    long version;
    if (!version_read(link, &version, error))
        return false;
    if (!version)
        snprintf(
            error, STORE_ERROR_MAX,
            "there is no Lanterne in this database; if it is the right one, `lanterne store migrate` makes "
            "it");
    else if (version < NEWEST)
        snprintf(error, STORE_ERROR_MAX,
                 "the database's schema has version %ld; `lanterne store migrate` brings it to %d", version,
                 NEWEST);
    return version == NEWEST;
}

bool pg_schema_dangers(struct pg_link *link, char warning[STORE_ERROR_MAX], char error[STORE_ERROR_MAX])
{
    return pg_link_text(
        link,
        "SELECT CASE"
        " WHEN current_setting('fsync') = 'off' THEN 'fsync is off: a power cut can destroy the database'"
        " WHEN current_setting('synchronous_commit') = 'off' THEN 'synchronous_commit is off: a crash can "
        "lose moves"
        " that were acknowledged'"
        " WHEN current_setting('synchronous_standby_names') = '' THEN 'no synchronous replication"
        " (synchronous_standby_names is empty): a fail-over can lose moves that were acknowledged'"
        " WHEN current_setting('synchronous_commit') = 'local' THEN 'synchronous_commit is local: a "
        "fail-over can"
        " lose moves that were acknowledged'"
        " ELSE '' END",
        NULL, warning, STORE_ERROR_MAX, error);
}
