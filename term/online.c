#include "online.h"

#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "online_dice.h"
#include "online_link.h"
#include "session_file.h"

static struct online *online_of(struct source *source)
{
    return (struct online *)source;
}

static int online_descriptor(const struct source *source)
{
    const struct online *online = (const struct online *)source;
    return online->net ? net_descriptor(online->net) : -1;
}

static int online_timeout(const struct source *source)
{
    const struct online *online = (const struct online *)source;
    int64_t left = online->retry_at - link_now();
    return online->net ? online_dice_timeout(online) : left > 0 ? (int)left : 0;
}

static bool online_advance(struct source *source)
{
    struct online *online = online_of(source);
    uint32_t changes = source->changes;
    bool done = online->net ? link_receive(online) : link_now() >= online->retry_at && link_reconnect(online);
    online_dice_check(online);
    return done || source->changes != changes;
}

static bool picture_fits(const struct online *online, const struct lan_reader *reader)
{
    const struct lan_reader *drawn = &online->picture.reader;
    return online->picture.changes == online->base.changes && drawn->lang == reader->lang &&
           drawn->style == reader->style && drawn->width == reader->width && drawn->height == reader->height;
}

/* Asks the server for a drawing; its text, or why there is none, is appended to `out`. */
static void picture_ask(struct online *online, const struct lan_reader *reader, struct lan_text *out)
{
    static const char *const styles[] = {"unicode", "ascii", "plain"};
    struct source_say say;
    json_t *question = link_seat_question(online);
    json_object_set_new(question, "lang", json_string(reader->lang == LAN_FR ? "fr" : "en"));
    json_object_set_new(question, "style", json_string(styles[reader->style]));
    json_object_set_new(question, "width", json_integer(reader->width));
    json_object_set_new(question, "height", json_integer(reader->height > 0 ? reader->height : 0));
    if (reader->part)
        json_object_set_new(question, "part", json_string(reader->part));
    if (reader->edition)
        json_object_set_new(question, "names", json_string("rulebook"));
    json_t *answer = link_ask(online, "draw", question, &say);
    lan_text_add(out, answer ? link_text(answer, "text") : say.in[reader->lang]);
    if (!answer)
        lan_text_add_char(out, '\n');
    json_decref(answer);
}

static void online_board(struct source *source, const struct lan_reader *reader, struct lan_text *out)
{
    struct online *online = online_of(source);
    if (strcmp(online->state, "playing") != 0 && strcmp(online->state, "over") != 0)
        return;
    if (reader->part) {
        if (online->net && strlen(reader->part) <= LAN_PART_MAX)
            picture_ask(online, reader, out);
        return;
    }
    if (online->net && !picture_fits(online, reader)) {
        uint32_t changes = source->changes;
        struct lan_text text = lan_text_init(online->picture.text, LAN_DRAW_MAX);
        picture_ask(online, reader, &text);
        online->picture.reader = *reader;
        online->picture.changes = changes;
    }
    lan_text_add(out, online->picture.text);
}

static void online_prompt(struct source *source, const struct lan_reader *reader, struct lan_text *out)
{
    struct online *online = online_of(source);
    bool french = reader->lang == LAN_FR;
    if (strcmp(online->state, "seating") == 0 && online->rated) {
        lan_text_add(out,
                     french ? "Une table classée. Les parties classées se jouent dans un navigateur : ouvre "
                              "son lien pour te dire prêt."
                            : "A rated table. Rated games are played in a browser: open its link to say "
                              "that you are ready.");
    } else if (strcmp(online->state, "seating") == 0 && !online->empty) {
        lan_text_add(out, french ? "Tout le monde est là. On attend que l'hôte lance la partie."
                                 : "Everybody is here. Waiting for the host to begin.");
    } else if (strcmp(online->state, "seating") == 0) {
        lan_text_add(out, french ? "On attend les joueurs. Places libres : "
                                 : "Waiting for players. Seats still free: ");
        lan_text_add_int(out, online->empty);
        lan_text_add(out, ".");
    } else if (strcmp(online->state, "dice") == 0) {
        lan_text_add(out,
                     french ? "Tout le monde tire les dés ensemble." : "Everybody draws the dice together.");
    } else if (strcmp(online->state, "closed") == 0) {
        lan_text_add(out, french ? "Cette table est fermée." : "This table is closed.");
    } else {
        lan_text_add(out, online->prompt[reader->lang]);
    }
}

static void pending_make(struct online *online, bool undo)
{
    online->pending = (struct pending){.on = true, .undo = undo};
    snprintf(online->pending.move, sizeof online->pending.move, "t%llx-%u",
             (unsigned long long)online->client, ++online->moves);
}

static bool online_act(struct source *source, lan_action action, struct source_say *say)
{
    struct online *online = online_of(source);
    bool must = false;
    pending_make(online, false);
    struct lan_text text = lan_text_init(online->pending.action, sizeof online->pending.action);
    lan_action_write(source->game, action, &text);
    for (int i = 0; i < source->list.musts; i++)
        must |= source->list.action[i] == action;
    /*
     * An action that is not listed is sent as an answer to the open decision: the server refuses it with a
     * reason.
     */
    bool listed = must;
    for (int i = source->list.musts; i < source->list.count; i++)
        listed |= source->list.action[i] == action;
    if (must || !listed)
        online->pending.decision = online->decision;
    bool moved = link_move(online, say);
    online_dice_check(online);
    return moved;
}

static bool online_expand(struct source *source, const char *notation, struct lan_list *list)
{
    lan_action action;
    list->count = 0;
    if (!lan_action_parse(source->game, notation, &action))
        return false;
    lan_list_add(list, action);
    return true;
}

static bool online_undo(struct source *source, struct source_say *say)
{
    struct online *online = online_of(source);
    pending_make(online, true);
    return link_move(online, say);
}

/* Asks the server whether it would accept an action, and for its warning; NULL when there is no answer. */
static json_t *why_ask(struct online *online, lan_action action, struct source_say *say)
{
    char notation[LAN_NOTATION_MAX];
    struct lan_text text = lan_text_init(notation, sizeof notation);
    json_t *question = link_seat_question(online);
    lan_action_write(online->base.game, action, &text);
    json_object_set_new(question, "action", json_string(notation));
    return link_ask(online, "why", question, say);
}

static bool online_why(struct source *source, lan_action action, struct source_say *say)
{
    struct online *online = online_of(source);
    json_t *answer = why_ask(online, action, say);
    bool accepted = json_is_true(json_object_get(answer, "accepted"));
    if (answer && !accepted)
        link_refusal(online, json_object_get(answer, "why"), say);
    json_decref(answer);
    return accepted;
}

static void online_warn(struct source *source, lan_action action, const struct lan_reader *reader,
                        struct lan_text *out)
{
    struct online *online = online_of(source);
    struct source_say say;
    if (!source->game->warn)
        return;
    json_t *answer = why_ask(online, action, &say);
    lan_text_add(out, link_text(json_object_get(answer, "warning"), reader->lang == LAN_FR ? "fr" : "en"));
    json_decref(answer);
}

static bool online_hint(struct source *source, lan_action *action, struct source_say *say)
{
    struct online *online = online_of(source);
    json_t *answer = link_ask(online, "hint", link_seat_question(online), say);
    if (!answer)
        return false;
    const json_t *reason = json_object_get(answer, "reason");
    bool good = lan_action_parse(source->game, link_text(answer, "action"), action);
    source_say_set(say, 0, link_text(reason, "en"), link_text(reason, "fr"));
    json_decref(answer);
    return good;
}

/* Sends an operation with a field `text`; false with the reason in `say`. */
static bool text_send(struct source *source, const char *op, const char *text, struct source_say *say)
{
    struct online *online = online_of(source);
    json_t *question = link_seat_question(online);
    json_object_set_new(question, "text", json_string(text));
    json_t *answer = link_ask(online, op, question, say);
    json_decref(answer);
    return answer;
}

static bool online_chat(struct source *source, const char *text, struct source_say *say)
{
    return text_send(source, "chat", text, say);
}

static bool online_standing(struct source *source, enum standing standing, struct source_say *say)
{
    struct online *online = online_of(source);
    if (source->seat >= source->seats) {
        source_say_set(say, 0, "You only watch here.", "Ici tu ne fais que regarder.");
        return false;
    }
    json_t *question = link_seat_question(online);
    json_object_set_new(question, "answer", json_string(link_standing_word(standing)));
    json_t *answer = link_ask(online, "standing", question, say);
    json_decref(answer);
    if (answer)
        source->standing = standing;
    source->changes++;
    return answer;
}

static bool online_notes(struct source *source, char *text, size_t size)
{
    struct online *online = online_of(source);
    struct source_say say;
    struct lan_text out = lan_text_init(text, size);
    json_t *answer = link_ask(online, "notes", link_seat_question(online), &say);
    lan_text_add(&out, link_text(answer, "text"));
    json_decref(answer);
    return answer;
}

static bool online_note(struct source *source, const char *text, struct source_say *say)
{
    return text_send(source, "note", text, say);
}

/*
 * The full record of a game that is over, else that of the seat, with what this device saw of the exchange.
 */
static char *online_record(struct source *source, size_t *size, bool *save, struct source_say *say)
{
    struct online *online = online_of(source);
    *save = false;
    json_t *question = source->decided ? link_table_question(online) : link_seat_question(online);
    json_t *answer = link_ask(online, "record", question, say);
    json_t *record = json_object_get(answer, "record");
    if (!record)
        return NULL;
    online_dice_add(online, record);
    char *text = json_dumps(record, JSON_COMPACT);
    json_decref(answer);
    if (!text)
        source_say_set(say, 0, "There is no memory for that.", "Il n'y a pas assez de mémoire pour cela.");
    *size = text ? strlen(text) : 0;
    return text;
}

static void online_destroy(struct source *source)
{
    struct online *online = online_of(source);
    net_close(online->net);
    table_destroy(online->table);
    json_decref(online->answer);
    free(online->picture.text);
    free(online);
}

static const struct source_ops online_ops = {
    .destroy = online_destroy,
    .descriptor = online_descriptor,
    .timeout = online_timeout,
    .advance = online_advance,
    .board = online_board,
    .prompt = online_prompt,
    .act = online_act,
    .expand = online_expand,
    .undo = online_undo,
    .why = online_why,
    .warn = online_warn,
    .hint = online_hint,
    .standing = online_standing,
    .chat = online_chat,
    .notes = online_notes,
    .note = online_note,
    .record = online_record,
};

/* ---- Sitting down -------------------------------------------------------------------------------------- */

/* Makes the local table, for its rules only, from the answer to `info`. */
static bool table_make(struct online *online, const json_t *info, struct source_say *say)
{
    const json_t *settings = json_object_get(info, "settings");
    json_int_t version = json_integer_value(json_object_get(info, "version"));
    const struct lan_game *game = lan_game_find(link_text(settings, "game"), (int)version);
    struct table_setup setup;
    struct lan_problem problem;
    const char *option;
    json_t *value;
    source_say_set(say, 0, "This server plays a version of the game that this program does not know.",
                   "Ce serveur joue une version du jeu que ce programme ne connaît pas.");
    if (!game)
        return false;
    table_setup_init(game, (int)json_integer_value(json_object_get(settings, "seats")), &setup);
    json_object_foreach(json_object_get(settings, "options"), option, value)
    {
        if (!json_is_string(value) ||
            !lan_config_set(game, &setup.config, option, json_string_value(value), &problem))
            return false;
    }
    online->table = table_create(&setup, 0, &problem);
    if (!online->table)
        return false;
    online->base.game = game;
    online->base.rules = table_rules(online->table);
    online->base.seats = setup.config.seats;
    return true;
}

/*
 * Chooses among the seats, or only the wanted one: a seat that this person holds, else an empty one, for
 * which `sit` is set. LAN_WATCHER when there is neither, -1 when the wanted seat is taken.
 */
static int seat_choose(const json_t *info, int wanted, bool *sit)
{
    size_t at;
    const json_t *seat;
    int empty = -1;
    *sit = false;
    json_array_foreach(json_object_get(info, "seats"), at, seat)
    {
        bool free_seat = strcmp(link_text(seat, "kind"), "empty") == 0;
        if (wanted >= 0 && wanted != (int)at)
            continue;
        if (json_is_true(json_object_get(seat, "you")))
            return (int)at;
        if (free_seat && empty < 0)
            empty = (int)at;
    }
    *sit = empty >= 0;
    return empty >= 0 ? empty : wanted >= 0 && wanted != LAN_WATCHER ? -1 : LAN_WATCHER;
}

static bool seat_take(struct online *online, const json_t *info, int wanted, struct source_say *say)
{
    bool sit;
    online->base.seat = seat_choose(info, wanted, &sit);
    if (online->base.seat < 0) {
        source_say_set(say, 0, "That seat is taken.", "Cette place est prise.");
        return false;
    }
    if (!sit)
        return true;
    json_t *answer = link_ask(online, "sit", link_password_question(online), say);
    json_decref(answer);
    return answer;
}

static bool rename_person(struct online *online, const char *name, struct source_say *say)
{
    if (!name)
        return true;
    json_t *answer = link_ask(online, "rename", json_pack("{ss}", "name", name), say);
    json_decref(answer);
    return answer;
}

static void problem_say(const struct net_problem *problem, const char *host, struct source_say *say)
{
    static const struct lan_words words[] = {
        [NET_UNREACHED] = {{"cannot reach ", "impossible de joindre "}},
        [NET_INSECURE] = {{"no secure connection to ", "pas de connexion chiffrée avec "}},
        [NET_UNTRUSTED] = {{"no trusted certificate proves that this is ",
                            "aucun certificat reconnu ne prouve que c'est bien "}},
        [NET_NOT_LANTERNE] = {{"no Lanterne answers at ", "aucune Lanterne ne répond chez "}},
        [NET_NAME] = {{"the server does not go by the name ", "le serveur ne porte pas le nom "}},
    };
    say->clause = 0;
    for (int lang = 0; lang < LAN_LANGS; lang++) {
        struct lan_text text = lan_text_init(say->in[lang], sizeof say->in[lang]);
        lan_text_add(&text, words[problem->failure].in[lang]);
        lan_text_add(&text, host);
        if (*problem->reason) {
            lan_text_add(&text, " (");
            lan_text_add(&text, problem->reason);
            lan_text_add(&text, ")");
        }
    }
}

/* Restores the session of an earlier run from its file, or gets a new guest session, and stores it. */
static bool session_start(struct online *online, struct source_say *say)
{
    struct net_problem problem;
    session_file_read(&online->address, online->token);
    if (!net_session(&online->address, online->token, &problem)) {
        problem_say(&problem, online->address.host, say);
        return false;
    }
    session_file_write(&online->address, online->token);
    return true;
}

/*
 * Opens the connection unless it is open. It may have to be opened again: typing the password can take longer
 * than the server keeps an idle connection.
 */
static bool connection_open(struct online *online, const struct online_setup *setup, struct source_say *say)
{
    struct net_problem problem;
    while (online->net && link_receive(online))
        ;
    if (online->net)
        return true;
    online->net = net_open(&online->address, online->token, &problem);
    if (!online->net) {
        problem_say(&problem, online->address.host, say);
        return false;
    }
    return link_hello(online, say) && rename_person(online, setup->name, say);
}

static bool table_enter(struct online *online, const struct online_setup *setup, struct source_say *say)
{
    online->locked = false;
    if (!connection_open(online, setup, say))
        return false;
    json_t *answer = link_ask(online, "info", link_table_question(online), say);
    const json_t *info = json_object_get(answer, "table");
    bool in = answer && (online->table || table_make(online, info, say)) &&
              seat_take(online, info, setup->seat, say) && link_open_seat(online, say);
    json_decref(answer);
    return in;
}

static bool online_enter(struct online *online, const struct online_setup *setup, struct source_say *say)
{
    if (!session_start(online, say))
        return false;
    for (int tries = 0; !table_enter(online, setup, say); tries++) {
        if (!online->locked || !setup->password || !setup->password(setup->context, tries, online->password))
            return false;
    }
    online->base.status = (struct lan_words){{NULL, NULL}};
    online_dice_check(online);
    return true;
}

struct source *online_new(const struct online_setup *setup, struct source_say *say)
{
    struct online *online = calloc(1, sizeof *online);
    if (!online || sodium_init() < 0 || !(online->picture.text = malloc(LAN_DRAW_MAX))) {
        free(online);
        source_say_set(say, 0, "There is no memory for that.", "Il n'y a pas assez de mémoire pour cela.");
        return NULL;
    }
    /*
     * Writing to a closed connection raises SIGPIPE, which would end the program; OpenSSL offers no flag
     * against it.
     */
    signal(SIGPIPE, SIG_IGN);
    online->base.ops = &online_ops;
    online->address = setup->address;
    online->picture.text[0] = 0;
    online->picture.changes = UINT32_MAX;
    randombytes_buf(&online->client, sizeof online->client);
    for (int seat = 0; seat < LAN_SEATS_MAX; seat++)
        online->base.names[seat] = online->name[seat];
    if (online_enter(online, setup, say))
        return &online->base;
    source_destroy(&online->base);
    return NULL;
}
