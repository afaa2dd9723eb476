/* sim_merge.h - `lanterne sim --merge`: adds up the results of simulations that were run in parts. */
#ifndef LAN_SIM_MERGE_H
#define LAN_SIM_MERGE_H

#include "sim.h"

/*
 * Adds up the result files in settings->words into `sim`. CLI_OK, or an exit code after complaining when a
 * file is not a result, has a different set-up, or repeats a shard of another file.
 */
int sim_merge(const struct settings *settings, struct sim *sim, union lan_rules_buf *rules);

#endif
