#include "record_seen.h"

#include "record_parse.h"
#include "record_problem.h"
#include "head.h"

enum {
    FIELDS = 5, /* without `rules` */
    HEX_SIZE = 2 * RECORD_SEEN_BYTES + 1
};

static bool seats_parse(const json_t *json, int seats, uint16_t *mask)
{
    size_t at;
    const json_t *each;
    *mask = 0;
    json_array_foreach(json, at, each)
    {
        json_int_t seat = json_integer_value(each);
        if (seat < 1 || seat > seats || *mask >> (seat - 1) & 1)
            return false;
        *mask |= (uint16_t)(1u << (seat - 1));
    }
    return *mask;
}

static bool hashes_parse(const json_t *json, int seats, struct record_seen *seen)
{
    if (json_array_size(json) != (size_t)seats)
        return false;
    for (int seat = 0; seat < seats; seat++) {
        const json_t *hash = json_array_get(json, (size_t)seat);
        if (json_is_null(hash))
            continue;
        if (!json_bytes(hash, seen->hash[seat], RECORD_SEEN_BYTES))
            return false;
        seen->hashed |= (uint16_t)(1u << seat);
    }
    return true;
}

bool record_seen_parse(const json_t *json, int seats, struct record_seen *seen,
                       struct record_problem *problem)
{
    int64_t round;
    const json_t *rules = json_object_get(json, "rules");
    *seen = (struct record_seen){.ruled = rules};
    if (json_object_size(json) != FIELDS + (rules ? 1u : 0u) ||
        (rules && !json_bytes(rules, seen->rules, RECORD_SEEN_BYTES)) ||
        !json_range(json, "round", 1, INT32_MAX, &round) ||
        !json_bytes(json_object_get(json, "commitment"), seen->commitment, RECORD_SEEN_BYTES) ||
        !json_bytes(json_object_get(json, "bytes"), seen->bytes, RECORD_SEEN_BYTES) ||
        !seats_parse(json_object_get(json, "seats"), seats, &seen->seats) ||
        !hashes_parse(json_object_get(json, "hashes"), seats, seen))
        return record_refuse_field(problem, 0, "seen");
    seen->round = (int)round;
    return true;
}

static json_t *hex_json(const uint8_t bytes[RECORD_SEEN_BYTES])
{
    char hex[HEX_SIZE];
    struct lan_text text = lan_text_init(hex, sizeof hex);
    hash_hex(bytes, RECORD_SEEN_BYTES, &text);
    return json_string(hex);
}

json_t *record_seen_json(const struct record_seen *seen, int seats)
{
    json_t *mine = json_array(), *hashes = json_array();
    for (int seat = 0; seat < seats; seat++) {
        if (seen->seats >> seat & 1)
            json_array_append_new(mine, json_integer(seat + 1));
        json_array_append_new(hashes, seen->hashed >> seat & 1 ? hex_json(seen->hash[seat]) : json_null());
    }
    json_t *json =
        json_pack("{si so so so so}", "round", seen->round, "commitment", hex_json(seen->commitment), "seats",
                  mine, "hashes", hashes, "bytes", hex_json(seen->bytes));
    if (json && seen->ruled)
        json_object_set_new(json, "rules", hex_json(seen->rules));
    return json;
}
