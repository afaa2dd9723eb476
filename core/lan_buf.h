/*
 * lan_buf.h - memory for any game's values, for callers that know the game only at run time. A part of lan.h,
 * which includes it.
 */
#ifndef LAN_BUF_H
#define LAN_BUF_H

union lan_state_buf {
    max_align_t align;
    uint8_t byte[LAN_STATE_MAX];
};
union lan_view_buf {
    max_align_t align;
    uint8_t byte[LAN_VIEW_MAX];
};
union lan_rules_buf {
    max_align_t align;
    struct lan_rules base;
    uint8_t byte[LAN_RULES_MAX];
};
union lan_sampler_buf {
    max_align_t align;
    uint8_t byte[LAN_SAMPLER_MAX];
};
union lan_digest_buf {
    max_align_t align;
    uint8_t byte[LAN_DIGEST_MAX];
};

#endif
