#include "equilibrium.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "hero.h"

enum { PLANS = 16 };

/* A plan and what it is for. */
struct kept_plan {
    struct solve_stage stage;
    uint8_t cell[SHY_TILES_MAX];
    int rounds;
    struct hero_plan plan;
};

/* Read once, then only looked at; plans come and go. All under the lock until `open` says that the tables stand. */
static struct {
    pthread_mutex_t lock;
    bool read, open;
    const char *wrong;
    struct book book;
    struct facts facts;
    struct shapes shapes;
    struct kept_plan *plan[PLANS]; /* the latest first, then NULLs */
} shelf = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* ---- The book ---------------------------------------------------------------------------------------------------- */

/* NULL when the book is there for these rules, else why not. */
static const char *shelf_open(const struct shy_rules *rules)
{
    pthread_mutex_lock(&shelf.lock);
    if (!shelf.read) {
        shelf.read = true;
        shelf.wrong =
            book_parse(&shelf.book, equilibrium_book, (size_t)(equilibrium_book_end - equilibrium_book));
    }
    const char *wrong = shelf.wrong ? shelf.wrong : book_unfit(&shelf.book, rules);
    if (!wrong && !shelf.open) {
        facts_init(&shelf.facts);
        wrong = shelf.wrong = book_shapes(&shelf.book, rules, &shelf.shapes);
        shelf.open = !wrong;
    }
    pthread_mutex_unlock(&shelf.lock);
    return wrong;
}

static void plan_free(struct kept_plan *kept)
{
    if (!kept)
        return;
    hero_destroy(&kept->plan);
    free(kept);
}

const char *equilibrium_use(const uint8_t *bytes, size_t size)
{
    static struct book book;
    const char *wrong = book_parse(&book, bytes, size);
    if (wrong)
        return wrong;
    pthread_mutex_lock(&shelf.lock);
    book_finish(&shelf.book);
    shelf.book = book;
    shelf.read = true;
    shelf.open = false;
    shelf.wrong = NULL;
    for (int i = 0; i < PLANS; i++) {
        plan_free(shelf.plan[i]);
        shelf.plan[i] = NULL;
    }
    pthread_mutex_unlock(&shelf.lock);
    return NULL;
}

/* Monsters that the Hero has not seen on the earlier floors of this game: what both sides know of what may come. */
static unsigned hero_unseen(const struct shy_view *view)
{
    unsigned seen = 0;
    for (int floor = view->pub.game * SHY_STOREYS; floor < shy_floor_at(&view->pub); floor++) {
        for (unsigned rest = view->pub.past[floor].up; rest; rest &= rest - 1) {
            int kind = view->kind[floor][__builtin_ctz(rest)];
            seen |= shy_is_monster(kind) ? 1u << (kind - SHY_MONSTER) : 0;
        }
    }
    return SHY_PILE_ALL & ~seen;
}

/* The page of the book for this floor; `own` tells whether it is the very stage. NULL where there is none. */
static const struct book_stage *page_find(const struct shy_rules *rules, const struct shy_view *view,
                                          bool *own)
{
    uint8_t reveals = rules->reveals[view->pub.storey];
    const struct book_stage *page =
        book_find(&shelf.book, (struct solve_stage){reveals, (uint8_t)hero_unseen(view)});
    *own = page != NULL;
    return page ? page : book_find(&shelf.book, (struct solve_stage){reveals, SHY_PILE_ALL});
}

/* ---- The Master -------------------------------------------------------------------------------------------------- */

/* What lies, and whether only floors count that are laid in this very order. */
struct laid {
    const struct shy_view *view;
    bool in_order;
};

/* The tile that is laid when these lie: always the first that touches what lies. */
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

/* The tiles of a floor that lie already, as a set; 0 when something else lies there. */
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

/* False when no floor of the page goes on from what lies, as may be when somebody else laid it. */
static bool master_answer(const struct book_stage *page, const struct shy_view *view, struct lan_rng *rng,
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
    if (!book_build(page, &shelf.facts, &shelf.shapes, pair, floor_goes_on, &laid, rng, &floor)) {
        laid.in_order = false;
        if (!book_build(page, &shelf.facts, &shelf.shapes, pair, floor_goes_on, &laid, rng, &floor))
            return false;
    }
    int next = floor_next(&floor, floor_lies(&floor, view));
    advice->action = LAN_ACTION(SHY_ACTION_LAY, floor.kind[next], floor.cell[next], 0);
    advice->clause = SM_B2;
    lan_advice_reason(advice, "One of the floors in the book, drawn by its chance.",
                      "Un des étages du livre, tiré selon sa probabilité.");
    return true;
}

/* ---- The Hero's plans ---------------------------------------------------------------------------------------------- */

static bool plan_is_for(const struct kept_plan *kept, const struct book_stage *page, const uint8_t *cell,
                        int rounds)
{
    return kept->stage.reveals == page->stage.reveals && kept->stage.unseen == page->stage.unseen &&
           kept->rounds == rounds && memcmp(kept->cell, cell, SHY_TILES_MAX) == 0;
}

/* A plan of its own for the caller, from the shelf or made now; NULL when there is no memory. Give it back. */
static struct kept_plan *plan_take(const struct shy_rules *rules, const struct book_stage *page,
                                   const uint8_t *cell, int rounds)
{
    struct kept_plan *kept = NULL;
    pthread_mutex_lock(&shelf.lock);
    for (int i = 0; i < PLANS && shelf.plan[i] && !kept; i++) {
        if (!plan_is_for(shelf.plan[i], page, cell, rounds))
            continue;
        kept = shelf.plan[i];
        for (int at = i; at + 1 < PLANS; at++)
            shelf.plan[at] = shelf.plan[at + 1];
        shelf.plan[PLANS - 1] = NULL;
    }
    pthread_mutex_unlock(&shelf.lock);
    if (kept || !(kept = calloc(1, sizeof *kept)))
        return kept;
    kept->stage = page->stage;
    kept->rounds = rounds;
    memcpy(kept->cell, cell, SHY_TILES_MAX);
    if (hero_create(rules, &shelf.facts, cell, page, rounds, &kept->plan))
        return kept;
    free(kept);
    return NULL;
}

/* The least recently used stage is evicted. */
static void plan_return(struct kept_plan *kept)
{
    pthread_mutex_lock(&shelf.lock);
    struct kept_plan *oldest = shelf.plan[PLANS - 1];
    for (int at = PLANS - 1; at > 0; at--)
        shelf.plan[at] = shelf.plan[at - 1];
    shelf.plan[0] = kept;
    pthread_mutex_unlock(&shelf.lock);
    plan_free(oldest);
}

/* ---- The Hero ---------------------------------------------------------------------------------------------------- */

/* Steps since anything came up, read from the end of what was told; just the place where the Hero stands when that is short. */
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

/* The move itself where it can be made from here, or the first step to where it can. */
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

/* Where the tree has no node: the way to the Exit, a way that nothing can bar, or none. */
static bool sure_answer(const struct shy_rules *rules, const struct book_stage *page,
                        const struct lan_question *question, struct lan_rng *rng, struct lan_advice *advice)
{
    const struct shy_view *view = (const struct shy_view *)question->view;
    const struct shy_hunt *hunt = &view->pub.hunt;
    const uint8_t *kind = view->kind[shy_floor_at(&view->pub)];
    int exit = exit_open(hunt, kind);
    if (exit >= 0 && view->pub.reveals) {
        shy_advise(&rules->base, question, rng,
                   advice); /* what is seen now may be of use on the next floor */
        return true;
    }
    if (exit >= 0) {
        advice->action = move_action(rules, hunt, kind, TREE_MOVE(TREE_STEP, exit, 0));
        advice->clause = SM_H2;
        lan_advice_reason(advice, "The way to the Exit is open.", "Le chemin vers la Sortie est libre.");
        return true;
    }
    int64_t move = tree_safe_move(rules, &shelf.facts, page->stage.unseen, hunt, kind, view->pub.reveals);
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

static bool hero_answer(const struct shy_rules *rules, const struct book_stage *page,
                        const struct lan_question *question, int rounds, struct lan_rng *rng,
                        struct lan_advice *advice)
{
    const struct shy_view *view = (const struct shy_view *)question->view;
    const struct shy_hunt *hunt = &view->pub.hunt;
    const uint8_t *kind = view->kind[shy_floor_at(&view->pub)];
    const struct hero_walk walk = walk_read(question);
    double chance = 0;
    struct kept_plan *kept = plan_take(rules, page, hunt->cell, rounds);
    if (!kept)
        return false;
    int64_t move = hero_move(rules, &kept->plan, hunt, kind, view->pub.reveals, &walk, rng, &chance);
    plan_return(kept);
    if (move < 0)
        return sure_answer(rules, page, question, rng, advice);
    advice->action = move_action(rules, hunt, kind, (uint32_t)move);
    advice->clause = view->pub.reveals ? SM_H1 : SM_H2;
    chance_say(advice, chance);
    return true;
}

/* ---- The bot ---------------------------------------------------------------------------------------------------------- */

/* Puts words before the reason that is there. */
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
    const char *wrong = shelf_open(rules);
    bool own = false;
    const struct book_stage *page = wrong ? NULL : page_find(rules, view, &own);
    int rounds = budget->iterations < HERO_ROUNDS ? (int)budget->iterations : HERO_ROUNDS;
    struct lan_rng rng;
    lan_rng_init(&rng, seed);
    memset(advice, 0, sizeof *advice);
    bool answered =
        page && (view->pub.phase == SHY_BUILDING ? master_answer(page, view, &rng, advice)
                                                 : hero_answer(rules, page, question, rounds, &rng, advice));
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
