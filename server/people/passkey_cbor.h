/*
 * passkey_cbor.h - reads the CBOR (RFC 8949) of passkeys item by item, with libcbor's streaming decoder.
 *
 * Nothing is allocated, whatever sizes an input claims to have: an item points into the input. Items of
 * indefinite length and tags are refused; authenticators send none (CTAP2 canonical CBOR).
 */
#ifndef LAN_SERVER_PASSKEY_CBOR_H
#define LAN_SERVER_PASSKEY_CBOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum passkey_item_kind {
    PASSKEY_NOTHING,
    PASSKEY_NUMBER,
    PASSKEY_BYTES,
    PASSKEY_TEXT,
    PASSKEY_ARRAY,
    PASSKEY_MAP,
    PASSKEY_OTHER, /* truth values, null, floats: their values are of no interest */
};

struct passkey_item {
    enum passkey_item_kind kind;
    int64_t number;       /* of a number */
    const uint8_t *bytes; /* of bytes or a text */
    size_t size;          /* of these; or how many items an array has, or pairs a map */
};

struct passkey_reader {
    const uint8_t *at;
    size_t left;
};

/* Reads the next item; of an array or a map its head alone. False when there is none. */
bool passkey_item_read(struct passkey_reader *reader, struct passkey_item *item);
/* Reads over the next item and all that is in it. False when there is none, or it is nested too deep. */
bool passkey_item_skip(struct passkey_reader *reader);
/* Whether the item is this text. */
bool passkey_text_is(const struct passkey_item *item, const char *text);

#endif
