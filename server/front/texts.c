#include "texts.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "ask.h"
#include "assets.h"
#include "buf.h"
#include "buf_print.h"
#include "describe.h"
#include "games.h"
#include "hash.h"
#include "server.h"
#include "site.h"

enum { TEXTS_KEPT = 32, TAG_BYTES = 8, OPTION_VALUE_MAX = 64 << 10 };

struct text_kept {
    uint8_t key[LAN_HASH_BYTES]; /* of game, version, language, seats and the value of every option */
    struct buf plain, gzip;
    char tag[2 * TAG_BYTES + 3]; /* a hash of the content, in quotes */
    uint64_t used;               /* 0: free; else the higher the later */
};

struct texts {
    struct text_kept kept[TEXTS_KEPT];
    uint64_t uses;
};

/* ---- Paths --------------------------------------------------------------------------------------------- */

static bool path_is(const char *path, const char *name)
{
    size_t length = strlen(name);
    return strncmp(path, name, length) == 0 && (!path[length] || path[length] == '?');
}

bool texts_asked(const char *path)
{
    return path_is(path, "games") || strncmp(path, "games/", 6) == 0 || strncmp(path, "game/", 5) == 0;
}

static int hex_digit(char digit)
{
    static const char digits[] = "0123456789abcdefABCDEF";
    const char *at = digit ? strchr(digits, digit) : NULL;
    return !at ? -1 : at - digits < 16 ? (int)(at - digits) : (int)(at - digits) - 6;
}

/* A part of an address with %XX and + decoded, as a JSON string; NULL when it is malformed or no UTF-8. */
static json_t *part_decode(const char *at, size_t length)
{
    struct buf out = {0};
    bool good = true;
    for (size_t i = 0; i < length && good; i++) {
        char byte = at[i] == '+' ? ' ' : at[i];
        if (at[i] == '%') {
            int high = i + 2 < length ? hex_digit(at[i + 1]) : -1;
            int low = high >= 0 ? hex_digit(at[i + 2]) : -1;
            good = low >= 0 && high + low > 0;
            if (good)
                byte = (char)(high << 4 | low);
            i += 2;
        }
        if (good)
            buf_add(&out, &byte, 1);
    }
    json_t *text = good ? json_stringn(out.at ? out.at : "", out.length) : NULL;
    buf_free(&out);
    return text;
}

/* Whole numbers without sign, at most six digits; -1 for anything else. */
static json_int_t number_read(const char *at, size_t length)
{
    json_int_t number = 0;
    if (!length || length > 6)
        return -1;
    for (size_t i = 0; i < length; i++) {
        if (at[i] < '0' || at[i] > '9')
            return -1;
        number = 10 * number + (at[i] - '0');
    }
    return number;
}

/* One NAME=VALUE of the query. False when it is malformed, unknown or there twice. */
static bool pair_add(json_t *message, const char *at, size_t length)
{
    const char *equals = memchr(at, '=', length);
    size_t name = equals ? (size_t)(equals - at) : 0, rest = equals ? length - name - 1 : 0;
    json_t *options = json_object_get(message, "options"), *value = NULL;
    if (!equals)
        return false;
    if (lan_text_same(at, name, "seats") && !json_object_get(message, "seats"))
        return json_object_set_new(message, "seats", json_integer(number_read(equals + 1, rest))) == 0;
    if (!(value = part_decode(equals + 1, rest)))
        return false;
    char key[64];
    bool option = name > 2 && name < sizeof key && strncmp(at, "o.", 2) == 0;
    json_t *into = option ? options : message;
    size_t skip = option ? 2 : 0;
    bool known = option || lan_text_same(at, name, "texts");
    if (known) {
        memcpy(key, at + skip, name - skip);
        key[name - skip] = 0;
    }
    if (!known || json_object_get(into, key)) {
        json_decref(value);
        return false;
    }
    return json_object_set_new(into, key, value) == 0;
}

json_t *texts_message(const char *path)
{
    json_t *message = json_pack("{s:{}}", "options");
    const char *query = path + strcspn(path, "?");
    bool good = true;
    if (strncmp(path, "games/", 6) == 0) {
        good = json_object_set_new(message, "lang", part_decode(path + 6, (size_t)(query - path) - 6)) == 0;
    } else if (!path_is(path, "games")) {
        const char *part[3] = {path + 5, NULL, NULL};
        size_t length[3] = {0};
        for (int i = 0; i < 3 && part[i]; i++) {
            length[i] = strcspn(part[i], "/?");
            if (i < 2 && part[i][length[i]] == '/')
                part[i + 1] = part[i] + length[i] + 1;
        }
        good = part[1] && part[2] && part[2] + length[2] == query;
        good = good && json_object_set_new(message, "game", part_decode(part[0], length[0])) == 0 &&
               json_object_set_new(message, "version", json_integer(number_read(part[1], length[1]))) == 0 &&
               json_object_set_new(message, "lang", part_decode(part[2], length[2])) == 0;
    }
    while (good && *query) {
        size_t length = strcspn(query + 1, "&");
        good = pair_add(message, query + 1, length);
        query += 1 + length;
    }
    if (good)
        return message;
    json_decref(message);
    return NULL;
}

/* ---- Kept answers -------------------------------------------------------------------------------------- */

static void kept_clear(struct text_kept *kept)
{
    buf_free(&kept->plain);
    buf_free(&kept->gzip);
    kept->used = 0;
}

void texts_free(struct server *server)
{
    for (int i = 0; server->texts && i < TEXTS_KEPT; i++)
        kept_clear(&server->texts->kept[i]);
    free(server->texts);
    server->texts = NULL;
}

/* The answer with this key, or the place for it, emptied: then `used` is 0. */
static struct text_kept *kept_find(struct server *server, const uint8_t key[LAN_HASH_BYTES])
{
    struct text_kept *oldest;
    if (!server->texts)
        server->texts = mem_zero(sizeof *server->texts);
    oldest = &server->texts->kept[0];
    for (int i = 0; i < TEXTS_KEPT; i++) {
        struct text_kept *kept = &server->texts->kept[i];
        if (kept->used && memcmp(kept->key, key, LAN_HASH_BYTES) == 0)
            return kept;
        oldest = kept->used < oldest->used ? kept : oldest;
    }
    kept_clear(oldest);
    return oldest;
}

static void gzip_write(struct buf *out, const struct buf *plain)
{
    z_stream stream = {0};
    enum { GZIP = 16 };
    lan_assert(deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, GZIP + MAX_WBITS, MAX_MEM_LEVEL,
                            Z_DEFAULT_STRATEGY) == Z_OK);
    uLong most = deflateBound(&stream, plain->length);
    stream.next_in = (Bytef *)plain->at;
    stream.avail_in = (uInt)plain->length;
    stream.next_out = (Bytef *)buf_reserve(out, most);
    stream.avail_out = (uInt)most;
    lan_assert(deflate(&stream, Z_FINISH) == Z_STREAM_END);
    out->length += stream.total_out;
    deflateEnd(&stream);
}

static void hash_of(const struct buf *buf, uint8_t out[LAN_HASH_BYTES])
{
    struct lan_hash hash;
    lan_hash_init(&hash);
    lan_hash_add(&hash, buf->at, buf->length);
    lan_hash_end(&hash, out);
}

/* Takes over `plain`. */
static void kept_fill(struct text_kept *kept, const uint8_t key[LAN_HASH_BYTES], struct buf *plain)
{
    uint8_t bytes[LAN_HASH_BYTES];
    memcpy(kept->key, key, LAN_HASH_BYTES);
    kept->plain = *plain;
    gzip_write(&kept->gzip, &kept->plain);
    hash_of(&kept->plain, bytes);
    kept->tag[0] = '"';
    hex_write(bytes, TAG_BYTES, kept->tag + 1);
    memcpy(kept->tag + 1 + 2 * TAG_BYTES, "\"", 2);
}

static struct asset_bytes bytes_of(const struct buf *buf)
{
    const unsigned char *from = (const unsigned char *)buf->at;
    return (struct asset_bytes){from, from + buf->length};
}

static void kept_answer(struct ask *ask, const struct http_request *request, struct text_kept *kept,
                        bool forever)
{
    char headers[SITE_HEADERS];
    struct asset content = {"",          "application/json",     kept->tag,
                            forever,     bytes_of(&kept->plain), bytes_of(&kept->gzip),
                            {NULL, NULL}};
    struct http_answer answer = site_file(request, &content, 200, headers);
    answer.share = HTTP_SHARED;
    kept->used = ++ask->server->texts->uses;
    ask_answer(ask, &answer);
}

/* ---- Answers ------------------------------------------------------------------------------------------- */

static void list_answer(struct ask *ask, const struct http_request *request)
{
    static const uint8_t keys[LAN_LANGS + 1][LAN_HASH_BYTES] = {"games/en", "games/fr",
                                                                "games"}; /* no hashes */
    const char *lang_id;
    enum lan_lang lang = LAN_LANGS;
    if (!ask_string_or(ask, "lang", 8, "", &lang_id))
        return;
    if (*lang_id && !wire_lang_find(lang_id, strlen(lang_id), &lang)) {
        ask_fail(ask, FAIL_NO_LANGUAGE);
        return;
    }
    const uint8_t *key = keys[lang];
    struct text_kept *kept = kept_find(ask->server, key);
    if (!kept->used) {
        struct buf plain = {0};
        ask_begin(ask, &plain);
        wire_games_write(&plain, *lang_id ? 1u << lang : WIRE_ALL_LANGS);
        js_end_object(&plain);
        kept_fill(kept, key, &plain);
    }
    kept_answer(ask, request, kept, false);
}

/* What the content depends on: two requests with the same key get the same bytes. */
static void key_write(uint8_t key[LAN_HASH_BYTES], const struct lan_rules *rules, enum lan_lang lang)
{
    const struct lan_game *game = rules->game;
    struct buf about = {0};
    buf_printf(&about, "%s/%d/%d/%d", game->name, game->version, (int)lang, rules->seats);
    for (int i = 0; i < game->option_count; i++) {
        struct lan_text text = buf_text(&about, OPTION_VALUE_MAX);
        lan_option_value(game, &rules->config, i, &text);
        buf_text_end(&about, &text);
        buf_add(&about, "", 1);
    }
    hash_of(&about, key);
    buf_free(&about);
}

static void game_answer(struct ask *ask, const struct http_request *request)
{
    const char *lang_id, *tag;
    char now[WIRE_TAG];
    enum lan_lang lang;
    union lan_rules_buf rules;
    uint8_t key[LAN_HASH_BYTES];
    json_int_t version = json_integer_value(json_object_get(ask->message, "version"));
    /* 0 is the newest in the operation, but an address that is kept for ever names one. */
    if (version < 1 || version > UINT16_MAX) {
        ask_fail(ask, FAIL_NO_GAME);
        return;
    }
    const struct lan_game *game = games_find(ask);
    if (!game || !ask_string(ask, "lang", 8, &lang_id) || !ask_string_or(ask, "texts", 64, "", &tag))
        return;
    if (!wire_lang_find(lang_id, strlen(lang_id), &lang)) {
        ask_fail(ask, FAIL_NO_LANGUAGE);
        return;
    }
    if (!games_rules_read(ask, game, &rules))
        return;
    wire_game_tag(game, now);
    bool forever = strcmp(tag, now) == 0;
    key_write(key, &rules.base, lang);
    struct text_kept *kept = kept_find(ask->server, key);
    if (!kept->used) {
        struct buf plain = {0};
        ask_begin(ask, &plain);
        js_string(&plain, "lang", lang_id);
        wire_game_write(&plain, &rules.base, 1u << lang);
        js_end_object(&plain);
        kept_fill(kept, key, &plain);
    }
    kept_answer(ask, request, kept, forever);
}

void texts_answer(struct ask *ask, const struct http_request *request)
{
    if (!ask->message)
        ask_fail(ask, FAIL_BAD_ADDRESS);
    else if (json_object_get(ask->message, "game"))
        game_answer(ask, request);
    else
        list_answer(ask, request);
}
