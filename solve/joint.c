#include "joint.h"

#include <stdlib.h>
#include <string.h>

#include "checkpoint.h"
#include "hash.h"

/* A stage; arrays by hand run over the hands of all its shapes, arrays by bid over each hand's types. */
struct joint_stage {
    struct solve_stage stage;
    struct game_types types;
    int shapes;
    uint16_t *shape;              /* their numbers, rising */
    struct floor *floor;          /* by shape: killing on the last floor, else leaving */
    uint32_t *first;              /* by shape: where its hands begin; one more at the end */
    uint32_t *bid;                /* by hand: where its bids begin; one more at the end */
    uint16_t *hand;               /* by hand: its number */
    int width;                    /* numbers by hand: 1, or CROSS_SEEN */
    double *prize, *now, *sum;    /* by hand, `width` each: what the Hero plays for, gets, has got */
    double *regret, *share, *mix; /* by bid: the Master's */
    bool *met;                    /* by shape: whether the Hero has learnt there yet */
    double total[GAME_TYPES], got[GAME_TYPES], gots[GAME_TYPES]; /* of regrets, in this round, over all */
    double prior[GAME_TYPES]; /* how often the type comes there, whatever else happens */
    double worth[GAME_TYPES][CROSS_SEEN];
    double weight; /* of all rounds */
};

struct joint {
    const struct shy_rules *rules;
    const struct shapes *shapes;
    struct facts facts;
    uint8_t pair[FACT_PAIRS];
    struct joint_stage stage[GAME_STAGES];             /* in the order of game_stages */
    uint8_t number[SHY_STOREYS + 1][SHY_PILE_ALL + 1]; /* by floor and unseen: its place in `stage` */
    struct floor_scratch scratch;
    int round;
};

/* A stage that is hardly ever reached learns only every so many rounds. */
enum { RARELY = 4, WARM_ROUNDS = 20 };

/* Of all types in a stage this part is spread evenly, so that the Hero is prepared for each. */
static const double even_part = 0.03;
static const double share_min = 1e-5; /* hands with less are left out of the book */

/*
 * ---- Memory --------------------------------------------------------------------------------------------
 */

static int floor_of(struct solve_stage stage)
{
    return stage.storey ? stage.storey : SHY_STOREYS;
}

static bool leads(const struct joint_stage *s)
{
    return s->stage.storey;
}

/* Which shapes a stage is learnt on: their numbers, rising. */
struct shape_list {
    uint32_t count;
    uint16_t shape[SHAPES_ALL];
};

static void entries_list(const struct book_stage *kept, struct shape_list *list)
{
    list->count = 0;
    for (uint32_t i = 0; i < kept->count; i++) {
        if (!list->count || list->shape[list->count - 1] != kept->entry[i].shape)
            list->shape[list->count++] = kept->entry[i].shape;
    }
}

static bool floors_create(struct joint *joint, struct joint_stage *s, const struct shape_list *list)
{
    s->shape = calloc(list->count + 1, sizeof *s->shape);
    s->first = calloc(list->count + 1, sizeof *s->first);
    s->met = calloc(list->count + 1, sizeof *s->met);
    s->floor = calloc(list->count + 1, sizeof *s->floor);
    if (!s->shape || !s->first || !s->met || !s->floor)
        return false;
    for (uint32_t at = 0; at < list->count; at++) {
        s->shape[at] = list->shape[at];
        const uint8_t *cell = joint->shapes->cell[s->shape[at]];
        struct floor *floor = &s->floor[at];
        uint8_t reveals = s->stage.reveals, unseen = s->stage.unseen;
        if (leads(s) ? !cross_create(joint->rules, &joint->facts, cell, reveals, unseen, false, floor)
                     : !floor_create(joint->rules, &joint->facts, cell, reveals, unseen, floor))
            return false;
        s->first[at + 1] = s->first[at] + floor->hands;
        s->shapes++;
        if (!floor_scratch_grow(&joint->scratch, floor))
            return false;
    }
    return true;
}

static bool arrays_create(struct joint_stage *s)
{
    uint32_t hands = s->first[s->shapes], bids = 0;
    s->width = leads(s) ? CROSS_SEEN : 1;
    s->bid = calloc(hands + 1, sizeof *s->bid);
    s->hand = calloc(hands + 1, sizeof *s->hand);
    if (!s->bid || !s->hand)
        return false;
    for (int shape = 0; shape < s->shapes; shape++) {
        const uint16_t *hand = s->floor[shape].hand;
        for (uint32_t i = s->first[shape]; i < s->first[shape + 1]; i++) {
            s->hand[i] = hand[i - s->first[shape]];
            int pair = s->hand[i] / FACT_EACH;
            bids += (uint32_t)(s->types.first[pair + 1] - s->types.first[pair]);
            s->bid[i + 1] = bids;
        }
    }
    double **by_hand[] = {&s->prize, &s->now, &s->sum}, **by_bid[] = {&s->regret, &s->share, &s->mix};
    for (int i = 0; i < 3; i++) {
        *by_hand[i] = calloc((size_t)hands * (size_t)s->width + 1, sizeof(double));
        *by_bid[i] = calloc(bids + 1, sizeof(double));
        if (!*by_hand[i] || !*by_bid[i])
            return false;
    }
    return true;
}

/* The first type that holds the pair of a hand. */
static int type_of(const struct joint_stage *s, uint32_t hand)
{
    return s->types.first[s->hand[hand] / FACT_EACH];
}

/* Sets the Master's regrets so that he begins with the book's mix, whatever else his type knows. */
static void regrets_warm(struct joint_stage *s, const struct book_stage *kept)
{
    double all[FACT_PAIRS] = {0};
    uint32_t at = 0;
    for (uint32_t i = 0; i < kept->count; i++)
        all[kept->entry[i].hand / FACT_EACH] += kept->entry[i].chance;
    for (int shape = 0; shape < s->shapes; shape++) {
        for (uint32_t i = s->first[shape]; i < s->first[shape + 1]; i++) {
            int type = type_of(s, i);
            if (at == kept->count || kept->entry[at].shape != s->shape[shape] ||
                kept->entry[at].hand != s->hand[i])
                continue;
            for (uint32_t bid = s->bid[i]; bid < s->bid[i + 1]; bid++, type++) {
                s->regret[bid] = kept->entry[at].chance / all[s->hand[i] / FACT_EACH];
                s->total[type] += s->regret[bid];
            }
            at++;
        }
    }
}

static bool stage_create(struct joint *joint, struct joint_stage *s, const struct book *book)
{
    const struct book_stage *kept = book_find(book, s->stage);
    struct shape_list list;
    if (!kept)
        kept = book_find(book, (struct solve_stage){s->stage.reveals, s->stage.unseen, 0});
    if (!kept)
        return false;
    entries_list(kept, &list);
    if (!floors_create(joint, s, &list) || !arrays_create(s))
        return false;
    regrets_warm(s, kept);
    for (int type = 0; type < s->types.count; type++)
        s->prior[type] = 1.0 / s->types.count;
    return true;
}

/* With its stages named, but nothing in them; NULL when there is no memory. */
static struct joint *joint_empty(const struct shy_rules *rules, const struct shapes *shapes)
{
    struct joint *joint = calloc(1, sizeof *joint);
    struct solve_stage stage[GAME_STAGES];
    if (!joint)
        return NULL;
    joint->rules = rules;
    joint->shapes = shapes;
    facts_init(&joint->facts);
    fact_pairs(joint->pair);
    game_stages(rules, stage);
    for (int i = 0; i < GAME_STAGES; i++) {
        joint->stage[i].stage = stage[i];
        game_types(stage[i], &joint->stage[i].types);
        joint->number[floor_of(stage[i])][stage[i].unseen] = (uint8_t)i;
    }
    return joint;
}

struct joint *joint_create(const struct shy_rules *rules, const struct shapes *shapes,
                           const struct book *book)
{
    struct joint *joint = joint_empty(rules, shapes);
    for (int i = 0; i < GAME_STAGES && joint; i++) {
        if (!stage_create(joint, &joint->stage[i], book)) {
            joint_destroy(joint);
            return NULL;
        }
    }
    return joint;
}

static void stage_destroy(struct joint_stage *s)
{
    for (int i = 0; i < s->shapes; i++)
        floor_destroy(&s->floor[i]);
    void *array[] = {s->shape, s->floor, s->first,  s->bid,   s->hand, s->prize,
                     s->now,   s->sum,   s->regret, s->share, s->mix,  s->met};
    for (size_t i = 0; i < sizeof array / sizeof *array; i++)
        free(array[i]);
}

void joint_destroy(struct joint *joint)
{
    if (!joint)
        return;
    for (int i = 0; i < GAME_STAGES; i++)
        stage_destroy(&joint->stage[i]);
    floor_scratch_destroy(&joint->scratch);
    free(joint);
}

/*
 * ---- One stage -----------------------------------------------------------------------------------------
 */

/* What a hand gets for a type in this round. */
static double pays(const struct joint_stage *s, int type, uint32_t hand)
{
    double sum = 1;
    if (!leads(s))
        return s->now[hand];
    for (uint32_t seen = 0; seen < CROSS_SEEN; seen++)
        sum -= s->now[hand * CROSS_SEEN + seen] * s->worth[type][seen];
    return sum;
}

/* The Master's shares on a shape from his regrets, and what the Hero plays for; whether there are any. */
static bool shape_weigh(struct joint_stage *s, int shape, const double *prior, double counts)
{
    bool any = false;
    for (uint32_t hand = s->first[shape]; hand < s->first[shape + 1]; hand++) {
        double *prize = s->prize + (size_t)hand * (size_t)s->width;
        int type = type_of(s, hand);
        memset(prize, 0, (size_t)s->width * sizeof *prize);
        for (uint32_t bid = s->bid[hand]; bid < s->bid[hand + 1]; bid++, type++) {
            double share = s->total[type] > 0 ? s->regret[bid] / s->total[type] : 0;
            s->share[bid] = share;
            if (share <= 0)
                continue;
            any = true;
            s->mix[bid] += counts * share;
            for (int seen = 0; seen < s->width; seen++)
                prize[seen] += prior[type] * share * (leads(s) ? s->worth[type][seen] : 1);
        }
    }
    return any;
}

/* The Hero's half of a round on a shape. Without weights on it nothing changes for him. */
static void shape_learn(struct joint *joint, struct joint_stage *s, int shape, bool any, double counts)
{
    size_t from = (size_t)s->first[shape] * (size_t)s->width,
           to = (size_t)s->first[shape + 1] * (size_t)s->width;
    if (any || !s->met[shape]) {
        if (leads(s))
            cross_learn(&s->floor[shape], s->prize + from, s->now + from, &joint->scratch);
        else
            floor_learn(&s->floor[shape], s->prize + from, s->now + from, &joint->scratch);
    }
    s->met[shape] = true;
    for (size_t i = from; i < to; i++)
        s->sum[i] += counts * s->now[i];
    for (uint32_t hand = s->first[shape]; hand < s->first[shape + 1] && any; hand++) {
        int type = type_of(s, hand);
        for (uint32_t bid = s->bid[hand]; bid < s->bid[hand + 1]; bid++, type++) {
            if (s->share[bid] > 0)
                s->got[type] += s->share[bid] * pays(s, type, hand);
        }
    }
}

/* The Master's half of a round on all shapes. */
static void regrets_learn(struct joint_stage *s)
{
    memset(s->total, 0, sizeof s->total);
    for (uint32_t hand = 0; hand < s->first[s->shapes]; hand++) {
        int type = type_of(s, hand);
        for (uint32_t bid = s->bid[hand]; bid < s->bid[hand + 1]; bid++, type++) {
            double regret = s->regret[bid] + pays(s, type, hand) - s->got[type];
            s->regret[bid] = regret > 0 ? regret : 0;
            s->total[type] += s->regret[bid];
        }
    }
}

static void stage_round(struct joint *joint, struct joint_stage *s, double counts)
{
    double prior[GAME_TYPES], sum = 0;
    for (int type = 0; type < s->types.count; type++)
        sum += s->prior[type];
    for (int type = 0; type < s->types.count; type++)
        prior[type] = (sum > 0 ? (1 - even_part) * s->prior[type] / sum : 0) + even_part / s->types.count;
    memset(s->got, 0, sizeof s->got);
    for (int shape = 0; shape < s->shapes; shape++)
        shape_learn(joint, s, shape, shape_weigh(s, shape, prior, counts), counts);
    regrets_learn(s);
    for (int type = 0; type < s->types.count; type++)
        s->gots[type] += counts * s->got[type];
    s->weight += counts;
}

/* Lets all rounds so far count less. */
static void stage_fade(struct joint_stage *s, double keep)
{
    uint32_t hands = s->first[s->shapes];
    for (size_t i = 0; i < (size_t)hands * (size_t)s->width; i++)
        s->sum[i] *= keep;
    for (uint32_t i = 0; i < s->bid[hands]; i++)
        s->mix[i] *= keep;
    for (int type = 0; type < s->types.count; type++)
        s->gots[type] *= keep;
    s->weight *= keep;
}

/*
 * ---- The stages together -------------------------------------------------------------------------------
 */

/* What a type of a stage has got on average: for game_worth. */
static double price_now(const void *context, struct solve_stage stage, int type)
{
    const struct joint *joint = context;
    const struct joint_stage *s = &joint->stage[joint->number[floor_of(stage)][stage.unseen]];
    return s->gots[type] > 0 ? s->gots[type] / s->weight : 0;
}

/* Adds to the types of the next floor how often they come from a type of this stage. */
static void prior_pass(struct joint *joint, const struct joint_stage *s, int type, const double *exits)
{
    int held = s->types.pair[type];
    for (int seen = 0; seen < CROSS_SEEN; seen++) {
        unsigned unseen = game_unseen(s->stage.unseen, joint->pair[held], seen);
        struct joint_stage *next = &joint->stage[joint->number[s->stage.storey + 1][unseen]];
        if (s->stage.storey == 2) {
            next->prior[game_type_find(&next->types, s->types.last[type], GAME_NONE)] +=
                s->prior[type] * exits[seen];
            continue;
        }
        for (int then = 0; then < next->types.count; then++) {
            if (next->types.before[then] == held)
                next->prior[then] += s->prior[type] * exits[seen] / 6;
        }
    }
}

/*
 * How often the Hero leaves a stage against each type, by what he has seen, as both have played on average.
 */
static void exits_mean(const struct joint_stage *s, double exits[GAME_TYPES][CROSS_SEEN])
{
    double all[GAME_TYPES] = {0};
    memset(exits, 0, GAME_TYPES * sizeof *exits);
    for (uint32_t hand = 0; hand < s->first[s->shapes]; hand++) {
        int type = type_of(s, hand);
        for (uint32_t bid = s->bid[hand]; bid < s->bid[hand + 1]; bid++, type++) {
            all[type] += s->mix[bid];
            for (int seen = 0; seen < CROSS_SEEN && s->mix[bid] > 0; seen++)
                exits[type][seen] += s->mix[bid] * s->sum[hand * CROSS_SEEN + (uint32_t)seen] / s->weight;
        }
    }
    for (int i = 0; i < s->types.count * CROSS_SEEN; i++)
        exits[i / CROSS_SEEN][i % CROSS_SEEN] /= all[i / CROSS_SEEN];
}

/* How often each type of each stage comes, from the first floor on. */
static void priors_set(struct joint *joint)
{
    double exits[GAME_TYPES][CROSS_SEEN];
    for (int i = 0; i < GAME_STAGES - 1; i++)
        memset(joint->stage[i].prior, 0, sizeof joint->stage[i].prior);
    for (int i = GAME_STAGES - 1; i >= 0; i--) {
        struct joint_stage *s = &joint->stage[i];
        if (!leads(s) || s->weight <= 0)
            continue;
        exits_mean(s, exits);
        for (int type = 0; type < s->types.count; type++)
            prior_pass(joint, s, type, exits[type]);
    }
}

static bool is_rare(const struct joint_stage *s)
{
    double sum = 0;
    for (int type = 0; type < s->types.count; type++)
        sum += s->prior[type];
    return sum < (leads(s) ? 0.01 : 0.002);
}

void joint_round(struct joint *joint)
{
    int round = joint->round++;
    double counts = (double)(round + 1) * (round + 1);
    /* The first rounds of a Hero who knows nothing are soon forgotten. */
    bool fades = round == WARM_ROUNDS / 2 || round == 2 * WARM_ROUNDS || round == 4 * WARM_ROUNDS;
    for (int i = 0; i < GAME_STAGES; i++) {
        struct joint_stage *s = &joint->stage[i];
        if (fades)
            stage_fade(s, 0.01);
        if (round > WARM_ROUNDS && round % RARELY && is_rare(s))
            continue;
        if (leads(s) && !game_worth(joint->rules, s->stage, price_now, joint, s->worth))
            lan_bug("a stage of the game is missing");
        stage_round(joint, s, counts);
    }
    if (round < WARM_ROUNDS || round % RARELY == 0)
        priors_set(joint);
}

int joint_rounds(const struct joint *joint)
{
    return joint->round;
}

double joint_value(const struct joint *joint)
{
    const struct joint_stage *s = &joint->stage[GAME_STAGES - 1];
    double sum = 0;
    for (int type = 0; type < s->types.count; type++)
        sum += s->gots[type] / s->weight / s->types.count;
    return sum;
}

/*
 * ---- The book ------------------------------------------------------------------------------------------
 */

/* The share of a hand in what its pair builds, over all types that hold the pair. */
static double hand_share(const struct joint_stage *s, const double *weight, uint32_t hand)
{
    double sum = 0, all = 0;
    int type = type_of(s, hand);
    for (uint32_t bid = s->bid[hand]; bid < s->bid[hand + 1]; bid++, type++) {
        sum += weight[type] * s->mix[bid] / s->weight;
        all += weight[type];
    }
    return sum / all;
}

static bool stage_enter(const struct joint_stage *s, struct book *book)
{
    struct book_stage *kept = book_place(book, s->stage);
    struct book_entry *entry = calloc(s->first[s->shapes] + 1, sizeof *entry);
    double weight[GAME_TYPES];
    if (!kept || !entry) {
        free(entry);
        return false;
    }
    for (int type = 0; type < s->types.count; type++) {
        weight[type] = s->prior[type] + 1e-9;
        kept->price[type] = s->gots[type] > 0 ? (uint32_t)(s->gots[type] / s->weight * 1e6) : 0;
        kept->toll[type] = 1;
    }
    kept->lower = 0;
    kept->upper = 1;
    kept->count = 0;
    for (int shape = 0; shape < s->shapes; shape++) {
        for (uint32_t hand = s->first[shape]; hand < s->first[shape + 1]; hand++) {
            double share = hand_share(s, weight, hand);
            if (share >= share_min)
                entry[kept->count++] =
                    (struct book_entry){s->shape[shape], s->hand[hand], (uint32_t)(share * UINT32_MAX)};
        }
    }
    free(kept->entry);
    kept->entry = entry;
    book_settle(kept);
    return true;
}

bool joint_enter(const struct joint *joint, struct book *book)
{
    book->lower = book->upper = 0;
    for (int i = 0; i < GAME_STAGES; i++) {
        if (!stage_enter(&joint->stage[i], book))
            return false;
    }
    return true;
}

/*
 * ---- Checkpoints ---------------------------------------------------------------------------------------
 */

struct joint_head {
    char magic[8];
    uint32_t order; /* 1, as the machine writes it */
    int32_t round;
    uint8_t digest[LAN_HASH_BYTES];
    uint8_t reveals[SHY_STOREYS];
    uint8_t unused[5];
};

static const char joint_magic[8] = "lanjoin1";

/* Bytes that are counted, written or read, by the same calls in the same order. */
struct tape {
    enum { TAPE_COUNT, TAPE_WRITE, TAPE_READ } mode;
    uint8_t *at;
    size_t done, size;
};

/* Moves an array from or to the tape; false when a tape that is read ends before. */
static bool tape_move(struct tape *tape, void *data, size_t size)
{
    if (tape->mode != TAPE_COUNT && size > tape->size - tape->done)
        return false;
    if (tape->mode == TAPE_WRITE)
        memcpy(tape->at + tape->done, data, size);
    if (tape->mode == TAPE_READ)
        memcpy(data, tape->at + tape->done, size);
    tape->done += size;
    return true;
}

/* What a stage has learnt, once its floors are there. */
static bool arrays_move(struct tape *tape, struct joint_stage *s)
{
    uint32_t hands = s->first[s->shapes], bids = s->bid[hands];
    bool moved = tape_move(tape, s->sum, (size_t)hands * (size_t)s->width * sizeof *s->sum) &&
                 tape_move(tape, s->now, (size_t)hands * (size_t)s->width * sizeof *s->now) &&
                 tape_move(tape, s->regret, bids * sizeof *s->regret) &&
                 tape_move(tape, s->mix, bids * sizeof *s->mix) &&
                 tape_move(tape, s->met, (size_t)s->shapes * sizeof *s->met) &&
                 tape_move(tape, s->total, sizeof s->total) && tape_move(tape, s->gots, sizeof s->gots) &&
                 tape_move(tape, s->prior, sizeof s->prior) && tape_move(tape, &s->weight, sizeof s->weight);
    for (int i = 0; i < s->shapes && moved; i++) {
        float *regret = s->floor[i].regret;
        moved = tape_move(tape, regret, s->floor[i].tree.actions * sizeof *regret);
    }
    return moved;
}

/* Moves the shapes of a stage; when they are read, they are checked and the floors made. */
static bool shapes_move(struct tape *tape, struct joint *joint, struct joint_stage *s)
{
    struct shape_list list = {.count = (uint32_t)s->shapes};
    if (tape->mode != TAPE_READ)
        return tape_move(tape, &list.count, sizeof list.count) &&
               tape_move(tape, s->shape, list.count * sizeof *s->shape);
    if (!tape_move(tape, &list.count, sizeof list.count) || list.count > (uint32_t)joint->shapes->count ||
        !tape_move(tape, list.shape, list.count * sizeof *list.shape))
        return false;
    for (uint32_t i = 0; i < list.count; i++) {
        if (list.shape[i] >= joint->shapes->count || (i && list.shape[i] <= list.shape[i - 1]))
            return false;
    }
    return floors_create(joint, s, &list) && arrays_create(s);
}

static bool stages_move(struct tape *tape, struct joint *joint)
{
    for (int i = 0; i < GAME_STAGES; i++) {
        struct joint_stage *s = &joint->stage[i];
        if (!shapes_move(tape, joint, s) || !arrays_move(tape, s))
            return false;
    }
    return tape->mode != TAPE_READ || tape->done == tape->size;
}

static struct joint_head head_make(const struct shy_rules *rules, int round)
{
    struct joint_head head = {.order = 1, .round = round};
    memcpy(head.magic, joint_magic, sizeof head.magic);
    memcpy(head.reveals, rules->reveals, sizeof head.reveals);
    solve_digest(rules, head.digest);
    return head;
}

uint8_t *joint_write(struct joint *joint, size_t *size)
{
    struct joint_head head = head_make(joint->rules, joint->round);
    struct tape tape = {.mode = TAPE_COUNT};
    stages_move(&tape, joint);
    size_t body = sizeof head + tape.done;
    uint8_t *bytes = malloc(body + LAN_HASH_BYTES);
    if (!bytes)
        return NULL;
    memcpy(bytes, &head, sizeof head);
    tape = (struct tape){TAPE_WRITE, bytes + sizeof head, 0, tape.done};
    stages_move(&tape, joint);
    solve_hash(bytes, body, bytes + body);
    *size = body + LAN_HASH_BYTES;
    return bytes;
}

/* NULL, or what is wrong with the bytes before the stages are read. */
static const char *head_wrong(const struct shy_rules *rules, const uint8_t *bytes, size_t size,
                              struct joint_head *head)
{
    uint8_t hash[LAN_HASH_BYTES];
    if (size < sizeof *head + sizeof hash || memcmp(bytes, joint_magic, sizeof joint_magic) != 0)
        return "this is no checkpoint of a whole game";
    memcpy(head, bytes, sizeof *head);
    struct joint_head wanted = head_make(rules, head->round);
    if (head->order != wanted.order)
        return "it was written by a machine of another kind";
    if (memcmp(head, &wanted, sizeof wanted) != 0)
        return "it belongs to other rules";
    solve_hash(bytes, size - sizeof hash, hash);
    return memcmp(hash, bytes + size - sizeof hash, sizeof hash) ? "it is damaged" : NULL;
}

struct joint *joint_read(const struct shy_rules *rules, const struct shapes *shapes, uint8_t *bytes,
                         size_t size, const char **wrong)
{
    struct joint_head head;
    *wrong = head_wrong(rules, bytes, size, &head);
    if (*wrong)
        return NULL;
    struct joint *joint = joint_empty(rules, shapes);
    struct tape tape = {TAPE_READ, bytes + sizeof head, 0, size - sizeof head - LAN_HASH_BYTES};
    if (joint && stages_move(&tape, joint)) {
        joint->round = head.round;
        return joint;
    }
    joint_destroy(joint);
    *wrong = "its stages make no sense, or there is no memory";
    return NULL;
}
