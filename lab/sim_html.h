/* sim_html.h - the results of a simulation as an HTML page. */
#ifndef LAN_SIM_HTML_H
#define LAN_SIM_HTML_H

#include "sim.h"

/* Writes the self-contained page to a file. False after complaining. */
bool sim_html(const struct sim *sim, const char *file);

#endif
