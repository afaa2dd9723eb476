/* json_out.h - one JSON object on stdout. */
#ifndef LAN_JSON_OUT_H
#define LAN_JSON_OUT_H

#include "text.h"
#include "write.h"

struct lan_words;

/* Usage: json_begin opens the object, members are written through `json`, json_end closes and prints it. */
struct json_out {
    struct lan_json json;
    struct lan_text text;
};

void json_begin(struct json_out *out);
void json_double(struct json_out *out, const char *key, double value);
void json_words(struct json_out *out, const char *key, const struct lan_words *words);
int json_end(struct json_out *out); /* CLI_OK, or CLI_FAILED after complaining */

#endif
