/*
 * cmd_play.c - `lanterne play`: makes a source (term/source.h) from the settings, a table in this program or
 * a seat at a server, and runs the full-screen or the line-by-line client on it.
 */
#include "cmd_play.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "arena.h"
#include "args.h"
#include "full_screen.h"
#include "file.h"
#include "level.h"
#include "lines.h"
#include "local.h"
#include "online.h"
#include "password.h"
#include "record_read.h"
#include "setup.h"
#include "term_text.h"

/* A local game before it becomes a source. */
struct play {
    const struct settings *settings;
    struct table *table;
    uint16_t people; /* seats, by bit */
    const char *bot; /* the level of all other seats; owned by the settings or the table */
};

static int64_t play_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- The table ----------------------------------------------------------------------------------------- */

static const char *person_name(const struct settings *settings)
{
    const char *name = settings->name ? settings->name : getenv("USER");
    return name && *name ? name : settings->lang == LAN_FR ? "Moi" : "Me";
}

/* Copies the n-th of the names given with commas into `buf`, or the last one if there are fewer. */
static const char *name_at(const char *names, int n, char *buf, size_t size)
{
    for (; n && strchr(names, ','); n--)
        names = strchr(names, ',') + 1;
    snprintf(buf, size, "%.*s", (int)strcspn(names, ","), names);
    return buf;
}

static void seats_fill(const struct settings *settings, uint16_t people, struct table_setup *setup)
{
    static const char *const names[LAN_SEATS_MAX] = {"Ada",  "Bruno", "Clara", "Dimitri",
                                                     "Elsa", "Farid", "Greta", "Hugo"};
    static char given[LAN_SEATS_MAX][TABLE_NAME_MAX + 1];
    int person = 0, persons = __builtin_popcount(people);
    for (int seat = 0; seat < setup->config.seats; seat++) {
        const char *name = names[seat];
        if (people >> seat & 1 && (persons == 1 || settings->name))
            name = name_at(person_name(settings), person++, given[seat], sizeof given[seat]);
        if (people >> seat & 1)
            setup->seat[seat] = (struct table_seat){TABLE_PERSON, name, ""};
        else
            setup->seat[seat] = (struct table_seat){TABLE_BOT, names[seat], settings->bot};
    }
}

/* The seats of people: those of --people, or the one of --seat or --as. */
static int people_wanted(const struct settings *settings, const struct lan_game *game, int seats,
                         uint16_t *people)
{
    int seat;
    int code = seat_wanted(settings, game, seats, &seat);
    *people = settings->people;
    if (!*people && !code)
        *people = (uint16_t)(1u << seat);
    if (*people == CLI_PEOPLE_ALL)
        *people = (uint16_t)((1u << seats) - 1);
    if (code || !(*people >> seats))
        return code;
    complain(settings->lang == LAN_FR ? "--people : il n'y a que %d places"
                                      : "--people: there are only %d seats",
             seats);
    return CLI_USAGE;
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
            complain(settings->lang == LAN_FR ? "quel jeu ? `lanterne games` les énumère"
                                              : "which game? `lanterne games` lists them");
        return CLI_USAGE;
    }
    table_setup_init(game, game->seats_min, &setup);
    int code = config_wanted(settings, game, &setup.config);
    if (!code)
        code = people_wanted(settings, game, setup.config.seats, &play->people);
    if (code)
        return code;
    seats_fill(settings, play->people, &setup);
    play->bot = settings->bot;
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

/* The level of the bots: --bot if given, else the level stored in the saved game. */
static int bots_resumed(struct play *play)
{
    const struct settings *settings = play->settings;
    bool given = settings->given & CLI_TAKES(CLI_BOT);
    play->bot = given ? settings->bot : NULL;
    for (int seat = 0; !given && seat < table_rules(play->table)->seats; seat++) {
        struct table_seat sits = table_seat(play->table, seat);
        if (sits.holder != TABLE_BOT)
            continue;
        if (play->bot && strcmp(play->bot, sits.level) != 0) {
            complain(
                settings->lang == LAN_FR
                    ? "%s : ses bots diffèrent (%s, %s), ce qui ne se joue pas ici ; dis --bot NIVEAU pour tous"
                    : "%s: its bots differ (%s, %s), which cannot be played here; say --bot LEVEL for all",
                settings->resume, play->bot, sits.level);
            return CLI_USAGE;
        }
        play->bot = sits.level;
    }
    if (!play->bot)
        play->bot = settings->bot;
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
        complain(
            play->settings->lang == LAN_FR
                ? "%s est l'enregistrement d'une partie finie, pas une partie sauvée ; `lanterne replay` le montre"
                : "%s is a record, not a saved game; `lanterne replay` shows it",
            file);
        record_finish(&record);
        return CLI_BAD_FILE;
    }
    play->table = record.table;
    record.table = NULL;
    record_finish(&record);
    for (int seat = 0; seat < table_rules(play->table)->seats; seat++)
        play->people |= (uint16_t)((table_seat(play->table, seat).holder == TABLE_PERSON) << seat);
    if (play->people)
        return bots_resumed(play);
    complain(play->settings->lang == LAN_FR ? "%s : il n'y a personne à cette table"
                                            : "%s: no person sits at this table",
             file);
    return CLI_BAD_FILE;
}

/* ---- Playing ------------------------------------------------------------------------------------------- */

/* The line that begins the same game again: all that was given or drawn, but the names and the bots. */
static void again_show(const struct lines *lines, const struct settings *settings)
{
    const struct source *source = lines->source;
    char line[LAN_RULE_TEXT_MAX], number[24];
    struct lan_text out = lan_text_init(line, sizeof line);
    lan_text_add(&out, lines_words(lines, "You are seat ", "Tu as la place "));
    lan_text_add_int(&out, source->seat + 1);
    lan_text_add(&out, lines_words(lines, ". This game again: ", ". La même partie : "));
    lan_text_add(&out, "--players ");
    lan_text_add_int(&out, source->seats);
    snprintf(number, sizeof number, "%llu", (unsigned long long)settings->seed);
    lan_text_add(&out, " --seed ");
    lan_text_add(&out, number);
    lan_text_add(&out, " --seat ");
    lan_text_add_int(&out, source->seat + 1);
    for (int i = 0; i < settings->option_count; i++) {
        lan_text_add(&out, " --option ");
        lan_text_add(&out, settings->options[i]);
    }
    term_wrap(&lines->term, LAN_MARK_MUTED, 0, line);
}

static void welcome(const struct lines *lines, const struct settings *settings)
{
    const struct source *source = lines->source;
    char text[LAN_RULE_TEXT_MAX];
    term_print_marked(&lines->term, LAN_MARK_LANTERN, term_words(&lines->term, &source->game->title));
    printf("\n");
    if (source->game->intro.in[lines->term.reader.lang])
        term_wrap(&lines->term, LAN_MARK_PLAIN, 0,
                  term_rule(&lines->term, source->rules, &source->game->intro, text));
    if (!settings->resume && !settings->join && source->seat < source->seats)
        again_show(lines, settings);
    term_wrap(
        &lines->term, LAN_MARK_MUTED, 0,
        lines_words(lines, "Type a number to act, `?` for help at any time, `quit` to leave.",
                    "Tape un numéro pour jouer, `?` pour de l'aide à tout moment, `quitter` pour sortir."));
    printf("\n");
}

/* Writes the record of a finished game when --record was given. */
static int record_keep(struct source *source, const struct settings *settings)
{
    struct source_say say;
    size_t size;
    bool save;
    if (!settings->record || source->state != SOURCE_OVER)
        return CLI_OK;
    char *bytes = source->ops->record(source, &size, &save, &say);
    if (!bytes)
        complain("%s", say.in[settings->lang]);
    bool written = bytes && file_write(settings->record, bytes, size);
    free(bytes);
    return written ? CLI_OK : CLI_FAILED;
}

static int play_lines(struct source *source, const struct settings *settings, const struct term *term)
{
    static struct lines lines;
    lines = (struct lines){.source = source, .term = *term};
    lines.term.reader.names = source->names;
    if (settings->resume)
        lines.saved = strdup(settings->resume);
    welcome(&lines, settings);
    int code = lines_run(&lines);
    if (!code)
        code = record_keep(source, settings);
    if (!code)
        lines_end(&lines);
    return code;
}

static int play_screen(struct source *source, const struct settings *settings, const struct term *term)
{
    struct full_screen_options options = {.lang = term->reader.lang,
                                          .style = term->reader.style,
                                          .edition = term->reader.edition,
                                          .colours = term->colours != TERM_COLOURS_NONE,
                                          .saved = settings->resume};
    if (!full_screen_run(source, &options)) {
        complain(settings->lang == LAN_FR ? "le terminal n'a pas pu être utilisé ; essaie --lines"
                                          : "the terminal could not be taken over; try --lines");
        return CLI_FAILED;
    }
    return record_keep(source, settings);
}

static int source_play(struct source *source, const struct settings *settings)
{
    struct term term;
    term_init(&term, settings);
    term_edition(&term, settings, source->game);
    bool whole = !settings->plain && !settings->lines && full_screen_possible();
    int code = whole ? play_screen(source, settings, &term) : play_lines(source, settings, &term);
    /* Again where it stays, when the screen with the game is gone. */
    if (*source->alarm[settings->lang])
        complain("%s", source->alarm[settings->lang]);
    source_destroy(source);
    return code;
}

/* Rejects options that exclude each other. */
static int settings_check(const struct settings *settings)
{
    if (settings->resume &&
        settings->given & (CLI_TAKES(CLI_PLAYERS) | CLI_TAKES(CLI_OPTION) | CLI_TAKES(CLI_SEAT) |
                           CLI_TAKES(CLI_SEED) | CLI_TAKES(CLI_NAME) | CLI_TAKES(CLI_PEOPLE))) {
        complain(settings->lang == LAN_FR ? "une partie sauvée a déjà ses joueurs, ses options et ses dés"
                                          : "a saved game has its players, options and dice already");
        return CLI_USAGE;
    }
    if (settings->resume && settings->word_count) {
        complain(settings->lang == LAN_FR
                     ? "une partie sauvée dit elle-même de quel jeu il s'agit : retire %s"
                     : "a saved game says itself which game it is: leave out %s",
                 settings->words[0]);
        return CLI_USAGE;
    }
    if (settings->seat == LAN_WATCHER) {
        complain(settings->lang == LAN_FR ? "pour jouer, il faut une place ; --seat prend ici un numéro"
                                          : "to play you need a seat; --seat takes a number here");
        return CLI_USAGE;
    }
    if (settings->people && settings->given & (CLI_TAKES(CLI_SEAT) | CLI_TAKES(CLI_AS))) {
        complain(settings->lang == LAN_FR
                     ? "--people nomme les places de tous ceux qui sont là ; retire --seat et --as"
                     : "--people names the seats of all people here; leave out --seat and --as");
        return CLI_USAGE;
    }
    return CLI_OK;
}

/* By what everybody knows: the level of the bots, and whether several people share the terminal. */
static int64_t pace_wanted(const struct settings *settings, const struct level *level, uint16_t people)
{
    if (settings->given & CLI_TAKES(CLI_BOT_PACE))
        return settings->bot_pace;
    /* At the earliest of its moments, 3/4 of the pace, a bot with a limit of time has used it. */
    if (level->bot->memory_min && level->milliseconds > LOCAL_PACE_SEARCH * 3 / 4)
        return (int64_t)level->milliseconds * 4 / 3 + 1;
    return level->bot->memory_min           ? LOCAL_PACE_SEARCH
           : __builtin_popcount(people) > 1 ? LOCAL_PACE_SHARED
                                            : LOCAL_PACE_ALONE;
}

static int play_local(const struct settings *settings)
{
    struct play play = {.settings = settings};
    struct level level;
    struct level_player player;
    int code = settings->resume ? table_resumed(&play) : table_new(&play);
    if (!code && !level_parse(play.bot, strlen(play.bot), &level))
        code = CLI_USAGE;
    if (!code && !level.bot->plays(table_game(play.table))) {
        complain(settings->lang == LAN_FR ? "le robot %s ne joue pas à %s" : "the bot %s does not play %s",
                 level.bot->name, table_game(play.table)->name);
        code = CLI_USAGE;
    }
    if (code) {
        table_destroy(play.table);
        return code;
    }
    level_player_init(&player, &level, NULL);
    struct source *source =
        local_source_new(&(struct local_setup){.table = play.table,
                                               .people = play.people,
                                               .bot = level.bot,
                                               .budget = player.player.budget,
                                               .pace = pace_wanted(settings, &level, play.people),
                                               .bot_seed = level_seed(table_dice(play.table))});
    if (!source) {
        complain(settings->lang == LAN_FR ? "pas assez de mémoire pour la partie" : "no memory for the game");
        return CLI_FAILED;
    }
    return source_play(source, settings);
}

static int play_online(const struct settings *settings)
{
    struct password password;
    struct online_setup setup = {.name = settings->name,
                                 .seat = settings->given & CLI_TAKES(CLI_SEAT) ? settings->seat : -1,
                                 .password = password_ask,
                                 .context = &password};
    struct source_say say;
    if (settings->given &
            ~(CLI_TAKES(CLI_JOIN) | CLI_TAKES(CLI_PASSWORD_FILE) | CLI_TAKES(CLI_SEAT) | CLI_TAKES(CLI_NAME) |
              CLI_TAKES(CLI_LANG) | CLI_TAKES(CLI_PLAIN) | CLI_TAKES(CLI_LINES) | CLI_TAKES(CLI_ASCII)) ||
        settings->word_count) {
        complain(
            settings->lang == LAN_FR
                ? "la table d'un serveur a déjà son jeu, ses joueurs et ses options ; avec --join, on ne peut "
                  "dire que --seat, --name, --lang, --password-file et la façon de montrer la partie"
                : "a server's table has its game, players and options already; beside --join only --seat, "
                  "--name, --lang, --password-file and how it is shown can be said");
        return CLI_USAGE;
    }
    if (!net_parse(settings->join, &setup.address)) {
        complain(settings->lang == LAN_FR ? "%s : le lien d'une table s'écrit http://HÔTE:PORT/t/TABLE"
                                          : "%s: a table's link looks like http://HOST:PORT/t/TABLE",
                 settings->join);
        return CLI_USAGE;
    }
    int code = password_init(&password, settings);
    if (code)
        return code;
    struct source *source = online_new(&setup, &say);
    if (!source) {
        if (!password.told)
            complain("%s", say.in[settings->lang]);
        return CLI_FAILED;
    }
    return source_play(source, settings);
}

int cmd_play(const struct settings *settings)
{
    struct settings own = *settings;
    if (!(own.given & CLI_TAKES(CLI_SEED)) && getrandom(&own.seed, sizeof own.seed, 0) > 0)
        own.seed &= 0xffffffff; /* short enough to type again */
    if (own.join)
        return play_online(&own);
    int code = settings_check(&own);
    return code ? code : play_local(&own);
}
