/* sim_json.h - the results of a simulation as JSON. */
#ifndef LAN_SIM_JSON_H
#define LAN_SIM_JSON_H

#include "sim.h"

/* Prints the results on stdout; returns an enum cli_exit. */
int sim_json(const struct sim *sim);

#endif
