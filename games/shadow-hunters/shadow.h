/*
 * shadow.h - Shadow Hunters: the public header, for clients, bots and tests.
 *
 * Clauses are enumerated by their ids in capitals with underscores: SH_S1, SH_P_ULTRA_SOUL, SH_Q_1. The id of
 * a word is its English name in the rule document, in lower case with hyphens ("ultra-soul",
 * "spear-of-longinus"), but areas, decks and sides are short: cabin gate church cemetery woods altar, white
 * black hermit, hunter shadow neutral.
 */
#ifndef LAN_SHADOW_H
#define LAN_SHADOW_H

#include "lan.h"

enum {
    SHADOW_SEATS_MIN = 4,
    SHADOW_SEATS_MAX = 8,
    SHADOW_SLOTS = 6,
    SHADOW_LETTERS = 10,
    SHADOW_LETTER_PAIR = 10, /* distance between the two characters of one letter */
    SHADOW_HP_MAX = 14,
    SHADOW_HERMITS = 16,     /* cards of the Hermit deck */
    SHADOW_NOBODY = 15,      /* no seat, in fields that hold one */
    SHADOW_EVERYBODY = 0xff, /* in pile_who: the Hermit card of the opening, seen by all */
};

/*
 * A limit of turns, because the rules allow healing for ever: after this many turns the game ends without a
 * winner, by an event that says so. Random games take about a tenth of it. Every turn has a bounded number of
 * actions: dice that would be rolled again (SH-M3) are not listed in the first place, repeats cost damage,
 * and everything else is once a turn, once a game, or once for each card in play.
 */
enum { SHADOW_TURNS_MAX = 1000, SHADOW_TURN_ACTIONS_MAX = 600 };

/* The ten characters of the base game, then the ten of the expansion in the same order of letters. */
enum shadow_character {
    SHADOW_ALLIE,
    SHADOW_BOB,
    SHADOW_CHARLES,
    SHADOW_DANIEL,
    SHADOW_EMI,
    SHADOW_FRANKLIN,
    SHADOW_GEORGE,
    SHADOW_UNKNOWN,
    SHADOW_VAMPIRE,
    SHADOW_WEREWOLF,
    SHADOW_AGNES,
    SHADOW_BRYAN,
    SHADOW_CATHERINE,
    SHADOW_DAVID,
    SHADOW_ELLEN,
    SHADOW_FUKA,
    SHADOW_GREGOR,
    SHADOW_ULTRA_SOUL,
    SHADOW_VALKYRIE,
    SHADOW_WIGHT,
    SHADOW_CHARACTERS,
};

enum shadow_side { SHADOW_HUNTER, SHADOW_SHADOW, SHADOW_NEUTRAL, SHADOW_SIDES };

enum shadow_area {
    SHADOW_CABIN,
    SHADOW_GATE,
    SHADOW_CHURCH,
    SHADOW_CEMETERY,
    SHADOW_WOODS,
    SHADOW_ALTAR,
    SHADOW_AREAS,
    SHADOW_OFF_BOARD = SHADOW_AREAS, /* SH-S7; the dead are here too */
};

enum shadow_deck { SHADOW_WHITE, SHADOW_BLACK, SHADOW_HERMIT, SHADOW_DECKS };

/*
 * The cards, by name. Equipment comes first, so that it fits a mask, and the four relics of David come first
 * of all.
 */
enum shadow_card {
    SHADOW_TALISMAN,
    SHADOW_SPEAR,
    SHADOW_ROBE,
    SHADOW_ROSARY,
    SHADOW_COMPASS,
    SHADOW_BROOCH,
    SHADOW_KNIFE,
    SHADOW_CHAINSAW,
    SHADOW_AXE,
    SHADOW_MASAMUNE,
    SHADOW_HANDGUN,
    SHADOW_MACHINE_GUN,
    SHADOW_EQUIPMENT, /* number of equipment cards */
    SHADOW_ADVENT = SHADOW_EQUIPMENT,
    SHADOW_BLESSING,
    SHADOW_CHOCOLATE,
    SHADOW_KNOWLEDGE,
    SHADOW_MIRROR,
    SHADOW_FIRST_AID,
    SHADOW_FLARE,
    SHADOW_ANGEL,
    SHADOW_HOLY_WATER,
    SHADOW_BANANA,
    SHADOW_SPIDER,
    SHADOW_RITUAL,
    SHADOW_DYNAMITE,
    SHADOW_GOBLIN,
    SHADOW_DOLL,
    SHADOW_BAT,
    SHADOW_AID,
    SHADOW_HUDDLE,
    SHADOW_NURTURANCE,
    SHADOW_ANGER,
    SHADOW_BLACKMAIL,
    SHADOW_GREED,
    SHADOW_SLAP,
    SHADOW_SPELL,
    SHADOW_EXORCISM,
    SHADOW_BULLY,
    SHADOW_TOUGH_LESSON,
    SHADOW_PREDICTION,
    SHADOW_CARDS,
};

/* A sealed answer to an attack; 0 is no answer yet. */
enum shadow_answer {
    SHADOW_ANSWER_NONE,
    SHADOW_ANSWER_PASS,
    SHADOW_ANSWER_COUNTER,
    SHADOW_ANSWER_LAST_STAND,
    SHADOW_ANSWERS,
};

enum shadow_type {
    SHADOW_TYPE_CHARACTER = LAN_TYPE_GAME,
    SHADOW_TYPE_SIDE,
    SHADOW_TYPE_AREA,
    SHADOW_TYPE_DECK,
    SHADOW_TYPE_CARD,
    SHADOW_TYPE_EQUIPMENT, /* the first SHADOW_EQUIPMENT words of SHADOW_TYPE_CARD */
    SHADOW_TYPE_D6,        /* 0..5 written 1..6 */
    SHADOW_TYPE_D4,
    SHADOW_TYPE_ROLL,  /* one of the Compass' two rolls: 0..1 written 1..2 */
    SHADOW_TYPE_SLOT,  /* 0..5 written 1..6 */
    SHADOW_TYPE_SEATS, /* a mask of seats */
    SHADOW_TYPE_ANSWER,
    SHADOW_TYPE_MET, /* not-met, met: what the judge announces, SH-X1 */
    SHADOW_TYPES,
};

enum shadow_event {
#define EVENT(name, ...) SHADOW_EVENT_##name,
#include "events.def"
#undef EVENT
    SHADOW_EVENTS
};

enum shadow_action {
#define ACTION(name, ...) SHADOW_ACTION_##name,
#include "actions.def"
#undef ACTION
    SHADOW_ACTIONS
};

enum shadow_clause {
    SHADOW_CLAUSE_NONE,
#define CLAUSE(name, ...) name,
#include "clauses.def"
#undef CLAUSE
    SHADOW_CLAUSES
};

/* The options; their values are in the order of the table in the rule document. */
enum shadow_option {
    /* official, rulebook-en: a preset for the options that have two columns */
    SHADOW_OPTION_RULES,
    SHADOW_OPTION_SINGLE_USE,            /* immediate, hand */
    SHADOW_OPTION_ATTACK_RANGE,          /* pair, neighbours, regions */
    SHADOW_OPTION_AREA_EFFECT,           /* optional, forced */
    SHADOW_OPTION_HERMIT_OUTCOME,        /* public, private */
    SHADOW_OPTION_HERMIT_SELF,           /* no, yes */
    SHADOW_OPTION_ALTAR_LOOT,            /* equip, hand */
    SHADOW_OPTION_LOOT_ON,               /* any-kill, attack-only */
    SHADOW_OPTION_SHADOW_NEUTRAL_CLAUSE, /* on, off */
    SHADOW_OPTION_ABILITY_TIMING,        /* by-card, end-step */
    SHADOW_OPTION_CHARACTERS,            /* base, expansion, one-per-letter, all */
    SHADOW_OPTION_BOB,                   /* auto, exclude-7plus, by-count, theft */
    SHADOW_OPTION_BOB_SCOPE,             /* attack, any-damage */
    SHADOW_OPTION_HAND_TIMING,           /* own-turn, any-time */
    SHADOW_OPTION_SEVEN,                 /* other, any */
    SHADOW_OPTION_CHARLES,               /* pay-2, deal-2 */
    SHADOW_OPTION_CHARLES_VOLLEY,        /* one, all */
    SHADOW_OPTION_EMI_ADJACENCY,         /* ring, pair-mate */
    SHADOW_OPTION_MIRROR,                /* shadow-not-unknown, letters-v-w */
    SHADOW_OPTION_ROBE,                  /* attacks, all-damage */
    SHADOW_OPTION_VAMPIRE_HEAL,          /* per-attack, per-target */
    SHADOW_OPTION_COUNTER_ON_MISS,       /* yes, no */
    SHADOW_OPTION_EXTRA_CHARACTER,       /* off, on; the same for all that follow except double_or_lose */
    SHADOW_OPTION_OPENING_HERMIT,
    SHADOW_OPTION_NO_ABILITIES,
    SHADOW_OPTION_USE_IT_OR_LOSE_IT,
    SHADOW_OPTION_DUEL_DICE,
    SHADOW_OPTION_CRITICAL_MISSES,
    SHADOW_OPTION_COUP_DE_GRACE,
    SHADOW_OPTION_LAST_STAND,
    SHADOW_OPTION_BLUR,
    SHADOW_OPTION_DOUBLE_OR_LOSE, /* off, attacks, any-damage */
    SHADOW_OPTIONS_1,             /* version 1 has those above */
    SHADOW_OPTION_CHARLES_REPEATS = SHADOW_OPTIONS_1,
    SHADOW_OPTIONS
};

/* What the game waits for. Phases marked "chance" wait for dice or a card. */
enum shadow_phase {
    SHADOW_DEALING,   /* chance: characters */
    SHADOW_LAYING,    /* chance: areas */
    SHADOW_FIRSTING,  /* chance: the first player */
    SHADOW_OPENING,   /* chance: the Hermit card of SH-X2 */
    SHADOW_STARTING,  /* start-of-turn abilities, then the choice how to move */
    SHADOW_MOVING,    /* chance: both dice, once or (Compass) twice */
    SHADOW_PICKING,   /* choice between the Compass' two rolls */
    SHADOW_GOING,     /* choice of an area, on a 7 */
    SHADOW_AT_AREA,   /* the area action */
    SHADOW_DRAWING,   /* chance: a card */
    SHADOW_GIVING,    /* choice of the Hermit card's receiver */
    SHADOW_ANSWERING, /* the receiver's answer */
    SHADOW_CHOOSING,  /* choice of a card's target */
    SHADOW_UNVEILING, /* Advent, Chocolate, Ritual: reveal or not */
    SHADOW_ROLLING,   /* chance: the dice of a card or an ability */
    SHADOW_ATTACKING, /* step 1 of SH-K8: choice of the target, or no attack */
    SHADOW_DOUBLING,  /* step 2 */
    SHADOW_BLURRING,  /* step 3 */
    SHADOW_HORNING,   /* step 4: a hidden Valkyrie may reveal */
    SHADOW_STRIKING,  /* step 4, chance */
    SHADOW_BLUR_DICE, /* step 5, chance */
    SHADOW_DUEL_DICE, /* step 6, chance */
    SHADOW_SPEARING,  /* step 8 */
    SHADOW_ROBBING,   /* step 11; with bob_scope=any-damage for other damage too */
    SHADOW_LOOTING,   /* step 13 */
    SHADOW_COUPING,   /* step 14 */
    SHADOW_COUP_DICE, /* step 14, chance */
    SHADOW_SUCKING,   /* step 15 */
    SHADOW_REACTING,  /* step 16: the reaction window of the attacked seats */
    SHADOW_FEASTING,  /* step 17 */
    SHADOW_ENDING,    /* end-of-turn abilities, then the end */
    SHADOW_LOSING,    /* SH-HR1: single-use cards are played or discarded */
    SHADOW_OVER,
    SHADOW_PHASES,
};

/* What follows when the damage, deaths and loot of a step are settled. */
enum shadow_then { SHADOW_THEN_END, SHADOW_THEN_STRUCK, SHADOW_THEN_COUP, SHADOW_THEN_REPEAT };

/*
 * Everything that all at the table see. Masks have a bit for each seat, character or equipment card.
 * `possible` is public knowledge of each seat's character: what follows from revelations, deaths and
 * survival, from silence where Daniel would have screamed, from Mirrors without effect, from victories not
 * declared, and from full sides.
 */
struct shadow_public {
    uint32_t possible[SHADOW_SEATS_MAX];
    uint32_t moment;                      /* number of actions so far */
    uint16_t equipment[SHADOW_SEATS_MAX]; /* worn */
    uint16_t stash[SHADOW_SEATS_MAX];     /* equipment held in hand, SH-C10 */
    uint16_t rolls[SHADOW_SEATS_MAX];     /* rolls of each seat: the index of its next draw */
    uint16_t draws[SHADOW_DECKS];         /* cards drawn from each deck: likewise */
    uint16_t turns;                       /* turns begun */
    uint16_t because;                     /* the clause of the damage being dealt */
    uint16_t end_clause;                  /* why the game ended */
    uint8_t damage[SHADOW_SEATS_MAX];
    uint8_t area[SHADOW_SEATS_MAX]; /* where the pawn is, or SHADOW_OFF_BOARD */
    uint8_t face[SHADOW_SEATS_MAX]; /* character + 1 when face up, else 0 */
    uint8_t extra[SHADOW_SEATS_MAX];
    /* mask of defenders on whom the seat has tried its coup de grâce */
    uint8_t coup[SHADOW_SEATS_MAX];
    uint8_t due[SHADOW_SEATS_MAX]; /* damage of the present step, not dealt yet */
    /* d4 of each target with the option duel_dice, 0 when not rolled */
    uint8_t duel[SHADOW_SEATS_MAX];
    uint8_t hand[SHADOW_SEATS_MAX][2];     /* number of white and black single-use cards in hand */
    uint8_t slot_area[SHADOW_SLOTS];       /* the area in each slot */
    uint8_t area_slot[SHADOW_AREAS];       /* the slot of each area */
    uint8_t discards[SHADOW_AID];          /* white and black discards, face up, by card */
    uint8_t left[SHADOW_DECKS];            /* cards left to draw */
    uint8_t pile_who[SHADOW_HERMITS];      /* Hermit discards, face down: giver << 4 | receiver */
    uint8_t pile;                          /* number of Hermit discards */
    uint8_t alive, revealed, cursed, used; /* masks of seats; `used`: the once-only ability is spent */
    /* masks: protected by Guardian Angel, by Ghostly Barrier; Agnes looks left */
    uint8_t angel, barrier, leftward;
    uint8_t first_dead;             /* mask of those who died first, together */
    uint8_t doubles, blurs, stands; /* masks of seats that have used these house rules */
    uint8_t judge;                  /* seat, or SHADOW_NOBODY */
    uint8_t winners;
    uint8_t phase, active, first;
    uint8_t dealt;        /* number of characters dealt, then of areas laid */
    uint8_t after;        /* the phase to return to when the step is done */
    uint8_t then;         /* enum shadow_then */
    uint8_t actor;        /* the seat that carries out the present step */
    uint8_t card;         /* the public card in play, or SHADOW_CARDS */
    uint8_t deck;         /* the deck being drawn from */
    uint8_t ability;      /* the character whose ability is being carried out, or SHADOW_CHARACTERS */
    uint8_t victim;       /* the seat that a choice or a roll concerns, or SHADOW_NOBODY */
    uint8_t d6[2], d4[2]; /* the present dice; index 1: the dice that answer them */
    uint8_t compass;      /* the move is rolled twice; counts the rolls */
    uint8_t began;        /* this turn's start-of-turn ability has been used */
    uint8_t killer;       /* the seat that deals the present damage, or SHADOW_NOBODY */
    uint8_t by_attack;    /* the present damage is an attack's */
    uint8_t dying;        /* mask of those whom the present damage killed */
    uint8_t looting;      /* subset of `dying` whose equipment is still to be taken */
    uint8_t sweep;        /* Silver Rosary: the killer takes all equipment */
    uint8_t robbing;      /* mask of victims about whom Bob has yet to be asked */
    uint8_t gained;       /* equipment has changed hands in this step */
    uint8_t attacker;     /* of the present attack, or SHADOW_NOBODY */
    uint8_t targets;      /* of the present attack */
    uint8_t struck;       /* targets of the attack to which others are reacting */
    uint8_t hit;          /* targets that took damage */
    uint8_t doubled;      /* Double or Lose was declared */
    uint8_t d4_alone;     /* Masamune or Valkyrie */
    uint8_t blurring;     /* targets that declared Blur */
    uint8_t evaded;       /* targets that evaded by Blur */
    uint8_t pending;      /* targets still to be asked or rolled for in the present step */
    uint8_t spear;        /* the Spear's bonus counts */
    uint8_t answering;    /* the present attack is a counterattack */
    uint8_t cut;          /* a target evaded the active player's attack: the turn ends after it */
    uint8_t repeated;     /* Bloody Feast has been used in this attack step */
    uint8_t volley;       /* the attack is on everyone in range */
    uint8_t asked;        /* mask of the seats asked in the reaction window */
    uint8_t answered;     /* subset of `asked` that has answered */
    uint8_t opening;      /* number of players who have had the card of SH-X2; 0 outside the opening */
    uint8_t obeyed;       /* mask of those who obeyed the card */
    uint8_t landed;       /* declared damage reached another seat, protected or not */
    uint8_t move_d6[2], move_d4[2]; /* the dice of the move; two pairs with the Compass */
};

/*
 * What one seat, or the watcher, knows. `possible` combines public knowledge with what this seat has seen:
 * Hermit answers to its own cards (knowing that Unknown may lie), Predictions, the left-over as judge, its
 * own card. Then characters that are certain somewhere are excluded elsewhere, and full sides are closed. Not
 * represented are joint facts (one of these two is Emi), what outcomes of others' Hermit cards suggest, and
 * which cards were in the discards when a hand card was drawn.
 */
struct shadow_view {
    struct shadow_public pub;
    uint32_t possible[SHADOW_SEATS_MAX];
    uint32_t seen[SHADOW_SEATS_MAX]; /* what the viewer has seen itself, without conclusions */
    uint32_t hand;                   /* own single-use cards, two bits each; see shadow_hand_count */
    uint8_t viewer;                  /* a seat, or LAN_WATCHER */
    /* the viewer's own; SHADOW_CHARACTERS for the watcher and before the deal */
    uint8_t character;
    uint8_t left_over; /* known to the judge; else SHADOW_CHARACTERS */
    uint8_t held;      /* the Hermit card in play if the viewer has seen it, else SHADOW_CARDS */
    uint8_t choice;    /* the viewer's own sealed answer */
    uint8_t may;       /* whether the viewer has may-actions now */
    /* Hermit discards by place; SHADOW_CARDS where the viewer has not seen the card */
    uint8_t pile[SHADOW_HERMITS];
    uint8_t unused[2];
};

/*
 * The character of a seat if the viewer is certain of it, else SHADOW_CHARACTERS. Unaided, only face-up
 * characters and the viewer's own count: without the notebook the viewer has to remember the rest.
 */
int shadow_known(const struct shadow_view *view, int seat, bool unaided);

/* The rules in force, precomputed for fast lookup. */
struct shadow_rules {
    struct lan_rules base;
    uint32_t cast;               /* mask of characters that may have been dealt */
    uint32_t side[SHADOW_SIDES]; /* mask of the characters of each side */
    /* characters that a Hermit, Advent, Chocolate, Ritual or Mirror card fits */
    uint32_t fits[SHADOW_CARDS];
    uint32_t survive[SHADOW_HP_MAX + 1]; /* by damage: characters who are alive with that much */
    uint8_t quota[SHADOW_SIDES];         /* number dealt of each side, the left-over included */
    uint8_t weight[SHADOW_CHARACTERS];   /* relative probability of being dealt, by letter */
    uint8_t dealt;                       /* number of characters dealt, the left-over included */
    uint8_t range[SHADOW_SLOTS];         /* mask of slots within attack range of each slot */
    bool letters;                        /* at most one character of each letter */
    bool hand, forced, outcome_private, hermit_self, altar_hand, loot_attack_only, neutral_clause, end_step;
    bool bob_sweeps; /* Bob's text for 7 or more players: he takes all loot */
    bool bob_any, hand_any_time, seven_any, charles_deals, charles_all, charles_once, emi_mate,
        mirror_letters;
    bool robe_all, vampire_each, counter_hit_only, extra, opening_hermit, abilities;
    bool lose_it, duel, critical, coup, stand, blur, twice, twice_any;
};

static inline int shadow_hand_shift(int card)
{
    return 2 * (card - SHADOW_EQUIPMENT);
}

/* How many of a single-use card a packed hand holds. */
static inline int shadow_hand_count(uint32_t hand, int card)
{
    return (int)(hand >> shadow_hand_shift(card) & 3);
}

/*
 * words.c: ids and names. `shadow_met` is not-met, met; `shadow_answers` is in the order of enum
 * shadow_answer.
 */
extern const struct lan_word shadow_characters[SHADOW_CHARACTERS];
extern const struct lan_word shadow_sides[SHADOW_SIDES];
extern const struct lan_word shadow_areas[SHADOW_AREAS];
extern const struct lan_word shadow_decks[SHADOW_DECKS];
extern const struct lan_word shadow_cards[SHADOW_CARDS];
extern const struct lan_word shadow_answers[SHADOW_ANSWERS];
extern const struct lan_word shadow_met[2];
extern const struct lan_edition shadow_edition;

/* options.c: the table of options, and the callback `preset`. */
extern const struct lan_option shadow_options[SHADOW_OPTIONS];
void shadow_preset(struct lan_config *config);
void shadow_preset_1(struct lan_config *config);

/* bot.c: the callbacks `rate` and `advise`. That file sees views and told events, never a state. */
void shadow_rate(const struct lan_rules *rules, const struct lan_question *question, int32_t *worth);
void shadow_advise(const struct lan_rules *rules, const struct lan_question *question, struct lan_rng *rng,
                   struct lan_advice *advice);

/*
 * The versions of the rules. Version 1 has no option charles_repeats; its preset rulebook-en has
 * ability_timing=end-step; it has one kind of event for Guardian Angel and Ghostly Barrier, none for an
 * attack that the Holy Robe brings to nothing, and the stop after SHADOW_TURNS_MAX turns names SH-V1.
 */
extern const struct lan_game shadow_game, shadow_game_1;

#endif
