/* sim_html.h - the results of a simulation as a page. */
#ifndef LAN_SIM_HTML_H
#define LAN_SIM_HTML_H

#include "sim.h"

/* The self-contained page, written to a file. False after complaining. */
bool sim_html(const struct sim *sim, const char *file);

#endif
