/*
 * preview.h - what an action would do as far as the seat that thinks of it can tell.
 *
 * It is made from the seat's view alone: states are drawn that the seat cannot tell from the true one, the action
 * is carried out in each, and what all of them agree upon is the preview. So it shows nothing that the seat does
 * not know, whatever the game. Chance is never drawn: where it would act the preview ends.
 */
#ifndef LAN_PREVIEW_H
#define LAN_PREVIEW_H

#include "lan.h"

/*
 * States drawn for one preview. What differs in a share p of all possible states is missed with probability
 * (1 - p)^PREVIEW_STATES: one in thirty is missed twice in ten thousand times.
 */
enum { PREVIEW_STATES = 256 };

enum preview_end {
    PREVIEW_SETTLED, /* the next question is a person's, or the game is over */
    PREVIEW_CHANCE,  /* dice or a deck would act now: everything is as it would be just before that */
    PREVIEW_HIDDEN,  /* what happens depends on something the seat does not know */
    PREVIEW_ENDS
};

struct preview {
    enum preview_end end;
    struct lan_events
        told; /* as the seat would be told; with PREVIEW_HIDDEN what is told in any case first */
    union lan_view_buf view; /* the seat's view after it; not with PREVIEW_HIDDEN */
    struct lan_turn turn;    /* the same; `must` and what is public of it */
};

/* 0, or the refusal of an action that the seat may not play. The same view and action give the same preview. */
int preview_make(const struct lan_rules *rules, const struct lan_view *view, int seat, lan_action action,
                 struct preview *preview);

#endif
