/*
 * A table in the page (offline/), natively: whole games of every game are played through the interface that
 * the module exports, with a second object that thinks for all seats and has only the questions. Every line
 * of the log is kept as the page stores it; from the lines the match is built again in mid-game and at the
 * end. Then refusals, which must change nothing, and twins: no byte of a question or an update depends on
 * what the seat may not know (tests/wasm/twins.h, which also runs in the module).
 */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "../../offline/inside.h"
#include "equilibrium.h"
#include "leaks.h"
#include "record_read.h"
#include "replay.h"
#include "tap.h"
#include "../wasm/twins.h"

enum { STEPS_MAX = 4000, TWIN_TRIES = 60 };

#define KEY "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"

/* ---- Reading answers ----------------------------------------------------------------------------------- */

static json_t *answer_read(const struct offline *offline)
{
    return json_loadb(offline_answer(offline), offline_answer_length(offline), JSON_REJECT_DUPLICATES, NULL);
}

static json_t *field_read(const struct offline *offline, const char *name)
{
    json_t *answer = answer_read(offline), *field = json_incref(json_object_get(answer, name));
    json_decref(answer);
    return field;
}

static const char *string_of(const json_t *object, const char *name)
{
    return json_string_value(json_object_get(object, name));
}

static double number_of(const json_t *object, const char *name)
{
    return json_number_value(json_object_get(object, name));
}

/* The code of the refusal that is the answer; "" when it is none. */
static const char *code_read(const struct offline *offline, char code[32])
{
    json_t *error = field_read(offline, "error");
    const char *found = string_of(error, "code"), *say = string_of(json_object_get(error, "say"), "fr");
    code[0] = 0;
    if (found && say && *say)
        strncat(code, found, 31);
    json_decref(error);
    return code;
}

/* ---- A match from its document, as the page does it ---------------------------------------------------- */

static bool options_take(struct offline *offline, json_t *match)
{
    const char *name;
    json_t *value;
    bool good = true;
    json_object_foreach(json_object_get(match, "options"), name, value)
    {
        char digits[24] = "";
        struct lan_text text = lan_text_init(digits, sizeof digits);
        if (json_is_integer(value))
            lan_text_add_int(&text, json_integer_value(value));
        good =
            good && offline_option(offline, name, json_is_integer(value) ? digits : json_string_value(value));
    }
    return good;
}

static bool set_up_take(struct offline *offline, json_t *head)
{
    json_t *match = json_object_get(head, "match"), *seats = json_object_get(match, "seats"), *seat;
    json_t *clock = json_object_get(match, "clock");
    size_t at;
    bool good = offline_setup(offline, string_of(match, "game"), (int)number_of(match, "version"),
                              (int)number_of(match, "players")) &&
                options_take(offline, match);
    json_array_foreach(seats, at, seat)
    {
        const char *level = string_of(seat, "level");
        good = good && offline_seat(offline, (int)at + 1, string_of(seat, "holder"), string_of(seat, "name"),
                                    level ? level : "");
    }
    return good &&
           offline_clock(offline, string_of(clock, "kind"), string_of(clock, "policy"),
                         string_of(match, "stand_in")) &&
           offline_clock_times(offline, number_of(clock, "budget"), number_of(clock, "increment"),
                               number_of(clock, "move"), number_of(clock, "window")) &&
           offline_match(offline, number_of(match, "start"), string_of(match, "rules"),
                         string_of(head, "match_hash"));
}

static bool line_take(struct offline *offline, const json_t *line)
{
    char digits[8] = "";
    const json_t *seat = json_object_get(line, "seat");
    if (json_is_integer(seat))
        digits[0] = (char)('0' + json_integer_value(seat));
    const char *by = json_is_integer(seat) ? digits : json_string_value(seat);
    return offline_line(offline, by, string_of(line, "do"), json_is_true(json_object_get(line, "timed")),
                        string_of(line, "table"), string_of(line, "text"), number_of(line, "time"),
                        string_of(line, "hash"));
}

static bool lines_take(struct offline *offline, const json_t *lines)
{
    const json_t *line;
    size_t at;
    bool good = true;
    json_array_foreach(lines, at, line) good = good && line_take(offline, line);
    return good;
}

/* ---- A game -------------------------------------------------------------------------------------------- */

struct play {
    struct offline *keeper, *thinker;
    json_t *head, *lines, *view; /* as stored; the view of seat 1, put together */
    char key[80];
    uint32_t questions, updates;
    double now;
    const char *wrong;
};

static void note(struct play *play, bool good, const char *what)
{
    if (!good && !play->wrong)
        play->wrong = what;
}

static bool seats_set(struct offline *offline, int seats)
{
    bool good = offline_seat(offline, 1, "person", "Ada", "");
    for (int seat = 2; seat <= seats; seat++)
        good = good && offline_seat(offline, seat, "bot", "Robot", "random");
    return good;
}

static void play_begin(struct play *play, const struct lan_game *game, int seats)
{
    *play = (struct play){.keeper = offline_create(), .thinker = offline_create(), .lines = json_array()};
    note(play,
         offline_setup(play->keeper, game->name, 0, seats) && seats_set(play->keeper, seats) &&
             offline_table(play->keeper, "local-1", true, true, true) &&
             offline_begin(play->keeper, KEY, 1000) && offline_setup(play->thinker, game->name, 0, seats),
         "a match does not begin");
    note(play, offline_head(play->keeper), "no head");
    play->head = field_read(play->keeper, "head");
    json_t *key = field_read(play->keeper, "key");
    strncat(play->key, json_string_value(key), 79);
    json_decref(key);
    note(play, offline_open(play->keeper, 1, 0, play->now), "a seat is not opened");
    play->view = field_read(play->keeper, "update");
}

static void play_end(struct play *play)
{
    offline_destroy(play->keeper);
    offline_destroy(play->thinker);
    json_decref(play->head);
    json_decref(play->lines);
    json_decref(play->view);
}

/* Stores the new lines; only then is the move shown. */
static void change_take(struct play *play)
{
    note(play, offline_lines(play->keeper), "no lines");
    json_t *lines = field_read(play->keeper, "lines");
    json_array_extend(play->lines, lines);
    json_decref(lines);
    for (int viewer = 0; viewer <= 1; viewer++) {
        note(play, offline_next(play->keeper, viewer, play->now), "no update");
        json_t *update = field_read(play->keeper, "update");
        play->updates += update != NULL;
        json_decref(update);
    }
}

/* The seat's answer by the object that thinks; NULL when it declines or nothing is asked. The caller's. */
static char *seat_think(struct play *play, int seat, const char *bot)
{
    if (!offline_question(play->keeper, seat))
        return NULL;
    play->questions++;
    note(play,
         offline_think(play->thinker, bot, (const uint8_t *)offline_answer(play->keeper),
                       offline_answer_length(play->keeper), 4, false),
         "a bot has no answer");
    json_t *action = field_read(play->thinker, "action");
    char *text = json_is_string(action) ? strdup(json_string_value(action)) : NULL;
    json_decref(action);
    return text;
}

static uint32_t decision_of(const struct play *play, int seat, const char *notation)
{
    struct table_turn turn;
    struct lan_list list;
    lan_action action;
    const struct table *table = play->keeper->table;
    table_turn(table, seat - 1, &turn);
    table_actions(table, seat - 1, &list);
    lan_assert(lan_action_parse(table_game(table), notation, &action));
    for (int i = 0; i < list.musts; i++) {
        if (list.action[i] == action)
            return turn.decision;
    }
    return 0;
}

/* One action of the first seat that has one; false when there is none. */
static bool step(struct play *play, const char *bot)
{
    int seats = table_rules(play->keeper->table)->seats, first = (int)play->questions;
    for (int i = 0; i < seats; i++) {
        int seat = 1 + (first + i) % seats;
        char *action = seat_think(play, seat, bot);
        if (!action)
            continue;
        play->now += 500;
        bool played = offline_move(play->keeper, seat, decision_of(play, seat, action), action, play->now);
        note(play, played, "a bot's answer is refused");
        free(action);
        change_take(play);
        return played;
    }
    return false;
}

/* The match from what was stored of it; its record must be the same. */
static void rebuild_check(struct play *play, const char *kind)
{
    struct offline *again = offline_create();
    bool save = strcmp(kind, "save") == 0;
    note(play,
         set_up_take(again, play->head) && lines_take(again, play->lines) &&
             offline_finish(again, kind, save ? play->key : NULL),
         "what was stored is refused");
    if (!play->wrong) {
        note(play, offline_record(again, kind, 0) && offline_record(play->keeper, kind, 0), "no record");
        note(play, strcmp(offline_answer(again), offline_answer(play->keeper)) == 0, "another record");
        note(play, offline_lines(again) && !strstr(offline_answer(again), "\"n\":"),
             "a line is handed over twice");
    }
    offline_destroy(again);
}

/* The whole program reads the same record. */
static void record_check(struct play *play)
{
    struct record record;
    struct record_problem problem;
    note(play, offline_record(play->keeper, "full", 0), "no full record");
    bool read =
        record_read(offline_answer(play->keeper), offline_answer_length(play->keeper), &record, &problem);
    note(play, read, "the program refuses the record");
    if (read)
        record_finish(&record);
}

static void over_check(struct play *play)
{
    json_t *update;
    note(play, offline_replay(play->keeper, REPLAY_OPEN, 3, ""), "no replay");
    update = field_read(play->keeper, "update");
    note(play, json_is_object(update), "a replay without a position");
    json_decref(update);
    note(play, offline_turn(play->keeper) && strstr(offline_answer(play->keeper), "\"must\":[]"),
         "the game still waits for somebody");
    note(play, !offline_move(play->keeper, 1, 0, "pass", play->now), "a move after the end");
    note(play, offline_info(play->keeper) && strstr(offline_answer(play->keeper), "\"state\":\"over\""),
         "the table is not over");
}

static void check_game(const struct lan_game *game)
{
    struct play play;
    int steps = 0;
    play_begin(&play, game, game->seats_min > 2 ? game->seats_min : 2);
    change_take(&play);
    while (!play.wrong && steps < STEPS_MAX && table_end(play.keeper->table) == TABLE_RUNNING &&
           step(&play, "random")) {
        if (++steps == 20)
            rebuild_check(&play, "save");
    }
    if (!play.wrong) {
        note(&play, table_end(play.keeper->table) == TABLE_FINISHED, "the game does not end");
        rebuild_check(&play, "full");
        rebuild_check(&play, "save");
        record_check(&play);
        over_check(&play);
    }
    if (play.wrong)
        tap_note("%s: %s", play.wrong, offline_answer(play.keeper));
    tap_result(!play.wrong && play.updates && play.questions,
               "%s: a game of %d moves through the module's interface, stored line by line", game->name,
               steps);
    play_end(&play);
}

/* ---- Searching and reviewing --------------------------------------------------------------------------- */

static void check_thinking(void)
{
    struct play play;
    play_begin(&play, lan_game_find("manor", 0), 2);
    change_take(&play);
    for (int i = 0; i < 6; i++)
        note(&play, step(&play, i % 2 ? "search" : "rules"), "a bot that searches does not answer");
    note(&play, offline_hint(play.keeper, 1) || offline_hint(play.keeper, 2), "no question for advice");
    note(&play,
         offline_think(play.thinker, "rules", (const uint8_t *)offline_answer(play.keeper),
                       offline_answer_length(play.keeper), 1, true) &&
             strstr(offline_answer(play.thinker), "\"reason\":"),
         "advice without a reason");
    tap_result(!play.wrong, "bots that search and advise answer from a question alone (%s)",
               play.wrong ? play.wrong : "good");
    play_end(&play);
}

static void check_review(void)
{
    struct play play;
    play_begin(&play, lan_game_find("tiny", 0), 2);
    char code[32];
    tap_result(!offline_review(play.keeper, 1, 1, 0) && !strcmp(code_read(play.keeper, code), "not-now"),
               "a running game is not reviewed");
    while (step(&play, "random"))
        continue;
    bool one = offline_review(play.keeper, 1, 2, 8);
    json_t *review = field_read(play.keeper, "review");
    tap_result(one && json_is_object(review), "the review of a seat");
    json_decref(review);
    tap_result(offline_review(play.keeper, 0, 1, 0), "the review of all seats");
    play_end(&play);
}

/* ---- Refusals ------------------------------------------------------------------------------------------ */

static char *save_of(struct offline *offline)
{
    bool written = offline_record(offline, "save", 0);
    return written ? strdup(offline_answer(offline)) : NULL;
}

static void refused(struct offline *offline, bool carried_out, const char *wanted, const char *what)
{
    char code[32];
    tap_result(!carried_out && strcmp(code_read(offline, code), wanted) == 0, "%s: %s (%s)", what, wanted,
               code);
}

/* In notation; in static memory. */
static const char *first_action(const struct offline *offline)
{
    static char notation[LAN_NOTATION_MAX];
    struct lan_text text = lan_text_init(notation, sizeof notation);
    lan_action_write(table_game(offline->table), lan_action_at(table_game(offline->table), 0), &text);
    return notation;
}

static void check_refusals(void)
{
    struct offline *o = offline_create();
    refused(o, offline_open(o, 1, 0, 0), "not-now", "no match yet");
    refused(o, offline_setup(o, "chess", 0, 2), "refused", "a game that is not there");
    refused(o, offline_setup(o, "manor", 99, 2), "refused", "a version of a newer program");
    refused(o, offline_texts(o, "en"), "not-found", "texts without a set-up");
    refused(o, offline_games(o, "de"), "bad-message", "a language that is not there");
    tap_result(offline_setup(o, "manor", 0, 2) && seats_set(o, 2), "a set-up");
    refused(o, offline_option(o, "nothing", "1"), "refused", "an option that is not there");
    refused(o, offline_seat(o, 3, "person", "Eve", ""), "refused", "a seat that is not there");
    refused(o, offline_seat(o, 1, "cat", "Eve", ""), "refused", "a holder that is none");
    refused(o, offline_begin(o, "123", 0), "bad-message", "a key that is none");
    tap_result(offline_begin(o, KEY, 0) && offline_table(o, "local", false, false, true), "a match");
    char *before = save_of(o);
    refused(o, offline_move(o, 1, 0, "dance", 1), "refused", "an action that is none");
    refused(o, offline_move(o, 1, 77, first_action(o), 1), "stale", "a decision that is not open");
    refused(o, offline_move(o, 9, 0, "pass", 1), "not-found", "a move of a seat that is not there");
    refused(o, offline_act(o, 1, "dance", 1), "refused", "a machine's action that is none");
    refused(o, offline_standing(o, 1, "sleep"), "bad-message", "a standing answer that is none");
    tap_result(offline_standing(o, 1, "pass") && strstr(offline_answer(o), "\"action\":null"),
               "no standing answer where no window is open");
    refused(o, offline_undo(o, 1, 1), "forbidden", "taking back at a table without it");
    refused(o, offline_hint(o, 1), "forbidden", "advice at a table without it");
    refused(o, offline_record(o, "full", 0), "refused", "the full record of a running game");
    refused(o, offline_replay(o, 9, 0, ""), "not-now", "the replay of a running game");
    refused(o, offline_line(o, "1", "pass", false, NULL, NULL, 0, "00"), "bad-message",
            "a line when none is due");
    refused(o, offline_think(o, "rules", (const uint8_t *)"", 0, 1, false), "bad-message",
            "thinking beside the state");
    char *after = save_of(o);
    tap_result(before && after && strcmp(before, after) == 0, "refusals change nothing");
    free(before);
    free(after);
    offline_destroy(o);
}

/* A stored log that was changed is refused at its line, and what was built of it is gone. */
static void check_tampering(void)
{
    struct play play;
    play_begin(&play, lan_game_find("manor", 0), 2);
    change_take(&play);
    for (int i = 0; i < 12; i++)
        step(&play, "random");
    json_object_set_new(json_array_get(play.lines, 4), "time", json_integer(1));
    struct offline *again = offline_create();
    bool built = set_up_take(again, play.head) && lines_take(again, play.lines);
    bool placed = strstr(offline_answer(again), "Entry 5") != NULL;
    tap_result(!built && placed, "a changed line is refused with its number");
    tap_note("%s", offline_answer(again));
    refused(again, offline_open(again, 1, 0, 0), "not-now", "and nothing of it is left");
    json_object_set_new(play.head, "match_hash", json_string("0000000000000000"));
    refused(again, set_up_take(again, play.head), "refused", "a changed head");
    offline_destroy(again);
    play_end(&play);
}

/* A question of another game, cut off, or with an action that is none. */
static void check_questions(void)
{
    struct play play;
    play_begin(&play, lan_game_find("manor", 0), 2);
    change_take(&play);
    int seat = offline_question(play.keeper, 1) ? 1 : 2;
    tap_result(offline_question(play.keeper, seat), "a question");
    size_t size = offline_answer_length(play.keeper);
    uint8_t *bytes = malloc(size);
    memcpy(bytes, offline_answer(play.keeper), size);
    refused(play.thinker, offline_think(play.thinker, "rules", bytes, size - 1, 1, false), "bad-message",
            "a question that is cut off");
    refused(play.thinker, offline_think(play.thinker, "oracle", bytes, size, 1, false), "not-found",
            "a bot that is not there");
    memset(bytes + size / 2, 0xff, size - size / 2);
    refused(play.thinker, offline_think(play.thinker, "rules", bytes, size, 1, false), "bad-message",
            "a question with bytes that mean nothing");
    free(bytes);
    play_end(&play);
}

/* The bot that plays from a book is refused without it; bytes that are no book are refused too. */
static void check_book(void)
{
    struct play play;
    play_begin(&play, lan_game_find("shy-monsters", 0), 2);
    change_take(&play);
    int seat = offline_question(play.keeper, 1) ? 1 : 2;
    tap_result(offline_question(play.keeper, seat), "a question of Shy Monsters");
    size_t size = offline_answer_length(play.keeper);
    uint8_t *bytes = malloc(size);
    memcpy(bytes, offline_answer(play.keeper), size);
    refused(play.thinker, offline_think(play.thinker, "equilibrium", bytes, size, 10, false), "not-found",
            "a bot without its book");
    refused(play.thinker, offline_book(play.thinker, bytes, size), "bad-message", "a book that is none");
    refused(play.thinker, offline_think(play.thinker, "equilibrium", bytes, size, 10, false), "not-found",
            "still without its book");
    tap_result(
        offline_book(play.thinker, equilibrium_book, (size_t)(equilibrium_book_end - equilibrium_book)) &&
            offline_think(play.thinker, "equilibrium", bytes, size, 10, false) &&
            strstr(offline_answer(play.thinker), "\"reason\":") &&
            !strstr(offline_answer(play.thinker), "Without the book"),
        "it answers from its book");
    free(bytes);
    play_end(&play);
}

/* ---- Twins --------------------------------------------------------------------------------------------- */

static void check_twins(const struct lan_game *game)
{
    uint32_t found = offline_twins(game->name, (uint32_t)tap_seed(4200), (uint32_t)tap_rounds(TWIN_TRIES));
    uint32_t made = found & 0xff, same = found >> 8 & 0xff, others = found >> 16 & 0xff;
    tap_result(made && same == made, "%s: %u pairs of twins are shown and asked the same", game->name, made);
    tap_result(others, "%s: in %u pairs another seat is shown something different", game->name, others);
}

int main(void)
{
    for (const struct lan_game *const *game = lan_games(); *game; game++) {
        if (!lan_game_newest(*game))
            continue;
        check_game(*game);
        if (leaks_possible(*game))
            check_twins(*game);
    }
    check_thinking();
    check_review();
    check_refusals();
    check_tampering();
    check_questions();
    check_book();
    return tap_finish();
}
