#include "passkey_cbor.h"

#include <cbor.h>
#include <string.h>

enum { DEPTH_MAX = 8 };

/* ---- What libcbor calls -------------------------------------------------------------------------------- */

static void number_set(struct passkey_item *item, uint64_t value, bool negative)
{
    if (value > INT64_MAX)
        return;
    item->kind = PASSKEY_NUMBER;
    item->number = negative ? -1 - (int64_t)value : (int64_t)value;
}

static void on_uint8(void *item, uint8_t value)
{
    number_set(item, value, false);
}

static void on_uint16(void *item, uint16_t value)
{
    number_set(item, value, false);
}

static void on_uint32(void *item, uint32_t value)
{
    number_set(item, value, false);
}

static void on_uint64(void *item, uint64_t value)
{
    number_set(item, value, false);
}

static void on_negint8(void *item, uint8_t value)
{
    number_set(item, value, true);
}

static void on_negint16(void *item, uint16_t value)
{
    number_set(item, value, true);
}

static void on_negint32(void *item, uint32_t value)
{
    number_set(item, value, true);
}

static void on_negint64(void *item, uint64_t value)
{
    number_set(item, value, true);
}

static void on_bytes(void *item, cbor_data bytes, size_t size)
{
    *(struct passkey_item *)item = (struct passkey_item){PASSKEY_BYTES, 0, bytes, size};
}

static void on_text(void *item, cbor_data bytes, size_t size)
{
    *(struct passkey_item *)item = (struct passkey_item){PASSKEY_TEXT, 0, bytes, size};
}

static void on_array(void *item, size_t size)
{
    *(struct passkey_item *)item = (struct passkey_item){PASSKEY_ARRAY, 0, NULL, size};
}

static void on_map(void *item, size_t size)
{
    *(struct passkey_item *)item = (struct passkey_item){PASSKEY_MAP, 0, NULL, size};
}

static void on_float(void *item, float value)
{
    (void)value;
    ((struct passkey_item *)item)->kind = PASSKEY_OTHER;
}

static void on_double(void *item, double value)
{
    (void)value;
    ((struct passkey_item *)item)->kind = PASSKEY_OTHER;
}

static void on_null(void *item)
{
    ((struct passkey_item *)item)->kind = PASSKEY_OTHER;
}

static void on_truth(void *item, bool value)
{
    (void)value;
    ((struct passkey_item *)item)->kind = PASSKEY_OTHER;
}

/* Of what is not here libcbor's own empty functions are called, and the item stays nothing. */
static struct cbor_callbacks callbacks_make(void)
{
    struct cbor_callbacks calls = cbor_empty_callbacks;
    calls.uint8 = on_uint8;
    calls.uint16 = on_uint16;
    calls.uint32 = on_uint32;
    calls.uint64 = on_uint64;
    calls.negint8 = on_negint8;
    calls.negint16 = on_negint16;
    calls.negint32 = on_negint32;
    calls.negint64 = on_negint64;
    calls.byte_string = on_bytes;
    calls.string = on_text;
    calls.array_start = on_array;
    calls.map_start = on_map;
    calls.float2 = on_float;
    calls.float4 = on_float;
    calls.float8 = on_double;
    calls.null = on_null;
    calls.undefined = on_null;
    calls.boolean = on_truth;
    return calls;
}

/* ---- Reading ------------------------------------------------------------------------------------------- */

bool passkey_item_read(struct passkey_reader *reader, struct passkey_item *item)
{
    const struct cbor_callbacks calls = callbacks_make();
    *item = (struct passkey_item){0};
    if (!reader->left)
        return false;
    struct cbor_decoder_result result = cbor_stream_decode(reader->at, reader->left, &calls, item);
    if (result.status != CBOR_DECODER_FINISHED || item->kind == PASSKEY_NOTHING || result.read > reader->left)
        return false;
    reader->at += result.read;
    reader->left -= result.read;
    return true;
}

static bool skip(struct passkey_reader *reader, int depth)
{
    struct passkey_item item;
    if (depth > DEPTH_MAX || !passkey_item_read(reader, &item))
        return false;
    if (item.kind != PASSKEY_ARRAY && item.kind != PASSKEY_MAP)
        return true;
    /* Every item takes a byte at least: a size beyond what is left is refused before the loop. */
    size_t count = item.size;
    if (count > reader->left)
        return false;
    count *= item.kind == PASSKEY_MAP ? 2 : 1;
    for (size_t i = 0; i < count; i++) {
        if (!skip(reader, depth + 1))
            return false;
    }
    return true;
}

bool passkey_item_skip(struct passkey_reader *reader)
{
    return skip(reader, 0);
}

bool passkey_text_is(const struct passkey_item *item, const char *text)
{
    return item->kind == PASSKEY_TEXT && item->size == strlen(text) &&
           memcmp(item->bytes, text, item->size) == 0;
}
