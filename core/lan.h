/*
 * lan.h - what a game is, to everything that plays it.
 *
 * A game is a value (struct lan_state, plain bytes) and a few pure functions over it (struct lan_game).
 * Nothing here or in games/ allocates, does I/O, reads a clock or keeps a global: every buffer belongs to
 * the caller, every random number comes in as an action of the seat LAN_CHANCE.
 *
 * Three opaque types keep secrets by the compiler's help:
 *   struct lan_state  everything, known to no seat; only games/<game>/ knows its fields
 *   struct lan_view   what one seat (or the watcher) may know; its fields are in the game's public header
 *   struct lan_rules  what does not change during a game, built from the options by `compile`
 * A function that shows or thinks takes a view. Handing it a state does not compile.
 *
 * User errors are values (a refusal, a struct lan_problem). Programmer errors, such as a seat out of range
 * or a list that overflows its named limit, stop the program through lan_assert.
 */
#ifndef LAN_H
#define LAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dice.h"
#include "text.h"

/* ---- Limits. Everything has one, and the limit has a name. -------------------------------------------- */

enum {
    LAN_SEATS_MAX = 8,
    LAN_WATCHER = 8,    /* the viewer who holds no seat */
    LAN_CHANCE = 9,     /* the seat of dice and decks; acts alone */
    LAN_SEAT_NONE = 15, /* nobody: no active seat, nothing left to do */

    LAN_STATE_MAX = 2048,
    LAN_VIEW_MAX = 4096,
    LAN_RULES_MAX = 32768,
    LAN_SAMPLER_MAX = 16384,
    LAN_DIGEST_MAX = 4096,

    LAN_ACTIONS_MAX = 512, /* actions listed for one seat at one moment */
    LAN_EVENTS_MAX = 192,  /* events of one action */
    LAN_ARGS_MAX = 8,      /* arguments of one event */
    LAN_OPTIONS_MAX = 48,
    LAN_TEXTS_MAX = 4,     /* options of one game that are texts; every table carries as many pointers */
    LAN_GROUPS_MAX = 8,    /* groups of one seat, for breakdowns of results */
    LAN_NOTATION_MAX = 96, /* bytes of an action in notation, with the final 0 */
    LAN_SAY_MAX = 512,     /* bytes of a sentence, with the final 0 */
    LAN_DRAW_MAX = 32768,  /* bytes of a drawn table, with the final 0 */
};

/* Stops the program: the caller broke a contract. It is not for user errors. */
#define lan_assert(holds) ((holds) ? (void)0 : __builtin_trap())
#define lan_bug(what)     __builtin_trap()

enum lan_lang { LAN_EN, LAN_FR, LAN_LANGS };

/* A text in both languages. Games write every one by itself, never word by word. */
struct lan_words {
    const char *in[LAN_LANGS];
};

/* ---- Named values: the words of a rulebook ------------------------------------------------------------- */

/* One value of a type: its id (notation, records, JSON: never translated) and its name for people. */
struct lan_word {
    const char *id;
    struct lan_words name;
};

/*
 * A type of action or event argument. `words` lists its `count` values in order; without words the value is
 * a number, written in decimal after adding `first` (so that seats read 1..8 and not 0..7).
 */
struct lan_type {
    const char *name;
    uint16_t count;
    int16_t first;
    const struct lan_word *words;
};

/* Type 0 of every game is the seat, type 1 a plain number; a game's own types follow. */
enum { LAN_TYPE_SEAT, LAN_TYPE_NUMBER, LAN_TYPE_GAME };

struct lan_arg {
    const char *name; /* as templates and JSON call it */
    uint8_t type;     /* index into lan_game.types */
    uint16_t told;    /* events only: who sees this argument; a mask of LAN_TO_* */
};

/* ---- Actions -------------------------------------------------------------------------------------------- */

/*
 * An action is one 32-bit number: its kind in the high byte, up to three arguments in the others. The table
 * of kinds gives, for every game alike, the notation both ways ("place tandem 2.3") and a dense numbering of
 * the whole action space, so that tests can try everything and learners get masks.
 */
typedef uint32_t lan_action;

#define LAN_ACTION(kind, a, b, c)                                                                          \
    ((lan_action)(uint32_t)(kind) << 24 | (lan_action)(uint8_t)(c) << 16 | (lan_action)(uint8_t)(b) << 8 | \
     (lan_action)(uint8_t)(a))

enum { LAN_ACTION_ARGS_MAX = 3, LAN_ACTION_NONE = -1 };

static inline int lan_action_kind(lan_action action)
{
    return (int)(action >> 24);
}

static inline int lan_action_arg(lan_action action, int arg)
{
    return (int)(action >> (8 * arg) & 0xff);
}

struct lan_action_kind {
    const char *name;
    bool chance; /* chance plays it, people never do */
    uint8_t args;
    struct lan_arg arg[LAN_ACTION_ARGS_MAX];
    struct lan_words say; /* what a button reads; a template, see text.h */
};

/*
 * What a seat may do now, in a fixed order that depends only on what the seat knows. The first `musts`
 * actions answer what the game waits for; the rest are things the seat may do besides (a free reveal).
 * Weights are filled for chance alone and sum to the number of equally likely cases.
 */
struct lan_list {
    uint16_t count;
    uint16_t musts;
    lan_action action[LAN_ACTIONS_MAX];
    uint32_t weight[LAN_ACTIONS_MAX];
};

static inline void lan_list_add(struct lan_list *list, lan_action action)
{
    lan_assert(list->count < LAN_ACTIONS_MAX);
    list->action[list->count++] = action;
}

static inline void lan_list_add_chance(struct lan_list *list, lan_action action, uint32_t weight)
{
    lan_assert(list->count < LAN_ACTIONS_MAX);
    list->weight[list->count] = weight;
    list->action[list->count++] = action;
}

/*
 * Who acts. `must` is public: the game waits for these seats (or for LAN_CHANCE, then alone). `may` is not:
 * a viewer is told its own bit only, since who could react says who is who. `must` is 0 when the game is over.
 */
struct lan_turn {
    uint16_t must;
    uint16_t may;
    uint8_t active;  /* whose turn it is, LAN_SEAT_NONE when nobody's */
    bool window;     /* a reaction window: when time is up, `pass` is every asked seat's answer */
    uint8_t stream;  /* chance only: the (stream, index) address of this draw: */
    uint32_t index;  /*   the n-th card of a deck is the same whenever it is drawn */
    uint32_t moment; /* rises with every public change; games without may-actions leave it 0 */
};

/* ---- Events ---------------------------------------------------------------------------------------------- */

/*
 * Who is told is a table, hidden by default. A kind's row says who hears of it at all, and each argument's
 * `told` who of them sees that argument. The mask is made of these; 0 is nobody.
 */
enum {
    LAN_TO_NOBODY = 0,
    LAN_TO_SEATS = 1 << 0,
    LAN_TO_WATCHER = 1 << 1,
    LAN_TO_ALL = LAN_TO_SEATS | LAN_TO_WATCHER,
};
#define LAN_TO_SEAT(arg) (1 << (2 + (arg))) /* the seat that argument 0..5 names */
#define LAN_TO_MASK(arg) (1 << (8 + (arg))) /* the seats whose bits are set in argument 0..5 */

/* May the action that caused this be taken back? Only where the row says that it showed nothing. */
enum lan_undo { LAN_FINAL, LAN_UNDO };

struct lan_event_kind {
    const char *name;
    uint8_t undo;
    uint16_t told;
    uint8_t args;
    struct lan_arg arg[LAN_ARGS_MAX];
    struct lan_words say;
};

/* An argument that the reader of this event may not know. */
#define LAN_HIDDEN INT16_MIN

struct lan_event {
    uint16_t kind;
    uint16_t clause; /* the rule that it applies; never 0 */
    int16_t arg[LAN_ARGS_MAX];
};

struct lan_events {
    uint16_t count;
    struct lan_event event[LAN_EVENTS_MAX];
};

/* Adds an event; the arguments not given are 0. `events` may be NULL: then nobody listens. */
void lan_emit(struct lan_events *events, int kind, int clause, int count, const int16_t *args);

#define LAN_EMIT(events, kind, clause, ...)                                           \
    do {                                                                              \
        if (events)                                                                   \
            lan_emit((events), (kind), (clause),                                      \
                     (int)(sizeof((const int16_t[]){__VA_ARGS__}) / sizeof(int16_t)), \
                     (const int16_t[]){__VA_ARGS__});                                 \
    } while (0)

/* ---- What things are ------------------------------------------------------------------------------------- */

/*
 * What a value of a game's type is and does, in a sentence or two for who has not read the rules: shown by
 * `?` in a terminal and when a card or token is touched. A game explains the values that people ask about,
 * in the order in which to read them; the clause is where the whole rule stands.
 */
struct lan_thing {
    uint8_t type;
    uint8_t value;
    uint16_t clause;
    struct lan_words text;
};

/* ---- Clauses and refusals -------------------------------------------------------------------------------- */

/* One rule clause. Clause 0 of every game's table is empty, so that 0 means none. */
struct lan_clause {
    const char *id; /* "MA-R3" */
    struct lan_words text;
};

/*
 * Why an action is not possible: a sentence, and the clause behind it. Refusal 0 is none. Every game's table
 * begins with the three that core gives out itself; a game adds its own from LAN_REFUSED_GAME on.
 * A refusal is told to the seat that asked, so it may depend only on what that seat knows.
 */
enum {
    LAN_ACCEPTED = 0,
    LAN_REFUSED_OVER,     /* the game is over */
    LAN_REFUSED_WAIT,     /* the game does not wait for this seat */
    LAN_REFUSED_NONSENSE, /* no such action in this game, or not with these options */
    LAN_REFUSED_GAME,
};

struct lan_refusal {
    uint16_t clause;
    struct lan_words text;
};

/* ---- Options --------------------------------------------------------------------------------------------- */

enum lan_option_type { LAN_OPTION_CHOICE, LAN_OPTION_NUMBER, LAN_OPTION_TEXT };

struct lan_option {
    const char *name;
    enum lan_option_type type;
    int32_t count; /* CHOICE: how many; the first is the default unless a preset says otherwise */
    const struct lan_word *choices;
    int32_t min, max, standard; /* NUMBER: inclusive range and default. TEXT: max is the length allowed */
    const char *standard_text;  /* TEXT: the default, "" for the built-in data */
    const char *clause;         /* the clause that defines it, or NULL */
    struct lan_words help;
};

/*
 * Seats and option values of a game to be. Texts point into the caller's memory, which must live as long as
 * the rules compiled from them.
 */
struct lan_config {
    uint8_t seats;
    uint64_t given;                 /* options set by the user, by bit; a preset does not touch these */
    int32_t value[LAN_OPTIONS_MAX]; /* of a TEXT option: which of the texts is its own */
    const char *text[LAN_TEXTS_MAX];
};

static inline const char *lan_config_text(const struct lan_config *config, int option)
{
    return config->text[config->value[option]];
}

/* Why a set-up is refused. `option` is -1 when it is not about one. `clause` may be 0. */
struct lan_problem {
    int option;
    uint16_t clause;
    char say[LAN_LANGS][LAN_SAY_MAX];
};

/* ---- Results --------------------------------------------------------------------------------------------- */

struct lan_result {
    bool over;
    uint16_t winners; /* seats, by bit; several may win, in a lost cooperative game nobody does */
    uint16_t clause;  /* why the game ended */
    int32_t score[LAN_SEATS_MAX];
};

/* ---- Advice ------------------------------------------------------------------------------------------------ */

/* A hand-written choice and its reason in one line: what a `rules` bot plays and a hint shows. */
struct lan_advice {
    lan_action action;
    bool decline;    /* only when the question was optional: rather none of the may-actions */
    uint16_t clause; /* the clause or fact behind the reason; 0 when it is plain judgement */
    char reason[LAN_LANGS][LAN_SAY_MAX];
};

/* Fills in the reason. */
void lan_advice_reason(struct lan_advice *advice, const char *en, const char *fr);

/* What a seat is asked, from its knowledge alone. */
struct lan_question {
    int seat;
    bool optional;                /* only may-actions are asked for, and the seat may decline */
    const struct lan_view *view;  /* of that seat */
    const struct lan_list *list;  /* its actions now */
    const struct lan_event *told; /* all events told to it so far, oldest first; may be empty */
    size_t told_count;
    const struct lan_digest *digest; /* what the game made of `told`; NULL: it has not been asked to */
};

/*
 * A group to which a seat belonged in a finished game: "side" hunter, "character" George, "turn" 1. Simulation
 * counts results by groups, so a game says here what its balance is studied by.
 */
struct lan_group {
    const char *by; /* never translated */
    uint8_t type;   /* of the value: its ids and names */
    int16_t value;
};

/* ---- The game -------------------------------------------------------------------------------------------- */

struct lan_game;
struct lan_state; /* opaque to all but the game */
struct lan_view;  /* its fields are in the game's public header */
struct lan_sampler;
struct lan_digest;
struct lan_writer; /* write.h */
struct lan_reader; /* draw.h */

/* Every game's rules begin with this. */
struct lan_rules {
    const struct lan_game *game;
    uint8_t seats;
    struct lan_config config; /* the values in force, presets and defaults filled in */
};

#define LAN_OUTLOOK_NONE INT32_MIN
#define LAN_OUTLOOK_SURE 10000

struct lan_game {
    const char *name; /* "manor": in records, on the command line */
    struct lan_words title;
    struct lan_words pitch; /* one sentence for who chooses a game */
    struct lan_words intro; /* a paragraph for who has never played: the aim, and what a turn is */
    uint16_t version;       /* rises when an old log would replay differently */
    bool unfinished;        /* built and tested, hidden from players */
    bool cooperative;
    uint8_t seats_min, seats_max;
    /* What each seat is at the start, by seat, where seats are not alike: "master", "hero". NULL where they are. */
    const struct lan_word *roles;
    uint32_t length_max;   /* no game has more actions than this, chance included */
    uint16_t score_span;   /* a lead of this many points is as good as any; 0 when only winning counts */
    uint16_t outlook_span; /* the same for the points of `outlook`; 0 when they are chances to win */

    const struct lan_option *options;
    const struct lan_type *types;
    const struct lan_action_kind *action_kinds;
    const struct lan_event_kind *event_kinds;
    const struct lan_clause *clauses;
    const struct lan_refusal *refusals;
    const struct lan_thing *things; /* may be NULL */
    uint16_t option_count, type_count, action_kind_count, event_kind_count, clause_count, refusal_count;
    uint16_t thing_count;

    uint32_t rules_size, state_size, view_size, sampler_size, digest_size;

    /* Fills the values that a preset option implies and the user did not give. NULL when there is none. */
    void (*preset)(struct lan_config *config);

    /*
     * Checks the options together and builds in `rules` (rules_size bytes, its base already filled) all
     * that does not change in a game. False, with `problem` filled, refuses the set-up.
     */
    bool (*compile)(struct lan_rules *rules, struct lan_problem *problem);

    /* The position before the first card is dealt. Writes all state_size bytes. */
    void (*setup)(const struct lan_rules *rules, struct lan_state *state);

    void (*turn)(const struct lan_rules *rules, const struct lan_state *state, struct lan_turn *turn);

    /* What `seat` (or LAN_CHANCE, with weights) may do now. Empty for a seat with nothing to do. */
    void (*actions)(const struct lan_rules *rules, const struct lan_state *state, int seat,
                    struct lan_list *list);

    /*
     * One of the musts of `actions`, each equally likely (chance: by weight), without writing the list.
     * Draws the same distribution as lan_pick; NULL when the game has no faster way than the list.
     */
    lan_action (*pick)(const struct lan_rules *rules, const struct lan_state *state, int seat,
                       struct lan_rng *rng);

    /*
     * Carries out an action, or returns the refusal that forbids it with the state untouched. The action's
     * arguments are in range (lan_apply has seen to it). `events` may be NULL; the state that results is
     * the same either way.
     */
    int (*apply)(const struct lan_rules *rules, struct lan_state *state, int seat, lan_action action,
                 struct lan_events *events);

    /*
     * Another way to write what may be done now, which stands for one or several actions to be played one
     * after the other, chance acting in between: a target where the rules want single steps. Appends them to
     * `list`; false when the text is no such writing, and then the list counts for nothing. See lan_expand.
     */
    bool (*expand)(const struct lan_rules *rules, const struct lan_view *view, const char *notation,
                   struct lan_list *list);

    /* All that a seat, or LAN_WATCHER, knows, what it may remember included. Writes all view_size bytes. */
    void (*observe)(const struct lan_rules *rules, const struct lan_state *state, int viewer,
                    struct lan_view *view);

    /* The view field by field: the one source of JSON, terminal and other languages. */
    void (*view_write)(const struct lan_rules *rules, const struct lan_view *view, struct lan_writer *writer);

    /*
     * Whole states that the viewer cannot tell from the true one, fairly drawn from the view: deals count
     * by chance alone; others' hidden choices count as possible or impossible, each once. The sampler may
     * be used until the view changes; sampler_draw may be called any number of times.
     */
    void (*sampler_init)(const struct lan_rules *rules, const struct lan_view *view,
                         struct lan_sampler *sampler);
    void (*sampler_draw)(const struct lan_rules *rules, const struct lan_sampler *sampler,
                         struct lan_rng *rng, struct lan_state *state);

    /*
     * Bends a sampler of the question's view by how the others behaved, as the question tells: from then on deals count
     * by what a thoughtful seat believes, and no longer by chance alone. NULL where behaviour tells nothing.
     */
    void (*sampler_reweight)(const struct lan_rules *rules, const struct lan_question *question,
                             struct lan_sampler *sampler);

    /*
     * All that `rate` and `advise` heed of told events, in digest_size bytes: for who asks many questions after the same
     * events. A question with a digest is answered as one without. NULL where events are not heeded.
     */
    void (*digest)(const struct lan_rules *rules, const struct lan_event *told, size_t count,
                   struct lan_digest *digest);

    /*
     * How a sensible player of this game would answer, hand-written, from the view alone. Lives in the
     * game's folder in a file that cannot see the state. NULL while the game has no such player.
     */
    void (*advise)(const struct lan_rules *rules, const struct lan_question *question, struct lan_rng *rng,
                   struct lan_advice *advice);

    /*
     * How good each action of the question's list looks, on any scale, higher is better: what a search
     * tries first. What a seat may do besides is better than nothing when it is above 0. From the view alone, in
     * the same file as `advise`. NULL when the game cannot tell.
     */
    void (*rate)(const struct lan_rules *rules, const struct lan_question *question, int32_t *worth);

    /*
     * How well a seat stands in an imagined game, all of which may be looked at, in points: for a search that need not
     * imagine games to their end but breaks off after outlook_after(rules) decisions. A lead of outlook_span points is as good
     * as any; where that is 0, a point is a chance to win of one in LAN_OUTLOOK_SURE. LAN_OUTLOOK_NONE when only the end
     * can tell for this seat; NULL when for none.
     */
    int32_t (*outlook)(const struct lan_rules *rules, const struct lan_state *state, int seat);
    int (*outlook_after)(const struct lan_rules *rules);

    /* The standing now; `over` tells whether it is final. */
    void (*result)(const struct lan_rules *rules, const struct lan_state *state, struct lan_result *result);

    /*
     * The seats that are out of a game that goes on, by bit, as everybody knows them to be: they talk among
     * themselves only. NULL in games that nobody leaves early.
     */
    uint16_t (*seats_out)(const struct lan_rules *rules, const struct lan_state *state);

    /*
     * The groups of a seat in a finished game, at most LAN_GROUPS_MAX, in the same order for every seat and
     * game. Returns how many. NULL when results by seat are all there is to study.
     */
    int (*groups)(const struct lan_rules *rules, const struct lan_state *state, int seat,
                  struct lan_group group[LAN_GROUPS_MAX]);

    /*
     * The table as lines of text for a terminal, drawn with the helpers and in the styles of draw.h; no line
     * of a picture is wider than the reader's width, while sentences are left for the caller to wrap. NULL
     * shows the fields of view_write as an outline instead.
     */
    void (*draw)(const struct lan_rules *rules, const struct lan_view *view, const struct lan_reader *reader,
                 struct lan_text *out);

    /*
     * One sentence in plain words: what the viewer is to do now, or whom the table waits for, or how the
     * game ended. It needs no knowledge of the rules. NULL leaves the list of actions to speak for itself.
     */
    void (*prompt)(const struct lan_rules *rules, const struct lan_view *view,
                   const struct lan_reader *reader, struct lan_text *out);

    /*
     * A sentence for who is about to do what can only harm them as far as they know, so that clients ask
     * first; nothing for any other action. From the view alone. NULL when the game has no such actions.
     */
    void (*warn)(const struct lan_rules *rules, const struct lan_view *view, lan_action action,
                 const struct lan_reader *reader, struct lan_text *out);

    /*
     * NULL when every invariant of a state holds, else the name of the one that does not. Must survive any
     * bytes: lan_decode asks it before anything else looks at them.
     */
    const char *(*sane)(const struct lan_rules *rules, const struct lan_state *state);
};

/* Memory for any game's values, for callers who know the game only at run time. */
union lan_state_buf {
    max_align_t align;
    uint8_t byte[LAN_STATE_MAX];
};
union lan_view_buf {
    max_align_t align;
    uint8_t byte[LAN_VIEW_MAX];
};
union lan_rules_buf {
    max_align_t align;
    struct lan_rules base;
    uint8_t byte[LAN_RULES_MAX];
};
union lan_sampler_buf {
    max_align_t align;
    uint8_t byte[LAN_SAMPLER_MAX];
};
union lan_digest_buf {
    max_align_t align;
    uint8_t byte[LAN_DIGEST_MAX];
};

/* ---- config.c: from options to rules --------------------------------------------------------------------- */

/* The defaults of a game, for a number of seats that `lan_compile` will check. */
void lan_config_init(const struct lan_game *game, int seats, struct lan_config *config);

/* Sets one option by name; `value` is kept, not copied, for texts. False with `problem` when it does not fit. */
bool lan_config_set(const struct lan_game *game, struct lan_config *config, const char *name,
                    const char *value, struct lan_problem *problem);

/* The value of an option as it would be set; for texts the text itself. */
void lan_option_value(const struct lan_game *game, const struct lan_config *config, int option,
                      struct lan_text *out);

/* Builds the rules in the caller's rules_size bytes. False with `problem`, naming the clause, when refused. */
bool lan_compile(const struct lan_game *game, const struct lan_config *config, struct lan_rules *rules,
                 struct lan_problem *problem);

/* Fills a problem: what a game's `compile` says when it refuses. */
void lan_problem_set(struct lan_problem *problem, int option, int clause, const char *en, const char *fr);

/* ---- action.c: notation and numbering -------------------------------------------------------------------- */

/* The dense numbering: all actions of a game are 0..count-1, whatever the options. */
uint32_t lan_action_count(const struct lan_game *game);
lan_action lan_action_at(const struct lan_game *game, uint32_t index);
uint32_t lan_action_index(const struct lan_game *game, lan_action action);

/* Whether kind and arguments are in range; unused arguments must be 0. */
bool lan_action_valid(const struct lan_game *game, lan_action action);

/* The canonical notation, and back. Parsing accepts any run of blanks between words. */
void lan_action_write(const struct lan_game *game, lan_action action, struct lan_text *out);
bool lan_action_parse(const struct lan_game *game, const char *notation, lan_action *action);

/*
 * What a person wrote, as the actions it stands for in the position of the view: the game's own short or long
 * forms, or else the one action of that notation. Whoever plays them stops at the first that is refused. False
 * when it means nothing. Records hold canonical notation only and never need this.
 */
bool lan_expand(const struct lan_rules *rules, const struct lan_view *view, const char *notation,
                struct lan_list *list);

/* The id of a value of a type ("tandem", "2.3", "14"), and back. */
void lan_value_write(const struct lan_game *game, int type, int value, struct lan_text *out);
bool lan_value_parse(const struct lan_game *game, int type, const char *id, size_t length, int *value);

/* ---- event.c: who is told -------------------------------------------------------------------------------- */

/* False when `viewer` is not told of the event; else `told` is the event with what it may not see hidden. */
bool lan_event_tell(const struct lan_game *game, const struct lan_event *event, int viewer,
                    struct lan_event *told);

/* True when none of the events showed anything that taking the action back would have to hide again. */
bool lan_events_undoable(const struct lan_game *game, const struct lan_events *events);

/* "placed seat=1 hunter=tandem manor=2.3", hidden arguments as "?": for scenarios, goldens and logs. */
void lan_event_write(const struct lan_game *game, const struct lan_event *event, struct lan_text *out);

/* ---- say.c: sentences for people ------------------------------------------------------------------------- */

/* `names` has a name for every seat. */
void lan_event_say(const struct lan_game *game, const struct lan_event *event, enum lan_lang lang,
                   const char *const *names, struct lan_text *out);
void lan_action_say(const struct lan_game *game, lan_action action, enum lan_lang lang,
                    const char *const *names, struct lan_text *out);

/* ---- play.c: the one way to drive a game ----------------------------------------------------------------- */

/* game->apply for any action of any seat: checks seat, kind and ranges first. 0, or the refusal. */
int lan_apply(const struct lan_rules *rules, struct lan_state *state, int seat, lan_action action,
              struct lan_events *events);

/* Lists a seat's actions. The list is empty unless the seat may or must act. */
void lan_actions(const struct lan_rules *rules, const struct lan_state *state, int seat,
                 struct lan_list *list);

/* One of the musts of a seat, or of chance by weight. The seat must have one. */
lan_action lan_pick(const struct lan_rules *rules, const struct lan_state *state, int seat,
                    struct lan_rng *rng);

/* The chance action that the dice of a real game give at this moment. Chance must be to act. */
lan_action lan_chance_draw(const struct lan_rules *rules, const struct lan_state *state,
                           const struct lan_dice *dice);

/* The action of chance's list at `at`, counted in weight. */
lan_action lan_list_at_weight(const struct lan_list *list, uint64_t at);
uint64_t lan_list_weight(const struct lan_list *list);

/*
 * The serial order in which search, simulation, arena and Python ask: after every public change each seat
 * with a may-action once, from the active seat on; then the seats that must act, in seat order.
 */
struct lan_cursor {
    uint32_t moment;
    uint16_t asked; /* seats that declined since that moment */
    bool begun;
};

struct lan_asked {
    uint8_t seat;  /* LAN_CHANCE, or LAN_SEAT_NONE when the game is over */
    bool optional; /* the seat may decline: lan_decline */
};

void lan_cursor_init(struct lan_cursor *cursor);
struct lan_asked lan_next(const struct lan_rules *rules, const struct lan_state *state,
                          struct lan_cursor *cursor);
void lan_decline(struct lan_cursor *cursor, int seat);

/*
 * A random game to its end from `state`: seats pick evenly among their musts, and take a may-action offered
 * to them with probability may_of_256 / 256. Returns the number of actions, chance included.
 */
uint64_t lan_playout(const struct lan_rules *rules, struct lan_state *state, struct lan_rng *rng,
                     int may_of_256);

/* ---- Canonical bytes --------------------------------------------------------------------------------------- */

/* A state's bytes are canonical as they are (no padding, little endian): state_size of them. */
void lan_encode(const struct lan_rules *rules, const struct lan_state *state, uint8_t *bytes);

/* Refuses bytes that are no sane state of these rules, with the name of what is wrong; NULL when accepted. */
const char *lan_decode(const struct lan_rules *rules, const uint8_t *bytes, size_t size,
                       struct lan_state *state);

/* ---- The registry (games/registry.c; test builds add their own) ---------------------------------------------- */

/* The games known, newest version of a name first, then a NULL. */
const struct lan_game *const *lan_games(void);

/* By name; `version` 0 is the newest. NULL when unknown. */
const struct lan_game *lan_game_find(const char *name, int version);

/* The index of a clause by its id, 0 when the game has no such clause. */
int lan_clause_find(const struct lan_game *game, const char *id);

#endif
