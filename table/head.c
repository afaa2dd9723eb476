#include "head.h"

#include <stdlib.h>

#include "memory.h"
#include "write.h"

const char *const holder_words[3] = {"empty", "person", "bot"};
const char *const end_words[4] = {"running", "finished", "resigned", "abandoned"};
const char *const clock_words[2] = {"none", "budget"};
const char *const policy_words[2] = {"wait", "bot"};

void hash_hex(const uint8_t *bytes, int count, struct lan_text *out)
{
    static const char digits[] = "0123456789abcdef";
    for (int i = 0; i < count; i++) {
        lan_text_add_char(out, digits[bytes[i] >> 4]);
        lan_text_add_char(out, digits[bytes[i] & 15]);
    }
}

static void options_write(const struct table_rulebook *rulebook, struct lan_writer *w)
{
    const struct lan_config *config = &rulebook->rules->config;
    w->open_object(w, "options");
    for (int i = 0; i < rulebook->game->option_count; i++) {
        const struct lan_option *row = &rulebook->game->options[i];
        if (row->type == LAN_OPTION_CHOICE)
            w->string(w, row->name, row->choices[config->value[i]].id);
        else if (row->type == LAN_OPTION_NUMBER)
            w->number(w, row->name, config->value[i]);
        else
            w->string(w, row->name, lan_config_text(config, i));
    }
    w->close(w);
}

/* What decides how a log replays; the rules hash is taken over an object with these fields. */
static void rules_fields(const struct table_rulebook *rulebook, struct lan_writer *w)
{
    w->string(w, "game", rulebook->game->name);
    w->number(w, "version", rulebook->game->version);
    w->number(w, "players", rulebook->rules->seats);
    options_write(rulebook, w);
}

static void rules_write(const void *what, struct lan_text *out)
{
    struct lan_json json;
    lan_json_init(&json, out);
    json.base.open_object(&json.base, NULL);
    rules_fields(what, &json.base);
    json.base.close(&json.base);
}

static void seats_write(const struct table *table, struct lan_writer *w)
{
    w->open_array(w, "seats");
    for (int i = 0; i < table->rules->seats; i++) {
        const struct table_seat *seat = &table->first[i];
        w->open_object(w, NULL);
        w->string(w, "name", seat->name);
        w->string(w, "holder", holder_words[seat->holder]);
        if (seat->holder == TABLE_BOT)
            w->string(w, "level", seat->level);
        w->close(w);
    }
    w->close(w);
}

static void clock_write(const struct table *table, struct lan_writer *w)
{
    const struct table_clock *clock = &table->clock;
    w->open_object(w, "clock");
    w->string(w, "kind", clock_words[clock->kind]);
    w->string(w, "policy", policy_words[clock->policy]);
    w->number(w, "budget", clock->budget);
    w->number(w, "increment", clock->increment);
    w->number(w, "move", clock->move);
    w->number(w, "window", clock->window);
    w->close(w);
}

void head_write(const void *what, struct lan_text *out)
{
    const struct table *table = what;
    char hex[2 * LAN_HASH_BYTES + 1];
    struct lan_text text = lan_text_init(hex, sizeof hex);
    struct lan_json json;
    struct lan_writer *w = &json.base;
    hash_hex(table->rulebook->hash, LAN_HASH_BYTES, &text);
    lan_json_init(&json, out);
    w->open_object(w, NULL);
    rules_fields(table->rulebook, w);
    w->string(w, "rules", hex);
    seats_write(table, w);
    clock_write(table, w);
    w->string(w, "stand_in", table->stand_in);
    w->open_object(w, "commitments");
    for (int i = 0; i < table->commitments.count; i++)
        w->string(w, table->commitments.at[i].name, table->commitments.at[i].value);
    w->close(w);
    w->number(w, "start", table->started);
    w->close(w);
}

static bool text_hash(void (*write)(const void *what, struct lan_text *out), const void *what,
                      uint8_t hash[LAN_HASH_BYTES])
{
    struct lan_hash state;
    size_t length;
    char *text = memory_text_write(write, what, 2048, HEAD_BYTES_MAX, &length);
    if (!text)
        return false;
    lan_hash_init(&state);
    lan_hash_add(&state, text, length);
    lan_hash_end(&state, hash);
    free(text);
    return true;
}

bool head_hash(struct table *table)
{
    return text_hash(head_write, table, table->head);
}

bool rulebook_hash(struct table_rulebook *rulebook)
{
    return text_hash(rules_write, rulebook, rulebook->hash);
}

void table_rulebook_hash(const struct table_rulebook *rulebook, uint8_t hash[LAN_HASH_BYTES])
{
    for (int i = 0; i < LAN_HASH_BYTES; i++)
        hash[i] = rulebook->hash[i];
}

void table_rules_hash(const struct table *table, uint8_t hash[LAN_HASH_BYTES])
{
    table_rulebook_hash(table->rulebook, hash);
}
