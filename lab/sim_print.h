/* sim_print.h - the results of a simulation as a table and as CSV. */
#ifndef LAN_SIM_PRINT_H
#define LAN_SIM_PRINT_H

#include "sim.h"

/* The name of a group's value for people. */
void sim_group_name(const struct sim *sim, const struct lan_group *group, char *name, size_t size);

void sim_csv(const struct sim *sim);
void sim_print(const struct sim *sim);

#endif
