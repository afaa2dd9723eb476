/* sim_merge.h - adding up results of simulations that were run in parts. */
#ifndef LAN_SIM_MERGE_H
#define LAN_SIM_MERGE_H

#include "sim.h"

/*
 * Adds up the files of results named by the settings' words into `sim`. CLI_OK, or an exit code after
 * complaining when a file is no result, is of another set-up, or counts a part that another has counted.
 */
int sim_merge(const struct settings *settings, struct sim *sim, union lan_rules_buf *rules);

#endif
