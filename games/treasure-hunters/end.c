/* end.c - how a game ends: the four endings in their order, and the result. */
#include "state.h"

static void finish(const struct th_play *play, int clause, bool lost)
{
    play->pub->phase = TH_OVER;
    play->pub->ending = (uint8_t)clause;
    play->pub->lost = lost;
    if (lost)
        LAN_EMIT(play->events, TH_EVENT_LOST, clause, play->pub->out);
    else
        LAN_EMIT(play->events, TH_EVENT_WON, clause, (int16_t)play->pub->turns);
}

void th_end_lose(const struct th_play *play, int clause)
{
    finish(play, clause, true);
}

static bool all_carry(const struct th_rules *rules, const struct th_public *pub)
{
    for (int hunter = 0; hunter < rules->hunters; hunter++) {
        if (!pub->carries[hunter])
            return false;
    }
    return true;
}

static bool all_held_alone(const struct th_rules *rules, const struct th_public *pub)
{
    uint64_t nodes = 0;
    for (int hunter = 0; hunter < rules->hunters; hunter++)
        nodes |= TH_BIT(pub->at[hunter]);
    return !(nodes & ~TH_NODES_OF(pub->haunted)) && __builtin_popcountll(nodes) == rules->hunters;
}

static bool all_outside(const struct th_rules *rules, const struct th_public *pub)
{
    for (int hunter = 0; hunter < rules->hunters; hunter++) {
        if (pub->at[hunter] != TH_OUTSIDE)
            return false;
    }
    return true;
}

bool th_dead_end(const struct th_rules *rules, const struct th_public *pub)
{
    if (!rules->numbered || pub->out == TH_JEWELS)
        return false;
    for (int hunter = 0; hunter < rules->hunters; hunter++) {
        if (!pub->carries[hunter] || pub->carries[hunter] == pub->out + 1)
            return false;
    }
    return true;
}

/* At a dead end the game is lost, or the dead end is announced once. Returns true when the game ended. */
static bool dead_end_check(const struct th_play *play)
{
    struct th_public *pub = play->pub;
    if (pub->told || !th_dead_end(play->rules, pub))
        return false;
    LAN_EMIT(play->events, TH_EVENT_DEAD_END, TH_E6, pub->out);
    if (play->rules->deadlock_loses)
        finish(play, TH_E4, true);
    else
        pub->told = 1;
    return play->rules->deadlock_loses;
}

bool th_end_check(const struct th_play *play)
{
    const struct th_public *pub = play->pub;
    if (__builtin_popcount(pub->haunted) >= play->rules->haunt_max) {
        finish(play, TH_E1, true);
        return true;
    }
    if (all_carry(play->rules, pub)) {
        if (all_held_alone(play->rules, pub)) {
            finish(play, TH_E2, true);
            return true;
        }
        return dead_end_check(play);
    }
    if (pub->out == TH_JEWELS && all_outside(play->rules, pub)) {
        finish(play, TH_E3, false);
        return true;
    }
    return false;
}

void th_result(const struct lan_rules *base, const struct lan_state *opaque, struct lan_result *result)
{
    const struct th_public *pub = &th_state_of(opaque)->pub;
    *result = (struct lan_result){.over = pub->phase == TH_OVER, .clause = TH_E3};
    for (int seat = 0; seat < base->seats; seat++)
        result->score[seat] = pub->out;
    if (!result->over)
        return;
    result->clause = pub->ending;
    if (!pub->lost)
        result->winners = (uint16_t)((1u << base->seats) - 1);
}
