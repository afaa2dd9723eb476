#include "links.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "address.h"
#include "art.h"
#include "ask.h"
#include "buf.h"
#include "buf_print.h"
#include "card.h"
#include "client.h"
#include "conn.h"
#include "describe.h"
#include "http.h"
#include "limit.h"
#include "person.h"
#include "picture.h"
#include "replay.h"
#include "room.h"
#include "room_queue.h"
#include "room_rights.h"
#include "room_seat.h"
#include "server.h"
#include "settings.h"
#include "site.h"
#include "table.h"
#include "work.h"

enum { KEPT = 64, TAG_HEX = 16 };

struct picture_kept {
    uint8_t key[LAN_HASH_BYTES];
    uint64_t used; /* 0: empty */
    struct buf png;
};

/* A picture that waits for a thread or is drawn, and the asks for it. */
struct picture_job {
    struct server *server;
    struct picture_job *next;
    uint8_t key[LAN_HASH_BYTES];
    struct picture picture;
    struct buf png;
    struct ask *asks;             /* by `waiting` */
    char address[WORK_OWNER_MAX]; /* of whoever asked first */
    bool drawn;                   /* and not delivered, under test-pictures */
};

struct links {
    struct art *art;
    bool opened; /* the art, if there is any, was read */
    struct picture_kept kept[KEPT];
    size_t bytes;
    uint64_t uses;
    struct picture_job *jobs;
    bool held; /* by test-pictures: what is drawn is not delivered */
};

static struct links *links_of(struct server *server)
{
    if (!server->links)
        server->links = mem_zero(sizeof *server->links);
    return server->links;
}

static const struct art *art_of(struct server *server)
{
    struct links *links = links_of(server);
    const struct asset *asset = links->opened ? NULL : site_asset("/pictures.bin");
    links->opened = true;
    if (asset)
        links->art = art_open(asset->plain.from, (size_t)(asset->plain.to - asset->plain.from));
    return links->art;
}

/* ---- Addresses ----------------------------------------------------------------------------------------- */

/* The end of the part of a path that begins at `at`. */
static const char *part_end(const char *at)
{
    return at + strcspn(at, "/?#");
}

enum link_kind link_kind(const char *url)
{
    if (strncmp(url, "/t/", 3) == 0 || strncmp(url, "/r/", 3) == 0)
        return LINK_PAGE;
    if (strncmp(url, "/picture/", 9) == 0)
        return LINK_PICTURE;
    const char *end = strncmp(url, "/embed/", 7) == 0 ? part_end(url + 7) : url;
    return strncmp(end, "/replay?", 8) == 0 ? LINK_REPLAY : LINK_NONE;
}

/* "?seat=N&move=N", both there, at most ten digits each. */
static bool query_read(const char *query, json_t *message)
{
    unsigned seat, move;
    int end = 0;
    if (sscanf(query, "?seat=%2u&move=%9u%n", &seat, &move, &end) != 2 || query[end])
        return false;
    return json_object_set_new(message, "seat", json_integer(seat)) == 0 &&
           json_object_set_new(message, "move", json_integer(move)) == 0;
}

/* French where the client prefers it, or where the address says so. */
static const char *lang_of(enum link_kind kind, const char *rest, const struct http_request *request)
{
    if (kind == LINK_PICTURE)
        return strncmp(rest, "/fr.png", 7) == 0 ? "fr" : strncmp(rest, "/en.png", 7) == 0 ? "en" : NULL;
    return strncmp(request->field[HTTP_FIELD_ACCEPT_LANGUAGE], "fr", 2) == 0 ? "fr" : "en";
}

json_t *link_message(enum link_kind kind, const struct http_request *request)
{
    const char *url = request->url.at;
    const char *table = url + (kind == LINK_PAGE ? 3 : kind == LINK_PICTURE ? 9 : 7), *rest = part_end(table);
    const char *lang = lang_of(kind, rest, request);
    json_t *message = json_object();
    json_object_set_new(message, "table", json_stringn(table, (size_t)(rest - table)));
    if (lang)
        json_object_set_new(message, "lang", json_string(lang));
    bool good = json_object_get(message, "table") && lang;
    if (good && kind == LINK_REPLAY)
        good = query_read(rest + strlen("/replay"), message);
    if (good)
        return message;
    json_decref(message);
    return NULL;
}

static enum lan_lang lang_asked(const struct ask *ask)
{
    const char *lang = json_string_value(json_object_get(ask->message, "lang"));
    return lang && strcmp(lang, "fr") == 0 ? LAN_FR : LAN_EN;
}

/* How the server is called from outside: as the setting says, else as this client calls it. */
static void base_write(struct buf *out, const struct ask *ask)
{
    const struct server *server = ask->server;
    const char *host = ask->client ? http_waiting(ask->client->conn)->field[HTTP_FIELD_HOST] : "";
    static const char letters[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:[]";
    if (server->config.base_url == server->address && *host && !host[strspn(host, letters)]) {
        buf_str(out, ask->client->secure ? "https://" : "http://");
        buf_str(out, host);
        return;
    }
    size_t length = strlen(server->config.base_url);
    while (length && server->config.base_url[length - 1] == '/')
        length--;
    buf_add(out, server->config.base_url, length);
}

/* ---- Pages --------------------------------------------------------------------------------------------- */

static void meta_write(struct buf *out, const char *kind, const char *name, const char *value)
{
    buf_printf(out, "    <meta %s=\"%s\" content=\"", kind, name);
    html_text(out, value);
    buf_str(out, "\" />\n");
}

static void card_tags_write(struct buf *out, const struct ask *ask, const struct card *card)
{
    uint8_t key[LAN_HASH_BYTES];
    char tag[TAG_HEX + 1];
    struct buf url = {0};
    enum lan_lang lang = lang_asked(ask);
    card_key(card, key);
    hex_write(key, TAG_HEX / 2, tag);
    meta_write(out, "name", "description", card->picture.line);
    meta_write(out, "property", "og:site_name", "Lanterne");
    meta_write(out, "property", "og:type", "website");
    meta_write(out, "property", "og:locale", lang == LAN_FR ? "fr_FR" : "en_GB");
    meta_write(out, "property", "og:title", card->title);
    meta_write(out, "property", "og:description", card->picture.line);
    base_write(&url, ask);
    buf_printf(&url, "/picture/%s/%s.png?v=%s", json_string_value(json_object_get(ask->message, "table")),
               lang == LAN_FR ? "fr" : "en", tag);
    meta_write(out, "property", "og:image", buf_cstr(&url));
    meta_write(out, "property", "og:image:type", "image/png");
    meta_write(out, "property", "og:image:width", "1200");
    meta_write(out, "property", "og:image:height", "630");
    meta_write(out, "property", "og:image:alt", card->title);
    meta_write(out, "name", "twitter:card", "summary_large_image");
    buf_free(&url);
}

void link_plain(struct ask *ask)
{
    char headers[SITE_HEADERS];
    struct http_answer answer = {0};
    if (ask->client)
        answer = site_file(http_waiting(ask->client->conn), site_asset("/index.html"), 200, headers);
    ask_answer(ask, &answer);
}

/* Where a text stands between two places; NULL when it does not. */
static const char *text_find(const char *from, const char *to, const char *text)
{
    size_t length = strlen(text);
    for (; from && (size_t)(to - from) >= length; from++) {
        if (memcmp(from, text, length) == 0)
            return from;
    }
    return NULL;
}

/* index.html with the card in place of what stands between its marks. */
static void page_answer(struct ask *ask, const struct card *card)
{
    static const char from[] = "<!-- card -->\n", to[] = "    <!-- end of card -->";
    const struct asset *page = site_asset("/index.html");
    const char *at = (const char *)page->plain.from, *end = (const char *)page->plain.to;
    const char *begin = text_find(at, end, from), *rest = text_find(begin, end, to);
    struct buf out = {0};
    if (!rest) { /* a program that was built without its page */
        link_plain(ask);
        return;
    }
    buf_add(&out, at, (size_t)(begin + sizeof from - 1 - at));
    card_tags_write(&out, ask, card);
    buf_add(&out, rest, (size_t)(end - rest));
    ask_answer(ask,
               &(struct http_answer){200, page->type, "Cache-Control: no-cache\r\nVary: Accept-Language\r\n",
                                     out.at, out.length, HTTP_OWN});
    buf_free(&out);
}

static void page_run(struct ask *ask, struct room *room)
{
    struct card card;
    card_fill(&card, &room->log, lang_asked(ask), card_public(&room->log));
    page_answer(ask, &card);
}

/* ---- Pictures ------------------------------------------------------------------------------------------ */

static struct picture_kept *kept_find(struct links *links, const uint8_t key[LAN_HASH_BYTES])
{
    for (int i = 0; i < KEPT; i++) {
        if (links->kept[i].used && memcmp(links->kept[i].key, key, LAN_HASH_BYTES) == 0)
            return &links->kept[i];
    }
    return NULL;
}

static void kept_clear(struct links *links, struct picture_kept *kept)
{
    links->bytes -= kept->png.length;
    buf_free(&kept->png);
    kept->used = 0;
}

static struct picture_kept *kept_oldest(struct links *links)
{
    struct picture_kept *oldest = NULL;
    for (int i = 0; i < KEPT; i++) {
        struct picture_kept *kept = &links->kept[i];
        if (kept->used && (!oldest || kept->used < oldest->used))
            oldest = kept;
    }
    return oldest;
}

/* Keeps a picture, in place of the ones that were not asked for the longest. Takes over the bytes. */
static void kept_add(struct links *links, const struct picture_job *job)
{
    struct picture_kept *place = NULL;
    while (links->bytes + job->png.length > LIMIT_PICTURES_BYTES && links->bytes)
        kept_clear(links, kept_oldest(links));
    for (int i = 0; i < KEPT && !place; i++)
        place = links->kept[i].used ? NULL : &links->kept[i];
    if (!place) {
        place = kept_oldest(links);
        kept_clear(links, place);
    }
    memcpy(place->key, job->key, LAN_HASH_BYTES);
    place->png = job->png;
    place->used = ++links->uses;
    links->bytes += place->png.length;
}

/* Answers with a picture. Whoever sits at the table may get another one at the same address. */
static void picture_send(struct ask *ask, const uint8_t key[LAN_HASH_BYTES], const struct buf *png)
{
    char tag[TAG_HEX + 1], headers[SITE_HEADERS];
    hex_write(key, TAG_HEX / 2, tag);
    const char *known = ask->client ? http_waiting(ask->client->conn)->field[HTTP_FIELD_IF_NONE_MATCH] : "";
    snprintf(headers, sizeof headers, "ETag: \"%s\"\r\nVary: Cookie\r\nCache-Control: %s\r\n", tag,
             ask->person ? "private, no-cache" : "public, max-age=300");
    bool same = strstr(known, tag) != NULL;
    ask_answer(ask, &(struct http_answer){same ? 304 : 200, "image/png", headers, png->at,
                                          same ? 0 : png->length, HTTP_OWN});
}

static void job_unlink(struct picture_job *job)
{
    struct picture_job **link = &job->server->links->jobs;
    while (*link != job)
        link = &(*link)->next;
    *link = job->next;
}

static void job_work(void *context)
{
    struct picture_job *job = context;
    picture_draw(job->server->links->art, &job->picture, &job->png);
}

/*
 * Whoever waited is asked about anew, since the right to names may have ended while the picture was drawn:
 * the ask runs again and finds the picture, or another one is drawn for it.
 */
static void job_deliver(struct picture_job *job)
{
    struct ask *asks = job->asks;
    job_unlink(job);
    kept_add(job->server->links, job);
    free(job);
    for (struct ask *ask = asks, *next; ask; ask = next) {
        next = ask->waiting;
        if (ask->client)
            room_run(ask);
        else
            ask_done(ask);
    }
}

static void job_done(void *context)
{
    struct picture_job *job = context;
    job->drawn = true;
    if (!job->server->links->held)
        job_deliver(job);
}

static void job_dropped(void *context)
{
    struct picture_job *job = context;
    job_unlink(job);
    for (struct ask *ask = job->asks, *next; ask; ask = next) {
        next = ask->waiting;
        ask_fail(ask, FAIL_STOPPING);
    }
    free(job);
}

/* An address asks as itself, whoever the person is: a share among persons who wait for an answer. */
static void job_address(struct picture_job *job, const struct ask *ask)
{
    snprintf(job->address, sizeof job->address, "%s", ask->client ? address_name(ask->client) : "");
}

/* Of one address, or of all when `address` is NULL. */
static int jobs_count(const struct links *links, const char *address)
{
    int count = 0;
    for (const struct picture_job *job = links->jobs; job; job = job->next)
        count += !address || strcmp(job->address, address) == 0;
    return count;
}

static void job_start(struct ask *ask, const struct card *card, const uint8_t key[LAN_HASH_BYTES])
{
    struct links *links = links_of(ask->server);
    if (ask->server->stopping) {
        ask_fail(ask, FAIL_STOPPING);
        return;
    }
    struct picture_job *job = mem_zero(sizeof *job);
    job_address(job, ask);
    if (jobs_count(links, NULL) >= LIMIT_PICTURES ||
        jobs_count(links, job->address) >= LIMIT_PICTURES_PER_ADDRESS) {
        free(job);
        ask_fail(ask, FAIL_PICTURES);
        return;
    }
    job->server = ask->server;
    job->picture = card->picture;
    job->asks = ask;
    job->next = links->jobs;
    links->jobs = job;
    memcpy(job->key, key, LAN_HASH_BYTES);
    ask->waiting = NULL;
    work_on_drop(work_start(ask->server, WORK_PERSON, job->address, job_work, job_done, job), job_dropped);
}

static void picture_run(struct ask *ask, struct room *room)
{
    struct card card;
    uint8_t key[LAN_HASH_BYTES];
    struct links *links = links_of(ask->server);
    bool own = ask->person && room_log_sits(&room->log, ask->person->id);
    if (!art_of(ask->server)) {
        ask_fail(ask, FAIL_NO_TABLE);
        return;
    }
    card_fill(&card, &room->log, lang_asked(ask), own || card_public(&room->log));
    card_key(&card, key);
    struct picture_kept *kept = kept_find(links, key);
    if (kept) {
        kept->used = ++links->uses;
        picture_send(ask, key, &kept->png);
        return;
    }
    for (struct picture_job *job = links->jobs; job; job = job->next) {
        if (memcmp(job->key, key, LAN_HASH_BYTES) == 0) {
            ask->waiting = job->asks;
            job->asks = ask;
            return;
        }
    }
    job_start(ask, &card, key);
}

static struct picture_job *drawn_find(const struct links *links)
{
    struct picture_job *job = links->jobs;
    while (job && !job->drawn)
        job = job->next;
    return job;
}

void op_test_pictures(struct ask *ask)
{
    struct links *links = links_of(ask->server);
    struct buf out = {0};
    if (!ask_bool(ask, "held", &links->held))
        return;
    ask_begin(ask, &out);
    js_int(&out, "waiting", jobs_count(links, NULL));
    ask_send(ask, &out);
    for (struct picture_job *job; !links->held && (job = drawn_find(links));)
        job_deliver(job);
}

void links_free(struct server *server)
{
    struct links *links = server->links;
    for (int i = 0; links && i < KEPT; i++) {
        if (links->kept[i].used)
            kept_clear(links, &links->kept[i]);
    }
    if (links)
        art_free(links->art);
    free(links);
    server->links = NULL;
}

/* ---- The replay that other sites show ------------------------------------------------------------------ */

static void about_write(struct buf *out, const struct room_log *log)
{
    js_string(out, "game", log->settings.game->name);
    js_int(out, "version", log->settings.game->version);
    char *options = log->settings.options ? json_dumps(log->settings.options, JSON_COMPACT) : NULL;
    js_raw(out, "options", options ? options : "{}", options ? strlen(options) : 2);
    free(options);
    js_array(out, "names");
    for (int seat = 0; seat < log->settings.seats; seat++)
        js_string(out, NULL, log->seat[seat].name);
    js_end_array(out);
}

/* One that is not public is refused like one that is not there. */
static void replay_run(struct ask *ask, struct room *room)
{
    const struct room_log *log = &room->log;
    struct buf out = {0};
    int64_t seat, move;
    if (!card_public(log)) {
        ask_fail(ask, FAIL_NO_TABLE);
    } else if (!ask_int(ask, "seat", 0, REPLAY_OPEN, &seat) || !ask_int(ask, "move", 0, UINT32_MAX, &move)) {
        return;
    } else if (!ask_right(ask, room_right_open(log, ""))) {
        return;
    } else if (seat != REPLAY_OPEN && seat > log->settings.seats) {
        ask_fail(ask, FAIL_NO_SEAT);
    } else {
        ask_begin(ask, &out);
        about_write(&out, log);
        wire_replay_write(&out, log->match->table, (int)seat, (uint32_t)move);
        ask_send(ask, &out);
    }
}

/* ---- Answering ----------------------------------------------------------------------------------------- */

void link_answer(struct ask *ask, enum link_kind kind)
{
    static const struct op ops[] = {
        [LINK_PAGE] = {.name = "page", .run_room = page_run, .flags = OP_ANYONE | OP_DAILY},
        [LINK_PICTURE] = {.name = "picture", .run_room = picture_run, .flags = OP_ANYONE | OP_DAILY},
        [LINK_REPLAY] = {.name = "embed", .run_room = replay_run, .flags = OP_ANYONE | OP_DAILY},
    };
    if (!ask->message) {
        ask_fail(ask, FAIL_BAD_ADDRESS);
        return;
    }
    ask->op = &ops[kind];
    ask->instead = kind == LINK_PAGE ? link_plain : NULL;
    ask->shared = kind == LINK_REPLAY;
    room_run(ask);
}
