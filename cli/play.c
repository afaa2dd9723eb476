/* play.c - `lanterne play`: one person against bots, line by line. */
#include "play.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "file.h"
#include "level.h"
#include "record.h"

enum { SEARCH_ITERATIONS = 2000 };

int64_t play_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

const char *play_words(const struct play *play, const char *en, const char *fr)
{
    return play->term.reader.lang == LAN_FR ? fr : en;
}

/* ---- Bots ------------------------------------------------------------------------------------------------------ */

/* All events told to a seat so far; false when there is no memory. */
static bool told_gather(struct play *play, int seat, size_t *count)
{
    struct table_reader reader;
    struct table_told told;
    size_t most = table_told_count(play->table, seat);
    if (most > play->told_room) {
        struct lan_event *more = realloc(play->told, 2 * most * sizeof *more);
        if (!more)
            return false;
        play->told = more;
        play->told_room = 2 * most;
    }
    *count = 0;
    table_reader_init(play->table, seat, 0, &reader);
    while (table_read(&reader, &told)) {
        if (told.kind == TABLE_TOLD_EVENT)
            play->told[(*count)++] = told.event;
    }
    return true;
}

bool bot_think(struct play *play, const struct lan_bot *bot, int seat, bool optional,
               struct lan_advice *advice)
{
    union lan_view_room room;
    static struct lan_list list;
    size_t count = 0;
    if (!told_gather(play, seat, &count)) {
        complain("no memory");
        exit(CLI_FAILED);
    }
    table_actions(play->table, seat, &list);
    struct lan_question question = {.seat = seat,
                                    .optional = optional,
                                    .view = table_view(play->table, seat, &room),
                                    .list = &list,
                                    .told = play->told,
                                    .told_count = count};
    /* A stream of its own for every question, from the seed and what the seat itself has seen of the game. */
    uint64_t seed =
        play->bot_seed + (uint64_t)seat * 0xd1b54a32d192ed03 + table_told_count(play->table, seat);
    bot->think(table_rules(play->table), &question, &play->budget, seed, advice);
    return !(optional && advice->decline);
}

/* A bot that can play this game, with the memory it asks for. */
static int bot_init(struct play *play, const struct lan_game *game)
{
    play->bot = lan_bot_find(play->settings->bot);
    if (!play->bot->plays(game)) {
        complain("the bot %s does not play %s", play->bot->name, game->name);
        return CLI_USAGE;
    }
    play->bot_seed = level_seed(table_dice(play->table));
    play->budget.iterations = SEARCH_ITERATIONS;
    if (!play->bot->memory_min)
        return CLI_OK;
    play->budget.memory_size = play->bot->memory_min > (16 << 20) ? play->bot->memory_min : 16 << 20;
    play->budget.memory = malloc(play->budget.memory_size);
    if (!play->budget.memory) {
        complain("no memory for the bot");
        return CLI_FAILED;
    }
    return CLI_OK;
}

/* ---- The course of a game ---------------------------------------------------------------------------------------- */

/* Whether a seat has something it may do and has not declined since it was last told something. */
static bool may_act(const struct play *play, int seat)
{
    struct table_turn turn;
    table_turn(play->table, seat, &turn);
    if (seat == play->seat && play->later && !(turn.must >> seat & 1))
        return false;
    return turn.may && play->declined[seat] != table_told_count(play->table, seat) + 1;
}

/* Who is asked next, as core's serial order has it: those who may act from the active seat on, then who must. */
static int next_seat(const struct play *play, bool *optional)
{
    struct table_turn turn;
    int seats = table_rules(play->table)->seats;
    table_turn(play->table, play->seat, &turn);
    int first = turn.active < seats ? turn.active : 0;
    *optional = true;
    for (int i = 0; i < seats; i++) {
        int seat = (first + i) % seats;
        /* A person who must act anyway sees all choices in one list. */
        if (may_act(play, seat) && !(seat == play->seat && turn.must >> seat & 1))
            return seat;
    }
    *optional = false;
    lan_assert(turn.must);
    return __builtin_ctz(turn.must);
}

static void bot_act(struct play *play, int seat, bool optional)
{
    struct lan_advice advice;
    if (bot_think(play, play->bot, seat, optional, &advice))
        lan_assert(table_act(play->table, seat, advice.action, play_now()) == 0);
    else
        play->declined[seat] = table_told_count(play->table, seat) + 1;
}

static void menus_reset(struct play *play)
{
    play->depth = 0;
    table_actions(play->table, play->seat, &play->list);
    if (!play->list.count)
        return;
    play->depth = 1;
    menu_init(&play->menu[0], table_game(play->table), play->term.reader.lang, play->names, play->list.action,
              play->list.count);
}

/* The next line of input, shown when nobody types it; NULL at the end. The line is freed by the next call. */
static char *line_read(const struct play *play)
{
    static char *line;
    static size_t room;
    term_print_marked(&play->term, LAN_MARK_LANTERN, "> ");
    fflush(stdout);
    ssize_t length = getline(&line, &room, stdin);
    if (length < 0) {
        printf("\n");
        return NULL;
    }
    while (length && (line[length - 1] == '\n' || line[length - 1] == '\r'))
        line[--length] = 0;
    if (!isatty(STDIN_FILENO))
        printf("%s\n", line);
    return line;
}

/* Asks the person until the game goes on. */
static enum talk person_act(struct play *play, bool optional)
{
    menus_reset(play);
    play_news(play);
    play_show(play);
    if (optional)
        term_wrap(
            &play->term, LAN_MARK_MUTED, 0,
            play_words(
                play, "You need not: press Enter to let the others go on, or `later` until it is your turn.",
                "Rien ne t'y oblige : Entrée laisse continuer, `plus tard` jusqu'à ce que ce soit à toi."));
    for (;;) {
        char *line = line_read(play);
        if (!line)
            return TALK_QUIT;
        enum talk talk = talk_line(play, line);
        if (talk == TALK_ACTED)
            play->later = false;
        if (talk == TALK_WAIT && !optional) {
            play_show(play);
            continue;
        }
        if (talk == TALK_WAIT)
            play->declined[play->seat] = table_told_count(play->table, play->seat) + 1;
        if (talk != TALK_MORE)
            return talk;
    }
}

/* The end as a scene: the last table, the scores, who won. */
static void end_show(struct play *play)
{
    struct lan_result result;
    const struct lan_game *game = table_game(play->table);
    menus_reset(play);
    play_news(play);
    play_show(play);
    if (!table_result(play->table, &result))
        return;
    printf("\n");
    for (int seat = 0; seat < table_rules(play->table)->seats; seat++) {
        char line[LAN_SAY_MAX];
        struct lan_text out = lan_text_init(line, sizeof line);
        bool won = result.winners >> seat & 1;
        lan_text_add(&out, "  ");
        lan_draw_marked(&out, LAN_MARK_SEAT + seat, play->names[seat]);
        lan_draw_to(&out, 24);
        lan_text_add_int(&out, result.score[seat]);
        lan_draw_to(&out, 30);
        if (won)
            lan_draw_marked(&out, LAN_MARK_LANTERN, play_words(play, "wins", "gagne"));
        lan_draw_end_line(&out);
        term_print(&play->term, line);
    }
    printf("\n");
    term_item(&play->term, LAN_MARK_MUTED, game->clauses[result.clause].id, 10,
              term_words(&play->term, &game->clauses[result.clause].text));
}

/* After the end the person may still look at the log or save; anything else ends the program. */
static void end_talk(struct play *play)
{
    printf("\n%s\n",
           play_words(play, "`save FILE` keeps the record, `log` tells the game again, Enter leaves.",
                      "`sauver FICHIER` garde la partie, `journal` la raconte, Entrée pour sortir."));
    for (;;) {
        char *line = line_read(play);
        if (!line || !line[strspn(line, " \t")] || talk_line(play, line) == TALK_QUIT)
            return;
    }
}

static int play_run(struct play *play)
{
    while (table_end(play->table) == TABLE_RUNNING) {
        bool optional;
        int seat = next_seat(play, &optional);
        if (seat != play->seat) {
            bot_act(play, seat, optional);
            continue;
        }
        if (person_act(play, optional) == TALK_QUIT) {
            if (!feof(stdin))
                return CLI_OK;
            complain("the input ended before the game did");
            return CLI_UNFINISHED;
        }
    }
    end_show(play);
    if (play->settings->record && !play_save(play, play->settings->record))
        return CLI_FAILED;
    end_talk(play);
    return CLI_OK;
}

/* ---- Beginning ------------------------------------------------------------------------------------------------- */

bool play_save(const struct play *play, const char *file)
{
    struct record_problem problem;
    size_t size;
    bool running = table_end(play->table) == TABLE_RUNNING;
    char *bytes = running ? record_write_save(play->table, &size, &problem)
                          : record_write_full(play->table, &size, &problem);
    if (!bytes) {
        complain("%s", problem.say[play->term.reader.lang]);
        return false;
    }
    bool written = file_write(file, bytes, size);
    free(bytes);
    return written;
}

static const char *person_name(const struct settings *settings)
{
    const char *name = settings->name ? settings->name : getenv("USER");
    return name && *name ? name : settings->lang == LAN_FR ? "Moi" : "Me";
}

static void seats_fill(const struct settings *settings, int person, struct table_setup *setup)
{
    static const char *const names[LAN_SEATS_MAX] = {"Ada",  "Bruno", "Clara", "Dimitri",
                                                     "Elsa", "Farid", "Greta", "Hugo"};
    for (int seat = 0; seat < setup->config.seats; seat++) {
        if (seat == person)
            setup->seat[seat] = (struct table_seat){TABLE_PERSON, person_name(settings), ""};
        else
            setup->seat[seat] = (struct table_seat){TABLE_BOT, names[seat], settings->bot};
    }
}

static int table_new(struct play *play)
{
    const struct settings *settings = play->settings;
    const struct lan_game *game = settings->word_count ? game_wanted(settings) : NULL;
    struct table_setup setup;
    struct lan_problem problem;
    struct lan_dice dice;
    if (!game) {
        if (!settings->word_count)
            complain("which game? `lanterne games` lists them");
        return CLI_USAGE;
    }
    table_setup_init(game, game->seats_min, &setup);
    int code = config_wanted(settings, game, &setup.config);
    if (!code)
        code = seat_wanted(settings, game, setup.config.seats, &play->seat);
    if (code)
        return code;
    seats_fill(settings, play->seat, &setup);
    table_dice_init(settings->seed, &dice);
    setup.dice = &dice;
    play->table = table_create(&setup, play_now(), &problem);
    if (!play->table) {
        const char *clause = problem.clause ? game->clauses[problem.clause].id : "";
        complain("%s %s", problem.say[settings->lang], clause);
        return CLI_USAGE;
    }
    return CLI_OK;
}

static int table_resumed(struct play *play)
{
    const char *file = play->settings->resume;
    struct record record;
    struct record_problem problem;
    size_t size;
    char *bytes = file_read(file, RECORD_BYTES_MAX, &size);
    if (!bytes)
        return CLI_BAD_FILE;
    bool read = record_read(bytes, size, &record, &problem);
    free(bytes);
    if (!read) {
        complain("%s: %s", file, problem.say[play->settings->lang]);
        return CLI_BAD_FILE;
    }
    if (record.kind != RECORD_SAVE || !table_dice(record.table)) {
        complain("%s is a record, not a saved game; `lanterne replay` shows it", file);
        record_finish(&record);
        return CLI_BAD_FILE;
    }
    play->table = record.table;
    record.table = NULL;
    record_finish(&record);
    play->saved = strdup(file);
    play->seat = 0;
    while (play->seat < table_rules(play->table)->seats - 1 &&
           table_seat(play->table, play->seat).holder != TABLE_PERSON)
        play->seat++;
    return CLI_OK;
}

static void welcome(struct play *play)
{
    const struct lan_game *game = table_game(play->table);
    char line[LAN_SAY_MAX];
    term_print_marked(&play->term, LAN_MARK_LANTERN, term_words(&play->term, &game->title));
    printf("\n");
    if (game->intro.in[play->term.reader.lang])
        term_wrap(&play->term, LAN_MARK_PLAIN, 0, term_words(&play->term, &game->intro));
    if (!play->settings->resume) {
        bool french = play->term.reader.lang == LAN_FR;
        snprintf(line, sizeof line,
                 french ? "Tu as la place %d. La même partie : --players %d --seed %llu."
                        : "You are seat %d. This game again: --players %d --seed %llu.",
                 play->seat + 1, table_rules(play->table)->seats, (unsigned long long)play->settings->seed);
        term_wrap(&play->term, LAN_MARK_MUTED, 0, line);
    }
    term_wrap(
        &play->term, LAN_MARK_MUTED, 0,
        play_words(play, "Type a number to act, `?` for help at any time, `quit` to leave.",
                   "Tape un numéro pour jouer, `?` pour de l'aide à tout moment, `quitter` pour sortir."));
    printf("\n");
}

int cmd_play(const struct settings *settings)
{
    static struct play play;
    static struct settings own;
    own = *settings;
    if (!(own.given & CLI_TAKES(CLI_SEED)) && getrandom(&own.seed, sizeof own.seed, 0) > 0)
        own.seed &= 0xffffffff; /* short enough to type again */
    if (own.resume && own.given & (CLI_TAKES(CLI_PLAYERS) | CLI_TAKES(CLI_OPTION) | CLI_TAKES(CLI_SEAT) |
                                   CLI_TAKES(CLI_SEED) | CLI_TAKES(CLI_NAME))) {
        complain("a saved game has its players, options and dice already");
        return CLI_USAGE;
    }
    if (own.resume && own.word_count) {
        complain("a saved game says itself which game it is: leave out %s", own.words[0]);
        return CLI_USAGE;
    }
    if (own.seat == LAN_WATCHER) {
        complain("to play you need a seat; --seat takes a number here");
        return CLI_USAGE;
    }
    play.settings = &own;
    int code = own.resume ? table_resumed(&play) : table_new(&play);
    if (!code)
        code = bot_init(&play, table_game(play.table));
    if (!code) {
        term_init(&play.term, &own);
        table_names(play.table, play.names);
        play.term.reader.names = play.names;
        welcome(&play);
        code = play_run(&play);
    }
    table_destroy(play.table);
    free(play.budget.memory);
    free(play.told);
    free(play.saved);
    return code;
}
