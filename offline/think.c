/* think.c - bots: moments, questions made by the keeper, and answers of the one who thinks (offline.h). */
#include "inside.h"

#include <stdlib.h>
#include <string.h>

#include "answers.h"
#include "bot.h"
#include "equilibrium.h"
#include "standing.h"

/* ---- Moments ------------------------------------------------------------------------------------------- */

bool offline_moments(struct offline *offline, double pace)
{
    if (!match_there(offline))
        return false;
    js_bool(&offline->out, "begun", moment_follow(&offline->moment));
    js_array(&offline->out, "pauses");
    for (int seat = 0; seat < table_rules(offline->table)->seats; seat++)
        js_int(&offline->out, NULL, moment_pause(&offline->moment, &offline->bots, seat, time_of(pace)));
    js_end_array(&offline->out);
    return answer_end(offline);
}

bool offline_unseen(struct offline *offline, int seat, const char *notation)
{
    int at;
    lan_action action;
    if (!match_running(offline) || !seat_there(offline, seat, &at) ||
        !action_read(offline, notation, &action))
        return false;
    js_bool(&offline->out, "unseen", moment_unseen(offline->table, at, action));
    return answer_end(offline);
}

bool offline_standing(struct offline *offline, int seat, const char *answer)
{
    int at;
    struct table_turn turn;
    struct lan_list list;
    char notation[LAN_NOTATION_MAX];
    struct lan_text text = lan_text_init(notation, sizeof notation);
    if (!match_running(offline) || !seat_there(offline, seat, &at))
        return false;
    bool react = strcmp(answer, "react") == 0;
    if (!react && strcmp(answer, "pass") != 0)
        return answer_fail(offline, FAIL_BAD_FIELD);
    table_turn(offline->table, at, &turn);
    table_actions(offline->table, at, &list);
    if (turn.decision && turn.window && list.musts) {
        const struct lan_game *game = table_game(offline->table);
        lan_action_write(game, standing_answer(game, &list, react ? STANDING_REACT : STANDING_PASS), &text);
        js_string(&offline->out, "action", notation);
    } else {
        js_null(&offline->out, "action");
    }
    return answer_end(offline);
}

/* ---- A question, by the keeper ------------------------------------------------------------------------- */

/*
 * The bytes of a question: this head, the view, the actions, the events. The same in every instance of the
 * module, since the layout is that of wasm32 and of every little-endian machine: no pointers, no padding.
 */
struct question_head {
    uint32_t size; /* of all of it */
    uint32_t view_size, action_count, action_musts, told_count;
    uint16_t version; /* of the game */
    uint8_t seat, must, may, seats;
    uint8_t none[6];
    uint64_t seed;
};

/* Padding would send bytes of the stack, which may be of a state. */
_Static_assert(5 * 4 + 2 + 4 + 6 + 8 == sizeof(struct question_head), "a question is sent as bytes");

static void told_write(struct buf *out, const struct table *table, int seat, struct question_head *head)
{
    struct table_reader reader;
    struct table_told told;
    table_reader_init(table, seat, 0, &reader);
    while (table_read(&reader, &told)) {
        if (told.kind != TABLE_TOLD_EVENT)
            continue;
        buf_add(out, &told.event, sizeof told.event);
        head->told_count++;
    }
}

bool offline_question(struct offline *offline, int seat)
{
    int at;
    struct table_turn turn;
    struct lan_list list;
    union lan_view_buf view;
    if (!match_running(offline) || !seat_there(offline, seat, &at))
        return false;
    const struct table *table = offline->table;
    const struct lan_rules *rules = table_rules(table);
    table_turn(table, at, &turn);
    table_actions(table, at, &list);
    if (!list.count)
        return answer_fail(offline, FAIL_NOTHING_ASKED);
    struct question_head head = {.view_size = (uint32_t)rules->game->view_size,
                                 .action_count = list.count,
                                 .action_musts = list.musts,
                                 .version = (uint16_t)rules->game->version,
                                 .seat = (uint8_t)at,
                                 .must = turn.decision != 0,
                                 .may = turn.may,
                                 .seats = (uint8_t)rules->seats};
    head.seed = lan_dice_below(&offline->bots, head.seat, table_told_count(table, at), UINT64_MAX);
    struct buf *out = &offline->out;
    buf_clear(out);
    buf_add(out, &head, sizeof head);
    buf_add(out, table_view(table, at, &view), head.view_size);
    buf_add(out, list.action, list.count * sizeof *list.action);
    told_write(out, table, at, &head);
    head.size = (uint32_t)out->length;
    memcpy(out->at, &head, sizeof head);
    return true;
}

bool offline_hint(struct offline *offline, int seat)
{
    int at;
    struct table_turn turn;
    if (!match_running(offline) || !seat_there(offline, seat, &at))
        return false;
    if (!offline->hints)
        return answer_fail(offline, FAIL_NO_HINTS);
    table_turn(offline->table, at, &turn);
    return turn.decision ? offline_question(offline, seat) : answer_fail(offline, FAIL_NOTHING_ASKED);
}

/* ---- An answer, by the one who thinks ------------------------------------------------------------------ */

/* A question that was taken apart; what it points to is copied from the bytes, for alignment. */
struct thought {
    struct question_head head;
    struct lan_question question;
    struct lan_list list;
    union lan_view_buf view;
    union lan_rules_buf rules;
    struct lan_budget budget;
    struct lan_event *told;
};

static bool sizes_fit(const struct question_head *head, const struct lan_rules *rules, size_t size)
{
    return head->size == size && head->view_size == rules->game->view_size &&
           head->version == rules->game->version && head->seats == rules->seats &&
           head->seat < rules->seats && head->action_count >= 1 && head->action_count <= LAN_ACTIONS_MAX &&
           head->action_musts <= head->action_count && head->told_count <= RECORD_BYTES_MAX &&
           size == sizeof *head + (size_t)head->view_size + head->action_count * sizeof(lan_action) +
                       (size_t)head->told_count * sizeof(struct lan_event);
}

static bool actions_fit(const struct lan_list *list, const struct lan_game *game)
{
    for (int i = 0; i < list->count; i++) {
        if (!lan_action_valid(game, list->action[i]))
            return false;
    }
    return true;
}

static bool question_read(struct thought *thought, const uint8_t *bytes, size_t size)
{
    const struct lan_rules *rules = &thought->rules.base;
    struct question_head *head = &thought->head;
    if (size < sizeof *head)
        return false;
    memcpy(head, bytes, sizeof *head);
    if (!sizes_fit(head, rules, size))
        return false;
    bytes += sizeof *head;
    memcpy(&thought->view, bytes, head->view_size);
    bytes += head->view_size;
    memcpy(thought->list.action, bytes, head->action_count * sizeof(lan_action));
    bytes += head->action_count * sizeof(lan_action);
    thought->list.count = (uint16_t)head->action_count;
    thought->list.musts = (uint16_t)head->action_musts;
    thought->told = malloc((head->told_count + 1) * sizeof *thought->told);
    if (!thought->told || !actions_fit(&thought->list, rules->game))
        return false;
    memcpy(thought->told, bytes, head->told_count * sizeof *thought->told);
    thought->question = (struct lan_question){.seat = head->seat,
                                              .view = (const struct lan_view *)&thought->view,
                                              .list = &thought->list,
                                              .told = thought->told,
                                              .told_count = head->told_count};
    return true;
}

/* The optional question first, then what the game waits for; false when the bot declines and is not asked. */
static bool answer_think(struct thought *thought, const struct lan_bot *bot, bool must,
                         struct lan_advice *advice)
{
    bool may = thought->head.may && thought->list.count > thought->list.musts && !must;
    if (may) {
        thought->question.optional = true;
        bot->think(&thought->rules.base, &thought->question, &thought->budget, thought->head.seed, advice);
        if (!advice->decline)
            return true;
    }
    if (!thought->head.must || !thought->list.musts)
        return false;
    thought->question.optional = false;
    bot->think(&thought->rules.base, &thought->question, &thought->budget, thought->head.seed, advice);
    return true;
}

static bool memory_get(struct offline *offline, const struct lan_bot *bot, struct lan_budget *budget)
{
    if (!bot->memory_min)
        return true;
    if (!offline->search)
        offline->search = malloc(OFFLINE_SEARCH);
    budget->memory = offline->search;
    budget->memory_size = OFFLINE_SEARCH;
    return offline->search && bot->memory_min <= OFFLINE_SEARCH;
}

static bool thought_answer(struct offline *offline, struct thought *thought, const struct lan_bot *bot,
                           bool must)
{
    struct lan_advice advice;
    if (answer_think(thought, bot, must, &advice))
        wire_advice_write(&offline->out, thought->rules.base.game, &advice);
    else
        js_null(&offline->out, "action");
    return answer_end(offline);
}

bool offline_book(struct offline *offline, const uint8_t *book, size_t size)
{
    if (!answer_begin(offline))
        return false;
    if (size > BOOK_BYTES_MAX || equilibrium_use(book, size))
        return answer_fail(offline, FAIL_BOOK);
    offline->book = true;
    return answer_end(offline);
}

bool offline_think(struct offline *offline, const char *name, const uint8_t *question, size_t size,
                   uint32_t iterations, bool must)
{
    struct lan_problem problem;
    const struct lan_bot *bot = lan_bot_find(name);
    bool good = false;
    if (!answer_begin(offline))
        return false;
    if (!offline->set || offline->table)
        return answer_fail(offline, FAIL_QUESTION);
    const struct lan_game *game = offline->setup.game;
    if (!bot || !bot->plays(game))
        return answer_fail(offline, FAIL_NO_BOT);
    if (bot == &lan_bot_equilibrium && !offline->book)
        return answer_fail(offline, FAIL_NO_BOOK);
    struct thought *thought = mem_zero(sizeof *thought);
    thought->budget.iterations = iterations < OFFLINE_ITERATIONS_MAX ? iterations : OFFLINE_ITERATIONS_MAX;
    if (!memory_get(offline, bot, &thought->budget))
        answer_fail(offline, FAIL_MEMORY);
    else if (!lan_compile(game, &offline->setup.config, &thought->rules.base, &problem))
        answer_say(offline, problem.say[LAN_EN], problem.say[LAN_FR], NULL, NULL);
    else if (!question_read(thought, question, size))
        answer_fail(offline, FAIL_QUESTION);
    else
        good = thought_answer(offline, thought, bot, must);
    free(thought->told);
    free(thought);
    return good;
}
