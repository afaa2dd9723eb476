#include "arena_luck.h"

#include <stdio.h>

#include "arena_game.h"
#include "json_out.h"
#include "review.h"
#include "stop.h"

/* Playouts of each draw: more make the luck more exact, fewer leave time for more games. */
enum { LUCK_PLAYOUTS = 32 };

static bool going_on(void *context, int done)
{
    (void)context;
    (void)done;
    return !stop_wanted();
}

/* The bots of a game. */
struct players {
    const struct arena *arena;
    const struct arena_lineup *lineup;
};

/*
 * Bots that answer at once from a question alone play in playouts too. A search or a program is too slow for
 * that, and `equilibrium` follows what it was told, to which playouts add nothing.
 */
static bool plays_on(const struct contender *contender)
{
    const struct lan_bot *bot = contender->player.player.bot;
    return !contender->command && (bot == &lan_bot_random || bot == &lan_bot_easy || bot == &lan_bot_rules);
}

static bool player_answer(void *context, const struct lan_question *question, uint64_t seed,
                          lan_action *action)
{
    const struct players *players = context;
    const struct contender *contender = &players->arena->bot[players->lineup->bot[question->seat]];
    const struct lan_player *player = &contender->player.player;
    struct lan_advice advice;
    if (!plays_on(contender))
        return false;
    player->bot->think(players->arena->rules, question, &player->budget, seed, &advice);
    *action = question->optional && advice.decline ? PLAYOUT_DECLINED : advice.action;
    return true;
}

/* Of all that is drawn in the playouts of a game: neither its dice nor the seeds of its bots. */
static uint64_t luck_seed(const struct arena *arena, uint64_t round, const struct arena_lineup *lineup)
{
    uint64_t hash = 0x6c75636b ^ arena->settings->seed;
    hash = hash * 0x9e3779b97f4a7c15 + round;
    for (int seat = 0; seat < arena->rules->seats; seat++)
        hash = hash * 0x9e3779b97f4a7c15 + lineup->bot[seat] + 1;
    return hash ^ hash >> 29;
}

bool arena_luck_find(const struct arena *arena, uint64_t round, const struct table *table,
                     struct arena_lineup *lineup)
{
    struct players players = {arena, lineup};
    const struct playout_bots bots = {player_answer, &players, !arena_counts_whole(arena)};
    const struct review_setup setup = {.playouts = LUCK_PLAYOUTS,
                                       .luck_only = true,
                                       .seed = luck_seed(arena, round, lineup),
                                       .bots = &bots,
                                       .progress = going_on};
    struct review *review = review_create(table, &setup);
    if (!review) {
        if (!stop_wanted())
            complain_in("no memory for the review of a game",
                        "pas assez de mémoire pour le bilan d'une partie");
        return false;
    }
    for (int seat = 0; seat < table_rules(table)->seats; seat++)
        lineup->luck[seat] = review->part[seat][REVIEW_LUCK] + review->part[seat][REVIEW_OTHERS] +
                             review->part[seat][REVIEW_OWN];
    review_free(review);
    return true;
}

/* How many times the variance shrinks without luck; 0 when that cannot be said. */
static double variance_ratio(const struct elo *raw, const struct variate *adjusted)
{
    double wide = elo_spread(raw), narrow = variate_spread(adjusted);
    return wide > 0 && narrow > 0 ? wide * wide / (narrow * narrow) : 0;
}

void arena_luck_print(const struct arena *arena)
{
    bool french = arena->settings->lang == LAN_FR;
    printf("\n%s\n", french ? "Sans la chance (docs/review.md), différence de part de victoires :"
                            : "Without luck (docs/review.md), difference of the win share:");
    for (int i = 0; i < arena->pairing_count; i++) {
        const struct arena_pairing *pairing = &arena->pairing[i];
        double ratio = variance_ratio(&pairing->raw, &pairing->adjusted),
               rounds = (double)pairing->raw.rounds;
        double single = variance_ratio(&pairing->single_raw, &pairing->single_adjusted);
        printf(french ? "%s contre %s : brute %+.3f ± %.3f, ajustée %+.3f ± %.3f"
                      : "%s against %s: raw %+.3f ± %.3f, adjusted %+.3f ± %.3f",
               arena->bot[pairing->challenger].name, arena->bot[pairing->reference].name,
               elo_mean(&pairing->raw), elo_spread(&pairing->raw), variate_mean(&pairing->adjusted),
               variate_spread(&pairing->adjusted));
        if (ratio > 0)
            printf(french ? " ; rapport des variances %.2f, comme %+.0f donnes de plus"
                          : "; ratio of variances %.2f, worth %+.0f more deals",
                   ratio, (ratio - 1) * rounds);
        if (single > 0)
            printf(french ? " ; d'une seule partie %.2f" : "; of a single game's share %.2f", single);
        printf(french ? " ; chance comptée à %.2f" : "; luck counted by %.2f",
               variate_beta(&pairing->adjusted));
        printf("\n");
    }
}

void arena_luck_json(const struct arena_pairing *pairing, struct json_out *out)
{
    struct lan_writer *w = &out->json.base;
    w->open_object(w, "luck");
    json_double(out, "raw", elo_mean(&pairing->raw));
    json_double(out, "raw_spread", elo_spread(&pairing->raw));
    json_double(out, "adjusted", variate_mean(&pairing->adjusted));
    json_double(out, "adjusted_spread", variate_spread(&pairing->adjusted));
    json_double(out, "share_of_luck", variate_beta(&pairing->adjusted));
    double ratio = variance_ratio(&pairing->raw, &pairing->adjusted);
    json_double(out, "variance_ratio", ratio);
    json_double(out, "variance_ratio_single",
                variance_ratio(&pairing->single_raw, &pairing->single_adjusted));
    json_double(out, "deals_saved", ratio > 0 ? (ratio - 1) * (double)pairing->raw.rounds : 0);
    w->close(w);
}
