#include "audit.h"

#include <stdio.h>

#include "buf.h"
#include "env.h"
#include "space.h"
#include "store.h"

enum { AUDIT_LETTERS = 8 };

static void text_put(struct buf *out, const char *key, const char *text)
{
    if (text && *text)
        js_string(out, key, text);
}

void audit_put(struct store_batch *batch, struct env *env, int64_t now, const struct audit *audit)
{
    char key[STORE_NAME_MAX], random[AUDIT_LETTERS + 1];
    struct buf out = {0};
    env_id(env, random, AUDIT_LETTERS);
    /* Thirteen digits until the year 2286, so that the order of keys is that of time. */
    snprintf(key, sizeof key, "%013lld/%s", (long long)now, random);
    js_object(&out, NULL);
    js_int(&out, "at", now);
    js_string(&out, "what", audit->what);
    text_put(&out, "by", audit->by);
    text_put(&out, "by_name", audit->by && *audit->by ? audit->by_name : "admin");
    text_put(&out, "whom", audit->whom);
    text_put(&out, "whom_name", audit->whom_name);
    text_put(&out, "table", audit->table);
    text_put(&out, "reason", audit->reason);
    text_put(&out, "note", audit->note);
    if (audit->until)
        js_int(&out, "until", audit->until);
    js_end_object(&out);
    store_batch_put(batch, STORE_PUT, SPACE_AUDIT, key, out.at, out.length);
    buf_free(&out);
}
