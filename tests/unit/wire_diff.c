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
    diff_write(&out, NULL, before, now);
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

/* `parts` is what is said of values within fields; what is not said there is said of whole fields. */
static void expect_parts(const char *before, const char *now, const char *expected, const char *parts)
{
    struct buf out = {0}, within = {0};
    js_object(&out, NULL);
    js_array(&within, NULL);
    diff_write(&out, &within, before, now);
    js_end_object(&out);
    js_end_array(&within);
    assert_string_equal(buf_cstr(&out), expected);
    assert_string_equal(buf_cstr(&within), parts);
    buf_free(&out);
    buf_free(&within);
}

#define LONG "\"a value that is long enough to be left out\""

static void test_parts_of_fields(void **state)
{
    (void)state;
    expect_parts("{\"a\":[{\"x\":1,\"y\":" LONG "},{\"x\":2,\"y\":" LONG "}],\"b\":1}",
                 "{\"a\":[{\"x\":1,\"y\":" LONG "},{\"x\":3,\"y\":" LONG "}],\"b\":2}", "{\"b\":2}",
                 "[[\"a\",1,\"x\",3]]");
    /* Another length, other keys, another kind: the value itself is replaced. */
    expect_parts("{\"a\":{\"l\":[1],\"o\":{\"p\":1},\"n\":null,\"y\":" LONG "}}",
                 "{\"a\":{\"l\":[1,2],\"o\":{\"q\":1},\"n\":[],\"y\":" LONG "}}", "{}",
                 "[[\"a\",\"l\",[1,2]],[\"a\",\"o\",{\"q\":1}],[\"a\",\"n\",[]]]");
    /* A field that is shorter than its parts, that is new, or that is gone. */
    expect_parts("{\"a\":[1,2],\"c\":[1]}", "{\"a\":[3,4],\"b\":[1]}", "{\"a\":[3,4],\"b\":[1],\"c\":null}",
                 "[]");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_without_a_before),
        cmocka_unit_test(test_only_what_changed),
        cmocka_unit_test(test_fields_that_come_and_go),
        cmocka_unit_test(test_parts_of_fields),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
