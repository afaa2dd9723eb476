/*
 * save.c - an environment as bytes.
 *
 * The first word of the format and its version, a hash of what follows, and then: the game's name and
 * version, the number of players, the options, the position, the chance to come, and what every seat was
 * told. Numbers are little endian. Restoring reads everything into memory of its own and takes it over at the
 * end.
 */
#include <stdlib.h>
#include <string.h>

#include "env_state.h"
#include "hash.h"

static const uint8_t magic[8] = {'L', 'a', 'n', 'E', 'n', 'v', 0, 1};

enum { HEAD_BYTES = sizeof magic + LAN_HASH_BYTES };

/* Writes where there is room, and counts in any case. */
struct sink {
    uint8_t *bytes;
    size_t size, length;
};

static void put(struct sink *sink, const void *bytes, size_t count)
{
    if (sink->length + count <= sink->size)
        memcpy(sink->bytes + sink->length, bytes, count);
    sink->length += count;
}

static void put_number(struct sink *sink, uint64_t number, int bytes)
{
    uint8_t digits[8];
    for (int i = 0; i < bytes; i++)
        digits[i] = (uint8_t)(number >> (8 * i));
    put(sink, digits, (size_t)bytes);
}

static void put_text(struct sink *sink, const char *text)
{
    put_number(sink, strlen(text), 4);
    put(sink, text, strlen(text));
}

/* What must be equal in the environment that restores. */
static void put_setup(struct sink *sink, const struct lanterne_env *env)
{
    const struct lan_rules *rules = env_rules(env);
    put_text(sink, rules->game->name);
    put_number(sink, rules->game->version, 2);
    put_number(sink, rules->seats, 1);
    put_text(sink, env->setup.lines);
}

static void put_told(struct sink *sink, const struct lan_told_log *log)
{
    put_number(sink, log->count, 4);
    for (size_t i = 0; i < log->count; i++) {
        put_number(sink, log->event[i].kind, 2);
        put_number(sink, log->event[i].clause, 2);
        for (int arg = 0; arg < LAN_ARGS_MAX; arg++)
            put_number(sink, (uint16_t)log->event[i].arg[arg], 2);
    }
}

static void hash_of(const uint8_t *bytes, size_t size, uint8_t out[LAN_HASH_BYTES])
{
    struct lan_hash hash;
    lan_hash_init(&hash);
    lan_hash_add(&hash, bytes, size);
    lan_hash_end(&hash, out);
}

size_t lanterne_env_save(const struct lanterne_env *env, uint8_t *bytes, size_t size)
{
    const struct lan_rules *rules = env_rules(env);
    const struct game *game = env->game;
    struct sink sink = {bytes, size, 0};
    uint8_t none[LAN_HASH_BYTES] = {0};
    put(&sink, magic, sizeof magic);
    put(&sink, none, sizeof none);
    put_setup(&sink, env);
    put(&sink, game->state, rules->game->state_size);
    for (int i = 0; i < 4; i++)
        put_number(&sink, game->rng.word[i], 8);
    put_number(&sink, game->cursor.moment, 4);
    put_number(&sink, game->cursor.asked, 2);
    put_number(&sink, game->cursor.begun, 1);
    for (int seat = 0; seat < rules->seats; seat++)
        put_told(&sink, &game->told[seat]);
    if (sink.length <= size)
        hash_of(bytes + HEAD_BYTES, sink.length - HEAD_BYTES, bytes + sizeof magic);
    return sink.length;
}

/* ---- Restoring ----------------------------------------------------------------------------------------- */

struct source {
    const uint8_t *bytes;
    size_t size, at;
    bool ended; /* more was asked for than there is */
};

static uint64_t take_number(struct source *source, int bytes)
{
    uint64_t number = 0;
    if (source->size - source->at < (size_t)bytes) {
        source->ended = true;
        return 0;
    }
    for (int i = 0; i < bytes; i++)
        number |= (uint64_t)source->bytes[source->at++] << (8 * i);
    return number;
}

static bool event_valid(const struct lan_game *game, const struct lan_event *event)
{
    if (event->kind >= game->event_kind_count || !event->clause || event->clause >= game->clause_count)
        return false;
    const struct lan_event_kind *row = &game->event_kinds[event->kind];
    for (int arg = 0; arg < row->args; arg++) {
        int value = event->arg[arg], type = row->arg[arg].type;
        if (value != LAN_HIDDEN && type != LAN_TYPE_NUMBER && (value < 0 || value >= game->types[type].count))
            return false;
    }
    return true;
}

/* Reads one log into memory that the caller frees; NULL, or what is wrong. */
static const char *take_told(struct source *source, const struct lan_game *game, struct lan_told_log *log)
{
    enum { EVENT_BYTES = 4 + 2 * LAN_ARGS_MAX };
    size_t count = take_number(source, 4);
    if (source->ended || count > (source->size - source->at) / EVENT_BYTES)
        return "The saved game is cut short.";
    log->event = malloc((count + 1) * sizeof *log->event);
    if (!log->event)
        return "There is not enough memory.";
    log->count = count;
    log->capacity = count + 1;
    for (size_t i = 0; i < count; i++) {
        struct lan_event *event = &log->event[i];
        event->kind = (uint16_t)take_number(source, 2);
        event->clause = (uint16_t)take_number(source, 2);
        for (int arg = 0; arg < LAN_ARGS_MAX; arg++)
            event->arg[arg] = (int16_t)take_number(source, 2);
        if (!event_valid(game, event))
            return "The saved game has an event that this game does not know.";
    }
    return NULL;
}

/* The format, the hash and the set-up; leaves the source at the position. NULL, or what is wrong. */
static const char *take_head(struct source *source, const struct lanterne_env *env)
{
    uint8_t hash[LAN_HASH_BYTES];
    if (source->size < HEAD_BYTES || memcmp(source->bytes, magic, sizeof magic) != 0)
        return "These bytes are no saved game, or one of another version of the library.";
    hash_of(source->bytes + HEAD_BYTES, source->size - HEAD_BYTES, hash);
    if (memcmp(hash, source->bytes + sizeof magic, sizeof hash) != 0)
        return "The saved game is not whole, or was changed.";
    struct sink sink = {NULL, 0, 0};
    put_setup(&sink, env);
    uint8_t *expected = malloc(sink.length);
    if (!expected)
        return "There is not enough memory.";
    sink = (struct sink){expected, sink.length, 0};
    put_setup(&sink, env);
    bool same = source->size - HEAD_BYTES >= sink.length &&
                memcmp(source->bytes + HEAD_BYTES, expected, sink.length) == 0;
    free(expected);
    source->at = HEAD_BYTES + sink.length;
    return same ? NULL : "The saved game is of another game, version, number of players or options.";
}

/* Position, chance, cursor and logs into `game`, whose logs are empty. NULL, or what is wrong. */
static const char *take_game(struct source *source, const struct lan_rules *rules, struct game *game)
{
    size_t size = rules->game->state_size;
    if (source->size - source->at < size)
        return "The saved game is cut short.";
    if (lan_decode(rules, source->bytes + source->at, size, game_state(game)))
        return "The saved position cannot occur in this game.";
    source->at += size;
    for (int i = 0; i < 4; i++)
        game->rng.word[i] = take_number(source, 8);
    game->cursor.moment = (uint32_t)take_number(source, 4);
    game->cursor.asked = (uint16_t)take_number(source, 2);
    game->cursor.begun = take_number(source, 1) != 0;
    for (int seat = 0; seat < rules->seats; seat++) {
        const char *wrong = take_told(source, rules->game, &game->told[seat]);
        if (wrong)
            return wrong;
    }
    if (source->ended || source->at != source->size)
        return "The saved game is longer or shorter than it says.";
    game->asked = lan_next(rules, game_look(game), &game->cursor);
    return game->asked.seat == LAN_CHANCE ? "The saved position waits for chance." : NULL;
}

int lanterne_env_restore(struct lanterne_env *env, const uint8_t *bytes, size_t size, char *problem,
                         size_t problem_size)
{
    struct source source = {bytes, size, 0, false};
    struct game *game = calloc(1, game_bytes(env_rules(env)));
    const char *wrong =
        game && game_told_make(game) ? take_head(&source, env) : "There is not enough memory.";
    if (!wrong)
        wrong = take_game(&source, env_rules(env), game);
    struct game *old = wrong ? game : env->game;
    if (wrong)
        problem_say(wrong, problem, problem_size);
    else
        env->game = game;
    if (old)
        game_told_free(old);
    free(old);
    return wrong ? -1 : 0;
}
