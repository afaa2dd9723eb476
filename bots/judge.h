/*
 * judge.h - what a position is worth to every seat, for the search: by the result of a finished game, the
 * game's outlook, or a net.
 */
#ifndef LAN_JUDGE_H
#define LAN_JUDGE_H

#include "lan.h"
#include "layout.h"
#include "net.h"

/* The reward of each seat for a finished game, between 0 and 1: mostly the win, a little the score. */
void judge_result(const struct lan_rules *rules, const struct lan_state *state, float reward[LAN_SEATS_MAX]);

/*
 * The reward for a game that is cut off and has an outlook: the outlook as a chance to win, or the lead over
 * `start`, the outlook with which the thinking began, in spans. A finished game counts by its winners.
 */
void judge_outlooks(const struct lan_rules *rules, const struct lan_state *state, float start,
                    float reward[LAN_SEATS_MAX]);

/* A net with what it needs to look at positions; in the caller's memory. */
struct judge {
    const struct net *net;
    union lan_view_buf view;
    uint8_t cells[LAN_LAYOUT_CELLS_MAX];
    struct net_work work;
    struct lan_layout layout[LAN_SEATS_MAX];
};

/* Only for nets that net_judges these rules; `net` and `rules` must outlive the judge. */
void judge_init(struct judge *judge, const struct net *net, const struct lan_rules *rules);

/*
 * Each seat's chance to win in an imagined position, between 0 and 1, by what `seat`, which is asked there,
 * knows of it; LAN_SEAT_NONE when the game has ended, which its winners share.
 */
void judge_position(struct judge *judge, const struct lan_rules *rules, const struct lan_state *state,
                    int seat, float reward[LAN_SEATS_MAX]);

#endif
