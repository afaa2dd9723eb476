/* cmd_review.h - `lanterne review`: tells what a finished game owed to luck, to the others and to oneself. */
#ifndef LAN_CMD_REVIEW_H
#define LAN_CMD_REVIEW_H

struct settings;

int cmd_review(const struct settings *settings);

#endif
