/*
 * calibrate.h - `lanterne calibrate`: whether what a review says is so.
 *
 * Beliefs: in games between bots that were not used to make anything of the review, every belief of a seat in
 * a value of a hidden thing is a prediction; of those that say about p, a share p should come true. Marks: a
 * search with ten times the usual iterations is asked about every decision that a review calls a mistake; it
 * disagrees when it would do what was marked.
 */
#ifndef LAN_CALIBRATE_H
#define LAN_CALIBRATE_H

#include "args.h"

/* The command. */
int cmd_calibrate(const struct settings *settings);

#endif
