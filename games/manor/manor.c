/* manor.c - the game's tables, made from the .def files, and its options. */
#include "manor.h"

#include <string.h>

#include "state.h"
#include "tables.h"

static const struct lan_word hunter_words[MANOR_HUNTERS] = {
    [MANOR_BASIC] = WORD("basic", "basic hunter", "chasseur standard"),
    [MANOR_HEAVY] = WORD("over-equipped", "over-equipped hunter", "chasseur suréquipé"),
    [MANOR_TANDEM] = WORD("tandem", "tandem", "binôme"),
    [MANOR_DETECTOR] = WORD("detector", "detector", "détecteur"),
    [MANOR_CALLER] = WORD("call-for-help", "call-for-help hunter", "chasseur appel à l'aide"),
};

static const struct lan_word manor_words[MANOR_MANORS] = {
    [MANOR_UNKNOWN] = WORD("unknown", "an unknown manor", "un manoir inconnu"),
    [1] = WORD("1", "a manor worth 1", "un manoir de valeur 1"),
    [2] = WORD("2", "a manor worth 2", "un manoir de valeur 2"),
    [3] = WORD("3", "a manor worth 3", "un manoir de valeur 3"),
    [4] = WORD("4", "a manor worth 4", "un manoir de valeur 4"),
    [5] = WORD("5", "a manor worth 5", "un manoir de valeur 5"),
    [MANOR_SHARED] = WORD("shared", "a shared manor", "un manoir partagé"),
    [MANOR_TRAPPED] = WORD("trapped", "a trapped manor", "un manoir piégé"),
};

#define PLACE(id) WORD(id, "manor " id, "manoir " id)
#define PLACES(seat) \
    PLACE(seat ".1"), PLACE(seat ".2"), PLACE(seat ".3"), PLACE(seat ".4"), PLACE(seat ".5"), PLACE(seat ".6")
static const struct lan_word place_words[MANOR_PLACES] = {PLACES("1"), PLACES("2"), PLACES("3"), PLACES("4")};

static const struct lan_type types[MANOR_TYPES] = {
    [LAN_TYPE_SEAT] = {"seat", MANOR_SEATS_MAX, 1, NULL},
    [LAN_TYPE_NUMBER] = {"number", 256, 0, NULL},
    [MANOR_TYPE_PLACE] = {"place", MANOR_PLACES, 0, place_words},
    [MANOR_TYPE_HUNTER] = {"hunter", MANOR_HUNTERS, 0, hunter_words},
    [MANOR_TYPE_MANOR] = {"manor", MANOR_MANORS, 0, manor_words},
};

#define GAME_FOLDER manor
#include "tables.inc"

static const struct lan_thing things[] = {
#define THING THING_ROW
#include "things.def"
#undef THING
};

/* ---- Options ------------------------------------------------------------------------------------------- */

static const struct lan_word setup_orders[] = {
    WORD("simultaneous", "all at once, unseen", "tous à la fois, en secret"),
    WORD("clockwise", "in turn, each shown at once", "à tour de rôle, montré aussitôt"),
};
static const struct lan_word shared_tandems[] = {
    WORD("double", "a tandem earns double", "un binôme rapporte le double"),
    WORD("single", "a tandem earns as much as one hunter", "un binôme rapporte autant qu'un seul chasseur"),
};
static const struct lan_word call_whoses[] = {
    WORD("any", "any team's hunter", "un chasseur de toute équipe"),
    WORD("own", "only your own", "seulement les tiens"),
};
static const struct lan_word orders[] = {
    WORD("free", "in either order", "dans n'importe quel ordre"),
    WORD("call-first", "no call after sending away", "pas d'appel après un renvoi"),
    WORD("send-first", "no sending away after a call", "pas de renvoi après un appel"),
};
static const struct lan_word ties[] = {
    WORD("shared", "a tie is shared", "une égalité est partagée"),
    {"fewest-on-trapped",
     {{"fewest hunters on others' traps", "le moins de chasseurs sur les pièges des autres"}}},
};

static const struct lan_word firsts[] = {
    WORD("random", "drawn at random", "tiré au sort"),
    WORD("1", "seat 1", "place 1"),
    WORD("2", "seat 2", "place 2"),
    WORD("3", "seat 3", "place 3"),
    WORD("4", "seat 4", "place 4"),
};

static const struct lan_option options[MANOR_OPTIONS] = {
    [MANOR_OPTION_VALUES] = TEXT("manor_values", 64, "1,1,2,2,2,3,3,3,4,4,4,5,5", "MA-S1",
                                 "The values of the 13 valued manors, each 1 to 5, separated by commas.",
                                 "Les valeurs des 13 manoirs à valeur, de 1 à 5, séparées par des virgules."),
    [MANOR_OPTION_EACH] =
        NUMBER("manors_per_player", 3, MANOR_EACH_MAX, 4, "MA-S10",
               "Manors dealt to each player (there are 19).", "Manoirs distribués à chacun (il y en a 19)."),
    [MANOR_OPTION_SETUP_ORDER] = CHOICE("setup_order", setup_orders, "MA-S8", "How set-up choices are made.",
                                        "Comment se font les choix de mise en place."),
    [MANOR_OPTION_SHARED_TANDEM] =
        CHOICE("shared_tandem", shared_tandems, "MA-P2", "A tandem in front of a shared manor.",
               "Un binôme devant un manoir partagé."),
    [MANOR_OPTION_CALL_WHOSE] = CHOICE("call_whose", call_whoses, "MA-H1", "Whose hunters may be called.",
                                       "Quels chasseurs peuvent être appelés."),
    [MANOR_OPTION_ORDER] = CHOICE("call_and_send_order", orders, "MA-O1",
                                  "Call and sending away in one turn.", "Appel et renvoi dans le même tour."),
    [MANOR_OPTION_TIE] = CHOICE("tie", ties, "MA-W2", "What breaks a tie.", "Ce qui départage une égalité."),
    [MANOR_OPTION_FIRST_PLAYER] =
        CHOICE("first_player", firsts, "MA-S7", "Who plays first.", "Qui commence."),
};

static bool values_parse(const char *text, uint8_t cards[MANOR_MANORS])
{
    for (int count = 1;; count++) {
        size_t length = strcspn(text, ",");
        int32_t value;
        if (!lan_text_parse_int(text, length, &value) || value < 1 || value > 5)
            return false;
        cards[value]++;
        if (!text[length])
            return count == MANOR_VALUES;
        text += length + 1;
    }
}

static bool compile(struct lan_rules *base, struct lan_problem *problem)
{
    struct manor_rules *rules = (struct manor_rules *)base;
    const struct lan_config *config = &base->config;
    if (!values_parse(lan_config_text(config, MANOR_OPTION_VALUES), rules->cards)) {
        lan_problem_set(problem, MANOR_OPTION_VALUES, MA_S1,
                        "13 numbers from 1 to 5 are needed, separated by commas.",
                        "Il faut 13 nombres de 1 à 5, séparés par des virgules.");
        return false;
    }
    rules->cards[MANOR_SHARED] = rules->cards[MANOR_TRAPPED] = 3;
    rules->each = (uint8_t)config->value[MANOR_OPTION_EACH];
    if (rules->each * base->seats > MANOR_CARDS) {
        lan_problem_set(problem, MANOR_OPTION_EACH, MA_S1,
                        "There are only 19 manor cards: deal fewer to each player.",
                        "Il n'y a que 19 cartes Manoir : il faut en distribuer moins à chacun.");
        return false;
    }
    if (config->value[MANOR_OPTION_FIRST_PLAYER] > base->seats) {
        lan_problem_set(problem, MANOR_OPTION_FIRST_PLAYER, MA_S7, "There is no such seat at this table.",
                        "Cette place n'existe pas à cette table.");
        return false;
    }
    rules->first = (uint8_t)config->value[MANOR_OPTION_FIRST_PLAYER];
    for (int seat = 0; seat < base->seats; seat++) {
        rules->own[seat] = (((uint32_t)1 << rules->each) - 1) << manor_place(seat, 0);
        rules->all |= rules->own[seat];
    }
    rules->clockwise = config->value[MANOR_OPTION_SETUP_ORDER];
    rules->tandem_single = config->value[MANOR_OPTION_SHARED_TANDEM];
    rules->call_own = config->value[MANOR_OPTION_CALL_WHOSE];
    rules->call_first = config->value[MANOR_OPTION_ORDER] == 1;
    rules->send_first = config->value[MANOR_OPTION_ORDER] == 2;
    rules->tie_trapped = config->value[MANOR_OPTION_TIE];
    return true;
}

/* Deal, first player, 2 set-up choices each, 8 turns of at most detect, place, send, go, call, end. */
enum { LENGTH_MAX = MANOR_CARDS + 1 + MANOR_SEATS_MAX * (2 + 8 * 6) };

#define FIRST_OPTIONS (1u << MANOR_OPTION_EACH | 1u << MANOR_OPTION_FIRST_PLAYER | 1u << MANOR_OPTION_TIE)

#define VERSION(number, options_of_it)                                                                                        \
    {                                                                                                                         \
        .name = "manor", .title = {{"Manor", "Manoir"}},                                                                      \
        .pitch =                                                                                                              \
            {{"Place your ghost hunters where the points are, and your rivals where the traps are.",                          \
              "Place tes chasseurs de fantômes là où sont les points, et tes rivaux là où sont les pièges."}},                \
        .intro =                                                                                                              \
            {{"Everyone owns a row of manors, most of them face down. Turn by turn you put a ghost hunter in "                \
              "front of any manor, yours or another's. At the end the manors are turned up: each hunter earns "               \
              "what its manor is worth, shared manors pay less the more stand there, and trapped manors pay "                 \
              "their owner for every rival caught. After 8 turns the most points win.",                                       \
              "Chacun possède une rangée de manoirs, cachés pour la plupart. À tour de rôle, tu places un "              \
              "chasseur de fantômes devant un manoir, à toi ou à un autre. À la fin on retourne tout : chaque "           \
              "chasseur rapporte ce que vaut son manoir, un manoir partagé paie d'autant moins qu'on y est "                 \
              "nombreux, un manoir piégé paie son propriétaire pour chaque rival attrapé. Après 8 tours, le plus grand " \
              "nombre de points l'emporte."}},                                                                                \
        .version = (number), .seats_min = 2, .seats_max = MANOR_SEATS_MAX, .length_max = LENGTH_MAX,                          \
        .score_span = 30, GAME_TABLES, .options = options, .options_first = FIRST_OPTIONS,                                    \
        .option_count = (options_of_it), .things = things, .thing_count = LAN_COUNT(things),                                  \
        .rules_size = sizeof(struct manor_rules), .state_size = sizeof(struct manor_state),                                   \
        .view_size = sizeof(struct manor_view), .fields = manor_fields, .field_count = MANOR_FIELDS,                          \
        .layout = 1, .sampler_size = sizeof(struct manor_view), .compile = compile, .setup = manor_setup,                     \
        .turn = manor_turn, .actions = manor_actions, .pick = manor_pick, .apply = manor_apply,                               \
        .observe = manor_observe, .view_write = manor_view_write, .sampler_init = manor_sampler_init,                         \
        .sampler_draw = manor_sampler_draw, .advise = manor_advise, .rate = manor_rate,                                       \
        .memo_size = sizeof(struct lan_memo), .result = manor_result, .groups = manor_groups,                                 \
        .draw = manor_draw, .prompt = manor_prompt, .sane = manor_sane,                                                       \
    }

const struct lan_game manor_game = VERSION(2, MANOR_OPTIONS);
const struct lan_game manor_game_1 = VERSION(1, MANOR_OPTIONS_1);
