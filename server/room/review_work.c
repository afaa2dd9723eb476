#include "review_work.h"

#include <stdlib.h>

#include "document.h"
#include "env.h"
#include "record_read.h"
#include "review.h"

/* What the progress function needs. */
struct pace {
    struct review_work *work;
    int64_t since; /* processor time of this thread when the review began */
    bool late;
};

static bool progress(void *context, int done)
{
    struct pace *pace = context;
    atomic_store(&pace->work->done, done);
    pace->late = env_processor_ms() - pace->since > pace->work->bounds.processor_ms;
    return !pace->late && !atomic_load(&pace->work->left);
}

/* Writes the document of a review; without one when it would be too long. */
static void document_write(struct review_work *work, const struct review *review, const struct table *table)
{
    const char *names[LAN_SEATS_MAX];
    char *bytes = malloc(work->bounds.document);
    if (!bytes) {
        work->fail = FAIL_REVIEW_MEMORY;
        return;
    }
    struct lan_text text = lan_text_init(bytes, work->bounds.document);
    struct lan_json json;
    table_names(table, names);
    lan_json_init(&json, &text);
    json.base.open_object(&json.base, NULL);
    review_document(review, work->seat, names, &json);
    json.base.close(&json.base);
    if (text.cut) {
        work->fail = FAIL_REVIEW_LONG;
        free(bytes);
        return;
    }
    work->document = bytes;
    work->document_length = text.length;
}

static void table_review(struct review_work *work, const struct table *table)
{
    struct pace pace = {.work = work, .since = env_processor_ms()};
    struct review_setup setup = {.seats = (uint16_t)(1u << work->seat),
                                 .beliefs = REVIEW_BELIEFS,
                                 .memory = work->bounds.memory,
                                 .progress = progress,
                                 .context = &pace};
    struct review *review = review_create(table, &setup);
    if (review)
        document_write(work, review, table);
    else if (pace.late)
        work->fail = FAIL_REVIEW_TIME;
    else
        work->fail = atomic_load(&work->left) ? FAIL_STALE : FAIL_REVIEW_MEMORY;
    review_free(review);
}

void review_work_run(struct review_work *work)
{
    struct record record;
    if (atomic_load(&work->left)) {
        work->fail = FAIL_STALE;
        return;
    }
    if (!record_read(work->text, work->length, &record, &work->problem)) {
        work->fail = FAIL_REFUSED;
        return;
    }
    if (!review_possible(record.kind, record.table, &work->problem))
        work->fail = FAIL_REFUSED;
    else if (work->seat >= table_rules(record.table)->seats)
        work->fail = FAIL_NO_SEAT;
    else
        table_review(work, record.table);
    record_finish(&record);
}
