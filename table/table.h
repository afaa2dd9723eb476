/*
 * table.h - one match in progress: seats, log, what each viewer was told, undo, clocks, leaving, replay.
 *
 * A match is its set-up and its log. Everything else in a table (position, clocks, what each viewer was told,
 * the hash chains) is derived from these, so that a table loaded by table_append from a stored log is the
 * same table, byte for byte. The table does no I/O and reads no clock: time comes in as `now`, in
 * milliseconds since a moment of the caller's choice; a `now` before the last entry's time counts as that
 * time. It allocates when it is created (create.c) and when its log grows (memory.c), nowhere else.
 *
 * Refusals are ints: 0 is none, a positive one is the game's (lan.h), a negative one is the table's (enum
 * table_refusal). A refused call has changed nothing. table_refusal_say has a sentence for either.
 *
 * The program that holds the table, the keeper, knows everything; a viewer (a seat, or the watcher) does not.
 * What a function returns decides where it may go:
 *   for a viewer    table_turn, table_actions, table_view..., table_read..., table_chain: safe to send
 *   for the keeper  table_count, table_entry, table_state_at, table_view_at, table_dice: entry numbers and
 *                   states tell secrets; they leave the machine only after the end
 *
 * The headings below name the file that implements the section.
 */
#ifndef LAN_TABLE_H
#define LAN_TABLE_H

#include "hash.h"
#include "lan.h"

enum {
    TABLE_VIEWERS = LAN_WATCHER + 1, /* seats 0..7 and LAN_WATCHER */
    TABLE_NAME_MAX = 64,             /* bytes of a display name or of a bot's level, without the final 0 */
    TABLE_FIELD_NAME_MAX = 64,
    TABLE_FIELD_MAX = 1024, /* bytes of a commitment or opening */
    TABLE_FIELDS_MAX = 64,
    TABLE_EXTRAS_MAX = 2048,     /* entries besides actions in one match; an undo counts twice */
    TABLE_EXTRAS_ROOM = 512,     /* more of these for pauses and for people who take their seats back */
    TABLE_SNAPSHOT_EVERY = 64,   /* actions between two stored positions */
    TABLE_MARK_EVERY = 16,       /* entries between two stored counts of what was told */
    TABLE_TOLD_JSON_MAX = 4096,  /* bytes of a told item as JSON, with the final 0 */
    TABLE_ENTRY_JSON_MAX = 1024, /* bytes of a log entry as JSON, with the final 0 */
};

/* The largest time or duration: every JSON reader represents integers up to it exactly. */
#define TABLE_TIME_MAX  ((int64_t)1 << 53)
#define TABLE_CLOCK_MAX ((int64_t)3653 * 24 * 3600 * 1000) /* each of a clock's settings: ten years */

/* ---- Set-up (create.c) --------------------------------------------------------------------------------- */

enum table_holder {
    TABLE_EMPTY, /* not taken yet: the game waits for the seat as for any other, but no clock runs */
    TABLE_PERSON,
    TABLE_BOT,
};

struct table_seat {
    enum table_holder holder;
    const char *name;  /* the display name; never NULL, "" for none */
    const char *level; /* of a bot; "" for others */
};

enum table_clock_kind {
    TABLE_CLOCK_NONE,
    TABLE_CLOCK_BUDGET, /* a budget for the game, with an increment and a limit for each move */
};

/* What happens when a person's time is up outside a reaction window. */
enum table_policy {
    TABLE_WAIT,        /* nothing: the others may wait, or agree to end */
    TABLE_BOT_TAKES_IT /* a stand-in bot takes the seat, which the person may take back */
};

/*
 * A seat's clock runs while the game waits for the seat in public (`must`), a person holds it and the table
 * is not paused. A move begins when the seat enters `must` and ends when it leaves it, or when its own action
 * told the watcher anything; hidden actions in between do not end it, so that clocks show only what is
 * public. The increment is given when the seat's own action ends its move, and taken back when that action is
 * undone. A person who takes a seat from a bot has at least a tenth of the budget, since with none left the
 * bot would take over again at once. In a reaction window of a table with a `window` limit no other clock
 * runs; without a limit a window is a move like any other. Correspondence play is the same with days for
 * minutes.
 */
struct table_clock {
    enum table_clock_kind kind;
    enum table_policy policy;
    int64_t budget;    /* for the whole game; 0 is no budget, then only `move` counts */
    int64_t increment; /* added to the budget for each move */
    int64_t move;      /* for one move; 0 is no limit */
    int64_t window;    /* for a reaction window, whatever `kind` is; 0 is no limit */
};

/* A named text that a record carries as it is: a commitment of fair dice, later its opening. */
struct table_field {
    const char *name, *value;
};

/*
 * The compiled rules of a match, with the hash over game, version, number of seats and options that records
 * carry as "rules". Tables of one thread can share a rulebook. It is reference-counted: its creator and every
 * table with it hold one reference each. NULL with `problem` filled when the options are refused or there is
 * no memory. Texts of `config` are copied.
 */
struct table_rulebook;
struct table_rulebook *table_rulebook_create(const struct lan_game *game, const struct lan_config *config,
                                             struct lan_problem *problem);
void table_rulebook_release(struct table_rulebook *rulebook); /* NULL is allowed */
void table_rulebook_hash(const struct table_rulebook *rulebook, uint8_t hash[LAN_HASH_BYTES]);

struct table_setup {
    const struct lan_game *game;
    struct lan_config config; /* texts are copied */
    struct table_seat seat[LAN_SEATS_MAX];
    struct table_clock clock;
    const char *stand_in; /* the level of bots that take over a seat; NULL is "random" */
    const struct table_field *commitments;
    int commitment_count;
    const struct lan_dice *dice;     /* NULL: chance is scripted, see table_act */
    struct table_rulebook *rulebook; /* to be shared, made for this game and config; NULL: one of its own */
};

/* Defaults: the game's options for `seats`, every seat a person named "1", "2"..., no clock, scripted. */
void table_setup_init(const struct lan_game *game, int seats, struct table_setup *setup);

/* The dice of a local game: a key made from a seed by hashing. Equal seeds give equal games. */
void table_dice_init(uint64_t seed, struct lan_dice *dice);

struct table;

/*
 * A match about to begin; with dice, chance has already been drawn until somebody is to act. Everything in
 * `setup` is copied. NULL with `problem` filled when the options, a name, a level, a field or the clock is
 * refused (names are valid UTF-8 without control characters), or when there is no memory.
 */
struct table *table_create(const struct table_setup *setup, int64_t now, struct lan_problem *problem);
void table_destroy(struct table *table); /* NULL is allowed */

/*
 * A new table with the first `number` entries of this one: to play on from any position. The copy's chance
 * is scripted until table_dice_set. NULL when there is no memory. For the keeper only.
 */
struct table *table_fork(const struct table *table, uint32_t number);

const struct lan_game *table_game(const struct table *table);
const struct lan_rules *table_rules(const struct table *table);
const struct table_clock *table_clock(const struct table *table);
const char *table_stand_in(const struct table *table);
int64_t table_started(const struct table *table);

/* The holder of a seat now, and at the start. The texts live until the table changes. */
struct table_seat table_seat(const struct table *table, int seat);
struct table_seat table_seat_first(const struct table *table, int seat);

/* The names now, by seat, as lan_event_say wants them. */
void table_names(const struct table *table, const char *names[LAN_SEATS_MAX]);

/* The hash of the table's rulebook. */
void table_rules_hash(const struct table *table, uint8_t hash[LAN_HASH_BYTES]);

/* ---- Playing (act.c) ----------------------------------------------------------------------------------- */

enum table_refusal {
    TABLE_ACCEPTED = 0,
    TABLE_REFUSED_ENDED = -1,        /* resigned or ended by agreement */
    TABLE_REFUSED_UNDO_NOTHING = -2, /* the seat has no action to take back */
    TABLE_REFUSED_UNDO_LATE = -3,    /* chance or another seat has acted since */
    TABLE_REFUSED_UNDO_SHOWN = -4,   /* the action showed something, or the clock made it */
    TABLE_REFUSED_NOT_PERSON = -5,   /* the seat is not held by a person */
    TABLE_REFUSED_NAME = -6,         /* no display name, or one with control characters */
    TABLE_REFUSED_VOTE = -7,         /* the seat has already voted so */
    TABLE_REFUSED_PAUSE = -8,        /* the clocks are already stopped, or already run */
    TABLE_REFUSED_FULL = -9,         /* TABLE_EXTRAS_MAX reached */
    TABLE_REFUSED_MEMORY = -10,
    TABLE_REFUSED_TIME = -11,  /* table_append: a time before the last entry's */
    TABLE_REFUSED_ENTRY = -12, /* table_append: no such entry can stand here */
    TABLE_REFUSALS = 13
};

/* The sentence of a refusal, and its clause by index (0 for the table's own). `refusal` must not be 0. */
const char *table_refusal_say(const struct table *table, int refusal, enum lan_lang lang, int *clause);

/*
 * Plays an action of a seat and then, when the table has dice, all chance that follows, in one batch with
 * one time. Without dice the caller plays chance too, as seat LAN_CHANCE. 0 or a refusal.
 */
int table_act(struct table *table, int seat, lan_action action, int64_t now);

/* Lets the table draw chance by itself from now on, and draws what is due. 0 or TABLE_REFUSED_MEMORY. */
int table_dice_set(struct table *table, const struct lan_dice *dice, int64_t now);

/* The dice a table draws with, NULL when chance is scripted. For the keeper only. */
const struct lan_dice *table_dice(const struct table *table);

/*
 * Takes back the last action in force, which must be the seat's own. Refused when another seat or chance has
 * acted after the seat's last action, when an event of that action has a row with LAN_FINAL, when the clock
 * played it, or when the game is over. A second undo goes one action further back under the same rule.
 *
 * The log is not cut: it gets an entry. Every viewer who was told of the action (its own seat always was) is
 * told one item TABLE_TOLD_UNDONE with the range of that viewer's own numbers that no longer holds; numbering
 * goes on after it. A viewer who was told nothing of the action is told nothing of the undo.
 */
int table_undo(struct table *table, int seat, int64_t now);

/* 0 when table_undo would accept, else its refusal: whether an undo button is enabled. */
int table_undo_refusal(const struct table *table, int seat);

/* ---- Coming and going (act.c) -------------------------------------------------------------------------- */

/*
 * The person leaves. In a game of two that is not cooperative this is resignation, and the other seat wins;
 * elsewhere a stand-in bot takes the seat with what the seat knows.
 */
int table_leave(struct table *table, int seat, int64_t now);

/* A stand-in bot takes the seat, with any number of players: after a vote, or by the host's decision. */
int table_stand_in_for(struct table *table, int seat, int64_t now);

/* A person takes the seat: from a bot, an empty one, or from another person who hands it over. */
int table_sit(struct table *table, int seat, const char *name, int64_t now);

/*
 * The person agrees, or no longer agrees, to end without a result. The match ends when all persons at the
 * table agree, also because the last who did not agree has left. A vote stands until it is withdrawn or the
 * seat changes hands.
 */
int table_agree(struct table *table, int seat, bool agrees, int64_t now);
uint16_t table_agreed(const struct table *table); /* seats by bit */

enum table_end {
    TABLE_RUNNING,
    TABLE_FINISHED,  /* by the rules */
    TABLE_RESIGNED,  /* a game of two, left by one */
    TABLE_ABANDONED, /* all agreed to end without a result */
};

enum table_end table_end(const struct table *table);

/*
 * The result of a match that has ended: by the rules the game's own, after a resignation the other seat as
 * winner, after an agreement no winner. False while the match is running, because scores may be computed from
 * hidden state.
 */
bool table_result(const struct table *table, struct lan_result *result);

/* ---- Clocks (clock.c) ---------------------------------------------------------------------------------- */

/* Stops and restarts all clocks; actions stay possible. A server pauses for the time it was not running. */
int table_pause(struct table *table, bool paused, int64_t now);
bool table_paused(const struct table *table);

/*
 * When table_tick will next have something to do; false when no running clock has a limit with a consequence.
 */
bool table_deadline(const struct table *table, int64_t *deadline);

/*
 * Does what is due: in a reaction window whose time is up it plays `pass` for every asked seat that has not
 * answered; under the policy TABLE_BOT_TAKES_IT it gives a seat whose time is up to a stand-in. Returns the
 * number of entries appended, chance included; out of memory it appends fewer, and the next call goes on.
 */
uint32_t table_tick(struct table *table, int64_t now);

/* Milliseconds left of a seat's budget, and of its present move; -1 without a limit or a move. Public. */
int64_t table_budget_left(const struct table *table, int seat, int64_t now);
int64_t table_move_left(const struct table *table, int seat, int64_t now);

/* ---- For a viewer: what may be sent to it (act.c, told.c, item_json.c, chain.c) ------------------------ */

struct table_turn {
    uint16_t must;  /* seats the game waits for; 0 when it is over */
    bool may;       /* this viewer may do something besides */
    uint8_t active; /* whose turn it is, or LAN_SEAT_NONE */
    bool window;    /* a reaction window */
    uint32_t
        decision; /* the number of the question put to this viewer, counted per seat; 0 when not in `must` */
};

/*
 * The turn as `viewer` (a seat or LAN_WATCHER) may know it. `decision` changes when the seat is newly asked,
 * has acted or has undone, and not when another of several asked seats answers: a move that names a decision
 * is stale exactly when that decision is no longer open.
 */
void table_turn(const struct table *table, int viewer, struct table_turn *turn);

/* The actions that the seat may play; none when it has nothing to do or the match has ended. */
void table_actions(const struct table *table, int seat, struct lan_list *list);

/* The present view, in memory and as JSON. */
const struct lan_view *table_view(const struct table *table, int viewer, union lan_view_buf *buf);
void table_view_json(const struct table *table, int viewer, struct lan_text *out);

/*
 * What a viewer is told is a list of items, numbered 1, 2, 3... for that viewer alone. One log entry gives,
 * in this order: the viewer's own action; the events it is told, with hidden arguments masked; the undone
 * notice; the table's notices, which every viewer is told.
 */
enum table_told_kind {
    TABLE_TOLD_ACTION,    /* this seat's own action was accepted: `action`, `timed` when the clock made it */
    TABLE_TOLD_EVENT,     /* `event` */
    TABLE_TOLD_UNDONE,    /* items `from`..`to` of this viewer no longer hold */
    TABLE_TOLD_STOOD_IN,  /* a bot of level `text` sits at `seat` */
    TABLE_TOLD_SAT,       /* a person named `text` sits at `seat` */
    TABLE_TOLD_AGREED,    /* `seat` agrees to end without a result */
    TABLE_TOLD_DISAGREED, /* `seat` no longer does */
    TABLE_TOLD_RESIGNED,  /* `seat` has left a game of two */
    TABLE_TOLD_PAUSED,
    TABLE_TOLD_RESUMED,
    TABLE_TOLD_ENDED, /* all agreed: ended without a result */
    TABLE_TOLDS
};

struct table_told {
    enum table_told_kind kind;
    uint32_t number;
    int64_t time;
    lan_action action;
    bool timed;
    struct lan_event event;
    uint32_t from, to;
    uint8_t seat;     /* LAN_SEAT_NONE where the kind has none */
    const char *text; /* "" where the kind has none; lives until the table changes */
};

/* A position in what a viewer is told. It stays valid while the match goes on, and then reads what is new. */
struct table_reader {
    const struct table *table;
    uint32_t entry, part, number;
    uint8_t viewer;
};

/* How many items a viewer was told, which is also the number of the last. */
uint32_t table_told_count(const struct table *table, int viewer);

/* Starts after item `after` (0: at the beginning); a number past the last counts as the last. */
void table_reader_init(const struct table *table, int viewer, uint32_t after, struct table_reader *reader);

/* The next item; false when there is none yet. */
bool table_read(struct table_reader *reader, struct table_told *told);

/*
 * Whether the watcher was told something that some seat was not: an option may make a game do so. A keeper
 * whose watchers can reach a player then shows them nothing until the match has ended.
 */
bool table_watcher_ahead(const struct table *table);

/* An item as JSON, {"n":5,"time":0,"event":{...}}: what records hold and the chain is made over. */
void table_told_json(const struct lan_game *game, const struct table_told *told, struct lan_text *out);

/* An item as a sentence. `names` and `reader` as for lan_event_say. */
void table_told_say(const struct lan_game *game, const struct table_told *told, enum lan_lang lang,
                    const char *const *names, int reader, struct lan_text *out);

/*
 * The viewer's hash chain up to its last item; each link is H(link before, the item's JSON). It is computed
 * on request and kept in the table, which is therefore not const.
 */
void table_chain(struct table *table, int viewer, uint8_t hash[LAN_HASH_BYTES]);

/*
 * The parts of every chain (docs/records.md): the hash over the set-up as a record's "match" has it, which
 * begins the chain of the log; the link before a viewer's first item, H(that hash, the viewer as JSON); one
 * step of any chain.
 */
void table_match_hash(const struct table *table, uint8_t hash[LAN_HASH_BYTES]);
void table_chain_start(const struct table *table, int viewer, uint8_t hash[LAN_HASH_BYTES]);
void table_chain_step(const char *json, size_t length, uint8_t hash[LAN_HASH_BYTES]);

/* ---- For the keeper: the log (entry_log.c) ------------------------------------------------------------- */

/* The kinds of entries; records have the same words. */
enum table_entry_kind {
    TABLE_ENTRY_ACT,   /* a seat's or chance's `action` */
    TABLE_ENTRY_TIMED, /* the same, made by the clock: an answer in a window */
    TABLE_ENTRY_UNDO,  /* `seat` takes back its last action */
    TABLE_ENTRY_BOT,   /* a bot of level `text` takes `seat` */
    TABLE_ENTRY_SIT,   /* a person named `text` takes `seat` */
    TABLE_ENTRY_AGREE,
    TABLE_ENTRY_DISAGREE,
    TABLE_ENTRY_RESIGN,
    TABLE_ENTRY_PAUSE, /* of no seat: LAN_SEAT_NONE, as the next */
    TABLE_ENTRY_RESUME,
    TABLE_ENTRY_KINDS
};

struct table_entry {
    enum table_entry_kind kind;
    uint8_t seat;
    lan_action action; /* 0 where the kind has none */
    int64_t time;
    const char *text; /* "" where the kind has none; table_append copies it */
};

/* Entries are numbered 1..count. A caller that stores the log takes the entries after the last one stored. */
uint32_t table_count(const struct table *table);
void table_entry(const struct table *table, uint32_t number, struct table_entry *entry);

/*
 * Appends a stored entry with the same checks as a live one. Chance is stored like any action, so that a
 * table with dice draws nothing here. 0, or the refusal with nothing changed, which means that the log is not
 * one of this match.
 */
int table_append(struct table *table, const struct table_entry *entry);

/* Entry `number` as JSON, {"n":1,"seat":"chance","do":"deal 3","time":0}: what records hold. */
void table_entry_json(const struct lan_game *game, uint32_t number, const struct table_entry *entry,
                      struct lan_text *out);

/* The position after entry `number` (0: the opening), and a view of it. Replays at most 64 actions. */
const struct lan_state *table_state_at(const struct table *table, uint32_t number, union lan_state_buf *buf);
const struct lan_view *table_view_at(const struct table *table, uint32_t number, int viewer,
                                     union lan_view_buf *buf);

/* The entry of which a viewer was told item `number` (1..table_told_count). */
uint32_t table_told_entry(const struct table *table, int viewer, uint32_t number);

/* The number of the first chance entry that these dice would not have drawn; 0 when they draw all of them. */
uint32_t table_dice_differ(const struct table *table, const struct lan_dice *dice);

/* ---- Named texts that records carry (create.c) --------------------------------------------------------- */

/* Commitments are fixed at creation; openings (secrets published at the end) may be added later. */
int table_commitment_count(const struct table *table);
struct table_field table_commitment(const struct table *table, int at);
int table_opening_count(const struct table *table);
struct table_field table_opening(const struct table *table, int at);

/* False when a text is not plain or too long, the name is there already, or there is no memory. */
bool table_opening_add(struct table *table, const char *name, const char *value);

#endif
