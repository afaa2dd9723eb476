/*
 * lan.h - the interface of a game, for everything that plays, shows or stores one.
 *
 * A game is a value (struct lan_state, plain bytes) and a few pure functions over it (struct lan_game).
 * Nothing here or in games/ allocates, does I/O, reads a clock or keeps a global: every buffer belongs to the
 * caller, and every random number comes in as an action of the seat LAN_CHANCE.
 *
 * Three opaque types let the compiler keep secrets:
 *   struct lan_state  everything, known to no seat; only games/<game>/ knows its fields
 *   struct lan_view   what one seat (or the watcher) may know; its fields are in the game's public header
 *   struct lan_rules  what does not change during a game, built from the options by `compile`
 * A function that shows or thinks takes a view. Passing it a state does not compile.
 *
 * Functions fill memory of the caller and keep no pointer to it, except where their comment says so.
 * User errors are values (a refusal, a struct lan_problem). Programmer errors, such as a seat out of range or
 * a list that overflows its named limit, stop the program through lan_assert, which says where.
 */
#ifndef LAN_H
#define LAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "dice.h"
#include "text.h"

/* ---- Limits: every size has a named maximum ------------------------------------------------------------ */

enum {
    LAN_SEATS_MAX = 8,
    LAN_WATCHER = 8,    /* the viewer without a seat */
    LAN_CHANCE = 9,     /* the seat of dice and decks; when it acts, no other seat does */
    LAN_SEAT_NONE = 15, /* no seat: nobody is active, or nothing is left to do */

    LAN_STATE_MAX = 2048,
    LAN_VIEW_MAX = 4096,
    LAN_RULES_MAX = 32768,
    LAN_SAMPLER_MAX = 16384,
    LAN_DIGEST_MAX = 4096,

    LAN_ACTIONS_MAX = 512, /* actions listed for one seat at one moment */
    LAN_EVENTS_MAX = 192,  /* events of one action */
    LAN_ARGS_MAX = 8,      /* arguments of one event */
    LAN_OPTIONS_MAX = 48,
    LAN_TEXTS_MAX = 4,        /* options of type TEXT in one game; struct lan_config has a pointer for each */
    LAN_GROUPS_MAX = 8,       /* groups of one seat, by which results are broken down */
    LAN_NOTATION_MAX = 96,    /* bytes of an action in notation, with the final 0 */
    LAN_SAY_MAX = 512,        /* bytes of a sentence, with the final 0 */
    LAN_RULE_TEXT_MAX = 2048, /* bytes of a clause, an explanation or an introduction, with the final 0 */
    LAN_DRAW_MAX = 32768,     /* bytes of a drawn table, with the final 0 */
};

/*
 * Ends the program because a contract is broken; it is not for user errors. Core only declares it: the
 * program that links core supplies it and says on stderr, or wherever its reader looks, what was expected at
 * which place. broken/ has the definitions of our own programs. `expression` is that of lan_assert or the
 * text of lan_bug.
 */
__attribute__((cold)) _Noreturn void lan_broken(const char *expression, const char *file, int line);

#define lan_assert(holds) (__builtin_expect(!(holds), 0) ? lan_broken(#holds, __FILE__, __LINE__) : (void)0)
#define lan_bug(what)     lan_broken((what), __FILE__, __LINE__)

enum lan_lang { LAN_EN, LAN_FR, LAN_LANGS };

/* A text in both languages. Each is written for itself, not translated word by word. */
struct lan_words {
    const char *in[LAN_LANGS];
};

/* ---- Named values: types and their words --------------------------------------------------------------- */

/* One value of a type: its id (notation, records, JSON: never translated) and its name for people. */
struct lan_word {
    const char *id;
    struct lan_words name;
};

/*
 * A type of action or event argument. `words` lists its `count` values in order. Without words the value is a
 * number, written in decimal after adding `first` (so that seats read 1..8 and not 0..7).
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
    const char *name; /* the name in templates and JSON */
    uint8_t type;     /* index into lan_game.types */
    uint16_t told;    /* events only: the viewers that see this argument, a mask of LAN_TO_* */
};

/* ---- Actions ------------------------------------------------------------------------------------------- */

/*
 * An action is one 32-bit number: its kind in the high byte, up to three arguments in the others. From the
 * table of kinds core derives, for every game alike, the notation in both directions ("place tandem 2.3") and
 * a dense numbering of the whole action space, which tests use to try every action and learners use for
 * masks.
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
    bool chance; /* only LAN_CHANCE plays it */
    uint8_t args;
    struct lan_arg arg[LAN_ACTION_ARGS_MAX];
    struct lan_words say; /* the text of its button; a template, see say.c */
};

/*
 * A seat's actions at one moment, in a fixed order that depends only on what the seat knows. The first
 * `musts` answer what the game waits for; the rest are may-actions, which the seat may do besides (a free
 * reveal). Weights are filled for chance alone and sum to the number of equally likely cases.
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
 * Who acts. `must` is public: the seats that the game waits for (or LAN_CHANCE alone); 0 when the game is
 * over. `may` is private: the seats with may-actions. A viewer is told only its own bit, because the ability
 * to react reveals the character.
 */
struct lan_turn {
    uint16_t must;
    uint16_t may;
    uint8_t active;  /* whose turn it is, LAN_SEAT_NONE outside turns */
    bool window;     /* when time is up, the table answers `pass` for every seat in `must` */
    uint8_t stream;  /* chance only: (stream, index) is the address of the draw, so that */
    uint32_t index;  /* the n-th card of a deck is the same whenever it is drawn */
    uint32_t moment; /* rises with every public change; always 0 in games without may-actions */
};

/* ---- Events -------------------------------------------------------------------------------------------- */

/*
 * Who is told of an event is data, hidden by default. The row of its kind says who is told of the event at
 * all; each argument's `told` says who of these sees the argument. Both are masks of the following values.
 */
enum {
    LAN_TO_NOBODY = 0,
    LAN_TO_SEATS = 1 << 0,
    LAN_TO_WATCHER = 1 << 1,
    LAN_TO_ALL = LAN_TO_SEATS | LAN_TO_WATCHER,
};
#define LAN_TO_SEAT(arg) (1 << (2 + (arg))) /* the seat that argument 0..5 names */
#define LAN_TO_MASK(arg) (1 << (8 + (arg))) /* the seats whose bits are set in argument 0..5 */

/* Whether the action behind an event may be taken back: only if nothing shown must be hidden again. */
enum lan_undo { LAN_FINAL, LAN_UNDO, LAN_UNDO_ANY /* their order does not matter: term/take_back.h */ };

/* Events of a kind whose clause asks seats for cover: "no" says nothing, and stories leave it out. */
struct lan_cover {
    uint16_t event, clause;
};

struct lan_event_kind {
    const char *name;
    uint8_t undo;
    uint16_t told;
    uint8_t args;
    struct lan_arg arg[LAN_ARGS_MAX];
    struct lan_words say;
};

/* In place of an argument that the receiver of the event may not know. */
#define LAN_HIDDEN INT16_MIN

struct lan_event {
    uint16_t kind;
    uint16_t clause; /* the rule that the event applies; never 0 */
    int16_t arg[LAN_ARGS_MAX];
};

struct lan_events {
    uint16_t count;
    struct lan_event event[LAN_EVENTS_MAX];
};

/* Adds an event; arguments not given are 0. `events` may be NULL: then nothing is recorded. */
void lan_emit(struct lan_events *events, int kind, int clause, int count, const int16_t *args);

#define LAN_EMIT(events, kind, clause, ...)                                           \
    do {                                                                              \
        if (events)                                                                   \
            lan_emit((events), (kind), (clause),                                      \
                     (int)(sizeof((const int16_t[]){__VA_ARGS__}) / sizeof(int16_t)), \
                     (const int16_t[]){__VA_ARGS__});                                 \
    } while (0)

/* ---- Explanations of values ---------------------------------------------------------------------------- */

/*
 * The explanation of one value of a type, in a sentence or two for people who have not read the rules: shown
 * by `?` in a terminal and by a touch on a card or token. A game explains the values that people ask about,
 * in reading order; `clause` is where the whole rule is.
 */
struct lan_thing {
    uint8_t type;
    uint8_t value;
    uint16_t clause;
    struct lan_words text;
};

/* ---- Clauses and refusals ------------------------------------------------------------------------------ */

/* One rule clause. Entry 0 of every game's table is empty, so that index 0 means "no clause". */
struct lan_clause {
    const char *id; /* "MA-R3" */
    struct lan_words text;
};

/*
 * Why an action is refused: a sentence, and the clause behind it. Entry 0 means "accepted". Every game's
 * table begins with the three refusals that core returns itself; a game adds its own from LAN_REFUSED_GAME
 * on. A refusal is told to the seat that asked, so it may depend only on what that seat knows.
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

/* ---- Options ------------------------------------------------------------------------------------------- */
enum lan_option_type { LAN_OPTION_CHOICE, LAN_OPTION_NUMBER, LAN_OPTION_TEXT };

struct lan_option {
    const char *name;
    enum lan_option_type type;
    int32_t count; /* CHOICE: number of choices; the first is the default unless a preset says otherwise */
    const struct lan_word *choices;
    int32_t min, max, standard; /* NUMBER: inclusive range and default. TEXT: max is in bytes */
    const char *standard_text;  /* TEXT: the default; "" selects the built-in data */
    const char *clause;         /* id of the clause that defines it, or NULL */
    struct lan_words help;
};

/*
 * The number of seats and the option values from which rules are compiled. Texts point into the caller's
 * memory, which must live as long as the rules compiled from them.
 */
struct lan_config {
    uint8_t seats;
    uint64_t given;                 /* options set by the user, by bit; a preset leaves these alone */
    int32_t value[LAN_OPTIONS_MAX]; /* of a TEXT option: its index in `text` */
    const char *text[LAN_TEXTS_MAX];
};

static inline const char *lan_config_text(const struct lan_config *config, int option)
{
    return config->text[config->value[option]];
}

/* Why a set-up is refused. `option` is -1 when no single option is to blame. `clause` may be 0. */
struct lan_problem {
    int option;
    uint16_t clause;
    char say[LAN_LANGS][LAN_SAY_MAX];
};

/* ---- Results ------------------------------------------------------------------------------------------- */

struct lan_result {
    bool over;
    uint16_t winners; /* seats, by bit; see lan_game.result */
    uint16_t clause;  /* why the game ended */
    int32_t score[LAN_SEATS_MAX];
};

/* ---- Advice -------------------------------------------------------------------------------------------- */

/* A hand-written choice and its reason: the move of the `rules` bot, and the hint shown to a player. */
struct lan_advice {
    lan_action action;
    bool decline;    /* only if the question is optional: take none of the may-actions */
    uint16_t clause; /* the clause or fact behind the reason; 0 when the reason is plain judgement */
    char reason[LAN_LANGS][LAN_SAY_MAX];
};

/* Sets the reason in both languages; longer texts are cut at LAN_SAY_MAX. */
void lan_advice_reason(struct lan_advice *advice, const char *en, const char *fr);

/* A question to one seat, made of that seat's knowledge alone. All pointers belong to the asker. */
struct lan_question {
    int seat;
    bool optional;                /* the question is about the may-actions only, and the seat may decline */
    const struct lan_view *view;  /* of `seat` */
    const struct lan_list *list;  /* its actions now */
    const struct lan_event *told; /* all events told to the seat so far, oldest first; may be empty */
    size_t told_count;
    const struct lan_digest *digest; /* the result of game->digest for `told`, or NULL when not computed */
    struct lan_memo *memo; /* memo_size bytes for answers to keep results in, zero after any new told event */
};

/* A group of a seat in a finished game, by which simulation breaks results down: "side" hunter, "turn" 1. */
struct lan_group {
    const char *by; /* name of the grouping, never translated */
    uint8_t type;   /* the type of `value` */
    int16_t value;
};

/* ---- The game ------------------------------------------------------------------------------------------ */

struct lan_game;
struct lan_state; /* its fields are known to games/<game>/ only */
struct lan_view;  /* its fields are in the game's public header */
struct lan_sampler;
struct lan_digest;
struct lan_writer; /* write.h */
struct lan_reader; /* draw.h */

/* The first member of every game's rules. */
struct lan_rules {
    const struct lan_game *game;
    uint8_t seats;
    struct lan_config config; /* the values in force, with presets and defaults filled in */
};

#define LAN_OUTLOOK_NONE INT32_MIN
#define LAN_OUTLOOK_SURE 10000

struct lan_game {
    const char *name; /* "manor": the name in records and on the command line */
    struct lan_words title;
    struct lan_words pitch; /* one sentence to choose a game by */
    struct lan_words intro; /* a paragraph for beginners: the aim, and what a turn is */
    uint16_t version;       /* raised when an old log would replay differently */
    bool unfinished;        /* built and tested, but not offered to players */
    bool cooperative;
    uint8_t seats_min, seats_max;
    /* The role of each seat at the start, if they differ: "master", "hero". NULL where seats are alike. */
    const struct lan_word *roles;
    uint32_t length_max;   /* upper bound of the actions of one game, chance included */
    uint16_t score_span;   /* such a lead counts as a certain win in search; 0: only winning counts */
    uint16_t outlook_span; /* the same for the points of `outlook`; 0: they are chances to win */

    uint64_t options_first; /* by bit: the options that a form shows before the others */
    const struct lan_option *options;
    const struct lan_type *types;
    const struct lan_action_kind *action_kinds;
    const struct lan_event_kind *event_kinds;
    const struct lan_clause *clauses;
    const struct lan_refusal *refusals;
    const struct lan_thing *things;    /* may be NULL */
    const struct lan_edition *edition; /* other names for its things (edition.h); may be NULL */
    const struct lan_cover *covers;    /* may be NULL */
    const struct lan_field *fields; /* of the view, for arrays (layout.h); `layout` is the table's version */
    uint16_t option_count, type_count, action_kind_count, event_kind_count, clause_count, refusal_count;
    uint16_t thing_count, cover_count, field_count, layout;

    uint32_t rules_size, state_size, view_size, sampler_size, digest_size, memo_size;

    /* Fills what the first option, a choice of variant, implies and the user did not give. May be NULL. */
    void (*preset)(struct lan_config *config);

    /*
     * Checks the options together and builds in `rules` (rules_size bytes, its base already filled)
     * everything that does not change in a game. Returns false, with `problem` filled, to refuse the set-up.
     */
    bool (*compile)(struct lan_rules *rules, struct lan_problem *problem);

    /* The position before the first card is dealt. Writes all state_size bytes. */
    void (*setup)(const struct lan_rules *rules, struct lan_state *state);

    void (*turn)(const struct lan_rules *rules, const struct lan_state *state, struct lan_turn *turn);

    /* Lists what `seat` (or LAN_CHANCE, with weights) may do now; empty for a seat with nothing to do. */
    void (*actions)(const struct lan_rules *rules, const struct lan_state *state, int seat,
                    struct lan_list *list);

    /*
     * Picks one of the musts of `actions`, each equally likely (chance: by weight), without writing the list.
     * Must draw from the same distribution as lan_pick. NULL when the game has no faster way than the list.
     */
    lan_action (*pick)(const struct lan_rules *rules, const struct lan_state *state, int seat,
                       struct lan_rng *rng);

    /*
     * Carries out an action, or returns the refusal that forbids it and leaves the state unchanged. The
     * action's arguments are in range (lan_apply checks). `events` may be NULL; the resulting state is the
     * same either way.
     */
    int (*apply)(const struct lan_rules *rules, struct lan_state *state, int seat, lan_action action,
                 struct lan_events *events);

    /*
     * What `apply` does with an action that it accepts, without asking whether it does: for callers that took
     * the action from `actions` or `pick` of this very position (lan_carry_out). For an action that is not
     * listed the outcome is undefined. NULL when the question costs nothing worth leaving out.
     */
    void (*carry_out)(const struct lan_rules *rules, struct lan_state *state, int seat, lan_action action,
                      struct lan_events *events);

    /* lan_playout with the game's own functions compiled in (lan_playout_by); NULL: called by pointers. */
    uint64_t (*playout)(const struct lan_rules *rules, struct lan_state *state, struct lan_rng *rng,
                        int may_of_256);

    /*
     * Why a valid action of a seat that the game does not wait for, and that has no may-actions either, is
     * refused; depends only on what the seat knows. NULL: always LAN_REFUSED_WAIT.
     */
    int (*wait_refusal)(const struct lan_rules *rules, const struct lan_state *state, int seat,
                        lan_action action);

    /*
     * Parses a game's own shorthand: one text that stands for one or several actions to be played in order,
     * chance acting in between, such as a target where the rules want single steps. Appends the actions to
     * `list`. Returns false when the text is no shorthand; the list is then undefined. See lan_expand.
     */
    bool (*expand)(const struct lan_rules *rules, const struct lan_view *view, const char *notation,
                   struct lan_list *list);

    /* Everything that a seat, or LAN_WATCHER, knows or may remember. Writes all view_size bytes. */
    void (*observe)(const struct lan_rules *rules, const struct lan_state *state, int viewer,
                    struct lan_view *view);

    /* Writes the view field by field: the source of JSON, the terminal's outline and other languages. */
    void (*view_write)(const struct lan_rules *rules, const struct lan_view *view, struct lan_writer *writer);

    /*
     * Samples whole states that the viewer cannot distinguish from the true one, given the view alone. Deals
     * are weighted by chance; hidden choices of others count once each if they were possible. A sampler is
     * valid until the view changes; sampler_draw may be called any number of times.
     */
    void (*sampler_init)(const struct lan_rules *rules, const struct lan_view *view,
                         struct lan_sampler *sampler);
    void (*sampler_draw)(const struct lan_rules *rules, const struct lan_sampler *sampler,
                         struct lan_rng *rng, struct lan_state *state);

    /*
     * Reweights the samples of a sampler by observed behaviour: afterwards deals are weighted by how likely
     * they make the events that the question lists, and no longer by chance alone. The sampler must have been
     * initialised with the question's view. NULL where behaviour says nothing about hidden information.
     */
    void (*sampler_reweight)(const struct lan_rules *rules, const struct lan_question *question,
                             struct lan_sampler *sampler);
    /* How likely a state makes these events, up to a factor: the weight of a draw before. NULL likewise. */
    float (*sampler_weigh)(const struct lan_rules *rules, const struct lan_sampler *sampler,
                           const struct lan_state *state);

    /*
     * Reduces told events to what `rate` and `advise` use of them, in digest_size bytes, for callers that ask
     * many questions after the same events. Answers are the same with and without a digest. NULL where
     * answers do not depend on past events.
     */
    void (*digest)(const struct lan_rules *rules, const struct lan_event *told, size_t count,
                   struct lan_digest *digest);

    /* A hand-written player that sees views only, in a file of its own. NULL while the game has none. */
    void (*advise)(const struct lan_rules *rules, const struct lan_question *question, struct lan_rng *rng,
                   struct lan_advice *advice);

    /*
     * Rates each action of the question's list on any scale, higher is better; a search tries the best first.
     * A may-action is better than declining when its rating is above 0. From the view alone, in the same file
     * as `advise`. NULL when the game has no ratings.
     */
    void (*rate)(const struct lan_rules *rules, const struct lan_question *question, int32_t *worth);

    /*
     * Heuristic value of a sampled position for a seat, in points; it may read the whole state. A search uses
     * it to stop a playout after outlook_after(rules) decisions instead of playing to the end. A lead of
     * outlook_span points counts like a certain win; where outlook_span is 0, a point is a chance to win of
     * one in LAN_OUTLOOK_SURE. Returns LAN_OUTLOOK_NONE when only the end can tell for this seat. NULL when
     * the game has no such heuristic; outlook_after is then NULL too.
     */
    int32_t (*outlook)(const struct lan_rules *rules, const struct lan_state *state, int seat);
    int (*outlook_after)(const struct lan_rules *rules);

    /*
     * The standing now. `over` tells whether it is final: exactly when nobody must act. A finished game has
     * at least one winner, several when they share the victory; there is none only in a cooperative game that
     * was lost, or when a limit of turns stopped the game. A seat that is not at the table never wins and has
     * the score 0. `clause` names the rule that ended the game.
     */
    void (*result)(const struct lan_rules *rules, const struct lan_state *state, struct lan_result *result);

    /* Seats out of a running game, by bit, known to all; they talk among themselves only. May be NULL. */
    uint16_t (*seats_out)(const struct lan_rules *rules, const struct lan_state *state);

    /* Groups of a seat in a finished game, in one order for all seats; returns how many. May be NULL. */
    int (*groups)(const struct lan_rules *rules, const struct lan_state *state, int seat,
                  struct lan_group group[LAN_GROUPS_MAX]);

    /*
     * Draws the table as lines of text for a terminal, with the helpers and in the styles of draw.h. No line
     * of a picture is wider than the reader's width; sentences are left for the caller to wrap. When NULL,
     * clients show the fields of view_write as an outline.
     */
    void (*draw)(const struct lan_rules *rules, const struct lan_view *view, const struct lan_reader *reader,
                 struct lan_text *out);

    /*
     * One sentence that needs no knowledge of the rules: what the viewer is to do now, whom the table waits
     * for, or how the game ended. When NULL, clients show the list of actions alone.
     */
    void (*prompt)(const struct lan_rules *rules, const struct lan_view *view,
                   const struct lan_reader *reader, struct lan_text *out);

    /* Which secret an action breaks, what it ends for good, or its harm: clients ask first. May be NULL. */
    void (*warn)(const struct lan_rules *rules, const struct lan_view *view, lan_action action,
                 const struct lan_reader *reader, struct lan_text *out);

    /* NULL when every invariant of a state holds, else the name of a broken one. Must accept any bytes. */
    const char *(*sane)(const struct lan_rules *rules, const struct lan_state *state);
};

#include "lan_buf.h"

/* ---- config.c: from options to rules ------------------------------------------------------------------- */

/* The defaults of a game. `seats` is checked later, by lan_compile. */
void lan_config_init(const struct lan_game *game, int seats, struct lan_config *config);

/*
 * Sets one option by name. Returns false, with `problem` filled and `config` unchanged, when it is not valid.
 * A text is not copied: `value` must live as long as the config and the rules compiled from it.
 */
bool lan_config_set(const struct lan_game *game, struct lan_config *config, const char *name,
                    const char *value, struct lan_problem *problem);

/* The index of an option by its name, -1 when the game has none of that name. */
int lan_option_find(const struct lan_game *game, const char *name, size_t length);

/* Appends the value of an option as lan_config_set takes it; for texts the text itself. */
void lan_option_value(const struct lan_game *game, const struct lan_config *config, int option,
                      struct lan_text *out);

/* Builds the rules in the caller's rules_size bytes. False, with `problem` filled, when options clash. */
bool lan_compile(const struct lan_game *game, const struct lan_config *config, struct lan_rules *rules,
                 struct lan_problem *problem);

/* Fills a problem; for a game's `compile` when it refuses. The texts are copied. */
void lan_problem_set(struct lan_problem *problem, int option, int clause, const char *en, const char *fr);

/* ---- action.c: notation and numbering ------------------------------------------------------------------ */

/* The dense numbering: the actions of a game are 0..count-1, whatever the options. */
uint32_t lan_action_count(const struct lan_game *game);
lan_action lan_action_at(const struct lan_game *game, uint32_t index);
uint32_t lan_action_index(const struct lan_game *game, lan_action action);

/* Whether kind and arguments are in range; unused arguments must be 0. */
bool lan_action_valid(const struct lan_game *game, lan_action action);

/* The canonical notation, and its parser, which accepts any run of blanks; false when it is no action. */
void lan_action_write(const struct lan_game *game, lan_action action, struct lan_text *out);
bool lan_action_parse(const struct lan_game *game, const char *notation, lan_action *action);

/*
 * Parses what a person wrote into the actions it stands for in the position of the view: the game's own
 * shorthand (see `expand`), or else the one action of that notation. The caller plays them in order and stops
 * at the first that is refused. Returns false when the text is neither. Records hold canonical notation only
 * and never need this.
 */
bool lan_expand(const struct lan_rules *rules, const struct lan_view *view, const char *notation,
                struct lan_list *list);

/* The id of a value of a type ("tandem", "2.3", "14"), and its parser; false when there is no such id. */
void lan_value_write(const struct lan_game *game, int type, int value, struct lan_text *out);
bool lan_value_parse(const struct lan_game *game, int type, const char *id, size_t length, int *value);

/* ---- event.c: who is told ------------------------------------------------------------------------------ */

/* The event as `viewer` is told it, with hidden arguments replaced. False when the viewer is not told. */
bool lan_event_tell(const struct lan_game *game, const struct lan_event *event, int viewer,
                    struct lan_event *told);

/* Whether the action behind these events may be taken back (enum lan_undo). */
bool lan_events_undoable(const struct lan_game *game, const struct lan_events *events);

/* "placed seat=1 hunter=tandem manor=2.3", hidden arguments as "?": for scenarios, golden files and logs. */
void lan_event_write(const struct lan_game *game, const struct lan_event *event, struct lan_text *out);

/* ---- say.c: sentences for people ----------------------------------------------------------------------- */

/* Append an event's sentence, or an action's button; the seat `reader` is "you" (LAN_WATCHER: nobody is). */
void lan_event_say(const struct lan_game *game, const struct lan_event *event, enum lan_lang lang,
                   const char *const *names, int reader, struct lan_text *out);
void lan_action_say(const struct lan_game *game, lan_action action, enum lan_lang lang,
                    const char *const *names, int reader, struct lan_text *out);

/*
 * Appends a text of the rules (a clause, the explanation of a value, the introduction) as it reads with the
 * options in force. In such a text
 *   {option}             is the value of an option of type NUMBER,
 *   {option=id?A|B}      is A where the option has the choice `id`, else B; either may be empty.
 * An option that this version of the game does not have counts as having another choice.
 */
void lan_rule_say(const struct lan_rules *rules, const struct lan_words *text, enum lan_lang lang,
                  struct lan_text *out);

#include "lan_play.h"

/* ---- Canonical bytes ----------------------------------------------------------------------------------- */

/* Copies a state's bytes, state_size of them. They are canonical as they are: no padding, little endian. */
void lan_encode(const struct lan_rules *rules, const struct lan_state *state, uint8_t *bytes);

/* Writes `state` and returns NULL if the bytes are a sane state of these rules; else what is wrong. */
const char *lan_decode(const struct lan_rules *rules, const uint8_t *bytes, size_t size,
                       struct lan_state *state);

/* ---- The registry (games/registry.c; test builds add their own) ---------------------------------------- */

/* The games of this build, versions of one name newest first, terminated by NULL. */
const struct lan_game *const *lan_games(void);

/* Finds a game by name; `version` 0 is the newest. NULL when there is none. */
const struct lan_game *lan_game_find(const char *name, int version);

/* Whether the build has no newer version of this game: the version that new tables play. */
bool lan_game_newest(const struct lan_game *game);

/* The index of a clause by its id, 0 when the game has no such clause. */
int lan_clause_find(const struct lan_game *game, const char *id);

#endif
