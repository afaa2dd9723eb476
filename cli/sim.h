/* sim.h - what the files of `lanterne sim` share: playing (sim.c), JSON, merging, tables, the page. */
#ifndef LAN_SIM_H
#define LAN_SIM_H

#include "level.h"
#include "stats.h"

enum { SIM_VARIANTS_MAX = 16, SIM_UNDER_BYTES = 64 };

/* One value of the option that varies. */
struct variant {
    union lan_rules_buf rules;
    char under[SIM_UNDER_BYTES]; /* "mode=advanced" */
};

struct sim {
    const struct settings *settings;
    const struct lan_rules *rules;
    int variants; /* 0 when no option varies; else game n is played by the rules of variant n % variants */
    struct variant *variant;
    char vary[SIM_VARIANTS_MAX * SIM_UNDER_BYTES]; /* "mode=classic,advanced", or empty */
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

/* The name of a group's value for people. */
void sim_group_name(const struct sim *sim, const struct lan_group *group, char *name, size_t size);

int sim_json(const struct sim *sim);

/*
 * Adds up the files of results named by the settings' words into `sim`. CLI_OK, or an exit code after complaining when
 * a file is no result, is of another set-up, or counts a part that another has counted.
 */
int sim_merge(const struct settings *settings, struct sim *sim, union lan_rules_buf *rules);

void sim_csv(const struct sim *sim);
void sim_print(const struct sim *sim);

/* The self-contained page, written to a file. False after complaining. */
bool sim_html(const struct sim *sim, const char *file);

#endif
