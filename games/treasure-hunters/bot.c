/*
 * bot.c - a hand-written player for the team, from the view alone.
 *
 * A move is worth the position it leads to, averaged over the fight that follows. A position gains by jewels
 * that are out or on their way and by free hunters near the jewels left, and loses by ghosts and hauntings.
 * This file sees no state.
 */
#include <string.h>

#include "treasure-hunters.h"

/* Worth of things, tuned by playing many games with different values. */
enum {
    WORTH_OUT = 854,      /* a jewel banked */
    WORTH_CARRIED = 1104, /* a jewel being carried, less its distance */
    WORTH_LATER = 264,    /* carried, but other numbers must come first */
    STEP_CARRIED = 18,
    STEP_LATER = 8,
    COST_HELD_ALONE = 250,
    COST_HELD_HELPED = 38,

    /* Errands of hunters with empty hands, less their distance. */
    WORTH_JEWEL = 544,
    WORTH_FAR = 9,        /* for each step from the door: far jewels first, so that the last ones are near */
    WORTH_CLEAR_ONE = 60, /* a room with one ghost, with two */
    WORTH_CLEAR_TWO = 167,
    WORTH_CLEAR_HELP = 74, /* for a second hunter in a room with two ghosts */
    /* a haunting, for either of two hunters; WORTH_BANISH_EACH more for every haunting on the board */
    WORTH_BANISH = 112,
    WORTH_BANISH_EACH = 49,
    WORTH_RESCUE = 1013,
    WORTH_HOME = 676,
    STEP_ERRAND = 11,
    STEP_HOME = 25,
    COST_CLOSED_ROOM = 249, /* a jewel in a haunted room */
    COST_NUMBER = 37,       /* for each number that comes before its own */

    COST_GHOST = 73,
    COST_TWO_GHOSTS = 193,
    COST_RISK = 48, /* a room with two ghosts, times the probability of its card */
    COST_HAUNTING = 1068,
    COST_HAUNTING_MORE = 120, /* each haunting costs this much more than the one before */
    LOSS = 1000000,
};

struct thought {
    const struct th_rules *rules;
    const struct plan *plan; /* what positions of one move have in common, or NULL */
    struct th_public pub;    /* the position being judged */
};

static int distance(const struct thought *t, int from, int to)
{
    return t->rules->distance[t->pub.lock][from][to];
}

/* ---- Judging a position -------------------------------------------------------------------------------- */

/* What the ghosts of a room that is not haunted cost. */
static int32_t ghosts_cost(const struct th_public *pub, int room)
{
    if (pub->ghosts[room] == 2)
        return COST_TWO_GHOSTS + COST_RISK * th_arrivals(pub, room) / (pub->pile.count + 1);
    return pub->ghosts[room] == 1 ? COST_GHOST : 0;
}

static int32_t ghosts_worth(const struct thought *t)
{
    const struct th_public *pub = &t->pub;
    /* The more hauntings are allowed, the less each is a danger. */
    int hauntings = __builtin_popcount(pub->haunted), spare = t->rules->haunt_max - hauntings;
    if (spare <= 0)
        return -LOSS;
    int counted = spare < 6 ? 6 - spare : 0;
    int32_t worth = -counted * (COST_HAUNTING + COST_HAUNTING_MORE * (counted - 1) / 2);
    for (int room = 0; room < TH_ROOMS; room++)
        worth -= ghosts_cost(pub, room);
    return worth;
}

static int32_t carrier_worth(const struct thought *t, int hunter)
{
    const struct th_public *pub = &t->pub;
    int load = pub->carries[hunter], node = pub->at[hunter];
    bool next = load == TH_PLAIN || load == pub->out + 1;
    int32_t worth = next ? WORTH_CARRIED - STEP_CARRIED * distance(t, node, TH_OUTSIDE)
                         : WORTH_LATER - STEP_LATER * distance(t, node, TH_OUTSIDE);
    if (th_held(pub, hunter)) {
        unsigned here = th_hunters_at(t->rules, pub, node);
        worth -= here & (here - 1) ? COST_HELD_HELPED : COST_HELD_ALONE;
    } else if (th_is_room(node) && pub->ghosts[th_room(node)] == TH_GHOSTS_MAX) {
        worth -= COST_HELD_ALONE * th_arrivals(pub, th_room(node)) / (pub->pile.count + 1);
    }
    return worth;
}

/* Something for one free hunter to do, at a node. */
struct errand {
    int32_t worth;
    uint8_t node;
    uint8_t number; /* its index in the list as it was made: errands change places when one is done */
};

/* The worth of an errand that is done: nobody would choose it. It keeps its place, as do those after it. */
#define DONE (-LOSS)

/* Two for every room with ghosts or a haunting, one for every jewel and hunter held. */
enum { ERRANDS_MAX = 2 * TH_ROOMS + TH_JEWELS + TH_HUNTERS_MAX };

static int32_t jewel_errand(const struct thought *t, int room)
{
    const struct th_public *pub = &t->pub;
    int32_t worth = WORTH_JEWEL + WORTH_FAR * distance(t, TH_ROOM_A + room, TH_OUTSIDE);
    if (pub->haunted >> room & 1)
        worth -= COST_CLOSED_ROOM;
    if (pub->number[room])
        worth -= COST_NUMBER * (pub->number[room] - pub->out - 1);
    return worth;
}

/* Lists the errands: those of a room together, from `first` of the room on. */
static int errands_list(const struct thought *t, struct errand errand[ERRANDS_MAX], uint8_t first[TH_ROOMS])
{
    const struct th_public *pub = &t->pub;
    int count = 0, hauntings = __builtin_popcount(pub->haunted);
    for (int room = 0; room < TH_ROOMS; room++) {
        uint8_t node = (uint8_t)(TH_ROOM_A + room);
        first[room] = (uint8_t)count;
        if (pub->jewels >> room & 1)
            errand[count++] = (struct errand){jewel_errand(t, room), node, 0};
        if (pub->ghosts[room])
            errand[count++] =
                (struct errand){pub->ghosts[room] == 1 ? WORTH_CLEAR_ONE : WORTH_CLEAR_TWO, node, 0};
        if (pub->ghosts[room] == 2)
            errand[count++] = (struct errand){WORTH_CLEAR_HELP, node, 0};
        for (int i = 0; i < 2 && (pub->haunted >> room & 1); i++)
            errand[count++] = (struct errand){WORTH_BANISH + WORTH_BANISH_EACH * hauntings, node, 0};
    }
    for (int hunter = 0; hunter < t->rules->hunters; hunter++) {
        if (th_held(pub, hunter))
            errand[count++] = (struct errand){WORTH_RESCUE, pub->at[hunter], 0};
    }
    for (int i = 0; i < count; i++)
        errand[i].number = (uint8_t)i;
    return count;
}

/* What a free hunter would best do: an errand by its index, the first of equals, or -1 to go home. */
struct goal {
    int32_t worth;
    int what;
};

/*
 * The worths of errands are compared as one number with their indices, the earlier the greater, so that the
 * loop has no branch: which errand is best so far is predicted wrongly again and again.
 */
enum { GOAL_NONE = 63, GOAL_INDEX = 64 };
_Static_assert((int)ERRANDS_MAX < (int)GOAL_NONE, "an index fits below GOAL_NONE");

static struct goal goal_of(int32_t key)
{
    int index = key & (GOAL_INDEX - 1);
    return (struct goal){(key - index) / GOAL_INDEX, index == GOAL_NONE ? -1 : GOAL_NONE - 1 - index};
}

static struct goal goal_find(const struct thought *t, const struct errand *errand, int count, int hunter)
{
    const struct th_public *pub = &t->pub;
    const uint8_t *away = t->rules->distance[pub->lock][pub->at[hunter]];
    int32_t best = (pub->jewels ? 0 : WORTH_HOME - STEP_HOME * away[TH_OUTSIDE]) * GOAL_INDEX + GOAL_NONE;
    for (int i = 0; i < count; i++) {
        int32_t worth = errand[i].worth - STEP_ERRAND * away[errand[i].node];
        int32_t key = worth * GOAL_INDEX + (GOAL_NONE - 1 - i);
        best = key > best ? key : best;
    }
    return goal_of(best);
}

/* The best errand of each room: all errands are in rooms. */
static void rooms_best(const struct errand *errand, int count, int32_t best[TH_ROOMS])
{
    for (int room = 0; room < TH_ROOMS; room++)
        best[room] = DONE * GOAL_INDEX;
    for (int i = 0; i < count; i++) {
        int room = th_room(errand[i].node);
        int32_t key = errand[i].worth * GOAL_INDEX + (GOAL_NONE - 1 - i);
        best[room] = key > best[room] ? key : best[room];
    }
}

/* goal_find by the best errands of the rooms: few, side by side, and so compared several at a time. */
static struct goal goal_of_rooms(const struct thought *t, const int32_t rooms[TH_ROOMS], int hunter)
{
    const uint8_t *away = t->rules->distance[t->pub.lock][t->pub.at[hunter]];
    int32_t best = (t->pub.jewels ? 0 : WORTH_HOME - STEP_HOME * away[TH_OUTSIDE]) * GOAL_INDEX + GOAL_NONE;
    for (int room = 0; room < TH_ROOMS; room++) {
        int32_t key = rooms[room] - STEP_ERRAND * GOAL_INDEX * away[TH_ROOM_A + room];
        best = key > best ? key : best;
    }
    return goal_of(best);
}

/* Goals that a plan keeps for each hunter: others may take three, and two errands of a room may be done. */
enum { GOALS = 6 };

/* The best goals of a hunter in order, the first of equals first; after those that pay, going home. */
static void goals_rank(const struct thought *t, const struct errand *errand, int count, int hunter,
                       struct goal goal[GOALS])
{
    const uint8_t *away = t->rules->distance[t->pub.lock][t->pub.at[hunter]];
    struct goal home = {t->pub.jewels ? 0 : WORTH_HOME - STEP_HOME * away[TH_OUTSIDE], -1};
    for (int i = 0; i < GOALS; i++)
        goal[i] = home;
    for (int i = 0; i < count; i++) {
        int32_t worth = errand[i].worth - STEP_ERRAND * away[errand[i].node];
        int at = GOALS - 1;
        if (worth <= goal[at].worth)
            continue;
        for (; at > 0 && worth > goal[at - 1].worth; at--)
            goal[at] = goal[at - 1];
        goal[at] = (struct goal){worth, i};
    }
}

/*
 * Ghosts, errands and the goals of the hunters who do not move: nearly the same at every stop of a move. Only
 * in the room where the moving hunter stops may ghosts or a jewel be gone.
 */
struct plan {
    struct th_public of; /* the position before the move */
    int32_t ghosts;
    int count;
    struct errand errand[ERRANDS_MAX];
    uint8_t number[ERRANDS_MAX]; /* 0, 1, 2: copied in one go where a loop would take as long as the rest */
    int32_t room[TH_ROOMS];      /* the best errand of each */
    uint8_t first[TH_ROOMS];
    struct goal goal[TH_HUNTERS_MAX][GOALS]; /* of those with empty hands: the best goals, the best first */
};

static void plan_make(struct plan *plan, struct thought *t)
{
    plan->of = t->pub;
    plan->ghosts = ghosts_worth(t);
    plan->count = errands_list(t, plan->errand, plan->first);
    rooms_best(plan->errand, plan->count, plan->room);
    for (int i = 0; i < ERRANDS_MAX; i++)
        plan->number[i] = (uint8_t)i;
    for (int hunter = 0; hunter < t->rules->hunters; hunter++) {
        if (hunter != t->pub.hunter && !t->pub.carries[hunter])
            goals_rank(t, plan->errand, plan->count, hunter, plan->goal[hunter]);
    }
    t->plan = plan;
}

/*
 * The plan if it holds in the position being judged, up to the room of the active hunter, who alone has
 * acted; else NULL: hauntings change the worth of many errands, the last jewel or a number outside all.
 */
static const struct plan *plan_now(const struct thought *t)
{
    const struct th_public *pub = &t->pub;
    const struct plan *plan = t->plan;
    int hunter = pub->hunter;
    if (!plan || plan->of.haunted != pub->haunted || !plan->of.jewels != !pub->jewels ||
        plan->of.out != pub->out)
        return NULL;
    /* A hunter who is held is an errand for the others. */
    bool held = th_held(pub, hunter);
    return held == th_held(&plan->of, hunter) && (!held || plan->of.at[hunter] == pub->at[hunter]) ? plan
                                                                                                   : NULL;
}

/* The room in which the position being judged may differ from that of the plan, -1 when it does not. */
static int plan_room(const struct plan *plan, const struct th_public *pub)
{
    int node = pub->at[pub->hunter];
    if (!th_is_room(node))
        return -1;
    int room = th_room(node);
    return plan->of.ghosts[room] == pub->ghosts[room] && plan->of.jewels == pub->jewels ? -1 : room;
}

/*
 * Brings the errands of a room up to date. A room's errands only lose worth when ghosts are beaten or a jewel
 * is taken, so a hunter with a goal elsewhere keeps it. Returns the errands that changed, as a mask.
 */
static uint64_t errands_renew(const struct plan *plan, const struct th_public *pub, int room,
                              struct errand *errand)
{
    int at = plan->first[room], ghosts = plan->of.ghosts[room], left = pub->ghosts[room];
    uint64_t changed = 0;
    if (plan->of.jewels >> room & 1) {
        if (!(pub->jewels >> room & 1)) {
            errand[at].worth = DONE;
            changed |= UINT64_C(1) << at;
        }
        at++;
    }
    if (ghosts != left) {
        errand[at].worth = left ? WORTH_CLEAR_ONE : DONE;
        changed |= UINT64_C(1) << at;
        if (ghosts == 2) {
            errand[at + 1].worth = DONE;
            changed |= UINT64_C(2) << at;
        }
    }
    return changed;
}

/* The errands of the position being judged, while hunters share them. */
struct sharing {
    const struct plan *plan; /* or NULL */
    int count;
    struct errand errand[ERRANDS_MAX];
    uint8_t at[ERRANDS_MAX]; /* by number: where an errand is now */
    uint64_t done, changed;  /* by number: gone, or worth less than in the plan */
};

static void sharing_begin(const struct thought *t, const struct plan *plan, struct sharing *sharing)
{
    uint8_t first[TH_ROOMS];
    sharing->plan = plan;
    sharing->done = sharing->changed = 0;
    if (!plan) {
        sharing->count = errands_list(t, sharing->errand, first);
        return;
    }
    int room = plan_room(plan, &t->pub);
    sharing->count = plan->count;
    memcpy(sharing->errand, plan->errand, (size_t)plan->count * sizeof *plan->errand);
    memcpy(sharing->at, plan->number, sizeof sharing->at);
    if (room >= 0)
        sharing->changed = errands_renew(plan, &t->pub, room, sharing->errand);
}

/*
 * The best goal that is left to a hunter. For one who does not move it is the first in the plan's order that
 * is not done, unless one before it has lost worth or the next is its equal: equals are told apart by their
 * places.
 */
static struct goal goal_left(const struct thought *t, const struct sharing *sharing, int hunter)
{
    const struct plan *plan = sharing->plan;
    bool ranked = plan && hunter != t->pub.hunter;
    for (int i = 0; ranked && i < GOALS - 1; i++) {
        struct goal goal = plan->goal[hunter][i];
        if (goal.what < 0)
            return goal;
        if (sharing->done >> goal.what & 1)
            continue;
        if (sharing->changed >> goal.what & 1 || plan->goal[hunter][i + 1].worth == goal.worth)
            break;
        return (struct goal){goal.worth, sharing->at[goal.what]};
    }
    if (plan && !(sharing->done | sharing->changed))
        return goal_of_rooms(t, plan->room, hunter);
    return goal_find(t, sharing->errand, sharing->count, hunter);
}

/* Takes errand `what` off the list: the last one that is left takes its place. */
static void errand_take(struct sharing *sharing, int what)
{
    struct errand *errand = sharing->errand;
    while (errand[sharing->count - 1].worth == DONE)
        sharing->count--;
    sharing->done |= UINT64_C(1) << errand[what].number;
    errand[what] = errand[--sharing->count];
    sharing->at[errand[what].number] = (uint8_t)what;
}

/* Brings a goal up to date after errand `what` has been taken and the last one has got its place. */
static void goal_renew(const struct thought *t, const struct sharing *sharing, int what, int hunter,
                       struct goal *goal)
{
    const uint8_t *away = t->rules->distance[t->pub.lock][t->pub.at[hunter]];
    const struct errand *moved = &sharing->errand[what];
    if (goal->what == what)
        *goal = goal_left(t, sharing, hunter);
    else if (goal->what == sharing->count ||
             (what < goal->what && moved->worth - STEP_ERRAND * away[moved->node] == goal->worth))
        goal->what = what;
}

/*
 * Assigns errands to free hunters greedily, the best pair first, so that they spread; with all jewels taken
 * they go home.
 */
static int32_t free_worth(const struct thought *t, const struct plan *plan, unsigned hunters)
{
    struct sharing sharing;
    struct goal goal[TH_HUNTERS_MAX];
    int32_t sum = 0;
    sharing_begin(t, plan, &sharing);
    for (unsigned rest = hunters; rest; rest &= rest - 1)
        goal[__builtin_ctz(rest)] = goal_left(t, &sharing, __builtin_ctz(rest));
    while (hunters) {
        int who = __builtin_ctz(hunters);
        for (unsigned rest = hunters; rest; rest &= rest - 1) {
            if (goal[__builtin_ctz(rest)].worth > goal[who].worth)
                who = __builtin_ctz(rest);
        }
        int what = goal[who].what;
        sum += goal[who].worth;
        hunters &= ~(1u << who);
        if (what < 0 || !hunters)
            continue;
        errand_take(&sharing, what);
        for (unsigned rest = hunters; rest; rest &= rest - 1)
            goal_renew(t, &sharing, what, __builtin_ctz(rest), &goal[__builtin_ctz(rest)]);
    }
    return sum;
}

/* What the ghosts are worth: by the plan, up to the room in which some may have been beaten. */
static int32_t ghosts_now(const struct thought *t, const struct plan *plan)
{
    const struct th_public *pub = &t->pub;
    int room = plan ? plan_room(plan, pub) : -1;
    if (!plan)
        return ghosts_worth(t);
    return room < 0 ? plan->ghosts : plan->ghosts + ghosts_cost(&plan->of, room) - ghosts_cost(pub, room);
}

static int32_t position_worth(const struct thought *t)
{
    const struct th_public *pub = &t->pub;
    const struct plan *plan = plan_now(t);
    unsigned free_hunters = 0;
    int32_t worth = ghosts_now(t, plan) + WORTH_OUT * pub->out;
    for (int hunter = 0; hunter < t->rules->hunters; hunter++) {
        if (pub->carries[hunter])
            worth += carrier_worth(t, hunter);
        else
            free_hunters |= 1u << hunter;
    }
    if (!free_hunters && th_dead_end(t->rules, pub))
        worth -= LOSS / 2;
    return worth + free_worth(t, plan, free_hunters);
}

/* ---- Looking one move ahead ---------------------------------------------------------------------------- */

/* The active hunter's room; asked only when there is something to fight or to take. */
static int room_here(const struct th_public *pub)
{
    int node = pub->at[pub->hunter];
    lan_assert(th_is_room(node));
    return th_room(node);
}

/* The worth after the active hunter's fight, averaged over all faces. */
static int32_t fight_worth(struct thought *t)
{
    struct th_public *pub = &t->pub;
    int dice = th_fight_dice(t->rules, pub, pub->hunter);
    if (!dice || (!pub->moved && !t->rules->stay_counts && !th_held(pub, pub->hunter)) ||
        (pub->took && t->rules->take_ends_turn))
        return position_worth(t);
    int room = room_here(pub);
    struct th_public before = *pub;
    int32_t as_is = position_worth(t);
    if (pub->haunted >> room & 1) {
        pub->haunted &= (uint16_t) ~(1u << room);
        int32_t banished = position_worth(t);
        *pub = before;
        return (5 * banished + 4 * as_is) / 9;
    }
    pub->ghosts[room]--;
    int32_t one = position_worth(t), two = one;
    if (dice == 2 && pub->ghosts[room]) {
        pub->ghosts[room]--;
        two = position_worth(t);
    }
    *pub = before;
    return dice == 2 ? (two + 2 * one + as_is) / 4 : (one + as_is) / 2;
}

/* Taking is right unless it holds the hunter alone, or leaves no hunter free to fetch earlier numbers. */
static bool take_wanted(const struct thought *t)
{
    const struct th_public *pub = &t->pub;
    int room = room_here(pub), number = pub->number[room];
    unsigned here = th_hunters_at(t->rules, pub, pub->at[pub->hunter]);
    if ((pub->haunted >> room & 1) && !(here & (here - 1)))
        return false;
    if (!number || number == pub->out + 1)
        return true;
    int carriers = 1, ahead = 0;
    for (int hunter = 0; hunter < t->rules->hunters; hunter++) {
        carriers += pub->carries[hunter] != TH_EMPTY;
        ahead |= pub->carries[hunter] == pub->out + 1;
    }
    return number <= pub->out + t->rules->hunters && (carriers < t->rules->hunters - 1 + ahead);
}

static void take(struct th_public *pub)
{
    int room = room_here(pub);
    pub->carries[pub->hunter] = (uint8_t)(pub->number[room] ? pub->number[room] : TH_PLAIN);
    pub->jewels &= (uint16_t) ~(1u << room);
    pub->number[room] = 0;
    pub->took = 1;
}

/* The worth of ending the move of the active hunter at `node`. */
static int32_t stop_worth(const struct thought *thought, int node)
{
    struct thought t = *thought;
    struct th_public *pub = &t.pub;
    int hunter = pub->hunter;
    pub->moved |= pub->at[hunter] != node;
    pub->at[hunter] = (uint8_t)node;
    if (node == TH_OUTSIDE && (pub->carries[hunter] == TH_PLAIN || pub->carries[hunter] == pub->out + 1)) {
        pub->carries[hunter] = TH_EMPTY;
        pub->out++;
        return position_worth(&t);
    }
    /* A jewel face down may have any number left; whether to take it is decided once it is turned up. */
    bool face_down = th_is_room(node) && t.rules->numbered && !pub->number[th_room(node)];
    if (th_can_take(t.rules, pub) && !face_down && take_wanted(&t))
        take(pub);
    return fight_worth(&t);
}

static int best_stop(const struct thought *t, uint64_t stops, int32_t *best)
{
    int found = -1;
    *best = INT32_MIN;
    for (; stops; stops &= stops - 1) {
        int node = __builtin_ctzll(stops);
        int32_t worth = stop_worth(t, node);
        if (worth > *best) {
            *best = worth;
            found = node;
        }
    }
    return found;
}

/* ---- Answering ----------------------------------------------------------------------------------------- */

/* The first step of a shortest path to `target`, for moves made step by step. */
static lan_action step_towards(const struct thought *t, int target)
{
    const struct th_public *pub = &t->pub;
    int here = pub->at[pub->hunter], best = -1, nearest = INT32_MAX;
    if (target == here)
        return LAN_ACTION(TH_ACTION_STAY, 0, 0, 0);
    for (uint64_t rest = th_steps(t->rules, pub); rest; rest &= rest - 1) {
        int node = __builtin_ctzll(rest);
        int left = pub->steps - th_step_cost(t->rules, pub->lock, here, node);
        if (!(th_walk(t->rules, pub, pub->hunter, node, left) >> target & 1))
            continue;
        if (distance(t, node, target) < nearest) {
            nearest = distance(t, node, target);
            best = node;
        }
    }
    lan_assert(best >= 0);
    return LAN_ACTION(TH_ACTION_STEP, best, 0, 0);
}

static void move_choose(struct thought *t, struct lan_advice *advice)
{
    const struct th_public *pub = &t->pub;
    struct plan plan;
    int32_t worth;
    plan_make(&plan, t);
    int here = pub->at[pub->hunter], target = best_stop(t, th_stops(t->rules, pub), &worth);
    if (th_by_steps(t->rules, pub))
        advice->action = step_towards(t, target);
    else if (target == here)
        advice->action = LAN_ACTION(TH_ACTION_STAY, 0, 0, 0);
    else
        advice->action = LAN_ACTION(TH_ACTION_GO, target, 0, 0);
    int room = th_is_room(target) ? th_room(target) : -1;
    if (target == TH_OUTSIDE && pub->carries[pub->hunter]) {
        advice->clause = TH_J2;
        lan_advice_reason(advice, "A jewel out is safe for good.",
                          "Un joyau sorti est à l'abri pour de bon.");
    } else if (room >= 0 && (pub->haunted >> room & 1)) {
        advice->clause = TH_F3;
        lan_advice_reason(advice, "Two of us can banish that haunting.",
                          "À deux, on peut chasser cet Esprit Malfaisant.");
    } else if (room >= 0 && pub->ghosts[room]) {
        advice->clause = TH_F1;
        lan_advice_reason(advice, "Ghosts there must not become three.",
                          "Là-bas, il ne faut pas qu'ils soient trois.");
    } else if (pub->carries[pub->hunter]) {
        advice->clause = TH_J2;
        lan_advice_reason(advice, "With a jewel I make for the door.",
                          "Avec un joyau, je vais vers la porte.");
    } else {
        advice->clause = TH_J1;
        lan_advice_reason(advice, "Nearer to a jewel nobody else goes for.",
                          "Plus près d'un joyau que personne d'autre ne vise.");
    }
}

/* Chooses the hunter whose next move gains most over staying, averaged over the six rolls. */
static void hunter_choose(struct thought *t, const struct lan_list *list, struct lan_advice *advice)
{
    int64_t best = INT64_MIN;
    struct plan plan;
    for (int i = 0; i < list->musts; i++) {
        int64_t gain = 0;
        t->pub.hunter = (uint8_t)lan_action_arg(list->action[i], 0);
        plan_make(&plan, t);
        int32_t stay = stop_worth(t, t->pub.at[t->pub.hunter]), worth;
        for (int steps = 1; steps <= TH_STEPS_MAX; steps++) {
            t->pub.steps = (uint8_t)steps;
            best_stop(t, th_stops(t->rules, &t->pub), &worth);
            gain += worth - stay;
        }
        if (gain > best) {
            best = gain;
            advice->action = list->action[i];
        }
    }
    advice->clause = TH_S9;
    lan_advice_reason(advice, "This hunter can do most now.",
                      "C'est ce chasseur qui peut le plus maintenant.");
}

static void jewel_choose(const struct thought *t, struct lan_advice *advice)
{
    bool wanted = take_wanted(t);
    advice->action = LAN_ACTION(wanted ? TH_ACTION_TAKE : TH_ACTION_LEAVE, 0, 0, 0);
    advice->clause = wanted ? TH_J1 : TH_M5;
    if (wanted)
        lan_advice_reason(advice, "We came for the jewels.", "On est là pour les joyaux.");
    else
        lan_advice_reason(advice, "With it I would be stuck, or in the way of the order.",
                          "Avec lui, je serais coincé, ou l'ordre serait bloqué.");
}

void th_advise(const struct lan_rules *base, const struct lan_question *question, struct lan_rng *rng,
               struct lan_advice *advice)
{
    struct thought t = {.rules = (const struct th_rules *)base,
                        .pub = ((const struct th_view *)question->view)->pub};
    (void)rng;
    if (t.pub.phase == TH_CHOOSING) {
        hunter_choose(&t, question->list, advice);
    } else if (t.pub.phase == TH_TAKING) {
        jewel_choose(&t, advice);
    } else if (t.pub.phase == TH_DARING) {
        advice->action = LAN_ACTION(TH_ACTION_FIGHT, 0, 0, 0);
        advice->clause = TH_F2;
        lan_advice_reason(advice, "A fight costs nothing.", "Un affrontement ne coûte rien.");
    } else if (t.pub.told) {
        advice->action = LAN_ACTION(TH_ACTION_RESIGN, 0, 0, 0);
        advice->clause = TH_E4;
        lan_advice_reason(advice, "This game cannot be won any more.",
                          "Cette partie ne peut plus être gagnée.");
    } else {
        move_choose(&t, advice);
    }
}

/*
 * Rates the actions of a move by the position they lead to; in other phases the advised action above the
 * rest.
 */
void th_rate(const struct lan_rules *base, const struct lan_question *question, int32_t *worth)
{
    const struct lan_list *list = question->list;
    struct thought t = {.rules = (const struct th_rules *)base,
                        .pub = ((const struct th_view *)question->view)->pub};
    bool moves = t.pub.phase == TH_MOVING && !t.pub.told && !th_by_steps(t.rules, &t.pub);
    struct lan_advice advice = {.decline = false};
    struct lan_rng rng;
    struct plan plan;
    if (moves) {
        plan_make(&plan, &t);
    } else {
        lan_rng_init(&rng, 0);
        th_advise(base, question, &rng, &advice);
    }
    for (int i = 0; i < list->count; i++) {
        lan_action action = list->action[i];
        int kind = lan_action_kind(action), here = t.pub.at[t.pub.hunter];
        if (!moves)
            worth[i] = action == advice.action;
        else if (kind == TH_ACTION_GO || kind == TH_ACTION_STAY)
            worth[i] = stop_worth(&t, kind == TH_ACTION_GO ? lan_action_arg(action, 0) : here);
        else
            worth[i] = -LOSS;
    }
}

int32_t th_worth(const struct th_rules *rules, const struct th_public *pub)
{
    const struct thought t = {.rules = rules, .pub = *pub};
    return position_worth(&t);
}
