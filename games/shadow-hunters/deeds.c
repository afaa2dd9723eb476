/*
 * deeds.c - what seats do to each other, read from told events, and how likely it is for each pair of sides.
 *
 * A seat that ends its move with others in range attacks one of them, or somebody else, or nobody; in the
 * Weird Woods it hurts or heals one. How often each happens depends on the sides of both, and on whether the
 * doer could know the other's side.
 */
#include <string.h>

#include "belief.h"

enum { ATTACKED, PREFERRED, SPARED, REACTIONS };
enum { STRANGER, ASKED, REVEALED, ACQUAINTANCES };
enum { HARMED = REACTIONS * ACQUAINTANCES, HEALED, DEEDS };
#define DEED(acquaintance, reaction) (REACTIONS * (acquaintance) + (reaction))

/*
 * By the sides of the doer, then of the other: the probability of the deed, up to a factor. The shares were
 * counted in 10,000 games of `rules` against itself and raised to the power of 0.7, because repeated deeds
 * are not independent evidence.
 */
static const float likely[DEEDS][SHADOW_SIDES][SHADOW_SIDES] = {
    [DEED(STRANGER, ATTACKED)] = {{0.58f, 1.00f, 0.48f}, {0.97f, 0.56f, 0.79f}, {0.51f, 0.64f, 0.51f}},
    [DEED(STRANGER, PREFERRED)] = {{0.89f, 0.69f, 0.94f}, {0.79f, 1.00f, 0.94f}, {0.66f, 0.63f, 0.70f}},
    [DEED(STRANGER, SPARED)] = {{0.62f, 0.36f, 0.66f}, {0.21f, 0.46f, 0.24f}, {1.00f, 0.91f, 0.95f}},
    [DEED(ASKED, ATTACKED)] = {{0.26f, 0.94f, 0.49f}, {1.00f, 0.36f, 0.54f}, {0.48f, 0.65f, 0.52f}},
    [DEED(ASKED, PREFERRED)] = {{1.00f, 0.42f, 0.82f}, {0.39f, 0.99f, 0.93f}, {0.60f, 0.48f, 0.59f}},
    [DEED(ASKED, SPARED)] = {{0.69f, 0.27f, 0.66f}, {0.13f, 0.55f, 0.35f}, {1.00f, 0.88f, 0.97f}},
    [DEED(REVEALED, ATTACKED)] = {{0.09f, 1.00f, 0.11f}, {0.95f, 0.11f, 0.53f}, {0.47f, 0.72f, 0.48f}},
    [DEED(REVEALED, PREFERRED)] = {{0.92f, 0.23f, 0.89f}, {0.34f, 1.00f, 0.88f}, {0.67f, 0.49f, 0.70f}},
    [DEED(REVEALED, SPARED)] = {{0.95f, 0.22f, 1.00f}, {0.22f, 0.79f, 0.28f}, {0.87f, 0.64f, 0.81f}},
    [HARMED] = {{0.24f, 1.00f, 0.23f}, {0.92f, 0.23f, 0.30f}, {0.36f, 0.54f, 0.31f}},
    [HEALED] = {{0.95f, 0.32f, 0.33f}, {0.32f, 1.00f, 0.33f}, {0.50f, 0.37f, 0.35f}},
};

#define LEAST 1e-3f

struct reading {
    const struct shadow_rules *rules;
    struct lan_digest *digest;
    unsigned alive, revealed, targets;
    uint8_t turn;
    uint8_t asked[SHADOW_SEATS_MAX]; /* by giver: mask of the receivers of its Hermit cards */
    uint8_t area[SHADOW_SEATS_MAX];
    uint8_t slot[SHADOW_AREAS];
};

static void deed_note(const struct reading *reading, int doer, int other, int deed)
{
    if (doer == other || doer >= SHADOW_SEATS_MAX || other >= SHADOW_SEATS_MAX)
        return;
    float(*like)[SHADOW_SIDES] = reading->digest->like[doer][other];
    for (int own = 0; own < SHADOW_SIDES; own++) {
        for (int side = 0; side < SHADOW_SIDES; side++)
            like[own][side] *= likely[deed][own][side];
    }
    reading->digest->others[doer] = (uint8_t)(reading->digest->others[doer] | 1u << other);
}

static int acquaintance(const struct reading *reading, int doer, int other)
{
    return reading->revealed >> other & 1 ? REVEALED : reading->asked[doer] >> other & 1 ? ASKED : STRANGER;
}

static bool in_reach(const struct reading *reading, int doer, int other)
{
    int from = reading->area[doer], to = reading->area[other];
    return doer != other && reading->alive >> other & 1 && from < SHADOW_AREAS && to < SHADOW_AREAS &&
           reading->rules->range[reading->slot[from]] >> reading->slot[to] & 1;
}

/* At the end of a turn: notes what its owner did about every seat in range. */
static void turn_close(struct reading *reading)
{
    int doer = reading->turn, seats = reading->rules->base.seats;
    if (doer >= seats || !(reading->alive >> doer & 1))
        return;
    for (int other = 0; other < seats; other++) {
        bool target = reading->targets >> other & 1;
        int reaction = target ? ATTACKED : reading->targets ? PREFERRED : SPARED;
        if (target || in_reach(reading, doer, other))
            deed_note(reading, doer, other, DEED(acquaintance(reading, doer, other), reaction));
    }
}

static void event_read(struct reading *reading, const struct lan_event *event)
{
    int seat = event->arg[0], other = event->arg[1];
    switch ((enum shadow_event)event->kind) {
    case SHADOW_EVENT_LAID: reading->slot[other] = (uint8_t)seat; break;
    case SHADOW_EVENT_TURN:
        turn_close(reading);
        reading->turn = (uint8_t)seat;
        reading->targets = 0;
        break;
    case SHADOW_EVENT_MOVED: reading->area[seat] = (uint8_t)other; break;
    case SHADOW_EVENT_HANDED: reading->asked[seat] = (uint8_t)(reading->asked[seat] | 1u << other); break;
    case SHADOW_EVENT_REVEALED: reading->revealed |= 1u << seat; break;
    case SHADOW_EVENT_DIED: reading->alive &= ~(1u << seat); break;
    case SHADOW_EVENT_ATTACKED:
        if (seat == reading->turn)
            reading->targets |= 1u << other;
        break;
    case SHADOW_EVENT_HURT:
        if (event->clause == SH_A5)
            deed_note(reading, reading->turn, seat, HARMED);
        break;
    case SHADOW_EVENT_HEALED:
        if (event->clause == SH_A5)
            deed_note(reading, reading->turn, seat, HEALED);
        break;
    default: break;
    }
}

/*
 * Scales the greatest value to 1 and lifts the smallest above 0, so that products over the whole table
 * neither vanish nor exclude anything.
 */
static void pair_scale(float like[SHADOW_SIDES][SHADOW_SIDES])
{
    float most = 0;
    for (int i = 0; i < SHADOW_SIDES * SHADOW_SIDES; i++)
        most =
            like[i / SHADOW_SIDES][i % SHADOW_SIDES] > most ? like[i / SHADOW_SIDES][i % SHADOW_SIDES] : most;
    for (int i = 0; i < SHADOW_SIDES * SHADOW_SIDES; i++) {
        float *each = &like[i / SHADOW_SIDES][i % SHADOW_SIDES];
        *each = *each > LEAST * most ? *each / most : LEAST;
    }
}

void shadow_digest(const struct lan_rules *rules, const struct lan_event *told, size_t count,
                   struct lan_digest *digest)
{
    struct reading reading = {.rules = (const struct shadow_rules *)rules,
                              .digest = digest,
                              .alive = (1u << rules->seats) - 1,
                              .turn = SHADOW_NOBODY};
    memset(reading.area, SHADOW_OFF_BOARD, sizeof reading.area);
    memset(digest->others, 0, sizeof digest->others);
    for (int i = 0; i < SHADOW_SEATS_MAX * SHADOW_SEATS_MAX * SHADOW_SIDES * SHADOW_SIDES; i++)
        (&digest->like[0][0][0][0])[i] = 1;
    for (size_t i = 0; i < count; i++)
        event_read(&reading, &told[i]);
    for (int doer = 0; doer < rules->seats; doer++) {
        for (unsigned rest = digest->others[doer]; rest; rest &= rest - 1)
            pair_scale(digest->like[doer][__builtin_ctz(rest)]);
    }
}
