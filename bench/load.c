/*
 * load - plays many tables of two over real sockets and measures the answers to moves.
 *
 *   load PORT[,PORT] TABLES SECONDS THINK_MS [GAME [MOVES [GAMES]]]
 *
 * With two ports the first seat of every table is on one node and the second on the other. Each table has two
 * connections, each a guest of its own. A seat that is asked waits about THINK_MS (0: does not wait) and
 * plays a random one of its actions; a finished game is left (shut) for a new table, as a page does when it
 * shows the new one. All that a player sends in one turn of the loop is one write. The clock starts when all
 * connections sit at a running game. The run ends when SECONDS have passed and at least MOVES moves were
 * answered and GAMES games finished since then (0 if not given): a run that needs some of them gets them on a
 * slow machine too. Prints one JSON object.
 */
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

#include "buf.h"
#include "lan.h"

enum { LATENCIES_MAX = 1 << 22, CONNECTS_AT_ONCE = 64 };

enum stage { CONNECTING, GREETING, CREATING, SITTING, STARTING, OPENING, PLAYING };

struct player {
    uv_tcp_t tcp;
    uv_connect_t connect;
    uv_timer_t think;
    struct player *partner;
    int seat; /* 1 or 2 */
    enum stage stage;
    bool upgraded, waiting, over;
    bool ready;              /* asked again before the last move was acknowledged; plays when it is */
    char table[16], old[16]; /* ids of its table and of the one before, "" for none */
    char action[LAN_NOTATION_MAX];
    long decision, played; /* decisions: the one asked, the last answered at this table */
    uint64_t asked;
    unsigned id, moves;
    unsigned left; /* the id of the last request whose answer is ignored */
    struct buf in, out;
    struct player *next_saying;
};

static struct {
    uv_loop_t *loop;
    struct sockaddr_in address[2]; /* of each seat's node */
    struct player *players;
    struct player *saying; /* a list of those with something to send */
    int count, connected, playing;
    int think_ms;
    const char *game;
    bool measuring;
    uv_timer_t end;
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

static void send_bytes(struct player *player, char *bytes, size_t count)
{
    uv_buf_t piece = uv_buf_init(bytes, (unsigned)count);
    int sent = uv_try_write((uv_stream_t *)&player->tcp, &piece, 1);
    if (sent != (int)count) {
        fprintf(stderr, "load: cannot send: %s\n", uv_strerror(sent));
        exit(1);
    }
}

/* Queues a masked text frame for say_all. The mask is zero, which leaves the bytes as they are. */
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

/* Sends what is queued; called at the end of every callback of the loop. */
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
    buf_printf(&text, "{\"id\":%u,", ++player->id);
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

static void move_send(uv_timer_t *timer)
{
    struct player *player = timer->data;
    struct buf text = {0};
    buf_printf(&text,
               "{\"id\":%u,\"op\":\"move\",\"table\":\"%s\",\"seat\":%d,\"move\":\"%u\",\"decision\":%ld,"
               "\"action\":\"%s\"}",
               ++player->id, player->table, player->seat, ++player->moves, player->decision, player->action);
    player->asked = uv_hrtime();
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
    uv_timer_start(&player->think, move_send, spread, 0);
}

/* ---- Reading ------------------------------------------------------------------------------------------- */

/* Chooses one of the musts of an update, each equally likely. */
static void update_read(struct player *player, const char *text)
{
    const char *at = strstr(text, "\"ask\":{\"decision\":");
    if (strstr(text, "\"result\":{")) {
        /* Both seats see the end; the first one goes on to a new table. */
        player->over = true;
        player->ready = false;
        uv_timer_stop(&player->think);
        if (player->partner->over) {
            load.games++;
            create(player->seat == 1 ? player : player->partner);
        }
        return;
    }
    if (!at || at[18] == 'n' || uv_is_active((uv_handle_t *)&player->think))
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

static void time_end(uv_timer_t *timer)
{
    (void)timer;
    load.time_over = true;
    end_check();
}

static void measure_start(void)
{
    load.measuring = true;
    uv_timer_start(&load.end, time_end, (uint64_t)(load.seconds * 1000), 0);
    load.begun = uv_hrtime();
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
        load.latency[load.latencies++] = (uint32_t)((uv_hrtime() - player->asked) / 1000);
    end_check();
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
    player->partner->stage = SITTING;
    ask(player->partner, "\"op\":\"sit\",\"table\":\"@\",\"seat\":2", player->table, "");
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

/* Handles the complete frames at the front of `in`; returns the number of bytes used. */
static size_t frames_read(struct player *player)
{
    static char pong[] = "\x8a\x80\0\0\0\0";
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

static void read_alloc(uv_handle_t *handle, size_t suggested, uv_buf_t *out)
{
    struct player *player = handle->data;
    (void)suggested;
    *out = uv_buf_init(buf_reserve(&player->in, 8192), 8192);
}

static void arrived(uv_stream_t *stream, ssize_t count, const uv_buf_t *piece)
{
    struct player *player = stream->data;
    (void)piece;
    if (count < 0) {
        fprintf(stderr, "load: connection lost: %s\n", uv_strerror((int)count));
        exit(1);
    }
    load.bytes_in += (uint64_t)count;
    player->in.length += (size_t)count;
    if (!player->upgraded)
        upgraded(player);
    if (player->upgraded) {
        size_t used = frames_read(player);
        memmove(player->in.at, player->in.at + used, player->in.length - used);
        player->in.length -= used;
    }
    say_all();
}

static void connected(uv_connect_t *request, int status)
{
    static char upgrade[] =
        "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n";
    struct player *player = request->data;
    if (status < 0) {
        fprintf(stderr, "load: cannot connect: %s\n", uv_strerror(status));
        exit(1);
    }
    uv_tcp_nodelay(&player->tcp, 1);
    uv_read_start((uv_stream_t *)&player->tcp, read_alloc, arrived);
    send_bytes(player, upgrade, sizeof upgrade - 1);
}

static void player_connect(int number)
{
    struct player *player = &load.players[number];
    uv_tcp_init(load.loop, &player->tcp);
    uv_timer_init(load.loop, &player->think);
    player->tcp.data = player->connect.data = player->think.data = player;
    player->partner = &load.players[number ^ 1];
    player->seat = 1 + number % 2;
    uv_tcp_connect(&player->connect, &player->tcp, (const struct sockaddr *)&load.address[player->seat - 1],
                   connected);
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
    double seconds = (double)(uv_hrtime() - load.begun) / 1e9;
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

static void addresses_set(const char *first, const char *second)
{
    uv_ip4_addr("127.0.0.1", (int)number("PORT", first, 1, 65535, ","), &load.address[0]);
    uv_ip4_addr("127.0.0.1", (int)number("PORT", second, 1, 65535, ""), &load.address[1]);
}

int main(int argc, char **argv)
{
    if (argc < 5) {
        fputs(usage, stderr);
        return 2;
    }
    load.loop = uv_default_loop();
    uv_timer_init(load.loop, &load.end);
    const char *second = strchr(argv[1], ',');
    addresses_set(argv[1], second ? second + 1 : argv[1]);
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
    uv_run(load.loop, UV_RUN_DEFAULT);
    return 1;
}
