/*
 * shadow.h - Shadow Hunters: what everybody may include.
 *
 * Clauses are enumerated by their ids in capitals with underscores: SH_S1, SH_P_ULTRA_SOUL, SH_Q_1. Words have
 * the English name of the rule document as id, in lower case with hyphens ("ultra-soul", "spear-of-longinus"), but
 * areas, decks and sides are short: cabin gate church cemetery woods altar, white black hermit, hunter shadow neutral.
 */
#ifndef LAN_SHADOW_H
#define LAN_SHADOW_H

#include "lan.h"

enum {
    SHADOW_SEATS_MIN = 4,
    SHADOW_SEATS_MAX = 8,
    SHADOW_SLOTS = 6,
    SHADOW_LETTERS = 10,
    SHADOW_LETTER_PAIR = 10, /* a character and the other one of its letter are this far apart */
};

/* The ten of the base game, then the ten of the expansion in the same order of letters. */
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
 * Every card with a name of its own. Equipment comes first, so that equipment is also a bit in a mask, and the
 * four relics of David come first of all.
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
    SHADOW_EQUIPMENT, /* how many there are */
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

/* What a sealed answer to an attack can be; 0 is none yet. */
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
    SHADOW_TYPE_EQUIPMENT, /* the words of the cards, the first SHADOW_EQUIPMENT of them */
    SHADOW_TYPE_D6,        /* 0..5 written 1..6 */
    SHADOW_TYPE_D4,
    SHADOW_TYPE_ROLL,  /* the first or the second of the Compass: 0..1 written 1..2 */
    SHADOW_TYPE_SLOT,  /* 0..5, as SH-S2 numbers them */
    SHADOW_TYPE_SEATS, /* a mask of seats */
    SHADOW_TYPE_ANSWER,
    SHADOW_TYPE_MET, /* not-met, met: what the judge announces, SH-X1 */
    SHADOW_TYPES,
};

enum shadow_event {
#define KIND(name, ...) SHADOW_EVENT_##name,
#include "kinds.def"
#undef KIND
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

/* The options in order; their values follow in the order of the table in the rule document. */
enum shadow_option {
    SHADOW_OPTION_RULES,                 /* official, rulebook-en: a preset for those that have two columns */
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
    SHADOW_OPTION_EXTRA_CHARACTER,       /* off, on; so are all that follow but double_or_lose */
    SHADOW_OPTION_OPENING_HERMIT,
    SHADOW_OPTION_NO_ABILITIES,
    SHADOW_OPTION_USE_IT_OR_LOSE_IT,
    SHADOW_OPTION_DUEL_DICE,
    SHADOW_OPTION_CRITICAL_MISSES,
    SHADOW_OPTION_COUP_DE_GRACE,
    SHADOW_OPTION_LAST_STAND,
    SHADOW_OPTION_BLUR,
    SHADOW_OPTION_DOUBLE_OR_LOSE, /* off, attacks, any-damage */
    SHADOW_OPTIONS
};

/* words.c: names for people and ids. `shadow_met` is not-met and met, `shadow_answers` none, pass, ... */
extern const struct lan_word shadow_characters[SHADOW_CHARACTERS];
extern const struct lan_word shadow_sides[SHADOW_SIDES];
extern const struct lan_word shadow_areas[SHADOW_AREAS];
extern const struct lan_word shadow_decks[SHADOW_DECKS];
extern const struct lan_word shadow_cards[SHADOW_CARDS];
extern const struct lan_word shadow_answers[SHADOW_ANSWERS];
extern const struct lan_word shadow_met[2];

/* options.c: the table, and what a preset fills in. */
extern const struct lan_option shadow_options[SHADOW_OPTIONS];
void shadow_preset(struct lan_config *config);

#endif
