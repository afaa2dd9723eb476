#include "solve_explain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd_solve.h"
#include "hero.h"

enum { HANDS_SHOWN = 8 };

/* A floor, what is known of it, and what the book says of it. */
struct explained {
    const struct settings *settings;
    const struct shy_rules *rules;
    const struct shapes *shapes;
    const struct book_stage *stage;
    struct facts facts;
    struct game_types types;
    struct shy_hunt hunt;
    uint8_t kind[SHY_TILES_MAX];  /* SHY_UNKNOWN where a tile is face down */
    int entrance, shape, reveals; /* reveals still to come */
    double worth[GAME_TYPES][CROSS_SEEN];
    double weight[FACT_HANDS]; /* by hand on this floor as it lies: how often the Master builds it */
    double built[FACT_PAIRS];  /* by pair: how often the Master builds this shape with it */
    double all;                /* of the weights of hands that fit what is known */
};

static const char *say(const struct explained *e, const char *en, const char *fr)
{
    return e->settings->lang == LAN_FR ? fr : en;
}

static const char *cell_name(int cell)
{
    return shy_game.types[SHY_TYPE_CELL].words[cell].id;
}

static const char *kind_name(int kind)
{
    return kind == SHY_UNKNOWN ? "?" : shy_game.types[SHY_TYPE_TILE].words[kind].id;
}

/* ---- The floor ----------------------------------------------------------------------------------------- */

/* Reads "g8" or "g8=bat". False after complaining. */
static bool tile_parse(const char *text, size_t length, int *cell, int *kind)
{
    const char *sign = memchr(text, '=', length);
    size_t name = sign ? (size_t)(sign - text) : length;
    *kind = SHY_UNKNOWN;
    if (!lan_value_parse(&shy_game, SHY_TYPE_CELL, text, name, cell)) {
        complain("--floor: %.*s is no cell; cells are named as in g7, the Entrance", (int)name, text);
        return false;
    }
    if (!sign || lan_value_parse(&shy_game, SHY_TYPE_TILE, sign + 1, length - name - 1, kind))
        return true;
    complain("--floor: there is no tile %.*s", (int)(length - name - 1), sign + 1);
    return false;
}

/* Reads the cells in the order given, into `cell` and `kind`; false after complaining. */
static bool floor_parse(const char *text, int cell[SHY_TILES_MAX], int kind[SHY_TILES_MAX])
{
    int count = 0;
    while (*text) {
        size_t length = strcspn(text, ",");
        if (count == SHY_TILES_MAX || !tile_parse(text, length, &cell[count], &kind[count])) {
            if (count == SHY_TILES_MAX)
                complain("--floor: a floor has seven tiles");
            return false;
        }
        count++;
        text += length + (text[length] == ',');
    }
    if (count < SHY_TILES_MAX)
        complain("--floor: a floor has seven tiles");
    return count == SHY_TILES_MAX;
}

/* The shape that the Master builds most often, with nothing turned up. */
static void floor_usual(const struct explained *e, int cell[SHY_TILES_MAX], int kind[SHY_TILES_MAX])
{
    double most = 0, now = 0;
    int best = 0;
    for (uint32_t i = 0; i < e->stage->count; i++) {
        const struct book_entry *entry = &e->stage->entry[i];
        now = i && entry->shape == entry[-1].shape ? now + entry->chance : entry->chance;
        if (now > most) {
            most = now;
            best = entry->shape;
        }
    }
    for (int tile = 0; tile < SHY_TILES_MAX; tile++) {
        cell[tile] = e->shapes->cell[best][tile];
        kind[tile] = SHY_UNKNOWN;
    }
}

/* Sets the floor with its tiles turned up one after the other; false after complaining. */
static bool floor_set(struct explained *e, const int cell[SHY_TILES_MAX], const int kind[SHY_TILES_MAX])
{
    struct shy_hunt *hunt = &e->hunt;
    int symmetry, ups = 0;
    for (int i = 0; i < SHY_TILES_MAX; i++) {
        int at = i;
        for (; at > 0 && hunt->cell[at - 1] > cell[i]; at--)
            hunt->cell[at] = hunt->cell[at - 1];
        hunt->cell[at] = (uint8_t)cell[i];
    }
    e->shape = shapes_find(e->shapes, hunt->cell, &symmetry);
    if (e->shape < 0) {
        complain(
            "--floor: these seven cells are no floor: they must be connected, with the Entrance on %s [SM-B3]",
            cell_name(SHY_MIDDLE));
        return false;
    }
    e->entrance = shy_tile_find(hunt->cell, SHY_TILES_MAX, SHY_MIDDLE);
    shy_shape_read(e->rules, hunt->cell, SHY_TILES_MAX, hunt->near, hunt->zone);
    memset(e->kind, SHY_UNKNOWN, sizeof e->kind);
    e->kind[e->entrance] = SHY_ENTRANCE;
    hunt->hero = (uint8_t)e->entrance;
    hunt->up = (uint8_t)(1u << e->entrance);
    hunt->skills = SHY_SKILLS;
    for (int i = 0; i < SHY_TILES_MAX; i++) {
        int tile = shy_tile_find(hunt->cell, SHY_TILES_MAX, cell[i]);
        if (kind[i] == SHY_UNKNOWN || tile == e->entrance)
            continue;
        e->kind[tile] = (uint8_t)kind[i];
        shy_turn_up(e->rules, hunt, e->kind, tile, SM_H1, NULL);
        ups++;
    }
    e->reveals = e->stage->stage.reveals > ups ? e->stage->stage.reveals - ups : 0;
    return true;
}

/* ---- The Master ---------------------------------------------------------------------------------------- */

/* Whether a hand, as it lies here, fits what is turned up. */
static bool hand_fits(const struct explained *e, int hand)
{
    for (int place = 0; place < FACT_PLACES; place++) {
        int up = e->kind[fact_tile(place, e->entrance)];
        if (up != SHY_UNKNOWN && up != e->facts.kind[hand][place])
            return false;
    }
    return true;
}

/* The number of the hand that has these kinds on its places. */
static int hand_find(const struct facts *facts, int pair, const uint8_t kind[FACT_PLACES])
{
    for (int hand = pair * FACT_EACH; hand < (pair + 1) * FACT_EACH; hand++) {
        if (memcmp(facts->kind[hand], kind, FACT_PLACES) == 0)
            return hand;
    }
    return -1;
}

/* Adds an entry's weight to the hand that it is when the class's shape is turned onto this floor. */
static void entry_turn(struct explained *e, const struct book_entry *entry, const uint8_t *from,
                       double weight)
{
    uint8_t kind[FACT_PLACES];
    int entrance = shy_tile_find(e->shapes->cell[e->shape], SHY_TILES_MAX, SHY_MIDDLE);
    for (int place = 0; place < FACT_PLACES; place++)
        kind[fact_place(from[fact_tile(place, entrance)], e->entrance)] = e->facts.kind[entry->hand][place];
    e->weight[hand_find(&e->facts, entry->hand / FACT_EACH, kind)] += weight;
}

/* How often each hand lies on this floor, all pairs being equally likely; in all ways to turn the shape. */
static void hands_weigh(struct explained *e)
{
    double total[FACT_PAIRS] = {0};
    int ways = 0, unseen = __builtin_popcount(e->stage->stage.unseen), pairs = unseen * (unseen - 1) / 2;
    uint8_t turned[SHY_TILES_MAX], from[SHY_TILES_MAX];
    for (uint32_t i = 0; i < e->stage->count; i++)
        total[e->stage->entry[i].hand / FACT_EACH] += e->stage->entry[i].chance;
    for (int pass = 0; pass < 2; pass++) {
        for (int symmetry = 0; symmetry < e->shapes->symmetries; symmetry++) {
            shape_turn(e->hunt.cell, symmetry, turned, from);
            if (memcmp(turned, e->shapes->cell[e->shape], SHY_TILES_MAX) != 0)
                continue;
            ways += !pass;
            for (uint32_t i = 0; i < e->stage->count && pass; i++) {
                const struct book_entry *entry = &e->stage->entry[i];
                int pair = entry->hand / FACT_EACH;
                if (entry->shape == e->shape)
                    entry_turn(e, entry, from, entry->chance / total[pair] / pairs / ways);
            }
        }
    }
    for (int hand = 0; hand < FACT_HANDS; hand++) {
        e->built[hand / FACT_EACH] += e->weight[hand] * pairs;
        e->all += hand_fits(e, hand) ? e->weight[hand] : 0;
    }
}

/* The chance that a tile of the given kinds (a set) lies on a tile that is face down. */
static double tile_chance(const struct explained *e, int tile, unsigned kinds)
{
    double sum = 0;
    for (int hand = 0; hand < FACT_HANDS && e->all > 0; hand++) {
        if (e->weight[hand] > 0 && hand_fits(e, hand) &&
            (kinds >> e->facts.kind[hand][fact_place(tile, e->entrance)] & 1))
            sum += e->weight[hand];
    }
    return e->all > 0 ? sum / e->all : 0;
}

/* ---- The picture --------------------------------------------------------------------------------------- */

static void cell_line(const struct explained *e, int tile, int line)
{
    char text[32] = "";
    if (tile < 0) {
        printf("%11s", "");
        return;
    }
    bool up = e->hunt.up >> tile & 1;
    if (line == 1)
        snprintf(text, sizeof text, "%s%s", cell_name(e->hunt.cell[tile]),
                 shy_deadly(&e->hunt) >> tile & 1 ? " !" : "");
    else if (up && line == 2)
        snprintf(text, sizeof text, "%s", kind_name(e->kind[tile]));
    else if (!up && line == 2 && e->all > 0)
        snprintf(text, sizeof text, "M %3.0f %%", 100 * tile_chance(e, tile, SHY_PILE_ALL << SHY_MONSTER));
    else if (!up && line == 3 && e->all > 0)
        snprintf(text, sizeof text, "%s %3.0f %%", say(e, "E", "S"),
                 100 * tile_chance(e, tile, 1u << SHY_EXIT));
    if (line == 0 || line == 4)
        printf("+---------+");
    else
        printf("|%-9.9s|", text);
}

/* Draws the floor, north up. */
static void floor_draw(const struct explained *e)
{
    int left = SHY_WIDTH, right = 0, low = SHY_WIDTH, high = 0;
    for (int tile = 0; tile < SHY_TILES_MAX; tile++) {
        int x = e->hunt.cell[tile] % SHY_WIDTH, y = e->hunt.cell[tile] / SHY_WIDTH;
        left = x < left ? x : left;
        right = x > right ? x : right;
        low = y < low ? y : low;
        high = y > high ? y : high;
    }
    for (int y = high; y >= low; y--) {
        for (int line = 0; line < 5; line++) {
            printf("  ");
            for (int x = left; x <= right; x++)
                cell_line(e, shy_tile_find(e->hunt.cell, SHY_TILES_MAX, y * SHY_WIDTH + x), line);
            putchar('\n');
        }
    }
    printf("  %s\n\n", say(e, "M a monster, E the Exit: chances by the Master's mix and what is up; ! deadly",
                           "M un monstre, S la Sortie : chances selon le mélange du Maître et ce qui est "
                           "retourné ; ! mortel"));
}

/* ---- The Hero ------------------------------------------------------------------------------------------ */

static void move_write(const struct explained *e, uint32_t move, char *out, size_t size)
{
    static const char *const names[][LAN_LANGS] = {
        [TREE_REVEAL] = {"turn up", "retourner"},
        [TREE_STEP] = {"step to", "aller en"},
        [TREE_ATTACK] = {"attack", "attaquer"},
        [TREE_JUMP] = {"jump to", "sauter en"},
        [TREE_JUMP_ATTACK] = {"jump and attack", "sauter et attaquer"},
    };
    int at = snprintf(out, size, "%s %s", names[move >> 16][e->settings->lang],
                      cell_name(e->hunt.cell[move >> 8 & 0xff]));
    if (move >> 16 >= TREE_JUMP)
        snprintf(out + at, size - (size_t)at, " %s %s", say(e, "over", "par-dessus"),
                 cell_name(e->hunt.cell[move & 0xff]));
}

/*
 * By action: what comes of it against the Master's mix if the Hero then plays as well as he can. The caller
 * frees it; NULL when there is no memory.
 */
static double *actions_value(const struct explained *e, const struct hero_plan *plan)
{
    double *weight = calloc((size_t)plan->floor.hands * CROSS_SEEN + 1, sizeof *weight);
    struct floor_scratch scratch = {0};
    bool leads = e->stage->stage.storey;
    if (!weight || !floor_scratch_grow(&scratch, &plan->floor)) {
        free(weight);
        return NULL;
    }
    for (uint32_t i = 0; i < plan->floor.hands; i++) {
        int pair = plan->floor.hand[i] / FACT_EACH, from = e->types.first[pair],
            to = e->types.first[pair + 1];
        if (!leads)
            weight[i] = e->weight[plan->floor.hand[i]];
        for (int type = from; type < to && leads; type++) {
            for (uint32_t seen = 0; seen < CROSS_SEEN; seen++)
                weight[i * CROSS_SEEN + seen] +=
                    e->weight[plan->floor.hand[i]] * e->worth[type][seen] / (to - from);
        }
    }
    if (leads)
        cross_values(&plan->floor, weight, &scratch);
    else
        floor_values(&plan->floor, weight, &scratch);
    double *value = scratch.action;
    scratch.action = NULL;
    floor_scratch_destroy(&scratch);
    free(weight);
    return value;
}

static int hero_print(const struct explained *e, const struct hero_plan *plan)
{
    const struct tree *tree = &plan->floor.tree;
    int32_t node = tree_find(tree, &e->hunt, e->kind, e->reveals);
    if (node < 0) {
        printf("%s\n\n", say(e, "The Hero: nothing to decide; he gets out for sure, or not at all.",
                             "Le Héros : rien à décider ; il sort à coup sûr, ou pas du tout."));
        return CLI_OK;
    }
    double *value = actions_value(e, plan);
    if (!value) {
        complain("no memory");
        return CLI_FAILED;
    }
    printf("%s\n",
           e->stage->stage.storey
               ? say(e, "The Hero: move, how often, his chance to win the game after it against this Master",
                     "Le Héros : coup, fréquence, ses chances de gagner ensuite contre ce Maître")
               : say(e, "The Hero: move, how often, the chance to be killed on this floor after it, at best",
                     "Le Héros : coup, fréquence, la chance d'être tué à cet étage ensuite, au mieux"));
    for (uint32_t a = tree->node[node]; a < tree->node[node + 1]; a++) {
        char move[80];
        move_write(e, tree->action[a].move, move, sizeof move);
        printf("  %-28s %5.1f %%", move, 100 * (double)plan->chance[a]);
        if (e->all > 0)
            printf("  %6.2f %%", 100 * value[a] / e->all);
        putchar('\n');
    }
    putchar('\n');
    free(value);
    return CLI_OK;
}

/* ---- Hands --------------------------------------------------------------------------------------------- */

static void hand_print(const struct explained *e, const struct hero_plan *plan, int hand)
{
    int pair = hand / FACT_EACH, type = e->types.first[pair];
    for (int place = 0; place < FACT_PLACES; place++) {
        int kind = e->facts.kind[hand][place];
        if (kind != SHY_CORRIDOR)
            printf("  %s %s", cell_name(e->hunt.cell[fact_tile(place, e->entrance)]), kind_name(kind));
    }
    printf(": %.2f %%", 100 * e->weight[hand] / e->all);
    for (uint32_t i = 0; i < plan->floor.hands; i++) {
        if (plan->floor.hand[i] == hand)
            printf(", %s %.2f %% %s %.2f %%", say(e, "gets", "obtient"),
                   100 * hero_pays(plan, e->stage->stage.storey ? e->worth : NULL, type, i),
                   say(e, "of", "sur"), e->stage->price[type] * 1e-4);
    }
    putchar('\n');
}

static void master_print(const struct explained *e, const struct hero_plan *plan)
{
    static bool shown[FACT_HANDS];
    const struct lan_word *words = shy_game.types[SHY_TYPE_MONSTER].words;
    memset(shown, 0, sizeof shown);
    if (e->all <= 0) {
        printf("%s\n",
               say(e, "The Master: by the book he never builds this shape, or not with these tiles here.",
                   "Le Maître : selon le livre, il ne bâtit jamais cette forme, ou pas avec ces tuiles-là."));
        return;
    }
    printf("%s", say(e, "The Master builds this shape with", "Le Maître bâtit cette forme avec"));
    for (int pair = 0; pair < FACT_PAIRS; pair++) {
        int low = __builtin_ctz(e->facts.pair[pair]);
        int high = __builtin_ctz(e->facts.pair[pair] & (e->facts.pair[pair] - 1u));
        if (e->built[pair] > 0)
            printf("  %s+%s %.2f %%", words[low].id, words[high].id, 100 * e->built[pair]);
    }
    printf("\n%s\n",
           say(e,
               "His likeliest hands now, and what each gets against this Hero, of the price that its "
               "pair should get at most:",
               "Ses mains les plus probables, et ce que chacune obtient contre ce Héros, sur le prix "
               "que sa paire devrait obtenir au plus :"));
    for (int row = 0; row < HANDS_SHOWN; row++) {
        int best = -1;
        for (int hand = 0; hand < FACT_HANDS; hand++) {
            if (!shown[hand] && e->weight[hand] > 0 && hand_fits(e, hand) &&
                (best < 0 || e->weight[hand] > e->weight[best]))
                best = hand;
        }
        if (best < 0)
            break;
        shown[best] = true;
        hand_print(e, plan, best);
    }
}

/* ---- All of it ----------------------------------------------------------------------------------------- */

/* The stage asked for: as part of a whole game where the book has that, else by itself; NULL for neither. */
static const struct book_stage *stage_wanted(const struct shy_rules *rules, const struct book *book,
                                             int reveals, unsigned unseen)
{
    for (int floor = 1; floor <= SHY_STOREYS; floor++) {
        const struct book_stage *stage = book_find(book, game_stage(rules, floor, unseen));
        if (rules->reveals[floor - 1] == reveals && stage)
            return stage;
    }
    return book_find(book, (struct solve_stage){(uint8_t)reveals, (uint8_t)unseen, 0});
}

static int explain_print(struct explained *e)
{
    struct hero_plan plan;
    bool leads = e->stage->stage.storey;
    if (!hero_create(e->rules, &e->facts, e->hunt.cell, hero_meets(e->stage, e->shape), e->stage,
                     leads ? e->worth : NULL, hero_rounds(e->stage->stage), &plan)) {
        complain("no memory");
        return CLI_FAILED;
    }
    hands_weigh(e);
    floor_draw(e);
    int code = hero_print(e, &plan);
    if (!code)
        master_print(e, &plan);
    hero_destroy(&plan);
    return code;
}

int solve_explain(const struct settings *settings, const struct shy_rules *rules, const struct shapes *shapes,
                  const struct book *book)
{
    unsigned unseen = unseen_wanted(settings->unseen);
    int cell[SHY_TILES_MAX], kind[SHY_TILES_MAX];
    struct explained *e = calloc(1, sizeof *e);
    int code = CLI_USAGE;
    if (!unseen || !e) {
        free(e);
        return unseen ? CLI_FAILED : CLI_USAGE;
    }
    *e = (struct explained){.settings = settings, .rules = rules, .shapes = shapes};
    e->stage = stage_wanted(rules, book, settings->reveals, unseen);
    facts_init(&e->facts);
    if (!e->stage) {
        complain("the book has no floor with %d reveals and these monsters", settings->reveals);
    } else if (e->stage->stage.storey && !game_worth(rules, e->stage->stage, book_toll, book, e->worth)) {
        complain("the book lacks the floor after this one");
    } else {
        game_types(e->stage->stage, &e->types);
        if (!settings->floor)
            floor_usual(e, cell, kind);
        if ((!settings->floor || floor_parse(settings->floor, cell, kind)) && floor_set(e, cell, kind))
            code = explain_print(e);
    }
    free(e);
    return code;
}
