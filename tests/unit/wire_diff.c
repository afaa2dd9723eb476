/* The server's comparison of two views finds exactly the fields that changed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "diff.h"

static void expect(const char *before, const char *now, const char *expected)
{
    struct buf out = {0};
    js_object(&out, NULL);
    diff_write(&out, before, now);
    js_end_object(&out);
    assert_string_equal(buf_cstr(&out), expected);
    buf_free(&out);
}

static void test_all_without_a_before(void **state)
{
    (void)state;
    expect(NULL, "{\"a\":1,\"b\":[1,2]}", "{\"a\":1,\"b\":[1,2]}");
    expect(NULL, "{}", "{}");
}

static void test_only_what_changed(void **state)
{
    (void)state;
    expect("{\"a\":1,\"b\":[1,2]}", "{\"a\":1,\"b\":[1,2]}", "{}");
    expect("{\"a\":1,\"b\":[1,2]}", "{\"a\":1,\"b\":[1,3]}", "{\"b\":[1,3]}");
    expect("{\"a\":{\"x\":\"},\"},\"b\":2}", "{\"a\":{\"x\":\"},\"},\"b\":3}", "{\"b\":3}");
    expect("{\"a\":\"\\\"\"}", "{\"a\":\"\\\\\"}", "{\"a\":\"\\\\\"}");
}

static void test_fields_that_come_and_go(void **state)
{
    (void)state;
    expect("{\"a\":1}", "{\"a\":1,\"b\":2}", "{\"b\":2}");
    expect("{\"b\":2}", "{\"a\":1,\"b\":2}", "{\"a\":1}");
    expect("{\"a\":1,\"b\":2,\"c\":3}", "{\"a\":1,\"c\":3}", "{\"b\":null}");
    expect("{\"a\":1}", "{}", "{\"a\":null}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_without_a_before),
        cmocka_unit_test(test_only_what_changed),
        cmocka_unit_test(test_fields_that_come_and_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
