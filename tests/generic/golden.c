/*
 * Golden playthroughs: of every finished game some random games, written down step by step with all that each
 * seat and the watcher is sent, changes only. A change of behaviour shows as a diff of tests/golden/, to be
 * read before it is accepted with `make golden`, which runs this program with LAN_GOLDEN=write.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lan.h"
#include "setups.h"
#include "tap.h"
#include "write.h"

enum {
    TEXT_MAX = 1 << 20,    /* of one playthrough */
    TOTAL_MAX = 2 << 20,   /* of all */
    CHANGES_MAX = 1 << 16, /* of one viewer at one step */
    FIELDS_MAX = 4096,
    FIELD_MAX = 160,
    STEPS_MAX = 400,
    VIEWERS = LAN_WATCHER + 1,
};

/* What a viewer had last: the fields of its view and its list of actions. */
struct shown {
    int count;
    char field[FIELDS_MAX][FIELD_MAX]; /* "seats[0].hand.basic = 3" */
    char list[CHANGES_MAX];
};

struct playthrough {
    const struct lan_rules *rules;
    struct lan_text out;
    struct shown before[VIEWERS];
    char changes[VIEWERS][CHANGES_MAX];
};

/* ---- Views --------------------------------------------------------------------------------------------- */

static void fields_add(struct shown *shown, const char *path, json_t *value)
{
    char inner[FIELD_MAX];
    if (json_is_object(value)) {
        void *at = json_object_iter(value);
        for (; at; at = json_object_iter_next(value, at)) {
            snprintf(inner, sizeof inner, "%s%s%s", path, *path ? "." : "", json_object_iter_key(at));
            fields_add(shown, inner, json_object_iter_value(at));
        }
    } else if (json_is_array(value)) {
        for (size_t i = 0; i < json_array_size(value); i++) {
            snprintf(inner, sizeof inner, "%s[%zu]", path, i);
            fields_add(shown, inner, json_array_get(value, i));
        }
    } else if (shown->count < FIELDS_MAX) {
        char *text = json_dumps(value, JSON_ENCODE_ANY);
        snprintf(shown->field[shown->count++], FIELD_MAX, "%s = %s", path, text);
        free(text);
    }
}

/* The field of the same path, or NULL. */
static const char *field_find(const struct shown *shown, const char *field, int guess)
{
    size_t length = (size_t)(strchr(field, '=') - field) + 1;
    for (int i = 0; i < shown->count; i++) {
        const char *other = shown->field[(guess + i) % shown->count];
        if (strncmp(other, field, length) == 0)
            return other;
    }
    return NULL;
}

static void fields_compare(const struct shown *before, const struct shown *now, struct lan_text *out)
{
    for (int i = 0; i < now->count; i++) {
        const char *old = before->count ? field_find(before, now->field[i], i) : NULL;
        if (old && strcmp(old, now->field[i]) == 0)
            continue;
        lan_text_add(out, "    ");
        lan_text_add(out, now->field[i]);
        lan_text_add(out, "\n");
    }
    for (int i = 0; i < before->count; i++) {
        if (field_find(now, before->field[i], i))
            continue;
        lan_text_add(out, "    gone: ");
        lan_text_add_bytes(out, before->field[i], strcspn(before->field[i], "=") - 1);
        lan_text_add(out, "\n");
    }
}

static void view_fields(const struct lan_rules *rules, const struct lan_state *state, int viewer,
                        struct shown *shown)
{
    static char text[1 << 17];
    union lan_view_buf view;
    struct lan_text json = lan_text_init(text, sizeof text);
    rules->game->observe(rules, state, viewer, (struct lan_view *)&view);
    lan_view_json(rules, (const struct lan_view *)&view, &json);
    json_t *parsed = json_loads(text, 0, NULL);
    shown->count = 0;
    if (parsed)
        fields_add(shown, "", parsed);
    json_decref(parsed);
}

/* ---- Actions ------------------------------------------------------------------------------------------- */

/* "place basic 1.1 1.2": actions that differ only in their last word share a line. */
static void list_write(const struct lan_rules *rules, const struct lan_state *state, int seat,
                       struct lan_text *out)
{
    struct lan_list list;
    char prefix[LAN_NOTATION_MAX] = "";
    lan_actions(rules, state, seat, &list);
    for (int i = 0; i < list.count; i++) {
        char notation[LAN_NOTATION_MAX], head[LAN_NOTATION_MAX];
        struct lan_text text = lan_text_init(notation, sizeof notation);
        lan_action_write(rules->game, list.action[i], &text);
        const char *last = strrchr(notation, ' ');
        snprintf(head, sizeof head, "%s %.*s", i < list.musts ? "must" : "may",
                 (int)(last ? last - notation : (long)strlen(notation)), notation);
        if (strcmp(head, prefix) != 0 || !last) {
            lan_text_add(out, i ? "\n    " : "    ");
            lan_text_add(out, head);
        }
        memcpy(prefix, head, sizeof prefix);
        lan_text_add(out, last ? last : "");
    }
    lan_text_add(out, list.count ? "\n" : "");
}

/* ---- Playing ------------------------------------------------------------------------------------------- */

static int viewer_next(const struct lan_rules *rules, int viewer)
{
    return viewer + 1 == rules->seats ? LAN_WATCHER : viewer + 1;
}

static void changes_write(struct playthrough *play, const struct lan_state *state, int viewer,
                          const struct lan_events *events)
{
    static struct shown now;
    struct shown *before = &play->before[viewer];
    struct lan_text out = lan_text_init(play->changes[viewer], CHANGES_MAX);
    for (int i = 0; i < events->count; i++) {
        struct lan_event told;
        if (!lan_event_tell(play->rules->game, &events->event[i], viewer, &told))
            continue;
        lan_text_add(&out, "    > ");
        lan_event_write(play->rules->game, &told, &out);
        lan_text_add(&out, " (");
        lan_text_add(&out, play->rules->game->clauses[told.clause].id);
        lan_text_add(&out, ")\n");
    }
    view_fields(play->rules, state, viewer, &now);
    fields_compare(before, &now, &out);
    struct lan_text list = lan_text_init(now.list, sizeof now.list);
    if (viewer != LAN_WATCHER)
        list_write(play->rules, state, viewer, &list);
    if (strcmp(now.list, before->list) != 0)
        lan_text_add(&out, now.list[0] ? now.list : "    no actions\n");
    lan_assert(!out.cut && !list.cut);
    memcpy(before, &now, sizeof now);
}

/* Viewers who were sent the same share a paragraph. */
static void step_write(struct playthrough *play)
{
    bool done[VIEWERS] = {false};
    for (int viewer = 0; viewer <= LAN_WATCHER; viewer = viewer_next(play->rules, viewer)) {
        if (done[viewer] || !play->changes[viewer][0])
            continue;
        lan_text_add(&play->out, "  to");
        for (int other = viewer; other <= LAN_WATCHER; other = viewer_next(play->rules, other)) {
            if (strcmp(play->changes[viewer], play->changes[other]) != 0)
                continue;
            done[other] = true;
            lan_text_add(&play->out, " ");
            if (other == LAN_WATCHER)
                lan_text_add(&play->out, "w");
            else
                lan_text_add_int(&play->out, other + 1);
        }
        lan_text_add(&play->out, "\n");
        lan_text_add(&play->out, play->changes[viewer]);
    }
}

static void turn_write(struct playthrough *play, const struct lan_state *state)
{
    struct lan_turn turn;
    play->rules->game->turn(play->rules, state, &turn);
    lan_text_add(&play->out, "  waits for");
    for (int seat = 0; seat <= LAN_CHANCE; seat++) {
        if (!(turn.must >> seat & 1))
            continue;
        lan_text_add(&play->out, " ");
        if (seat == LAN_CHANCE)
            lan_text_add(&play->out, "chance");
        else
            lan_text_add_int(&play->out, seat + 1);
    }
    lan_text_add(&play->out, turn.must ? "\n" : " nobody\n");
}

static void playthrough_write(struct playthrough *play, const struct setup *setup)
{
    static struct lan_events events;
    union lan_state_buf state;
    struct step step;
    struct lan_rng rng;
    lan_rng_init(&rng, setup->seed);
    memset(&state, 0, sizeof state);
    events.count = 0;
    play->rules->game->setup(play->rules, (struct lan_state *)&state);
    lan_text_add(&play->out, setup->label);
    lan_text_add(&play->out, "\n");
    for (int count = 0;; count++) {
        for (int viewer = 0; viewer <= LAN_WATCHER; viewer = viewer_next(play->rules, viewer))
            changes_write(play, (const struct lan_state *)&state, viewer, &events);
        step_write(play);
        turn_write(play, (const struct lan_state *)&state);
        if (count == STEPS_MAX || !step_choose(play->rules, (const struct lan_state *)&state, &rng, &step))
            break;
        events.count = 0;
        lan_assert(!lan_apply(play->rules, (struct lan_state *)&state, step.seat, step.action, &events));
        lan_text_add_int(&play->out, count + 1);
        lan_text_add(&play->out, step.seat == LAN_CHANCE ? " chance: " : " seat ");
        if (step.seat != LAN_CHANCE) {
            lan_text_add_int(&play->out, step.seat + 1);
            lan_text_add(&play->out, ": ");
        }
        lan_action_write(play->rules->game, step.action, &play->out);
        lan_text_add(&play->out, "\n");
    }
}

/* ---- Files --------------------------------------------------------------------------------------------- */

struct run {
    int last;     /* players of the last set-up with the defaults */
    int combined; /* set-ups with several options that were written */
    size_t total;
};

static void file_compare(const char *path, const struct lan_text *text)
{
    static char stored[TEXT_MAX];
    FILE *file = fopen(path, "r");
    size_t length = file ? fread(stored, 1, sizeof stored - 1, file) : 0;
    int line = 1;
    size_t at = 0;
    if (file)
        fclose(file);
    stored[length] = 0;
    bool same = length == text->length && memcmp(stored, text->at, length) == 0;
    tap_result(same, "%s is what the game does", path);
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

static void file_write(const char *path, const struct lan_text *text)
{
    FILE *file = fopen(path, "w");
    bool written = file && fwrite(text->at, 1, text->length, file) == text->length;
    if (file)
        written = fclose(file) == 0 && written;
    tap_result(written, "%s is written", path);
}

/* The fewest and the most players with the defaults, then the first combinations of options. */
static void setup_write(const struct setup *setup, void *context)
{
    static char text[TEXT_MAX];
    static struct playthrough play;
    struct run *run = context;
    const struct lan_game *game = setup->rules->game;
    /*
     * They come first, with rising numbers of players; a combination may turn out to be the defaults again.
     */
    bool defaults = !setup->rules->config.given && setup->rules->seats > run->last;
    bool extreme = setup->rules->seats == game->seats_min || setup->rules->seats == game->seats_max;
    bool combined = setup->rules->config.given & (setup->rules->config.given - 1);
    if (defaults)
        run->last = setup->rules->seats;
    if (defaults ? !extreme : !combined || run->combined++)
        return;
    memset(&play, 0, sizeof play);
    play.rules = setup->rules;
    play.out = lan_text_init(text, sizeof text);
    playthrough_write(&play, setup);
    run->total += play.out.length;
    char path[128];
    snprintf(path, sizeof path, "tests/golden/%s-%d%s.txt", game->name, setup->rules->seats,
             defaults ? "" : "-options");
    const char *asked = getenv("LAN_GOLDEN");
    if (play.out.cut)
        tap_result(false, "%s fits into %d bytes", path, TEXT_MAX);
    else if (asked && strcmp(asked, "write") == 0)
        file_write(path, &play.out);
    else
        file_compare(path, &play.out);
}

int main(void)
{
    struct run run = {0};
    for (const struct lan_game *const *game = lan_games(); *game; game++) {
        if (!lan_game_newest(*game))
            continue;
        run.combined = run.last = 0;
        if ((*game)->unfinished)
            tap_note("%s is unfinished: no golden playthroughs yet", (*game)->name);
        else
            setups_each(*game, 4, setup_write, &run);
    }
    tap_result(run.total > 0 && run.total < TOTAL_MAX, "golden playthroughs take %zu of %d bytes", run.total,
               TOTAL_MAX);
    return tap_finish();
}
