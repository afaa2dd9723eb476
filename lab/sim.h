/* sim.h - `lanterne sim`: the set-up and the results of a simulation. */
#ifndef LAN_SIM_H
#define LAN_SIM_H

#include "args.h"
#include "level.h"
#include "probe.h"
#include "stats.h"

enum { SIM_VARIANTS_MAX = 16, SIM_VARIANT_BYTES = 64 };

/* One value of the option given with --vary. */
struct variant {
    union lan_rules_buf rules;
    char name[SIM_VARIANT_BYTES]; /* "mode=advanced" */
};

struct sim {
    const struct settings *settings;
    const struct lan_rules *rules;
    int variants; /* 0 without --vary; else game n is played by the rules of variant n % variants */
    struct variant *variant;
    char vary[SIM_VARIANTS_MAX * SIM_VARIANT_BYTES]; /* "mode=classic,advanced", or empty */
    struct level level[LAN_SEATS_MAX];
    uint64_t seed, wanted;             /* games wanted in all shards; 0 when time decides */
    double may;                        /* probability that a random player takes an optional action */
    int shards;                        /* number of parts that the games are split into */
    uint8_t shard[CLI_SHARDS_MAX / 8]; /* parts counted in `stats`, by bit */
    struct stats stats;
    double seconds;     /* how long it took; 0 for a sum of parts, so that it depends on the games alone */
    bool partial;       /* stopped by a signal before all games were played, or made of such a part */
    struct probe probe; /* of `rules` */
};

static inline bool sim_has_shard(const struct sim *sim, int shard)
{
    return sim->shard[shard / 8] >> shard % 8 & 1;
}

/* Whether `may` matters: a random player sits at the table, and the game has may-actions. */
bool sim_may_matters(const struct sim *sim);

/* The command. */
int cmd_sim(const struct settings *settings);

#endif
