/*
 * sim_plot.h - the figures of a report: rates with intervals, and histograms, as HTML with inline SVG.
 *
 * Positions along x are percentages of the figure's width, so that figures fit any page without scaling their
 * text. Colours are CSS variables, which the page defines for light, dark and printed.
 */
#ifndef LAN_SIM_PLOT_H
#define LAN_SIM_PLOT_H

#include <stdbool.h>
#include <stdint.h>

#include "lan.h"

/* printf to a page. */
void page_format(struct lan_text *page, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Appends text with HTML escapes; names and options are user input. */
void page_escape(struct lan_text *page, const char *text);

/* One rate with its 95 % interval. */
struct plot_row {
    char name[96];
    int colour; /* rows of the same variant have the same colour */
    double rate, low, high;
    uint64_t count;
};

/* A line at the equal share, with its name; a share below 0 draws none. */
struct plot_line {
    double share;
    const char *name;
};

/*
 * A figure with a row for each rate on one scale, which is fitted to the intervals and the line, with its
 * axis below.
 */
void plot_rates(struct lan_text *page, const char *title, const char *axis, const struct plot_row *row,
                int rows, struct plot_line line);

/*
 * A histogram of `size` counts; count[i] is that of the value i - zero. Nothing when there are only two
 * values or one.
 */
void plot_histogram(struct lan_text *page, const char *title, const char *axis, const uint64_t *count,
                    int size, int zero);

#endif
