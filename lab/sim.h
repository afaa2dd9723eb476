/* sim.h - `lanterne sim`: many games played by bots, and what is counted over them. */
#ifndef LAN_SIM_H
#define LAN_SIM_H

#include "args.h"
#include "level.h"
#include "stats.h"

enum { SIM_VARIANTS_MAX = 16, SIM_VARIANT_BYTES = 64 };

/* One value of the option that varies. */
struct variant {
    union lan_rules_buf rules;
    char name[SIM_VARIANT_BYTES]; /* "mode=advanced" */
};

struct sim {
    const struct settings *settings;
    const struct lan_rules *rules;
    int variants; /* 0 when no option varies; else game n is played by the rules of variant n % variants */
    struct variant *variant;
    char vary[SIM_VARIANTS_MAX * SIM_VARIANT_BYTES]; /* "mode=classic,advanced", or empty */
    struct level level[LAN_SEATS_MAX];
    uint64_t seed, wanted;             /* games wanted in all shards; 0 when time decides */
    double may;                        /* how often random players do what they may but need not */
    int shards;                        /* into how many parts the games are split */
    uint8_t shard[CLI_SHARDS_MAX / 8]; /* which of them are counted here, by bit */
    struct stats stats;
    double seconds;
};

static inline bool sim_has_shard(const struct sim *sim, int shard)
{
    return sim->shard[shard / 8] >> shard % 8 & 1;
}

/* The command. */
int cmd_sim(const struct settings *settings);

#endif
