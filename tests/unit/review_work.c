/* The bounds of a review on the server (server/room/review_work.h), and what it says of a record. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "review_work.h"

static const struct review_bounds wide = {INT64_MAX, (size_t)1 << 30, 1 << 20};

static char *text;
static size_t length;

static int text_read(void **unused)
{
    FILE *file = fopen("tests/golden/manor-version-2.json", "rb");
    (void)unused;
    if (!file)
        return -1;
    text = malloc(1 << 20);
    length = text ? fread(text, 1, 1 << 20, file) : 0;
    fclose(file);
    return length ? 0 : -1;
}

static int text_free(void **unused)
{
    (void)unused;
    free(text);
    return 0;
}

static struct review_work worked(struct review_bounds bounds, int seat, bool left)
{
    struct review_work work = {.text = text, .length = length, .seat = seat, .bounds = bounds};
    atomic_store(&work.left, left);
    review_work_run(&work);
    return work;
}

static void within_its_bounds_there_is_a_document(void **unused)
{
    struct review_work work = worked(wide, 0, false);
    (void)unused;
    assert_non_null(work.document);
    assert_int_equal(strlen(work.document), work.document_length);
    assert_int_equal(atomic_load(&work.done), 1000);
    /* The very bytes that it needs are enough, one less is not. */
    struct review_bounds tight = wide;
    tight.document = work.document_length + 1;
    struct review_work again = worked(tight, 0, false);
    assert_string_equal(again.document, work.document);
    tight.document--;
    struct review_work cut = worked(tight, 0, false);
    assert_null(cut.document);
    assert_int_equal(cut.fail, FAIL_REVIEW_LONG);
    free(work.document);
    free(again.document);
}

static void every_bound_has_its_own_reason(void **unused)
{
    struct review_bounds bounds = wide;
    (void)unused;
    bounds.processor_ms = -1;
    struct review_work work = worked(bounds, 0, false);
    assert_null(work.document);
    assert_int_equal(work.fail, FAIL_REVIEW_TIME);
    assert_true(atomic_load(&work.done) < 1000);
    /* Too little for the steps, then for the beliefs, then enough: nothing is computed before it is known. */
    int refused = 0;
    bounds = wide;
    for (bounds.memory = 1000; bounds.memory < wide.memory; bounds.memory += bounds.memory / 8) {
        work = worked(bounds, 0, false);
        if (work.document)
            break;
        refused++;
        assert_int_equal(work.fail, FAIL_REVIEW_MEMORY);
        assert_int_equal(atomic_load(&work.done), 0);
    }
    assert_non_null(work.document);
    assert_true(refused > 20);
    free(work.document);
}

static void one_that_is_left_ends_without_a_result(void **unused)
{
    struct review_work work = worked(wide, 0, true);
    (void)unused;
    assert_null(work.document);
    assert_int_equal(work.fail, FAIL_STALE);
}

static void a_record_that_is_refused_says_why(void **unused)
{
    (void)unused;
    struct review_work work = worked(wide, 5, false);
    assert_int_equal(work.fail, FAIL_NO_SEAT);
    size_t whole = length;
    length = 100;
    work = worked(wide, 0, false);
    length = whole;
    assert_null(work.document);
    assert_int_equal(work.fail, FAIL_REFUSED);
    assert_true(*work.problem.say[LAN_EN] && *work.problem.say[LAN_FR]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(within_its_bounds_there_is_a_document),
        cmocka_unit_test(every_bound_has_its_own_reason),
        cmocka_unit_test(one_that_is_left_ends_without_a_result),
        cmocka_unit_test(a_record_that_is_refused_says_why),
    };
    return cmocka_run_group_tests(tests, text_read, text_free);
}
