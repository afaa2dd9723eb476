/*
 * Golden pictures: what people read in every finished game, along games in every set-up, at random, by the
 * hand-written player, and by whoever takes what is listed first or last: drawings in all languages, styles
 * and sizes with their parts, prompts, warnings, buttons, sentences of events, views, hints with reasons.
 * tests/golden/GAME-pictures.txt has the lines of some set-ups, each where it appears for the first time (a
 * mark is written as ^ and its letter), and of all of them hashes of everything up to there, repeated lines
 * too, of standing, refusals and sampled positions, and of how the player rates its actions. Read the diff
 * before you accept it with `make golden`.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw.h"
#include "setups.h"
#include "tap.h"
#include "told_log.h"
#include "write.h"

enum {
    TEXT_MAX = 1 << 20, /* of one game */
    SEEN_MAX = 1 << 18, /* lines, a power of two */
    LINE_MAX = 1024,
    COMBINATIONS = 12,
    GAMES = 160,    /* of one game, spread over its set-ups */
    SHOWN = 5,      /* set-ups of one game whose lines are written, spread over all it has */
    STEPS_EACH = 5, /* steps between two positions that are looked at */
    STEPS_MAX = 500,
    LOOKS_EACH = 5, /* positions for one hash */
    ACTIONS_EACH = 97,
    REFUSALS_EACH = 41,
    PLAYOUTS_EACH = 19,
};

static const char *const names[LAN_SEATS_MAX] = {"Ada",   "Bruno", "Chloé", "Anne-Sophie Delacroix",
                                                 "Émile", "Fanny", "Gus",   "Hélène"};

struct book {
    struct lan_text out;
    uint64_t seen[SEEN_MAX]; /* hashes of lines; 0 is an empty place */
    uint64_t hash;           /* of all since the last position that was written */
    int setup, every, form, round, rounds;
    bool headed;        /* the line that says for whom the next new lines are is written, or not wanted */
    bool quiet;         /* nothing is written */
    const char *stored; /* the golden file; NULL when it is written */
    bool differs;       /* from the golden file, so that the rest is left out */
    const struct lan_rules *rules;
    struct lan_told_log told[LAN_SEATS_MAX];
    struct lan_cursor cursor;
    struct lan_rng rng;
    struct lan_reader reader;
    int viewer;
};

/* ---- Lines --------------------------------------------------------------------------------------------- */

static uint64_t hash_add(uint64_t hash, const void *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * 1099511628211u;
    return hash;
}

/* Whether the line is new; then it is not from now on. */
static bool line_new(struct book *book, uint64_t hash)
{
    hash |= hash == 0;
    size_t at = hash % SEEN_MAX;
    for (int tries = 0; book->seen[at] && book->seen[at] != hash; tries++) {
        lan_assert(tries < SEEN_MAX / 2);
        at = (at + 1) % SEEN_MAX;
    }
    bool found = book->seen[at] == hash;
    book->seen[at] = hash;
    return !found;
}

static void head_write(struct book *book)
{
    static const char *const styles[] = {"unicode", "ascii", "plain"};
    char line[LINE_MAX];
    snprintf(line, sizeof line, "  for %s, %s, %s, %d x %d%s\n", viewer_name(book->viewer),
             book->reader.lang == LAN_FR ? "fr" : "en", styles[book->reader.style], book->reader.width,
             book->reader.height, book->reader.unaided ? ", unaided" : "");
    lan_text_add(&book->out, line);
    book->headed = true;
}

static void line_look(struct book *book, const char *line, size_t length)
{
    book->hash = hash_add(hash_add(book->hash, line, length), "\n", 1);
    if (!length || book->quiet || !line_new(book, hash_add(14695981039346656037u, line, length)))
        return;
    if (!book->headed)
        head_write(book);
    lan_text_add(&book->out, "    ");
    for (size_t i = 0; i < length; i++)
        lan_text_add_char(&book->out, line[i] == LAN_MARK_BYTE ? '^' : line[i]);
    lan_text_add_char(&book->out, '\n');
}

static void lines_look(struct book *book, const char *text)
{
    while (*text) {
        size_t length = strcspn(text, "\n");
        line_look(book, text, length);
        text += length + (text[length] == '\n');
    }
}

/* ---- What a viewer reads ------------------------------------------------------------------------------- */

static void drawing_look(struct book *book, const struct lan_view *view)
{
    static char drawn[LAN_DRAW_MAX], list[LAN_DRAW_MAX];
    struct lan_text text = lan_text_init(drawn, sizeof drawn);
    struct lan_reader reader = book->reader;
    const struct lan_game *game = book->rules->game;
    game->draw(book->rules, view, &reader, &text);
    lines_look(book, drawn);
    text = lan_text_init(list, sizeof list);
    reader.part = "";
    game->draw(book->rules, view, &reader, &text);
    for (char *line = list; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        char part[LINE_MAX];
        line_look(book, line, strcspn(line, "\n"));
        struct lan_text name = lan_text_init(part, sizeof part);
        lan_text_add_bytes(&name, line, strcspn(line, "\t"));
        reader.part = part;
        text = lan_text_init(drawn, sizeof drawn);
        game->draw(book->rules, view, &reader, &text);
        lines_look(book, drawn);
    }
}

/* The view as JSON, with the notebook or without. */
static void view_look(struct book *book, const struct lan_view *view)
{
    static char json[1 << 16];
    struct lan_text text = lan_text_init(json, sizeof json);
    (book->reader.unaided ? lan_view_json_unaided : lan_view_json)(book->rules, view, &text);
    lan_assert(!text.cut);
    book->hash = hash_add(book->hash, json, text.length);
}

/* A sentence that a function of the game or of core writes. */
static void say_look(struct book *book, struct lan_text *text)
{
    lines_look(book, text->at);
    lan_text_clear(text);
}

static void actions_look(struct book *book, const struct lan_view *view, const struct lan_list *list)
{
    char said[LAN_SAY_MAX];
    struct lan_text text = lan_text_init(said, sizeof said);
    const struct lan_game *game = book->rules->game;
    uint32_t count = lan_action_count(game);
    for (int i = 0; i < list->count; i++) {
        lan_action_say(game, list->action[i], book->reader.lang, names, book->viewer, &text);
        say_look(book, &text);
        if (game->warn)
            game->warn(book->rules, view, list->action[i], &book->reader, &text);
        say_look(book, &text);
    }
    /* Any action may be asked about; others at every position. */
    for (uint32_t i = (uint32_t)book->form % ACTIONS_EACH; game->warn && i < count; i += ACTIONS_EACH) {
        game->warn(book->rules, view, lan_action_at(game, i), &book->reader, &text);
        say_look(book, &text);
    }
}

/* Why actions are refused: of all that there are some, others at every position. */
static void refusals_look(struct book *book, const struct lan_state *state, int seat)
{
    const struct lan_game *game = book->rules->game;
    uint32_t count = lan_action_count(game);
    for (uint32_t i = (uint32_t)book->form % REFUSALS_EACH; i < count; i += REFUSALS_EACH) {
        union lan_state_buf copy;
        memcpy(&copy, state, game->state_size);
        int refusal = lan_apply(book->rules, (struct lan_state *)&copy, seat, lan_action_at(game, i), NULL);
        book->hash = hash_add(book->hash, &refusal, sizeof refusal);
    }
}

/* Positions that the viewer cannot tell from the true one, and how far a game from there goes. */
static void sample_look(struct book *book, const struct lan_view *view)
{
    const struct lan_game *game = book->rules->game;
    union lan_sampler_buf sampler;
    union lan_state_buf drawn;
    struct lan_rng rng;
    lan_rng_init(&rng, (uint64_t)book->form);
    game->sampler_init(book->rules, view, (struct lan_sampler *)&sampler);
    for (int i = 0; i < 2; i++) {
        game->sampler_draw(book->rules, (const struct lan_sampler *)&sampler, &rng,
                           (struct lan_state *)&drawn);
        book->hash = hash_add(book->hash, &drawn, game->state_size);
    }
    if (book->form % PLAYOUTS_EACH)
        return;
    uint64_t steps = lan_playout(book->rules, (struct lan_state *)&drawn, &rng, 64);
    book->hash = hash_add(hash_add(book->hash, &steps, sizeof steps), &drawn, game->state_size);
}

/* One viewer, in the next of the forms. */
static void viewer_look(struct book *book, const struct lan_state *state, int viewer)
{
    static const int widths[] = {LAN_WIDTH_MIN, 80, 133}, heights[] = {0, 16, 12, 24};
    const struct lan_game *game = book->rules->game;
    char said[LAN_SAY_MAX];
    struct lan_text text = lan_text_init(said, sizeof said);
    union lan_view_buf buf;
    const struct lan_view *view = (const struct lan_view *)&buf;
    struct lan_list list = {0};
    int form = book->form++;
    game->observe(book->rules, state, viewer, (struct lan_view *)&buf);
    book->viewer = viewer;
    book->headed = false;
    book->reader = (struct lan_reader){.lang = form % 2 ? LAN_FR : LAN_EN,
                                       .style = (enum lan_style)(form / 2 % 3),
                                       .width = widths[form / 6 % 3],
                                       .height = heights[form / 18 % 4],
                                       .unaided = form % 5 == 0,
                                       .names = names};
    view_look(book, view);
    drawing_look(book, view);
    game->prompt(book->rules, view, &book->reader, &text);
    say_look(book, &text);
    if (viewer != LAN_WATCHER) {
        lan_actions(book->rules, state, viewer, &list);
        refusals_look(book, state, viewer);
    }
    if (game->sampler_draw)
        sample_look(book, view);
    actions_look(book, view, &list);
}

static void hash_write(struct book *book, int step)
{
    char line[LINE_MAX];
    snprintf(line, sizeof line, "  %d steps: %016" PRIx64 "\n", step, book->hash);
    lan_text_add(&book->out, line);
    book->hash = 0;
    /* What differs once need not be played to its end. */
    book->differs |= book->stored && strncmp(book->stored, book->out.at, book->out.length) != 0;
}

static void position_look(struct book *book, const struct lan_state *state)
{
    for (int viewer = 0; viewer < book->rules->seats; viewer++)
        viewer_look(book, state, viewer);
    viewer_look(book, state, LAN_WATCHER);
}

/* ---- Playing ------------------------------------------------------------------------------------------- */

/* What the hand-written player answers, with its reason and ratings. */
static void advice_look(struct book *book, const struct lan_state *state, struct lan_asked asked,
                        struct lan_advice *advice)
{
    static int32_t worth[LAN_ACTIONS_MAX];
    union lan_view_buf view;
    struct lan_list list;
    const struct lan_game *game = book->rules->game;
    lan_actions(book->rules, state, asked.seat, &list);
    game->observe(book->rules, state, asked.seat, (struct lan_view *)&view);
    struct lan_question question = {.seat = asked.seat,
                                    .optional = asked.optional,
                                    .view = (const struct lan_view *)&view,
                                    .list = &list,
                                    .told = book->told[asked.seat].event,
                                    .told_count = book->told[asked.seat].count};
    game->advise(book->rules, &question, &book->rng, advice);
    book->viewer = asked.seat;
    book->headed = true;
    for (int lang = 0; lang < LAN_LANGS; lang++)
        lines_look(book, advice->reason[lang]);
    memset(worth, 0, sizeof worth);
    if (game->rate)
        game->rate(book->rules, &question, worth);
    book->hash = hash_add(book->hash, worth, list.count * sizeof *worth);
    if (game->sampler_reweight && book->form % PLAYOUTS_EACH == 0) {
        union lan_sampler_buf sampler;
        union lan_state_buf drawn;
        game->sampler_init(book->rules, question.view, (struct lan_sampler *)&sampler);
        game->sampler_reweight(book->rules, &question, (struct lan_sampler *)&sampler);
        game->sampler_draw(book->rules, (const struct lan_sampler *)&sampler, &book->rng,
                           (struct lan_state *)&drawn);
        book->hash = hash_add(book->hash, &drawn, game->state_size);
    }
}

static bool step_advised(struct book *book, const struct lan_state *state, struct step *step)
{
    struct lan_advice advice;
    struct lan_asked asked;
    do {
        asked = lan_next(book->rules, state, &book->cursor);
        if (asked.seat == LAN_SEAT_NONE)
            return false;
        if (asked.seat == LAN_CHANCE)
            return step_choose(book->rules, state, &book->rng, step);
        memset(&advice, 0, sizeof advice);
        advice_look(book, state, asked, &advice);
        if (advice.decline)
            lan_decline(&book->cursor, asked.seat);
    } while (advice.decline);
    *step = (struct step){asked.seat, advice.action};
    return true;
}

/* The first or the last of what a seat must do, now and then any: leads far from what is usual. */
static bool step_extreme(struct book *book, const struct lan_state *state, bool last, struct step *step)
{
    struct lan_turn turn;
    struct lan_list list;
    book->rules->game->turn(book->rules, state, &turn);
    if (!turn.must || turn.must >> LAN_CHANCE || lan_rng_below(&book->rng, 8) == 0)
        return step_choose(book->rules, state, &book->rng, step);
    int seat = __builtin_ctz(turn.must);
    lan_actions(book->rules, state, seat, &list);
    *step = (struct step){(uint8_t)seat, list.action[last ? list.musts - 1 : 0]};
    return true;
}

static bool step_next(struct book *book, const struct lan_state *state, struct step *step)
{
    switch ((book->setup + book->round) % 4) {
    case 0: return step_advised(book, state, step);
    case 1: return step_extreme(book, state, false, step);
    case 2: return step_choose(book->rules, state, &book->rng, step);
    default: return step_extreme(book, state, true, step);
    }
}

/* What everybody is told, each event in one language. Written is what the first seat and the watcher read. */
static void events_look(struct book *book, const struct lan_events *events)
{
    char said[LAN_SAY_MAX];
    struct lan_text text = lan_text_init(said, sizeof said);
    struct lan_event told;
    bool quiet = book->quiet;
    book->headed = true;
    for (int i = 0; i < events->count; i++) {
        for (int seat = 0; seat <= book->rules->seats; seat++) {
            book->viewer = seat == book->rules->seats ? LAN_WATCHER : seat;
            book->reader.lang = book->form++ % 2 ? LAN_FR : LAN_EN;
            book->quiet = quiet || (seat && seat < book->rules->seats);
            if (lan_event_tell(book->rules->game, &events->event[i], book->viewer, &told))
                lan_event_say(book->rules->game, &told, book->reader.lang, names, book->viewer, &text);
            say_look(book, &text);
        }
    }
    book->quiet = quiet;
}

/* The standing of the seats, their groups and, where a seat is asked, the heuristic values. */
static void standing_look(struct book *book, const struct lan_state *state)
{
    const struct lan_game *game = book->rules->game;
    struct lan_result result = {0};
    struct lan_turn turn;
    struct lan_group group[LAN_GROUPS_MAX];
    game->result(book->rules, state, &result);
    game->turn(book->rules, state, &turn);
    bool valued = game->outlook && !(turn.must >> LAN_CHANCE);
    uint16_t out = game->seats_out ? game->seats_out(book->rules, state) : 0;
    book->hash = hash_add(hash_add(book->hash, result.score, sizeof result.score), &result.winners,
                          sizeof result.winners);
    book->hash = hash_add(hash_add(book->hash, &result.clause, sizeof result.clause), &out, sizeof out);
    for (int seat = 0; seat < book->rules->seats; seat++) {
        int32_t outlook = valued ? game->outlook(book->rules, state, seat) : 0;
        int groups = result.over && game->groups ? game->groups(book->rules, state, seat, group) : 0;
        book->hash = hash_add(book->hash, &outlook, sizeof outlook);
        for (int i = 0; i < groups; i++) {
            book->hash = hash_add(book->hash, group[i].by, strlen(group[i].by));
            book->hash = hash_add(book->hash, &group[i].value, sizeof group[i].value);
        }
    }
}

/* A game, to its end unless it becomes very long. */
static void game_look(struct book *book, const struct setup *setup)
{
    static struct lan_events events;
    union lan_state_buf buf;
    struct lan_state *state = (struct lan_state *)&buf;
    struct step step;
    int count = 0;
    memset(&buf, 0, sizeof buf);
    setup->rules->game->setup(setup->rules, state);
    while (!book->differs && count < STEPS_MAX && step_next(book, state, &step)) {
        /* Lines of drawings are written of the positions with a hash alone. */
        bool quiet = book->quiet;
        book->quiet |= count % (STEPS_EACH * LOOKS_EACH) != 0;
        if (count % STEPS_EACH == 0)
            position_look(book, state);
        book->quiet = quiet;
        if (!book->round && count % (STEPS_EACH * LOOKS_EACH) == 0)
            hash_write(book, count);
        events.count = 0;
        lan_assert(lan_apply(book->rules, state, step.seat, step.action, &events) == LAN_ACCEPTED);
        lan_assert(lan_told_logs_add(book->rules, &events, book->told));
        events_look(book, &events);
        standing_look(book, state);
        count++;
    }
    position_look(book, state);
    hash_write(book, count);
}

static void setup_look(const struct setup *setup, void *context)
{
    struct book *book = context;
    book->quiet = book->setup++ % book->every != 0;
    if (book->differs)
        return;
    lan_text_add(&book->out, setup->label);
    lan_text_add(&book->out, "\n");
    book->rules = setup->rules;
    book->reader = (struct lan_reader){.names = names, .width = LAN_WIDTH_MIN};
    for (book->round = 0; book->round < book->rounds; book->round++) {
        lan_rng_init(&book->rng, setup->seed + (uint64_t)book->round);
        lan_cursor_init(&book->cursor);
        for (int seat = 0; seat < LAN_SEATS_MAX; seat++)
            book->told[seat].count = 0;
        game_look(book, setup);
        book->quiet = true;
    }
}

/* ---- Files --------------------------------------------------------------------------------------------- */

/* The golden file, "" where there is none. */
static const char *file_read(const char *path)
{
    static char stored[TEXT_MAX];
    FILE *file = fopen(path, "r");
    stored[file ? fread(stored, 1, sizeof stored - 1, file) : 0] = 0;
    if (file)
        fclose(file);
    return stored;
}

static void file_compare(const char *path, const char *stored, const struct lan_text *text)
{
    size_t at = 0;
    int line = 1;
    bool same = strcmp(stored, text->at) == 0;
    tap_result(same, "%s is what people read", path);
    if (same)
        return;
    for (; stored[at] && stored[at] == text->at[at]; at++)
        line += stored[at] == '\n';
    while (at && stored[at - 1] != '\n')
        at--;
    tap_note("line %d\nstored: %.*s\nnow:    %.*s\n`make golden` writes them anew; read the diff before you "
             "commit it.",
             line, (int)strcspn(stored + at, "\n"), stored + at, (int)strcspn(text->at + at, "\n"),
             text->at + at);
}

static void check_game(const struct lan_game *game)
{
    static struct book book;
    static char text[TEXT_MAX];
    const char *asked = getenv("LAN_GOLDEN");
    char path[128];
    memset(&book, 0, sizeof book);
    book.out = lan_text_init(text, sizeof text);
    int setups = setups_count(game, COMBINATIONS);
    book.every = 1 + setups / SHOWN;
    book.rounds = setups < GAMES ? GAMES / setups : 1;
    snprintf(path, sizeof path, "tests/golden/%s-pictures.txt", game->name);
    bool writing = asked && strcmp(asked, "write") == 0;
    book.stored = writing ? NULL : file_read(path);
    setups_each(game, COMBINATIONS, setup_look, &book);
    for (int seat = 0; seat < LAN_SEATS_MAX; seat++)
        free(book.told[seat].event);
    if (book.out.cut) {
        tap_result(false, "%s fits into %d bytes", path, TEXT_MAX);
    } else if (writing) {
        FILE *file = fopen(path, "w");
        bool written = file && fputs(text, file) >= 0;
        tap_result(file && fclose(file) == 0 && written, "%s is written", path);
    } else {
        file_compare(path, book.stored, &book.out);
    }
}

int main(int argc, char **argv)
{
    for (const struct lan_game *const *game = lan_games(); *game; game++) {
        bool wanted = lan_game_newest(*game) && !(*game)->unfinished && (*game)->draw && (*game)->advise;
        if (wanted && (argc < 2 || strcmp(argv[1], (*game)->name) == 0))
            check_game(*game);
    }
    return tap_finish();
}
