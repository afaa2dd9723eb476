/*
 * Golden scenes: what people read in the positions in which scenarios end, where games at random seldom go:
 * by every viewer, in both languages, the drawing with its parts, the prompt, warnings, buttons, the view,
 * and what the hand-written player would do and why. tests/golden/GAME-scenes.txt has a hash for each
 * scenario; `make golden` writes it anew.
 */
#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw.h"
#include "scenario.h"
#include "tap.h"
#include "write.h"

enum { FILE_MAX = 65536, FILES_MAX = 2000, NAME_MAX_SCENE = 128, TEXT_MAX = 1 << 18, DIFFERENCES_SHOWN = 5 };

static const char *const names[LAN_SEATS_MAX] = {"Ada",   "Bruno", "Chloé", "Anne-Sophie Delacroix",
                                                 "Émile", "Fanny", "Gus",   "Hélène"};

/* ---- One position -------------------------------------------------------------------------------------- */

static void add(uint64_t *hash, const void *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        *hash = (*hash ^ ((const unsigned char *)bytes)[i]) * 1099511628211u;
}

/* Adds a text and empties it. */
static void add_text(uint64_t *hash, struct lan_text *text)
{
    add(hash, text->at, text->length + 1);
    lan_text_clear(text);
}

/* The drawing, each of its parts, and the prompt. */
static void pictures_add(uint64_t *hash, const struct lan_rules *rules, const struct lan_view *view,
                         struct lan_reader reader)
{
    static char drawn[LAN_DRAW_MAX], list[LAN_DRAW_MAX];
    struct lan_text text = lan_text_init(drawn, sizeof drawn), parts = lan_text_init(list, sizeof list);
    rules->game->draw(rules, view, &reader, &text);
    add_text(hash, &text);
    rules->game->prompt(rules, view, &reader, &text);
    add_text(hash, &text);
    reader.part = "";
    rules->game->draw(rules, view, &reader, &parts);
    for (char *line = strtok(list, "\n"); line; line = strtok(NULL, "\n")) {
        add(hash, line, strlen(line));
        line[strcspn(line, "\t")] = 0;
        reader.part = line;
        rules->game->draw(rules, view, &reader, &text);
        add_text(hash, &text);
    }
}

/* Buttons and warnings of a list, and how its actions are rated. */
static void actions_add(uint64_t *hash, const struct lan_rules *rules, const struct lan_view *view, int seat,
                        const struct lan_list *list, const struct lan_reader *reader)
{
    static int32_t worth[LAN_ACTIONS_MAX];
    char said[LAN_SAY_MAX];
    struct lan_text text = lan_text_init(said, sizeof said);
    struct lan_question question = {.seat = seat, .view = view, .list = list};
    for (int i = 0; i < list->count; i++) {
        lan_action_say(rules->game, list->action[i], reader->lang, names, seat, &text);
        add_text(hash, &text);
        if (rules->game->warn)
            rules->game->warn(rules, view, list->action[i], reader, &text);
        add_text(hash, &text);
    }
    if (list->count && rules->game->rate) {
        rules->game->rate(rules, &question, worth);
        add(hash, worth, list->count * sizeof *worth);
    }
}

/* What the player who was asked next does, and why. */
static void advice_add(uint64_t *hash, const struct lan_rules *rules, const struct lan_view *view, int seat,
                       const struct lan_list *list)
{
    static struct lan_advice advice;
    struct lan_rng rng;
    struct lan_question question = {.seat = seat, .optional = !list->musts, .view = view, .list = list};
    lan_rng_init(&rng, 1);
    memset(&advice, 0, sizeof advice);
    rules->game->advise(rules, &question, &rng, &advice);
    add(hash, &advice.action, advice.decline ? 0 : sizeof advice.action);
    for (int lang = 0; lang < LAN_LANGS; lang++)
        add(hash, advice.reason[lang], strlen(advice.reason[lang]));
}

static void viewer_add(uint64_t *hash, const struct lan_rules *rules, const struct lan_state *state,
                       int viewer, unsigned form)
{
    static char json[1 << 16];
    struct lan_text text = lan_text_init(json, sizeof json);
    union lan_view_buf buf;
    const struct lan_view *view = (const struct lan_view *)&buf;
    struct lan_list list = {0};
    rules->game->observe(rules, state, viewer, (struct lan_view *)&buf);
    (form % 2 ? lan_view_json_unaided : lan_view_json)(rules, view, &text);
    add_text(hash, &text);
    if (viewer != LAN_WATCHER)
        lan_actions(rules, state, viewer, &list);
    for (int lang = 0; lang < LAN_LANGS; lang++, form++) {
        struct lan_reader reader = {.lang = (enum lan_lang)lang,
                                    .style = (enum lan_style)(form % 3),
                                    .width = form % 4 ? 80 : LAN_WIDTH_MIN,
                                    .height = form % 5 ? 0 : 16,
                                    .unaided = form % 7 == 0,
                                    .names = names};
        pictures_add(hash, rules, view, reader);
        actions_add(hash, rules, view, viewer, &list, &reader);
    }
    if (list.count)
        advice_add(hash, rules, view, viewer, &list);
}

/* By all viewers, each in a form of its own that follows from the scenario's name. */
static uint64_t position_hash(const struct lan_rules *rules, const struct lan_state *state, const char *name)
{
    uint64_t hash = 14695981039346656037u, form = hash;
    add(&form, name, strlen(name));
    for (int viewer = 0; viewer < rules->seats; viewer++)
        viewer_add(&hash, rules, state, viewer, (unsigned)(form >> 32) + (unsigned)viewer);
    viewer_add(&hash, rules, state, LAN_WATCHER, (unsigned)form);
    struct lan_result result = {0};
    rules->game->result(rules, state, &result);
    add(&hash, result.score, sizeof result.score);
    add(&hash, &result.winners, sizeof result.winners);
    add(&hash, &result.clause, sizeof result.clause);
    return hash;
}

/* ---- Scenarios ----------------------------------------------------------------------------------------- */

/* "0123456789abcdef name.scn"; a scenario about options alone has no position and no line. */
static void scene_write(const struct lan_game *game, const char *name, struct lan_text *out)
{
    static struct scenario scenario;
    static char text[FILE_MAX];
    char path[512], line[NAME_MAX_SCENE + 32];
    snprintf(path, sizeof path, "tests/scenarios/%.64s/%.*s", game->name, NAME_MAX_SCENE, name);
    FILE *file = fopen(path, "r");
    text[file ? fread(text, 1, sizeof text - 1, file) : 0] = 0;
    if (file)
        fclose(file);
    if (!scenario_run(&scenario, text) || !scenario.compiled)
        return;
    uint64_t hash = position_hash(&scenario.rules.base, (const struct lan_state *)&scenario.state, name);
    snprintf(line, sizeof line, "%016" PRIx64 " %.*s\n", hash, NAME_MAX_SCENE, name);
    lan_text_add(out, line);
}

static int name_compare(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void scenes_write(const struct lan_game *game, struct lan_text *out)
{
    static char found[FILES_MAX][NAME_MAX_SCENE + 1];
    char path[512];
    size_t count = 0;
    snprintf(path, sizeof path, "tests/scenarios/%s", game->name);
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        size_t length = strlen(entry->d_name);
        if (length < 5 || length > NAME_MAX_SCENE || strcmp(entry->d_name + length - 4, ".scn") != 0)
            continue;
        lan_assert(count < FILES_MAX);
        memcpy(found[count++], entry->d_name, length + 1);
    }
    if (folder)
        closedir(folder);
    qsort(found, count, sizeof *found, name_compare);
    for (size_t i = 0; i < count; i++)
        scene_write(game, found[i], out);
}

/* Whether a text has this whole line. */
static bool line_in(const char *text, const char *line, size_t length)
{
    for (; *text; text += strcspn(text, "\n"), text += *text == '\n') {
        if (strcspn(text, "\n") == length && memcmp(text, line, length) == 0)
            return true;
    }
    return false;
}

/* How many lines of one text the other lacks; the first are shown. */
static int differences_show(const char *text, const char *other, const char *what)
{
    int count = 0;
    while (*text) {
        size_t length = strcspn(text, "\n");
        if (!line_in(other, text, length) && count++ < DIFFERENCES_SHOWN)
            tap_note("%s: %.*s", what, (int)length, text);
        text += length + (text[length] == '\n');
    }
    return count;
}

static void check_game(const struct lan_game *game)
{
    static char now[TEXT_MAX], stored[TEXT_MAX];
    struct lan_text text = lan_text_init(now, sizeof now);
    const char *asked = getenv("LAN_GOLDEN");
    char path[256];
    snprintf(path, sizeof path, "tests/golden/%s-scenes.txt", game->name);
    scenes_write(game, &text);
    bool writing = asked && strcmp(asked, "write") == 0;
    FILE *file = fopen(path, writing ? "w" : "r");
    if (writing) {
        bool written = file && fputs(now, file) >= 0;
        tap_result(file && fclose(file) == 0 && written && !text.cut, "%s is written", path);
        return;
    }
    stored[file ? fread(stored, 1, sizeof stored - 1, file) : 0] = 0;
    if (file)
        fclose(file);
    int differences =
        differences_show(stored, now, "other than stored") + differences_show(now, stored, "not stored");
    bool same = *stored && differences == 0;
    tap_result(same, "%s is what people read where scenarios end", path);
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
