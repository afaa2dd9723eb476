/* push.c - Web Push without a network: the examples of RFC 8291 and RFC 8292, addresses, quiet hours. */
#include <arpa/inet.h>
#include <jansson.h>
#include <netinet/in.h>
#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <openssl/core_names.h>
#include <openssl/ecdsa.h>

#include "buf.h"
#include "push_crypt.h"
#include "push_device.h"
#include "push_target.h"

static void decode(const char *text, uint8_t *out, size_t count)
{
    size_t found = 0;
    assert_int_equal(sodium_base642bin(out, count, text, strlen(text), NULL, &found, NULL,
                                       sodium_base64_VARIANT_URLSAFE_NO_PADDING),
                     0);
    assert_int_equal(found, count);
}

/* RFC 8291, section 5 and appendix A. */
static const char ua_public[] =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
static const char ua_auth[] = "BTBZMqHH6r4Tts7J_aSIgg";

static void test_the_example_of_rfc_8291(void **state)
{
    static const char expected[] =
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6Tlz"
        "AC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
    static const char text[] = "When I grow up, I want to be a watermelon";
    uint8_t scalar[PUSH_SCALAR], point[PUSH_POINT], auth[PUSH_AUTH];
    struct push_sender sender = {.padded = sizeof text - 1};
    struct buf out = {0};
    char coded[512];
    (void)state;
    decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", scalar, sizeof scalar);
    decode("DGv6ra1nlYgDCS1FRnbzlw", sender.salt, sizeof sender.salt);
    decode(ua_public, point, sizeof point);
    decode(ua_auth, auth, sizeof auth);
    struct vapid *own = vapid_create(scalar);
    assert_string_equal(
        own->text, "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8");
    sender.own = own;
    assert_true(push_encrypt_by(&out, &sender, point, auth, text, sizeof text - 1));
    sodium_bin2base64(coded, sizeof coded, (const uint8_t *)out.at, out.length,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    assert_string_equal(coded, expected);
    buf_free(&out);
    vapid_free(own);
}

static void test_messages_of_one_length_that_are_never_the_same(void **state)
{
    uint8_t point[PUSH_POINT], auth[PUSH_AUTH];
    struct buf one = {0}, other = {0};
    char longest[PUSH_TEXT];
    (void)state;
    decode(ua_public, point, sizeof point);
    decode(ua_auth, auth, sizeof auth);
    memset(longest, 'x', sizeof longest);
    assert_true(push_encrypt(&one, point, auth, "", 0));
    assert_true(push_encrypt(&other, point, auth, longest, sizeof longest));
    assert_int_equal(one.length, other.length);
    assert_int_equal(one.length, 86 + PUSH_TEXT + 1 + 16);
    assert_memory_not_equal(one.at, other.at, PUSH_SALT);
    assert_memory_not_equal(one.at + 21, other.at + 21, PUSH_POINT);
    buf_free(&one);
    buf_free(&other);
    /* No point of the curve, and no point at all. */
    point[64] ^= 1;
    assert_false(push_point_valid(point));
    assert_false(push_encrypt(&one, point, auth, "", 0));
    point[64] ^= 1;
    point[0] = 2;
    assert_false(push_point_valid(point));
    memset(point, 0, sizeof point);
    assert_false(push_point_valid(point));
}

/* RFC 8292, section 2.4: the same header and claims. Its signature is another one each time. */
static void test_the_example_of_rfc_8292(void **state)
{
    static const char expected[] =
        "vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0"
        "NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.";
    static const uint8_t seal[32] = {7};
    uint8_t raw[64];
    struct buf out = {0};
    struct vapid *vapid = vapid_derive(seal), *again = vapid_derive(seal);
    unsigned char *der = NULL;
    (void)state;
    assert_string_equal(vapid->text, again->text);
    vapid_write(&out, vapid, "https://push.example.net", "mailto:push@example.com", 1453523768);
    size_t prefix = sizeof expected - 1, token = strlen("vapid t=");
    assert_memory_equal(buf_cstr(&out), expected, prefix);
    char *rest = out.at + prefix, *end = strstr(rest, ", k=");
    assert_non_null(end);
    assert_string_equal(end + 4, vapid->text);
    *end = 0;
    decode(rest, raw, sizeof raw);
    ECDSA_SIG *signature = ECDSA_SIG_new();
    ECDSA_SIG_set0(signature, BN_bin2bn(raw, 32, NULL), BN_bin2bn(raw + 32, 32, NULL));
    int size = i2d_ECDSA_SIG(signature, &der);
    for (int changed = 0; changed < 2; changed++) {
        EVP_MD_CTX *context = EVP_MD_CTX_new();
        out.at[token] = (char)(out.at[token] + changed);
        assert_int_equal(EVP_DigestVerifyInit(context, NULL, EVP_sha256(), NULL, again->key), 1);
        assert_int_equal(EVP_DigestVerify(context, der, (size_t)size, (const uint8_t *)out.at + token,
                                          prefix - 1 - token) == 1,
                         !changed);
        EVP_MD_CTX_free(context);
    }
    OPENSSL_free(der);
    ECDSA_SIG_free(signature);
    buf_free(&out);
    vapid_free(vapid);
    vapid_free(again);
}

static void test_private_keys_out_of_range(void **state)
{
    uint8_t scalar[PUSH_SCALAR] = {0};
    (void)state;
    assert_null(vapid_create(scalar));
    memset(scalar, 0xff, sizeof scalar);
    assert_null(vapid_create(scalar));
}

/* ---- Addresses ----------------------------------------------------------------------------------------- */

static bool allowed(const char *text, int port, int sink)
{
    struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)port)};
    if (inet_pton(AF_INET, text, &four.sin_addr) == 1)
        return push_address_allowed((const struct sockaddr *)&four, sink);
    assert_int_equal(inet_pton(AF_INET6, text, &six.sin6_addr), 1);
    return push_address_allowed((const struct sockaddr *)&six, sink);
}

static const char *const inside[] = {
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "10.255.255.255",
    "100.64.0.1",
    "100.127.255.255",
    "127.0.0.1",
    "127.9.9.9",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.8",
    "192.0.2.1",
    "192.88.99.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.19.255.255",
    "198.51.100.7",
    "203.0.113.9",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:10.1.2.3",
    "::ffff:169.254.169.254",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b::a00:1",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:0:7f00:1::",
    "2001:db8::1",
    "2002:7f00:1::1",
    "2002:c0a8:101::1",
    "3fff::1",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fec0::1",
    "ff02::1",
};
static const char *const outside[] = {
    "1.1.1.1",         "8.8.8.8",           "9.255.255.255",
    "11.0.0.0",        "100.63.255.255",    "100.128.0.0",
    "126.255.255.255", "128.0.0.0",         "169.253.255.255",
    "172.15.255.255",  "172.32.0.0",        "192.167.255.255",
    "192.169.0.0",     "198.17.255.255",    "198.20.0.0",
    "223.255.255.255", "::ffff:8.8.8.8",    "64:ff9b::808:808",
    "2606:4700::1111", "2a00:1450:4001::1", "2001:4860:4860::8888",
};

static void test_addresses_that_are_not_public(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof inside / sizeof *inside; i++) {
        if (allowed(inside[i], 443, 0))
            fail_msg("%s is allowed", inside[i]);
    }
    for (size_t i = 0; i < sizeof outside / sizeof *outside; i++) {
        if (!allowed(outside[i], 443, 0))
            fail_msg("%s is not allowed", outside[i]);
    }
    /* The sink of tests is one port of one address. */
    assert_true(allowed("127.0.0.1", 9443, 9443));
    assert_false(allowed("127.0.0.1", 443, 9443));
    assert_false(allowed("127.0.0.2", 9443, 9443));
    assert_false(allowed("10.0.0.1", 9443, 9443));
    assert_false(allowed("::1", 9443, 9443));
    assert_false(push_address_allowed(&(struct sockaddr){.sa_family = AF_UNIX}, 0));
}

static void test_endpoints(void **state)
{
    static const char *const bad[] = {
        "",
        "https://",
        "http://push.example/x",
        "HTTPS://push.example/x",
        "ftp://push.example/",
        "//push.example/",
        "https://ada@push.example/x",
        "https://ada:word@push.example/x",
        "https://push.example:8443/x",
        "https://push.example:80/",
        "https://push.example/#x",
        "https://push.example/\r\nX: y",
        "https://push.example/a b",
        "https://push.exa\xc3\xa9mple/",
        "https://push.example:70000/",
        "file:///etc/passwd",
    };
    char origin[PUSH_ORIGIN_MAX];
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (push_endpoint_valid(bad[i], 0, origin))
            fail_msg("%s is valid", bad[i]);
    }
    assert_true(push_endpoint_valid("https://push.example/send/abc?x=1", 0, origin));
    assert_string_equal(origin, "https://push.example");
    assert_true(push_endpoint_valid("https://push.example:443/", 0, origin));
    assert_string_equal(origin, "https://push.example");
    assert_true(push_endpoint_valid("https://127.0.0.1:9443/x", 9443, origin));
    assert_string_equal(origin, "https://127.0.0.1:9443");
}

/* ---- Quiet hours --------------------------------------------------------------------------------------- */

enum { MINUTE = 60000, HOUR = 60 * MINUTE };

static void test_quiet_hours(void **state)
{
    const int64_t day = 24 * (int64_t)HOUR, winter = 20000 * day, summer = winter + 100 * day;
    struct push_device device = {.quiet_from = 22 * 60, .quiet_to = 7 * 60, .shift_count = 2};
    (void)state;
    device.shifts[0] = (struct push_shift){winter, 60};
    device.shifts[1] = (struct push_shift){winter + 50 * day, 120};
    /* 21:59, 22:00, midnight, 6:59:30 and 7:00 of an hour ahead of UTC */
    assert_int_equal(push_quiet_left(&device, winter + 21 * HOUR - MINUTE), 0);
    assert_int_equal(push_quiet_left(&device, winter + 21 * HOUR), 9 * HOUR);
    assert_int_equal(push_quiet_left(&device, winter + 23 * HOUR), 7 * HOUR);
    assert_int_equal(push_quiet_left(&device, winter + 6 * HOUR - MINUTE / 2), MINUTE / 2);
    assert_int_equal(push_quiet_left(&device, winter + 6 * HOUR), 0);
    /* The clock of the device goes forward in between. */
    assert_int_equal(push_quiet_left(&device, summer + 20 * HOUR), 9 * HOUR);
    assert_int_equal(push_quiet_left(&device, summer + 5 * HOUR), 0);
    /* The first offset counts before its time, too; west of Greenwich. */
    device.shifts[0].minutes = -300;
    assert_int_equal(push_quiet_left(&device, winter - day + 3 * HOUR), 9 * HOUR);
    device.quiet_from = device.quiet_to;
    for (int hour = 0; hour < 24; hour++)
        assert_int_equal(push_quiet_left(&device, winter + hour * (int64_t)HOUR), 0);
    device = (struct push_device){.quiet_from = 12 * 60, .quiet_to = 14 * 60};
    assert_int_equal(push_quiet_left(&device, winter + 13 * HOUR), HOUR);
    assert_int_equal(push_quiet_left(&device, winter + 14 * HOUR), 0);
}

static const char *read_with(const char *key, const char *value)
{
    struct push_device device;
    json_t *json = json_pack("{s:s,s:s,s:s,s:s,s:[s]}", "endpoint", "https://push.example/x", "p256dh",
                             ua_public, "auth", ua_auth, "lang", "fr", "kinds", "turn");
    json_t *field = json_loads(value, JSON_DECODE_ANY, NULL);
    assert_non_null(field);
    json_object_set_new(json, key, field);
    const char *wrong = push_device_read(json, 0, &device);
    json_decref(json);
    return wrong;
}

static void test_devices_with_wrong_fields(void **state)
{
    static const struct {
        const char *key, *value;
        bool good;
    } rows[] = {
        {"lang", "\"fr\"", true},
        {"lang", "\"de\"", false},
        {"lang", "1", false},
        {"endpoint", "7", false},
        {"endpoint", "\"http://push.example/\"", false},
        {"p256dh", "\"BCVx\"", false},
        {"p256dh", "null", false},
        {"auth", "\"BTBZMqHH6r4Tts7J_aSI\"", false},
        {"auth", "\"BTBZMqHH6r4Tts7J+aSIgg\"", false},
        {"kinds", "[]", true},
        {"kinds", "[\"turn\",\"wait\",\"invite\",\"turn\"]", true},
        {"kinds", "[\"chat\"]", false},
        {"kinds", "[3]", false},
        {"kinds", "{}", false},
        {"quiet", "{\"from\":0,\"to\":1439}", true},
        {"quiet", "{\"from\":0,\"to\":1440}", false},
        {"quiet", "{\"from\":-1,\"to\":0}", false},
        {"quiet", "{\"from\":4294967296,\"to\":0}", false},
        {"quiet", "[]", false},
        {"shifts", "[{\"at\":0,\"minutes\":60}]", true},
        {"shifts", "[{\"at\":0,\"minutes\":1440}]", false},
        {"shifts", "[{\"at\":\"x\",\"minutes\":0}]", false},
        {"shifts", "[1]", false},
        {"shifts", "[{},{},{},{},{},{},{},{},{}]", false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *wrong = read_with(rows[i].key, rows[i].value);
        if (rows[i].good ? wrong != NULL : !wrong || strcmp(wrong, rows[i].key) != 0)
            fail_msg("%s %s: %s", rows[i].key, rows[i].value, wrong ? wrong : "accepted");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_example_of_rfc_8291),
        cmocka_unit_test(test_messages_of_one_length_that_are_never_the_same),
        cmocka_unit_test(test_the_example_of_rfc_8292),
        cmocka_unit_test(test_private_keys_out_of_range),
        cmocka_unit_test(test_addresses_that_are_not_public),
        cmocka_unit_test(test_endpoints),
        cmocka_unit_test(test_quiet_hours),
        cmocka_unit_test(test_devices_with_wrong_fields),
    };
    if (sodium_init() < 0)
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
