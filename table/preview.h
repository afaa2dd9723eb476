/*
 * preview.h - what an action would do, as far as the seat can know before playing it.
 *
 * Made from the seat's view alone: the game's sampler draws states that the seat cannot tell from the true
 * one, the action is carried out in each, and what all outcomes have in common is the preview. So a preview
 * shows nothing that the seat does not know, in any game. Chance is never drawn: where it would act the
 * preview ends.
 */
#ifndef LAN_PREVIEW_H
#define LAN_PREVIEW_H

#include "lan.h"

/*
 * States drawn for one preview. A difference that shows in a share p of the possible states is missed with
 * probability (1 - p)^PREVIEW_STATES; with p = 1/30 that is 0.0002.
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
        told; /* as the seat would be told; of PREVIEW_HIDDEN the first events, told in any case */
    union lan_view_buf view; /* the seat's view after the action; not with PREVIEW_HIDDEN */
    struct lan_turn turn;    /* after the action, the public part of it; not with PREVIEW_HIDDEN */
};

/*
 * 0, or the refusal of an action that the seat may not play. The same view and action always give the same
 * preview, so that asking repeatedly tells no more than asking once.
 */
int preview_make(const struct lan_rules *rules, const struct lan_view *view, int seat, lan_action action,
                 struct preview *preview);

#endif
