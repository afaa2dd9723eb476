/* assets.h - the files of the web page, linked into the program by scripts/assets. */
#ifndef LAN_SERVER_ASSETS_H
#define LAN_SERVER_ASSETS_H

#include <stdbool.h>
#include <stddef.h>

struct asset_bytes {
    const unsigned char *from, *to; /* both NULL when the asset is not available in this encoding */
};

struct asset {
    const char *path; /* "/index.html" */
    const char *type;
    const char *tag; /* a hash of the content, in quotes, for If-None-Match */
    bool forever;    /* the name holds a hash of the content, so it never changes */
    struct asset_bytes plain, gzip, brotli;
};

/* Sorted by path. */
extern const struct asset asset_table[];
extern const size_t asset_count;

/* Whether the page uses WebAssembly, which the content security policy must then allow. */
extern const bool asset_wasm;

#endif
