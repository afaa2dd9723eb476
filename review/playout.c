#include "playout.h"

#include "bot.h"

struct playout {
    const struct playout_scene *scene;
    const struct lan_rules *rules;
    struct lan_state *state;
    struct lan_cursor *cursor;
    uint64_t seed;
    uint64_t answers; /* of seats so far: the address of a random answer */
    int decided;      /* decisions so far, with those before the playout: the address of a slip */
    struct lan_list list;
    union lan_view_buf view;
    int32_t worth[LAN_ACTIONS_MAX];
};

static uint64_t mix(uint64_t x)
{
    x ^= x >> 30;
    x *= 0xbf58476d1ce4e5b9;
    x ^= x >> 27;
    x *= 0x94d049bb133111eb;
    return x ^ x >> 31;
}

uint64_t playout_seed(const struct playout_scene *scene, uint32_t number)
{
    return mix(scene->seed + (number + 1) * 0x9e3779b97f4a7c15);
}

static lan_action chance_draw(const struct playout *playout)
{
    struct lan_turn turn;
    struct lan_rng rng;
    playout->rules->game->turn(playout->rules, playout->state, &turn);
    lan_rng_init(&rng, mix(playout->seed ^ mix((uint64_t)turn.stream << 32 | turn.index)));
    return lan_pick(playout->rules, playout->state, LAN_CHANCE, &rng);
}

/* A random answer, for games that rate nothing: as rarely an optional one as in other random play. */
static lan_action answer_draw(struct playout *playout, struct lan_asked asked)
{
    const struct lan_list *list = &playout->list;
    struct lan_rng rng;
    lan_rng_init(&rng, mix(playout->seed + ++playout->answers));
    if (!asked.optional)
        return list->action[lan_rng_below(&rng, list->musts)];
    if (lan_rng_below(&rng, 256) >= LAN_BOT_MAY_OF_256)
        return PLAYOUT_DECLINED;
    return list->action[list->musts + lan_rng_below(&rng, (uint32_t)(list->count - list->musts))];
}

/*
 * How many better actions a seat overlooks: none in 28 of 32 decisions, one in 3, two in 1. Without slips a
 * game whose cards are dealt would have one course, and every value would be 0 or 1. The first decision from
 * the position that is judged has none, so that a choice is compared with sensible play.
 */
static int slip_draw(const struct playout *playout, struct lan_asked asked)
{
    if (asked.optional || playout->decided <= 1)
        return 0;
    uint64_t draw = mix(playout->seed + mix((uint64_t)playout->decided << 8 | asked.seat)) % 32;
    return draw < 28 ? 0 : draw < 31 ? 1 : 2;
}

/* The best of the rated actions, the first of equals; an optional one only when it is better than none. */
static lan_action answer_best(struct playout *playout, struct lan_asked asked)
{
    const struct lan_list *list = &playout->list;
    int from = asked.optional ? list->musts : 0, to = asked.optional ? list->count : list->musts;
    int slips = slip_draw(playout, asked);
    for (int best = from;; best = from) {
        for (int i = from + 1; i < to; i++) {
            if (playout->worth[i] > playout->worth[best])
                best = i;
        }
        if (slips == 0 || to - from < 2)
            return asked.optional && playout->worth[best] <= 0 ? PLAYOUT_DECLINED : list->action[best];
        playout->worth[best] = INT32_MIN; /* overlooked */
        slips--;
    }
}

/* What the seat's bot does; its seed is taken by address, as slips are. */
static bool answer_bot(const struct playout *playout, const struct lan_question *question, lan_action *action)
{
    const struct playout_bots *bots = playout->scene->bots;
    uint64_t seed = mix(playout->seed + mix((uint64_t)playout->decided << 8 | (uint64_t)question->seat));
    return bots && bots->answer(bots->context, question, seed, action);
}

static lan_action answer_advised(struct playout *playout, const struct lan_question *question)
{
    struct lan_advice advice = {.decline = false};
    struct lan_rng rng;
    lan_rng_init(&rng, mix(playout->seed + ++playout->answers));
    playout->rules->game->advise(playout->rules, question, &rng, &advice);
    return question->optional && advice.decline ? PLAYOUT_DECLINED : advice.action;
}

static lan_action answer_find(struct playout *playout, struct lan_asked asked)
{
    const struct lan_game *game = playout->rules->game;
    const struct lan_told_log *told = playout->scene->told[asked.seat];
    struct lan_list *list = &playout->list;
    list->count = list->musts = 0;
    game->actions(playout->rules, playout->state, asked.seat, list);
    if (!asked.optional && list->musts == 1)
        return list->action[0];
    if (!game->rate && !game->advise && !playout->scene->bots)
        return answer_draw(playout, asked);
    game->observe(playout->rules, playout->state, asked.seat, (struct lan_view *)&playout->view);
    struct lan_question question = {.seat = asked.seat,
                                    .optional = asked.optional,
                                    .view = (const struct lan_view *)&playout->view,
                                    .list = list,
                                    .told = told ? told->event : NULL,
                                    .told_count = told ? told->count : 0,
                                    .digest = playout->scene->digest[asked.seat],
                                    .memo = playout->scene->memo};
    lan_action action;
    if (answer_bot(playout, &question, &action))
        return action;
    if (!game->rate && !game->advise)
        return answer_draw(playout, asked);
    if (!game->rate)
        return answer_advised(playout, &question);
    game->rate(playout->rules, &question, playout->worth);
    return answer_best(playout, asked);
}

/* Whether the game can tell every seat's chance to win now; `worth` is filled if so. */
static bool outlook_take(const struct playout *playout, float worth[LAN_SEATS_MAX])
{
    const struct lan_rules *rules = playout->rules;
    for (int seat = 0; seat < rules->seats; seat++) {
        int32_t chance = rules->game->outlook(rules, playout->state, seat);
        if (chance == LAN_OUTLOOK_NONE)
            return false;
        worth[seat] = (float)chance / LAN_OUTLOOK_SURE;
    }
    return true;
}

void playout_result(const struct lan_rules *rules, const struct lan_result *result,
                    float worth[LAN_SEATS_MAX])
{
    for (int seat = 0; seat < rules->seats; seat++)
        worth[seat] = result->winners >> seat & 1 ? 1 : 0;
}

void playout_run(const struct playout_scene *scene, struct lan_state *state, struct lan_cursor *cursor,
                 uint32_t number, int decided, float worth[LAN_SEATS_MAX])
{
    const struct lan_rules *rules = scene->rules;
    const struct lan_game *game = rules->game;
    struct playout playout;
    struct lan_result result;
    playout.scene = scene;
    playout.rules = rules;
    playout.state = state;
    playout.cursor = cursor;
    playout.seed = playout_seed(scene, number);
    playout.answers = 0;
    playout.decided = decided;
    bool judges = game->outlook && !game->outlook_span;
    int last = judges ? game->outlook_after(rules) : 0;
    for (struct lan_asked asked; (asked = lan_next(rules, state, cursor)).seat != LAN_SEAT_NONE;) {
        bool decides = asked.seat != LAN_CHANCE && !asked.optional;
        if (decides && playout.decided++ >= last && judges && outlook_take(&playout, worth))
            return;
        lan_action action = asked.seat == LAN_CHANCE ? chance_draw(&playout) : answer_find(&playout, asked);
        if (action == PLAYOUT_DECLINED)
            lan_decline(cursor, asked.seat);
        else
            lan_assert(game->apply(rules, state, asked.seat, action, NULL) == LAN_ACCEPTED);
    }
    game->result(rules, state, &result);
    playout_result(rules, &result, worth);
    for (int seat = 0; seat < rules->seats && scene->bots && scene->bots->shared && result.winners; seat++)
        worth[seat] /= (float)__builtin_popcount(result.winners);
}
