#include "room_notice.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "block.h"
#include "buf.h"
#include "buf_print.h"
#include "client.h"
#include "letter.h"
#include "limit.h"
#include "lobby.h"
#include "map.h"
#include "person.h"
#include "post.h"
#include "push_queue.h"
#include "room.h"
#include "room_log.h"
#include "room_seat.h"
#include "room_subscribe.h"
#include "server.h"
#include "settings.h"
#include "space.h"
#include "store.h"
#include "table.h"
#include "throttle.h"

enum { REMIND_SLACK_SECONDS = 600 };

static void link_write(struct buf *out, const struct room *room)
{
    letter_link_write(out, room->server, "/t/");
    buf_str(out, room->log.id);
}

/* ---- Whom a block spares ------------------------------------------------------------------------------- */

/*
 * What somebody is told, on its way: by push message, or by e-mail and webhook. First the documents of the
 * person and of the table's host are read. Nothing is sent about a table that was made after the person had
 * blocked its host. At one that is older both sat down before, and its game is told as ever.
 */
struct notice {
    struct server *server;
    char person[ID_PERSON + 1], host[ID_PERSON + 1], table[ID_TABLE + 1];
    int64_t created;
    struct buf letter, hook; /* empty for none */
    struct buf title[LAN_LANGS], body[LAN_LANGS];
    enum push_kind kind; /* with a title */
};

static void notice_free(struct notice *notice)
{
    buf_free(&notice->letter);
    buf_free(&notice->hook);
    for (int lang = 0; lang < LAN_LANGS; lang++) {
        buf_free(&notice->title[lang]);
        buf_free(&notice->body[lang]);
    }
    free(notice);
}

static struct notice *notice_new(const struct room *room, const char *person)
{
    struct notice *notice = mem_zero(sizeof *notice);
    notice->server = room->server;
    notice->created = room->log.created;
    snprintf(notice->person, sizeof notice->person, "%s", person);
    memcpy(notice->host, room->log.host, sizeof notice->host);
    memcpy(notice->table, room->log.id, sizeof notice->table);
    return notice;
}

/* Whether this person, and all together, have not had their letters of this hour. */
static bool notice_take(struct server *server, const char *person)
{
    enum { HOUR = 3600 };
    return throttle_may(server, "notices", "", LIMIT_NOTICES_PER_HOUR) &&
           throttle_take(server, "notices-person", person, LIMIT_NOTICES_PER_PERSON, HOUR) &&
           throttle_take(server, "notices", "", LIMIT_NOTICES_PER_HOUR, HOUR);
}

static void letter_go(struct notice *notice, const json_t *person)
{
    const char *mail = json_string_value(json_object_get(person, "mail"));
    bool confirmed = json_is_true(json_object_get(person, "confirmed"));
    /* While the server stops nothing is sent any more. */
    if (mail && *mail && confirmed && letter_possible(notice->server) &&
        notice_take(notice->server, notice->person))
        letter_send(notice->server, mail, "Lanterne: your turn / c'est =?UTF-8?Q?=C3=A0?= toi",
                    &notice->letter);
}

static void push_go(struct notice *notice)
{
    struct push_notice push = {.person = notice->person, .table = notice->table, .kind = notice->kind};
    for (int lang = 0; lang < LAN_LANGS; lang++) {
        push.title.in[lang] = buf_cstr(&notice->title[lang]);
        push.body.in[lang] = buf_cstr(&notice->body[lang]);
    }
    pushes_send(notice->server, &push);
}

static json_t *document_of(const struct store_read *read, const char *person)
{
    for (size_t i = 0; i < read->count; i++) {
        if (strcmp(read->rows[i].key, person) == 0)
            return json_loads(read->rows[i].bytes, 0, NULL);
    }
    return NULL;
}

static void persons_read(struct store_read *read)
{
    struct notice *notice = read->context;
    json_t *person = document_of(read, notice->person), *host = document_of(read, notice->host);
    if (read->status == STORE_OK && !document_blocks(person, notice->host, host, notice->created)) {
        if (notice->hook.length && notice->server->post)
            post_json(notice->server->post, notice->server->config.webhook, &notice->hook);
        if (notice->letter.length)
            letter_go(notice, person);
        if (notice->title[LAN_EN].length && notice->server->pushes)
            push_go(notice);
    }
    json_decref(person);
    json_decref(host);
    notice_free(notice);
}

static void notice_go(struct notice *notice)
{
    struct buf names = {0};
    struct store_read *read = store_read_create(STORE_READ_KEYS, SPACE_PERSON, "", persons_read, notice);
    buf_printf(&names, "%s\n%s\n", notice->person, notice->host);
    read->names = mem_string(buf_cstr(&names));
    buf_free(&names);
    store_read(notice->server->store, read);
}

/* ---- Webhook and e-mail -------------------------------------------------------------------------------- */

static void hook_write(struct buf *body, const struct room *room, int seat, const char *what)
{
    struct buf link = {0};
    link_write(&link, room);
    js_object(body, NULL);
    js_string(body, "what", what);
    js_string(body, "table", room->log.id);
    js_string(body, "game", room->log.settings.game->name);
    js_int(body, "seat", seat + 1);
    js_string(body, "person", room->log.seat[seat].person);
    js_string(body, "link", buf_cstr(&link));
    js_end_object(body);
    buf_free(&link);
}

static void text_write(struct buf *out, const struct room *room)
{
    const struct lan_words *title = &room->log.settings.game->title;
    buf_printf(out, "%s waits for you.\r\n%s t'attend.\r\n\r\n", title->in[LAN_EN], title->in[LAN_FR]);
    link_write(out, room);
    buf_str(out, "\r\n");
}

/* ---- Who is told --------------------------------------------------------------------------------------- */

static bool seat_person(const struct room *room, int seat)
{
    return room->log.seat[seat].kind == TABLE_PERSON && !room->log.seat[seat].standin;
}

/* By webhook and e-mail, where the host has set these up, to a person who is not at the table. */
static void notice_send(struct room *room, int seat, const char *what)
{
    if (!settings_slow(&room->log.settings) || room_present(room, seat) || !room->server->post)
        return;
    struct notice *notice = notice_new(room, room->log.seat[seat].person);
    if (*room->server->config.webhook)
        hook_write(&notice->hook, room, seat, what);
    if (*room->server->config.smtp)
        text_write(&notice->letter, room);
    notice_go(notice);
}

/* ---- Push messages ------------------------------------------------------------------------------------- */

/* The table by its name, or else its game: the person may look at another one. */
static void title_write(struct buf *out, const struct room *room, enum lan_lang lang)
{
    const struct room_settings *settings = &room->log.settings;
    const char *title = settings->game->title.in[lang];
    if (*settings->name)
        buf_printf(out, "%s (%s)", settings->name, title);
    else
        buf_str(out, title);
}

/* To the devices of a person. What it says depends on nothing but the table's name, its game and `body`. */
static void person_tell(const struct room *room, const char *person, enum push_kind kind,
                        const struct lan_words *body)
{
    if (pushes_needless(room->server, person))
        return;
    struct notice *notice = notice_new(room, person);
    notice->kind = kind;
    for (int lang = 0; lang < LAN_LANGS; lang++) {
        title_write(&notice->title[lang], room, (enum lan_lang)lang);
        buf_str(&notice->body[lang], body->in[lang]);
    }
    notice_go(notice);
}

/* The same to somebody at a seat who is not at the table and has not caused it. */
static void seat_tell(const struct room *room, int seat, const char *actor, enum push_kind kind,
                      const struct lan_words *body)
{
    const char *person = room->log.seat[seat].person;
    if (seat_person(room, seat) && !room_present(room, seat) && strcmp(person, actor) != 0)
        person_tell(room, person, kind, body);
}

static void turn_tell(const struct room *room, int seat, const char *actor, bool late)
{
    static const struct lan_words asked = {{"It is your turn.", "C'est à toi de jouer."}};
    static const struct lan_words reminded = {
        {"Your time is up: the table waits for you.", "Ton temps est écoulé : la table t'attend."}};
    if (settings_slow(&room->log.settings))
        seat_tell(room, seat, actor, PUSH_TURN, late ? &reminded : &asked);
}

void room_notice_invite(const struct room *room, const struct person *by)
{
    struct buf said[LAN_LANGS] = {{0}};
    buf_printf(&said[LAN_EN], "%s opens another game and has kept your seat.", by->name);
    buf_printf(&said[LAN_FR], "%s ouvre une autre partie et t'a gardé ta place.", by->name);
    const struct lan_words body = {{buf_cstr(&said[LAN_EN]), buf_cstr(&said[LAN_FR])}};
    for (int seat = 0; seat < room->log.settings.seats; seat++)
        seat_tell(room, seat, by->id, PUSH_INVITE, &body);
    buf_free(&said[LAN_EN]);
    buf_free(&said[LAN_FR]);
}

/* The last seat was taken: the host, who is away, can begin. */
static void full_tell(struct room *room, const char *actor)
{
    static const struct lan_words body = {{"Every seat is taken: the game can begin.",
                                           "Toutes les places sont prises : la partie peut commencer."}};
    bool full = room->log.state == ROOM_SEATING, before = room->noticed_full;
    for (int seat = 0; full && seat < room->log.settings.seats; seat++)
        full = room->log.seat[seat].kind != TABLE_EMPTY;
    room->noticed_full = full;
    if (full && !before && !room_host_present(room) && strcmp(room->log.host, actor) != 0)
        person_tell(room, room->log.host, PUSH_WAIT, &body);
}

/*
 * The game has begun without some of its players. Those who are asked at a slow table are told that instead.
 */
static void begun_tell(struct room *room, const char *actor, unsigned asked)
{
    static const struct lan_words body = {{"The game has begun.", "La partie a commencé."}};
    bool begun = room->log.state == ROOM_PLAYING || room->log.state == ROOM_DICE,
         before = room->noticed_begun;
    room->noticed_begun = begun;
    for (int seat = 0; begun && !before && seat < room->log.settings.seats; seat++) {
        if (!settings_slow(&room->log.settings) || !(asked >> seat & 1))
            seat_tell(room, seat, actor, PUSH_WAIT, &body);
    }
}

void room_notices_assume(struct room *room)
{
    room->noticed_begun = room->log.state != ROOM_SEATING;
    room->noticed_full = room->log.state == ROOM_SEATING;
    for (int seat = 0; seat < room->log.settings.seats; seat++)
        room->noticed_full &= room->log.seat[seat].kind != TABLE_EMPTY;
}

void room_notices_send(struct room *room, const char *actor)
{
    struct table_turn turn = {0};
    if (room->log.state == ROOM_PLAYING)
        table_turn(room->log.match->table, LAN_WATCHER, &turn);
    full_tell(room, actor);
    begun_tell(room, actor, turn.must);
    if (room->log.state != ROOM_PLAYING)
        return;
    unsigned fresh = turn.must & ~(unsigned)room->noticed;
    room->noticed = turn.must;
    for (int seat = 0; seat < room->log.settings.seats; seat++) {
        if ((fresh >> seat & 1) && seat_person(room, seat)) {
            notice_send(room, seat, "turn");
            turn_tell(room, seat, actor, false);
        }
    }
}

/* ---- Reminders ----------------------------------------------------------------------------------------- */

/* By env_now: when the seat's time is up, or the next reminder after that is due; 0 when its clock does
   not run. */
static int64_t seat_due(const struct room *room, int seat, int64_t now)
{
    const struct table *table = room->log.match->table;
    const struct summary *summary = map_get(&room->server->summaries, room->log.id);
    struct table_turn turn;
    table_turn(table, seat, &turn);
    int64_t move = table_move_left(table, seat, now), budget = table_budget_left(table, seat, now);
    bool windowed = turn.window && table_clock(table)->window;
    if (!turn.decision || windowed || table_paused(table) || !seat_person(room, seat) ||
        (move < 0 && budget < 0))
        return 0;
    int64_t left = move < 0 || (budget >= 0 && budget < move) ? budget : move;
    if (left > 0 || !summary || !summary->remind || summary->remind[seat].decision != turn.decision)
        return now + left;
    return summary->remind[seat].at + 1000 * (int64_t)LIMIT_REMIND_SECONDS;
}

int64_t room_remind_due(const struct room *room, int64_t now)
{
    int64_t first = 0;
    if (room->log.state != ROOM_PLAYING || room->log.settings.absence != ABSENCE_REMIND)
        return 0;
    for (int seat = 0; seat < room->log.settings.seats; seat++) {
        int64_t due = seat_due(room, seat, now);
        first = due && (!first || due < first) ? due : first;
    }
    return first;
}

int64_t room_deadline(const struct room *room)
{
    int64_t deadline;
    if (room->log.state == ROOM_DICE)
        return room->log.dice_until;
    if (room->log.state != ROOM_PLAYING)
        return 0;
    int64_t due = room_remind_due(room, room_now(room));
    if (!table_deadline(room->log.match->table, &deadline))
        return due;
    return due && due < deadline ? due : deadline;
}

static void remind_write(struct buf *out, const struct room *room, enum lan_lang lang, const char *what)
{
    title_write(out, room, lang);
    buf_str(out, what);
}

/* The same as in persons_read for a person in memory; the host's guests are known if the host is too. */
static bool host_blocked(const struct room *room, const struct person *person)
{
    const struct person *host = map_get(&room->server->persons, room->log.host);
    for (int i = 0; i < person->block_count; i++) {
        const struct block *block = &person->blocks[i];
        bool is = host ? person_is(host, block->id) : strcmp(room->log.host, block->id) == 0;
        if (is && block->at < room->log.created)
            return true;
    }
    return false;
}

/* Pushes the reminder to every connection of the person, whatever table it shows. */
static void person_push(const struct room *room, int seat)
{
    struct buf said[LAN_LANGS] = {{0}};
    remind_write(&said[LAN_EN], room, LAN_EN, " waits for you: your time is up.");
    remind_write(&said[LAN_FR], room, LAN_FR, " t'attend : ton temps est écoulé.");
    const struct lan_words say = {{buf_cstr(&said[LAN_EN]), buf_cstr(&said[LAN_FR])}};
    struct buf out = {0};
    js_object(&out, NULL);
    js_string(&out, "push", "notice");
    js_string(&out, "what", "remind");
    js_words(&out, "say", &say);
    js_string(&out, "table", room->log.id);
    js_int(&out, "seat", seat + 1);
    js_end_object(&out);
    for (struct client *client = client_first(room->server); client; client = client_after(client)) {
        if (client->socket && client->greeted && room_holds(room, seat, client->person) &&
            !host_blocked(room, client->person))
            client_push(client, &out);
    }
    buf_free(&out);
    buf_free(&said[LAN_EN]);
    buf_free(&said[LAN_FR]);
}

/* Notes in the summary that the seat was reminded of its present decision, which is returned. */
static uint32_t remind_note(struct room *room, int seat, int64_t now)
{
    struct summary *summary = map_get(&room->server->summaries, room->log.id);
    struct table_turn turn;
    table_turn(room->log.match->table, seat, &turn);
    if (!summary)
        return turn.decision;
    if (!summary->remind)
        summary->remind = mem_zero(LAN_SEATS_MAX * sizeof *summary->remind);
    summary->remind[seat] = (struct summary_remind){turn.decision, now};
    return turn.decision;
}

/* A request for the lease of one reminder: the node that gets it sends mail and webhook. */
struct remind {
    struct server *server;
    char table[ID_TABLE + 1];
    int seat;
};

static void remind_leased(struct store_batch *batch)
{
    struct remind *remind = batch->context;
    struct room *room = map_get(&remind->server->rooms, remind->table);
    struct summary *summary = map_get(&remind->server->summaries, remind->table);
    bool known = room && room->phase & (PHASE_IDLE | PHASE_COMMITTING) && room->log.state == ROOM_PLAYING;
    /* The seat may have gone to a bot meanwhile. */
    if (batch->status == STORE_OK && known && seat_person(room, remind->seat)) {
        notice_send(room, remind->seat, "remind");
        turn_tell(room, remind->seat, "", true);
    } else if (batch->status == STORE_FAILED && summary && summary->remind) {
        summary->remind[remind->seat].decision = 0;
    }
    free(remind);
}

static void remind_lease(struct room *room, int seat, uint32_t decision)
{
    char name[STORE_NAME_MAX];
    struct remind *remind = mem_zero(sizeof *remind);
    *remind = (struct remind){.server = room->server, .seat = seat};
    memcpy(remind->table, room->log.id, sizeof remind->table);
    snprintf(name, sizeof name, "%s/remind/%d/%u", room->log.id, seat + 1, (unsigned)decision);
    struct store_batch *batch = store_batch_create(remind_leased, remind);
    /* Ends a little before the next reminder. */
    store_batch_lease(batch, name, 1000 * (uint64_t)(LIMIT_REMIND_SECONDS - REMIND_SLACK_SECONDS));
    store_submit(room->server->store, batch);
}

void room_remind(struct room *room, int64_t now)
{
    struct summary *summary = map_get(&room->server->summaries, room->log.id);
    if (!summary || room->log.settings.absence != ABSENCE_REMIND)
        return;
    summary->followed = true;
    for (int seat = 0; seat < room->log.settings.seats; seat++) {
        int64_t due = seat_due(room, seat, now);
        if (!due || due > now)
            continue;
        uint32_t decision = remind_note(room, seat, now);
        person_push(room, seat);
        remind_lease(room, seat, decision);
        /* The room must be in memory when the lease is answered. After that it may be freed until the next
           reminder. */
        room->used = server_tick(room->server);
        summary_turn_set(room->server, &room->log, room_deadline(room));
    }
}

void room_remind_assume(struct room *room, int64_t now)
{
    struct summary *summary = map_get(&room->server->summaries, room->log.id);
    if (!summary || summary->followed)
        return;
    summary->followed = true;
    for (int seat = 0; seat < room->log.settings.seats; seat++) {
        int64_t due = seat_due(room, seat, now);
        if (due && due <= now)
            remind_note(room, seat, now);
    }
}
