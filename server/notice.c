/*
 * Notices of slow tables: who is asked while not looking is told by e-mail or through the host's webhook. A notice
 * says which table and that it waits; nothing of the game.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "room.h"
#include "talk.h"

static void link_write(struct buf *out, const struct room *room)
{
    buf_printf(out, "%s/t/%s", room->server->config.base_url, room->id);
}

/* ---- The webhook ----------------------------------------------------------------------------------------- */

static void webhook_send(struct room *room, int seat)
{
    const char *url = room->server->config.webhook;
    size_t host = strcspn(url, "/");
    struct buf where = {0}, body = {0}, request = {0}, link = {0};
    buf_add(&where, url, host);
    if (!memchr(url, ':', host))
        buf_str(&where, ":80");
    link_write(&link, room);
    js_object(&body, NULL);
    js_string(&body, "what", "turn");
    js_string(&body, "table", room->id);
    js_string(&body, "game", room->settings.game->name);
    js_int(&body, "seat", seat + 1);
    js_string(&body, "person", room->seat[seat].person);
    js_string(&body, "link", buf_cstr(&link));
    js_end_object(&body);
    buf_printf(&request,
               "POST %s HTTP/1.1\r\nHost: %.*s\r\nContent-Type: application/json\r\nContent-Length: %zu\r\n"
               "Connection: close\r\n\r\n%s",
               url[host] ? url + host : "/", (int)host, url, body.length, buf_cstr(&body));
    struct talk *talk = talk_create(room->server, "webhook", buf_cstr(&where));
    if (talk) {
        talk_step(talk, "", buf_cstr(&request));
        talk_step(talk, "HTTP/1.1 2", "");
        talk_start(talk);
    }
    buf_free(&where);
    buf_free(&body);
    buf_free(&request);
    buf_free(&link);
}

/* ---- E-mail ---------------------------------------------------------------------------------------------- */

struct letter {
    struct server *server;
    char table[ID_TABLE + 1];
    struct buf text;
};

static void text_write(struct buf *out, const struct room *room)
{
    const struct lan_words *title = &room->settings.game->title;
    buf_printf(out, "%s waits for you.\r\n%s t'attend.\r\n\r\n", title->in[LAN_EN], title->in[LAN_FR]);
    link_write(out, room);
    buf_str(out, "\r\n");
}

static void letter_post(struct letter *letter, const char *mail)
{
    const struct config *config = &letter->server->config;
    struct buf line = {0};
    struct talk *talk = talk_create(letter->server, "mail", config->smtp);
    if (!talk)
        return;
    talk_step(talk, "220", "EHLO lanterne\r\n");
    buf_printf(&line, "MAIL FROM:<%s>\r\n", config->mail_from);
    talk_step(talk, "250", buf_cstr(&line));
    buf_clear(&line);
    buf_printf(&line, "RCPT TO:<%s>\r\n", mail);
    talk_step(talk, "250", buf_cstr(&line));
    talk_step(talk, "250", "DATA\r\n");
    buf_clear(&line);
    buf_printf(
        &line,
        "From: Lanterne <%s>\r\nTo: <%s>\r\nSubject: Lanterne: your turn / c'est =?UTF-8?Q?=C3=A0?= toi\r\n"
        "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n"
        "Content-Transfer-Encoding: 8bit\r\nAuto-Submitted: auto-generated\r\n\r\n%s.\r\n",
        config->mail_from, mail, buf_cstr(&letter->text));
    talk_step(talk, "354", buf_cstr(&line));
    talk_step(talk, "250", "QUIT\r\n");
    buf_free(&line);
    talk_start(talk);
}

static void person_read(struct store_read *read)
{
    struct letter *letter = read->context;
    json_t *document = read->count ? json_loads(read->rows[0].bytes, 0, NULL) : NULL;
    const char *mail = json_string_value(json_object_get(document, "mail"));
    if (mail && *mail)
        letter_post(letter, mail);
    json_decref(document);
    buf_free(&letter->text);
    free(letter);
}

static void mail_send(struct room *room, int seat)
{
    struct letter *letter = mem_zero(sizeof *letter);
    letter->server = room->server;
    text_write(&letter->text, room);
    store_read(room->server->store,
               store_read_create(STORE_READ_DOC, SPACE_PERSON, room->seat[seat].person, person_read, letter));
}

/* ---- Who is told ------------------------------------------------------------------------------------------- */

static bool wants_notices(const struct room *room)
{
    return room->state == ROOM_PLAYING && room_slow(&room->settings) &&
           (*room->server->config.webhook || *room->server->config.smtp);
}

void room_notices(struct room *room)
{
    struct table_turn turn;
    if (!wants_notices(room))
        return;
    table_turn(room->match->table, LAN_WATCHER, &turn);
    unsigned fresh = turn.must & ~(unsigned)room->noticed;
    room->noticed = turn.must;
    for (int seat = 0; seat < room->settings.seats; seat++) {
        bool person = room->seat[seat].kind == TABLE_PERSON && !room->seat[seat].standin;
        if (!(fresh >> seat & 1) || !person || room_present(room, seat))
            continue;
        if (*room->server->config.webhook)
            webhook_send(room, seat);
        if (*room->server->config.smtp)
            mail_send(room, seat);
    }
}
