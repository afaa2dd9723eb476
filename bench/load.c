/*
 * load - plays many tables of two over real sockets and measures the answers to moves.
 *
 *   load PORT[,PORT] TABLES SECONDS THINK_MS [GAME [MOVES [GAMES]]]
 *
 * With two ports the first seat of every table is on one node and the second on the other.
 * Each table has two connections, each a guest of its own. A seat that is asked waits about THINK_MS (0: not
 * at all) and plays a random one of its actions; a finished game is left (shut) for a new table, as a page
 * does when it shows the new one. What a player says at once goes out in one piece. The clock starts when all
 * connections sit at a running game. The run ends when SECONDS have passed and at least MOVES moves were
 * answered and GAMES games finished since then (0 if not given): a run that needs some of them gets them on a
 * slow machine too. Prints one JSON object.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buf.h"
#include "lan.h"
#include "loop.h"
#include "loop_uv.h"

enum { LATENCIES_MAX = 1 << 22, CONNECTS_AT_ONCE = 64 };

enum stage { CONNECTING, GREETING, CREATING, SITTING, RENAMING, STARTING, OPENING, PLAYING };

struct player {
    struct loop_stream *stream;
    struct loop_timer *think;
    struct player *partner;
    int seat; /* 1 or 2 */
    enum stage stage;
    bool upgraded, thinking, waiting, over;
    bool ready;              /* asked again before the last move was acknowledged */
    char table[16], old[16]; /* where it plays, and where it has played before, "" for nowhere */
    char action[LAN_NOTATION_MAX];
    long decision, played; /* the one asked, and the one answered last at this table */
    uint64_t asked;
    unsigned id, moves;
    unsigned left; /* the id of the last question whose answer says nothing */
    struct buf in, out;
    struct player *next_saying;
};

static struct {
    struct loop *loop;
    int port[2]; /* of each seat's node */
    struct player *players;
    struct player *saying; /* those with something to send */
    int count, connected, playing;
    int think_ms;
    const char *game;
    bool measuring;
    struct loop_timer *end;
    uint64_t begun;
    double seconds;
    uint64_t moves, bytes_in, games;
    uint64_t moves_min, games_min;
    bool time_over;
    uint32_t *latency;
    size_t latencies;
    struct lan_rng rng;
} load;

static void player_connect(int number);

/* ---- Sending ------------------------------------------------------------------------------------------- */

static void send_bytes(struct player *player, const char *bytes, size_t count)
{
    ptrdiff_t sent = loop_stream_try(player->stream, &(struct loop_piece){bytes, count}, 1);
    if (sent != (ptrdiff_t)count) {
        fprintf(stderr, "load: cannot send: %s\n",
                sent < 0 ? loop_error_text(load.loop, (int)sent) : "the server does not read");
        exit(1);
    }
}

/* A masked text frame, to be sent by say_all; a mask of zeros is a mask. */
static void send_text(struct player *player, const struct buf *text)
{
    uint8_t head[4] = {0x81, (uint8_t)(0x80 | (text->length < 126 ? text->length : 126)),
                       (uint8_t)(text->length >> 8), (uint8_t)text->length};
    if (!player->out.length) {
        player->next_saying = load.saying;
        load.saying = player;
    }
    buf_add(&player->out, head, text->length < 126 ? 2 : 4);
    buf_add(&player->out, "\0\0\0\0", 4);
    buf_add(&player->out, text->at, text->length);
}

/* At the end of everything that the loop calls. */
static void say_all(void)
{
    for (struct player *player; (player = load.saying);) {
        load.saying = player->next_saying;
        send_bytes(player, player->out.at, player->out.length);
        buf_clear(&player->out);
    }
}

static void ask(struct player *player, const char *format, const char *a, const char *b)
{
    struct buf text = {0};
    js_object(&text, NULL);
    js_int(&text, "id", ++player->id);
    buf_str(&text, ",");
    for (const char *c = format; *c; c++) {
        if (*c == '@')
            buf_str(&text, a);
        else if (*c == '#')
            buf_str(&text, b);
        else
            buf_add(&text, c, 1);
    }
    buf_str(&text, "}");
    send_text(player, &text);
    buf_free(&text);
}

static void create(struct player *player)
{
    player->stage = CREATING;
    player->over = false;
    ask(player, "\"op\":\"create\",\"settings\":{\"game\":\"@\",\"seats\":2}", load.game, "");
}

static void move_send(void *context)
{
    struct player *player = context;
    struct buf text = {0};
    char move[16];
    player->thinking = false;
    snprintf(move, sizeof move, "%u", ++player->moves);
    js_object(&text, NULL);
    js_int(&text, "id", ++player->id);
    js_string(&text, "op", "move");
    js_string(&text, "table", player->table);
    js_int(&text, "seat", player->seat);
    js_string(&text, "move", move);
    js_int(&text, "decision", player->decision);
    js_string(&text, "action", player->action);
    js_end_object(&text);
    player->asked = loop_clock(load.loop);
    player->played = player->decision;
    player->waiting = true;
    send_text(player, &text);
    buf_free(&text);
    say_all();
}

static void think(struct player *player)
{
    unsigned spread =
        load.think_ms ? (unsigned)load.think_ms / 2 + lan_rng_below(&load.rng, (uint32_t)load.think_ms) : 0;
    player->ready = false;
    player->thinking = true;
    loop_timer_start(player->think, spread, 0);
}

/* ---- Reading ------------------------------------------------------------------------------------------- */

/* One of the musts of an update, chosen evenly. */
static void update_read(struct player *player, const char *text)
{
    const char *at = strstr(text, "\"ask\":{\"decision\":");
    if (strstr(text, "\"result\":{")) {
        /* Both seats see the end; the first one goes on to a new table. */
        player->over = true;
        player->ready = false;
        player->thinking = false;
        loop_timer_stop(player->think);
        if (player->partner->over) {
            load.games++;
            create(player->seat == 1 ? player : player->partner);
        }
        return;
    }
    if (!at || at[18] == 'n' || player->thinking)
        return;
    long decision = strtol(at + 18, NULL, 10);
    if (decision == player->played)
        return;
    player->decision = decision;
    at = strstr(at, "\"musts\":");
    long musts = strtol(at + 8, NULL, 10);
    at = strstr(at, "\"actions\":[") + 11;
    for (uint32_t pick = lan_rng_below(&load.rng, (uint32_t)musts); pick > 0; pick--)
        at = strchr(at, ',') + 1;
    snprintf(player->action, sizeof player->action, "%.*s", (int)strcspn(at + 1, "\""), at + 1);
    player->ready = player->waiting;
    if (!player->ready)
        think(player);
}

static void report(void);

/* Ends the program with its report once the time and both minimums are reached. */
static void end_check(void)
{
    if (load.time_over && load.moves >= load.moves_min && load.games >= load.games_min)
        report();
}

static void time_end(void *context)
{
    (void)context;
    load.time_over = true;
    end_check();
}

static void measure_start(void)
{
    load.measuring = true;
    loop_timer_start(load.end, (uint64_t)(load.seconds * 1000), 0);
    load.begun = loop_clock(load.loop);
    load.moves = load.bytes_in = load.games = 0;
}

static void opened(struct player *player)
{
    if (player->stage == PLAYING)
        return;
    player->stage = PLAYING;
    if (!load.measuring && ++load.playing == load.count)
        measure_start();
}

static void acknowledged(struct player *player)
{
    player->waiting = false;
    load.moves++;
    if (player->ready && !player->over)
        think(player);
    if (load.measuring && load.latencies < LATENCIES_MAX)
        load.latency[load.latencies++] = (uint32_t)((loop_clock(load.loop) - player->asked) / 1000);
    end_check();
}

static void sit(struct player *player)
{
    player->stage = SITTING;
    ask(player, "\"op\":\"sit\",\"table\":\"@\",\"seat\":2", player->table, "");
}

static void table_taken(struct player *player, const char *text)
{
    const char *at = strstr(text, "\"table\":{\"table\":\"") + 18;
    struct player *both[2] = {player, player->partner};
    for (int i = 0; i < 2; i++) {
        memcpy(both[i]->old, both[i]->table, sizeof both[i]->old);
        snprintf(both[i]->table, sizeof both[i]->table, "%.10s", at);
    }
    player->partner->over = false;
    sit(player->partner);
}

/* Two guests of one table were given the same name: the second one takes another. */
static bool renamed(struct player *player, const char *text)
{
    char number[24];
    if (player->stage != SITTING || !strstr(text, "\"code\":\"taken\""))
        return false;
    player->stage = RENAMING;
    snprintf(number, sizeof number, "%td", player - load.players);
    ask(player, "\"op\":\"rename\",\"name\":\"Load @\"", number, "");
    return true;
}

static void open_both(struct player *player)
{
    struct player *both[2] = {player, player->partner};
    for (int i = 0; i < 2; i++) {
        const char *seat = both[i]->seat == 1 ? "1" : "2";
        both[i]->stage = OPENING;
        both[i]->played = 0;
        if (*both[i]->old) {
            ask(both[i], "\"op\":\"shut\",\"table\":\"@\",\"seat\":#", both[i]->old, seat);
            both[i]->left = both[i]->id;
        }
        ask(both[i], "\"op\":\"open\",\"table\":\"@\",\"seat\":#", both[i]->table, seat);
    }
}

static void greeted(struct player *player)
{
    load.connected++;
    if (load.connected < load.count) {
        int next = load.connected + CONNECTS_AT_ONCE - 1;
        if (next < load.count)
            player_connect(next);
    }
    player->stage = CREATING;
    if (player->partner->stage == CREATING)
        create(player->seat == 1 ? player : player->partner);
}

static void answer_read(struct player *player, const char *text)
{
    if (renamed(player, text))
        return;
    if (!strstr(text, "\"ok\":true")) {
        fprintf(stderr, "load: refused: %s\n", text);
        exit(1);
    }
    if (strtoul(text + strlen("{\"id\":"), NULL, 10) == player->left)
        return;
    if (player->waiting) {
        acknowledged(player);
        return;
    }
    switch (player->stage) {
    case GREETING: greeted(player); break;
    case CREATING: table_taken(player, text); break;
    case SITTING:
        player->partner->stage = STARTING;
        ask(player->partner, "\"op\":\"start\",\"table\":\"@\"", player->table, "");
        break;
    case RENAMING: sit(player); break;
    case STARTING: open_both(player); break;
    case OPENING:
        opened(player);
        update_read(player, text);
        break;
    default: break;
    }
}

static void message_read(struct player *player, char *text, size_t size)
{
    char after = text[size];
    text[size] = 0;
    if (strncmp(text, "{\"push\":\"update\"", 16) == 0)
        update_read(player, text);
    else if (strncmp(text, "{\"id\"", 5) == 0)
        answer_read(player, text);
    text[size] = after;
}

/* Whole frames from the front of `in`; returns the bytes used. */
static size_t frames_read(struct player *player)
{
    static const char pong[] = "\x8a\x80\0\0\0\0";
    size_t used = 0;
    for (;;) {
        const uint8_t *at = (const uint8_t *)player->in.at + used;
        size_t left = player->in.length - used, head = 2, size;
        if (left < 2)
            return used;
        size = at[1] & 0x7f;
        if (size >= 126) {
            head = size == 126 ? 4 : 10;
            if (left < head)
                return used;
            size = 0;
            for (size_t i = 2; i < head; i++)
                size = size << 8 | at[i];
        }
        if (left < head + size)
            return used;
        if ((at[0] & 15) == 1)
            message_read(player, player->in.at + used + head, size);
        else if ((at[0] & 15) == 9)
            send_bytes(player, pong, 6);
        used += head + size;
    }
}

static void upgraded(struct player *player)
{
    buf_cstr(&player->in);
    char *end = strstr(player->in.at, "\r\n\r\n");
    if (!end)
        return;
    size_t head = (size_t)(end - player->in.at) + 4;
    memmove(player->in.at, player->in.at + head, player->in.length - head);
    player->in.length -= head;
    player->upgraded = true;
    player->stage = GREETING;
    ask(player, "\"op\":\"hello\",\"protocol\":1", "", "");
}

static void arrived(void *context, const char *bytes, ptrdiff_t count)
{
    struct player *player = context;
    if (count < 0) {
        fprintf(stderr, "load: connection lost: %s\n", loop_error_text(load.loop, (int)count));
        exit(1);
    }
    load.bytes_in += (uint64_t)count;
    buf_add(&player->in, bytes, (size_t)count);
    if (!player->upgraded)
        upgraded(player);
    if (player->upgraded) {
        size_t used = frames_read(player);
        memmove(player->in.at, player->in.at + used, player->in.length - used);
        player->in.length -= used;
    }
    say_all();
}

static void connected(void *context, int status)
{
    static const char upgrade[] =
        "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n";
    struct player *player = context;
    if (status < 0) {
        fprintf(stderr, "load: cannot connect: %s\n", loop_error_text(load.loop, status));
        exit(1);
    }
    loop_stream_tune(player->stream, 0);
    loop_stream_read(player->stream);
    send_bytes(player, upgrade, sizeof upgrade - 1);
}

/* No connection is closed before the program ends. */
static const struct loop_stream_calls player_calls = {.connected = connected, .arrived = arrived};

static void player_connect(int number)
{
    struct player *player = &load.players[number];
    player->think = loop_timer_create(load.loop, move_send, player);
    player->partner = &load.players[number ^ 1];
    player->seat = 1 + number % 2;
    player->stream = loop_connect(load.loop, "127.0.0.1", load.port[player->seat - 1], &player_calls, player);
    lan_assert(player->stream);
}

/* ---- The result ---------------------------------------------------------------------------------------- */

static int by_size(const void *a, const void *b)
{
    uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;
    return (one > other) - (one < other);
}

static double latency_at(double share)
{
    return load.latencies ? load.latency[(size_t)(share * (double)(load.latencies - 1))] / 1000.0 : 0;
}

static void report(void)
{
    double seconds = (double)(loop_clock(load.loop) - load.begun) / 1e9;
    qsort(load.latency, load.latencies, sizeof *load.latency, by_size);
    printf("{\"connections\":%d,\"seconds\":%.1f,\"moves\":%llu,\"moves_per_second\":%.0f,\"games\":%llu,"
           "\"bytes_in_per_move\":%.0f,\"p50_ms\":%.2f,\"p99_ms\":%.2f,\"max_ms\":%.2f}\n",
           load.count, seconds, (unsigned long long)load.moves, (double)load.moves / seconds,
           (unsigned long long)load.games, (double)load.bytes_in / (double)(load.moves ? load.moves : 1),
           latency_at(0.5), latency_at(0.99), latency_at(1));
    exit(0);
}

/* ---- The command line ---------------------------------------------------------------------------------- */

static const char usage[] = "usage: load PORT[,PORT] TABLES SECONDS THINK_MS [GAME [MOVES [GAMES]]]\n";

/*
 * A number in its range, and behind it nothing, or one of the characters of `ends`; anything else ends the
 * program.
 */
static double number(const char *name, const char *text, double min, double max, const char *ends)
{
    char *end;
    double value = strtod(text, &end);
    if (end != text && value >= min && value <= max && (!*end || strchr(ends, *end)))
        return value;
    fprintf(stderr, "load: %s is not a number from %.0f to %.0f\n%s", name, min, max, usage);
    exit(2);
}

int main(int argc, char **argv)
{
    if (argc < 5) {
        fputs(usage, stderr);
        return 2;
    }
    load.loop = loop_uv_create();
    load.end = loop_timer_create(load.loop, time_end, NULL);
    const char *second = strchr(argv[1], ',');
    load.port[0] = (int)number("PORT", argv[1], 1, 65535, ",");
    load.port[1] = (int)number("PORT", second ? second + 1 : argv[1], 1, 65535, "");
    load.count = 2 * (int)number("TABLES", argv[2], 1, 100000, "");
    load.seconds = number("SECONDS", argv[3], 0, 1e6, "");
    load.think_ms = (int)number("THINK_MS", argv[4], 0, 1e7, "");
    load.game = argc > 5 ? argv[5] : "manor";
    load.moves_min = argc > 6 ? (uint64_t)number("MOVES", argv[6], 0, 1e9, "") : 0;
    load.games_min = argc > 7 ? (uint64_t)number("GAMES", argv[7], 0, 1e9, "") : 0;
    load.players = mem_zero((size_t)load.count * sizeof *load.players);
    load.latency = mem_alloc(LATENCIES_MAX * sizeof *load.latency);
    lan_rng_init(&load.rng, 1);
    for (int i = 0; i < CONNECTS_AT_ONCE && i < load.count; i++)
        player_connect(i);
    loop_run(load.loop);
    return 1;
}
