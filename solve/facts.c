#include "facts.h"

#include <string.h>

int fact_code(const uint8_t kind[FACT_PLACES])
{
    int code = 0;
    for (int place = FACT_PLACES - 1; place >= 0; place--)
        code = code * 9 + (kind[place] == SHY_UNKNOWN ? 0 : kind[place]);
    return code;
}

/* Enters a hand in the tables, and the facts it agrees with that are new. */
static void hand_add(struct facts *facts, int hand, const uint8_t kind[FACT_PLACES])
{
    memcpy(facts->kind[hand], kind, FACT_PLACES);
    for (int set = 0; set < FACT_SETS; set++) {
        uint8_t seen[FACT_PLACES];
        for (int place = 0; place < FACT_PLACES; place++)
            seen[place] = set >> place & 1 ? kind[place] : SHY_UNKNOWN;
        int code = fact_code(seen);
        if (facts->of_code[code] == UINT16_MAX)
            facts->of_code[code] = (uint16_t)facts->count++;
        facts->of_hand[hand][set] = facts->of_code[code];
    }
}

/* All hands of a pair: the Exit and its two monsters on three different places. */
static void pair_add(struct facts *facts, int pair)
{
    int hand = pair * FACT_EACH;
    int first = __builtin_ctz(facts->pair[pair]), second = __builtin_ctz(facts->pair[pair] & ~(1u << first));
    for (int exit = 0; exit < FACT_PLACES; exit++) {
        for (int one = 0; one < FACT_PLACES; one++) {
            for (int other = 0; other < FACT_PLACES; other++) {
                uint8_t kind[FACT_PLACES];
                if (exit == one || exit == other || one == other)
                    continue;
                memset(kind, SHY_CORRIDOR, sizeof kind);
                kind[exit] = SHY_EXIT;
                kind[one] = (uint8_t)(SHY_MONSTER + first);
                kind[other] = (uint8_t)(SHY_MONSTER + second);
                hand_add(facts, hand++, kind);
            }
        }
    }
}

void fact_pairs(uint8_t pair[FACT_PAIRS])
{
    for (int first = 0; first < SHY_MONSTERS; first++) {
        for (int second = first + 1; second < SHY_MONSTERS; second++)
            *pair++ = (uint8_t)(1u << first | 1u << second);
    }
}

void facts_init(struct facts *facts)
{
    facts->count = 0;
    memset(facts->of_code, 0xff, sizeof facts->of_code);
    fact_pairs(facts->pair);
    for (int pair = 0; pair < FACT_PAIRS; pair++)
        pair_add(facts, pair);
}
