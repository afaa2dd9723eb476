/* The server's quick JSON reader gives the same result as jansson, on valid and on broken texts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "lan.h"
#include "json_read.h"

static void expect_same(const char *text, size_t size)
{
    json_t *slow = json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL), *quick = json_read_quick(text, size);
    assert_int_equal(slow == NULL, quick == NULL);
    if (slow)
        assert_true(json_equal(slow, quick));
    json_decref(slow);
    json_decref(quick);
}

static const char *const texts[] = {
    "{}",
    "[]",
    "[[],{}]",
    "{\"id\":7,\"op\":\"move\",\"table\":\"0123456789\",\"seat\":1,\"move\":\"12\",\"decision\":3,"
    "\"action\":\"go 4\"}",
    "{\"t\":\"play\",\"at\":1700000000000,\"seat\":2,"
    "\"e\":[{\"n\":1,\"ok\":true},{\"n\":2,\"ok\":false},null]}",
    "{\"a\":-1,\"b\":0,\"c\":999999999999999999,\"d\":-999999999999999999}",
    "{\"a\":9223372036854775807}",
    "{\"a\":9223372036854775808}",
    "{\"a\":-0}",
    "{\"a\":01}",
    "{\"a\":1.5,\"b\":1e3}",
    "{\"a\":1.}",
    "{\"a\":}",
    "{\"a\" : [ 1 , 2 ] }",
    "{\"a\":1,\"a\":2}",
    "{\"a\":1,}",
    "[1,]",
    "{\"\":\"\"}",
    "{\"a\":\"\\u00e9\\n\"}",
    "{\"a\":\"\xc3\xa9\"}",
    "{\"a\":\"\xff\"}",
    "{\"a\":\"b",
    "{\"a\":tru}",
    "{\"a\":truer}",
    "{} ",
    "{}x",
    "7",
    "\"a\"",
    "",
    "[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]",
    "{\"a key of more than sixty-four letters, which no message of ours has had up to now\":1}",
};

static void test_texts(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        expect_same(texts[i], strlen(texts[i]));
}

/* Every text with some of its bytes replaced, doubled or removed. */
static void test_texts_spoilt(void **state)
{
    static const char bytes[] = "{}[]\",:\\0129-.eE truefalsn\x01\x7f\x80\xc3";
    struct lan_rng rng;
    char spoilt[256];
    (void)state;
    lan_rng_init(&rng, 1);
    for (int round = 0; round < 20000; round++) {
        const char *text = texts[lan_rng_below(&rng, sizeof texts / sizeof *texts)];
        size_t size = strlen(text);
        memcpy(spoilt, text, size);
        for (uint32_t times = lan_rng_below(&rng, 3) + 1; times > 0 && size; times--) {
            size_t at = lan_rng_below(&rng, (uint32_t)size);
            if (lan_rng_below(&rng, 2))
                spoilt[at] = bytes[lan_rng_below(&rng, sizeof bytes - 1)];
            else
                memmove(spoilt + at, spoilt + at + 1, --size - at);
        }
        expect_same(spoilt, size);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_texts_spoilt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
