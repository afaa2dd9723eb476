#include "equilibrium.h"

#include <stdlib.h>
#include <string.h>

#include "hero.h"
#include "lock.h"

enum { PLANS = 16 };

/* A plan, and the stage, shape and number of rounds it was made for. */
struct cached_plan {
    struct solve_stage stage;
    uint8_t cell[SHY_TILES_MAX];
    int rounds;
    struct hero_plan plan;
};

/*
 * The book with its tables, and the last plans that were made: one for the process, because bots are asked
 * without a context of their own. Guarded by the lock; book, facts and shapes do not change any more once
 * `open` is set.
 */
static struct {
    struct lock lock;
    bool read, open;
    const char *wrong;
    struct book book;
    struct facts facts;
    struct shapes shapes;
    struct cached_plan *plan[PLANS]; /* the latest first, then NULLs */
} cache = {.lock = LOCK_INIT};

/* ---- The book ------------------------------------------------------------------------------------------ */

static const char *built_in_read(struct book *book)
{
#ifdef __wasm__
    memset(book, 0, sizeof *book);
    return "there is no book yet";
#else
    return book_parse(book, equilibrium_book, (size_t)(equilibrium_book_end - equilibrium_book));
#endif
}

/*
 * Reads the book and makes the tables if that is not done yet. NULL when it is for these rules, else why not.
 */
static const char *cache_open(const struct shy_rules *rules)
{
    lock_take(&cache.lock);
    if (!cache.read) {
        cache.read = true;
        cache.wrong = built_in_read(&cache.book);
    }
    const char *wrong = cache.wrong ? cache.wrong : book_unfit(&cache.book, rules);
    if (!wrong && !cache.open) {
        facts_init(&cache.facts);
        wrong = cache.wrong = book_shapes(&cache.book, rules, &cache.shapes);
        cache.open = !wrong;
    }
    lock_give(&cache.lock);
    return wrong;
}

static void plan_free(struct cached_plan *cached)
{
    if (!cached)
        return;
    hero_destroy(&cached->plan);
    free(cached);
}

const char *equilibrium_use(const uint8_t *bytes, size_t size)
{
    struct book book;
    const char *wrong = book_parse(&book, bytes, size);
    if (wrong)
        return wrong;
    lock_take(&cache.lock);
    book_finish(&cache.book);
    cache.book = book;
    cache.read = true;
    cache.open = false;
    cache.wrong = NULL;
    for (int i = 0; i < PLANS; i++) {
        plan_free(cache.plan[i]);
        cache.plan[i] = NULL;
    }
    lock_give(&cache.lock);
    return NULL;
}

/*
 * The monsters that may still come as far as this seat knows: for the Hero those that he has not seen on the
 * earlier floors of this game, for the Master those of no earlier pair. So the Master plays as if the Hero
 * had been told the earlier pairs, which is what the lower bound of a whole game is proved of (whole.h). A
 * Master who relied on the Hero knowing only what was turned up would lose to one who concludes a pair from
 * the shape of its floor.
 */
static unsigned monsters_left(const struct shy_view *view)
{
    unsigned gone = 0;
    for (int floor = view->pub.game * SHY_STOREYS; floor < shy_floor_at(&view->pub); floor++)
        gone |= view->pair[floor];
    return SHY_PILE_ALL & ~gone;
}

/*
 * The stage of this floor in the book: as a floor of a whole game, else by itself, else (`own` is false) that
 * for all six unseen. NULL without any.
 */
static const struct book_stage *stage_find(const struct shy_rules *rules, const struct shy_view *view,
                                           bool *own)
{
    uint8_t unseen = (uint8_t)monsters_left(view);
    struct solve_stage wanted = game_stage(rules, view->pub.storey + 1, unseen);
    const struct book_stage *stage = book_find(&cache.book, wanted);
    wanted.storey = 0;
    if (!stage)
        stage = book_find(&cache.book, wanted);
    *own = stage != NULL;
    wanted.unseen = SHY_PILE_ALL;
    return stage ? stage : book_find(&cache.book, wanted);
}

/* ---- The Master ---------------------------------------------------------------------------------------- */

/* The tiles laid so far, and whether floors must be laid in the order that floor_next gives. */
struct laid {
    const struct shy_view *view;
    bool in_order;
};

/* The tile that is laid next when `lies` are laid: the first that touches one of them. */
static int floor_next(const struct book_floor *floor, unsigned lies)
{
    for (int tile = 0; tile < SHY_TILES_MAX; tile++) {
        for (int way = 0; way < SHY_WAYS && !(lies >> tile & 1); way += 2) {
            int beside = shy_tile_find(floor->cell, SHY_TILES_MAX, floor->cell[tile] + shy_step[way]);
            if (beside >= 0 && (lies >> beside & 1))
                return tile;
        }
    }
    lan_bug("a floor in pieces, or one that is whole already");
}

/* The tiles of a floor that are laid already, as a set; 0 when what is laid does not fit the floor. */
static unsigned floor_lies(const struct book_floor *floor, const struct shy_view *view)
{
    const uint8_t *kind = view->kind[shy_floor_at(&view->pub)];
    unsigned lies = 0;
    for (int i = 0; i < view->laid; i++) {
        int tile = shy_tile_find(floor->cell, SHY_TILES_MAX, view->cell[i]);
        if (tile < 0 || floor->kind[tile] != kind[i])
            return 0;
        lies |= 1u << tile;
    }
    return lies;
}

/* Whether what is laid can be continued to this floor. */
static bool floor_goes_on(const void *context, const struct book_floor *floor)
{
    const struct laid *laid = context;
    unsigned lies = floor_lies(floor, laid->view);
    unsigned done = 1u << shy_tile_find(floor->cell, SHY_TILES_MAX, SHY_MIDDLE);
    while (laid->in_order && lies && done != lies) {
        unsigned next = 1u << floor_next(floor, done);
        if (!(lies & next))
            return false;
        done |= next;
    }
    return lies;
}

/* False when no floor of the stage fits what is laid, as can happen when another player began it. */
static bool master_answer(const struct book_stage *stage, const struct shy_view *view, struct lan_rng *rng,
                          struct lan_advice *advice)
{
    struct laid laid = {view, true};
    struct book_floor floor;
    unsigned pair = view->pair[shy_floor_at(&view->pub)];
    if (view->laid == SHY_TILES_MAX) {
        advice->action = LAN_ACTION(SHY_ACTION_CONFIRM, 0, 0, 0);
        advice->clause = SM_B2;
        lan_advice_reason(advice, "All tiles lie.", "Toutes les tuiles sont posées.");
        return true;
    }
    if (!book_build(stage, &cache.facts, &cache.shapes, pair, floor_goes_on, &laid, rng, &floor)) {
        laid.in_order = false;
        if (!book_build(stage, &cache.facts, &cache.shapes, pair, floor_goes_on, &laid, rng, &floor))
            return false;
    }
    int next = floor_next(&floor, floor_lies(&floor, view));
    advice->action = LAN_ACTION(SHY_ACTION_LAY, floor.kind[next], floor.cell[next], 0);
    advice->clause = SM_B2;
    lan_advice_reason(advice, "One of the floors in the book, drawn by its chance.",
                      "Un des étages du livre, tiré selon sa probabilité.");
    return true;
}

/* ---- The cache of the Hero's plans --------------------------------------------------------------------- */

static bool plan_is_for(const struct cached_plan *cached, const struct book_stage *stage, const uint8_t *cell,
                        int rounds)
{
    return solve_same(cached->stage, stage->stage) && cached->rounds == rounds &&
           memcmp(cached->cell, cell, SHY_TILES_MAX) == 0;
}

/* False when there is no memory, or the book lacks the floor after this one. */
static bool plan_make(const struct shy_rules *rules, const struct book_stage *stage, const uint8_t *cell,
                      int rounds, struct hero_plan *plan)
{
    double worth[GAME_TYPES][CROSS_SEEN];
    int symmetry, most = hero_rounds(stage->stage);
    bool leads = stage->stage.storey, met = hero_meets(stage, shapes_find(&cache.shapes, cell, &symmetry));
    return (!leads || game_worth(rules, stage->stage, book_toll, &cache.book, worth)) &&
           hero_create(rules, &cache.facts, cell, met, stage, leads ? worth : NULL,
                       rounds < most ? rounds : most, plan);
}

/*
 * Takes a plan out of the cache, or makes it; the caller gives it to plan_return. NULL when there is no
 * memory.
 */
static struct cached_plan *plan_take(const struct shy_rules *rules, const struct book_stage *stage,
                                     const uint8_t *cell, int rounds)
{
    struct cached_plan *cached = NULL;
    lock_take(&cache.lock);
    for (int i = 0; i < PLANS && cache.plan[i] && !cached; i++) {
        if (!plan_is_for(cache.plan[i], stage, cell, rounds))
            continue;
        cached = cache.plan[i];
        for (int at = i; at + 1 < PLANS; at++)
            cache.plan[at] = cache.plan[at + 1];
        cache.plan[PLANS - 1] = NULL;
    }
    lock_give(&cache.lock);
    if (cached || !(cached = calloc(1, sizeof *cached)))
        return cached;
    cached->stage = stage->stage;
    cached->rounds = rounds;
    memcpy(cached->cell, cell, SHY_TILES_MAX);
    if (plan_make(rules, stage, cell, rounds, &cached->plan))
        return cached;
    free(cached);
    return NULL;
}

/* Puts a plan at the front of the cache; the least recently used one is evicted. */
static void plan_return(struct cached_plan *cached)
{
    lock_take(&cache.lock);
    struct cached_plan *oldest = cache.plan[PLANS - 1];
    for (int at = PLANS - 1; at > 0; at--)
        cache.plan[at] = cache.plan[at - 1];
    cache.plan[0] = cached;
    lock_give(&cache.lock);
    plan_free(oldest);
}

/* ---- The Hero ------------------------------------------------------------------------------------------ */

/*
 * The walk since anything was turned up (struct hero_walk), read backwards from what was told. When that does
 * not go back far enough the walk begins where the Hero stands.
 */
static struct hero_walk walk_read(const struct lan_question *question)
{
    const struct shy_public *pub = &((const struct shy_view *)question->view)->pub;
    struct hero_walk walk = {.start = pub->hunt.hero}, afresh = walk;
    size_t at = question->told_count;
    if (!pub->idle || pub->idle > SHY_TILES_MAX)
        return afresh;
    for (int left = pub->idle; left > 0; left--) {
        const struct lan_event *event = at ? &question->told[--at] : NULL;
        int tile = event && event->kind == SHY_EVENT_STEPPED
                       ? shy_tile_find(pub->hunt.cell, SHY_TILES_MAX, event->arg[1])
                       : -1;
        if (tile < 0)
            return afresh;
        walk.tile[left - 1] = (uint8_t)tile;
    }
    walk.count = (uint8_t)pub->idle;
    walk.start = (uint8_t)shy_tile_find(pub->hunt.cell, SHY_TILES_MAX, SHY_MIDDLE);
    while (at) {
        const struct lan_event *event = &question->told[--at];
        if (event->kind == SHY_EVENT_BUILT)
            return walk;
        if (event->kind != SHY_EVENT_STEPPED && event->kind != SHY_EVENT_JUMPED)
            continue;
        int cell = event->arg[event->kind == SHY_EVENT_STEPPED ? 1 : 2];
        int tile = shy_tile_find(pub->hunt.cell, SHY_TILES_MAX, cell);
        walk.start = (uint8_t)tile;
        return tile < 0 ? afresh : walk;
    }
    return afresh;
}

/* The action of a move if it can be made from here, else the first step of the route to where it can. */
static lan_action move_action(const struct shy_rules *rules, const struct shy_hunt *hunt, const uint8_t *kind,
                              uint32_t move)
{
    static const uint8_t actions[] = {[TREE_REVEAL] = SHY_ACTION_REVEAL,
                                      [TREE_STEP] = SHY_ACTION_STEP,
                                      [TREE_ATTACK] = SHY_ACTION_ATTACK,
                                      [TREE_JUMP] = SHY_ACTION_JUMP,
                                      [TREE_JUMP_ATTACK] = SHY_ACTION_JUMP_ATTACK};
    uint8_t route[SHY_TILES_MAX];
    int cell = hunt->cell[move >> 8 & 0xff], over = hunt->cell[move & 0xff], way = 0;
    int length = hero_route(rules, hunt, kind, hunt->hero, move, route);
    lan_assert(length >= 0);
    if (length)
        return LAN_ACTION(SHY_ACTION_STEP, hunt->cell[route[0]], 0, 0);
    if (move >> 16 < TREE_JUMP)
        return LAN_ACTION(actions[move >> 16], cell, 0, 0);
    while (over + shy_step[way] != cell)
        way++;
    return LAN_ACTION(actions[move >> 16], over, way, 0);
}

static void chance_say(struct lan_advice *advice, double chance)
{
    static const char *const words[LAN_LANGS][2] = {
        {"On this floor the book lets ", " Heroes in 100 do so here."},
        {"Sur cet étage, selon le livre, ", " Héros sur 100 font ainsi."},
    };
    for (int lang = 0; lang < LAN_LANGS; lang++) {
        struct lan_text text = lan_text_init(advice->reason[lang], LAN_SAY_MAX);
        lan_text_add(&text, words[lang][0]);
        lan_text_add_int(&text, (int64_t)(100 * chance + 0.5));
        lan_text_add(&text, words[lang][1]);
    }
}

static bool offered(const struct lan_question *question, lan_action action)
{
    for (int i = 0; i < question->list->musts; i++) {
        if (question->list->action[i] == action)
            return true;
    }
    return false;
}

/* The tile of an Exit that can be walked to, -1 when there is none. */
static int exit_open(const struct shy_hunt *hunt, const uint8_t *kind)
{
    for (unsigned rest = shy_region(hunt); rest; rest &= rest - 1) {
        if (kind[__builtin_ctz(rest)] == SHY_EXIT)
            return __builtin_ctz(rest);
    }
    return -1;
}

/* The answer where the tree has no node: walk to the Exit, a move that is surely survived, or concede. */
static bool sure_answer(const struct shy_rules *rules, const struct book_stage *stage,
                        const struct lan_question *question, struct lan_rng *rng, struct lan_advice *advice)
{
    const struct shy_view *view = (const struct shy_view *)question->view;
    const struct shy_hunt *hunt = &view->pub.hunt;
    const uint8_t *kind = view->kind[shy_floor_at(&view->pub)];
    int exit = exit_open(hunt, kind);
    if (exit >= 0 && view->pub.reveals) {
        /* What is turned up now may be of use on the next floor. */
        shy_advise(&rules->base, question, rng, advice);
        return true;
    }
    if (exit >= 0) {
        advice->action = move_action(rules, hunt, kind, TREE_MOVE(TREE_STEP, exit, 0));
        advice->clause = SM_H2;
        lan_advice_reason(advice, "The way to the Exit is open.", "Le chemin vers la Sortie est libre.");
        return true;
    }
    int64_t move = tree_safe_move(rules, &cache.facts, stage->stage.unseen, hunt, kind, view->pub.reveals);
    if (move < 0 && !offered(question, LAN_ACTION(SHY_ACTION_CONCEDE, 0, 0, 0)))
        return false;
    if (move < 0) {
        advice->action = LAN_ACTION(SHY_ACTION_CONCEDE, 0, 0, 0);
        advice->clause = SM_H10;
        lan_advice_reason(advice, "Every way left is deadly.", "Il ne reste que des chemins mortels.");
        return true;
    }
    advice->action = move_action(rules, hunt, kind, (uint32_t)move);
    advice->clause = SM_H2;
    lan_advice_reason(advice, "Whatever lies there, this way out is sure.",
                      "Quoi qu'il y ait là, cette issue est sûre.");
    return true;
}

static bool hero_answer(const struct shy_rules *rules, const struct book_stage *stage,
                        const struct lan_question *question, int rounds, struct lan_rng *rng,
                        struct lan_advice *advice)
{
    const struct shy_view *view = (const struct shy_view *)question->view;
    const struct shy_hunt *hunt = &view->pub.hunt;
    const uint8_t *kind = view->kind[shy_floor_at(&view->pub)];
    const struct hero_walk walk = walk_read(question);
    double chance = 0;
    struct cached_plan *cached = plan_take(rules, stage, hunt->cell, rounds);
    if (!cached)
        return false;
    int64_t move = hero_move(rules, &cached->plan, hunt, kind, view->pub.reveals, &walk, rng, &chance);
    plan_return(cached);
    if (move < 0)
        return sure_answer(rules, stage, question, rng, advice);
    advice->action = move_action(rules, hunt, kind, (uint32_t)move);
    advice->clause = view->pub.reveals ? SM_H1 : SM_H2;
    chance_say(advice, chance);
    return true;
}

/* ---- The bot ------------------------------------------------------------------------------------------- */

/* Puts words before the reason, in English with a detail in brackets. */
static void reason_begin(struct lan_advice *advice, const char *en, const char *detail, const char *fr)
{
    const char *const before[LAN_LANGS] = {en, fr};
    for (int lang = 0; lang < LAN_LANGS; lang++) {
        char after[LAN_SAY_MAX];
        memcpy(after, advice->reason[lang], sizeof after);
        struct lan_text text = lan_text_init(advice->reason[lang], LAN_SAY_MAX);
        lan_text_add(&text, before[lang]);
        if (detail && lang == LAN_EN) {
            lan_text_add(&text, " (");
            lan_text_add(&text, detail);
            lan_text_add(&text, ")");
        }
        lan_text_add(&text, lang == LAN_FR ? " : " : ": ");
        lan_text_add(&text, after);
    }
}

static void equilibrium_think(const struct lan_rules *base, const struct lan_question *question,
                              const struct lan_budget *budget, uint64_t seed, struct lan_advice *advice)
{
    const struct shy_rules *rules = (const struct shy_rules *)base;
    const struct shy_view *view = (const struct shy_view *)question->view;
    const char *wrong = cache_open(rules);
    bool own = false;
    const struct book_stage *stage = wrong ? NULL : stage_find(rules, view, &own);
    int rounds = budget->iterations < HERO_ROUNDS ? (int)budget->iterations : HERO_ROUNDS;
    struct lan_rng rng;
    lan_rng_init(&rng, seed);
    memset(advice, 0, sizeof *advice);
    bool answered = stage && (view->pub.phase == SHY_BUILDING
                                  ? master_answer(stage, view, &rng, advice)
                                  : hero_answer(rules, stage, question, rounds, &rng, advice));
    if (answered) {
        lan_assert(offered(question, advice->action));
        if (!own)
            reason_begin(advice, "The book has no page for what was seen; as if nothing was", NULL,
                         "Le livre n'a pas de page pour ce qui a été vu ; comme si rien ne l'avait été");
        return;
    }
    lan_bot_rules.think(base, question, budget, seed, advice);
    reason_begin(advice, "Without the book", wrong ? wrong : "it says nothing here",
                 "Sans le livre, qui n'a rien ici");
}

static bool plays_shy(const struct lan_game *game)
{
    return game == &shy_game;
}

const struct lan_bot lan_bot_equilibrium = {
    .name = "equilibrium",
    .help = {{"plays as the solver of Shy Monsters found best", "joue ce que le calcul trouve de mieux"}},
    .plays = plays_shy,
    .think = equilibrium_think,
};
