#include "json_out.h"

#include <stdio.h>

#include "args.h"
#include "lan.h"

enum { JSON_BYTES = 4 << 20 };

void json_begin(struct json_out *out)
{
    static char buffer[JSON_BYTES];
    out->text = lan_text_init(buffer, sizeof buffer);
    lan_json_init(&out->json, &out->text);
    out->json.base.open_object(&out->json.base, NULL);
}

void json_double(struct json_out *out, const char *key, double value)
{
    char number[40];
    snprintf(number, sizeof number, "%.9g", value);
    lan_json_value(&out->json, key, number);
}

void json_words(struct json_out *out, const char *key, const struct lan_words *words)
{
    struct lan_writer *w = &out->json.base;
    w->open_object(w, key);
    w->string(w, "en", words->in[LAN_EN]);
    w->string(w, "fr", words->in[LAN_FR]);
    w->close(w);
}

int json_end(struct json_out *out)
{
    out->json.base.close(&out->json.base);
    if (out->text.cut) {
        complain_in("the JSON would be longer than %d bytes", "le JSON dépasserait %d octets", JSON_BYTES);
        return CLI_FAILED;
    }
    puts(out->text.at);
    return CLI_OK;
}
