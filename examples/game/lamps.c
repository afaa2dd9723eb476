/* lamps.c - the game's tables, made from the .def files, and its options. */
#include "lamps.h"

#include "state.h"
#include "tables.h"

#define LANTERN(id) WORD(id, "lantern " id, "lanterne " id)
static const struct lan_word lantern_words[LAMPS_LANTERNS] = {
    LANTERN("1"), LANTERN("2"), LANTERN("3"),  LANTERN("4"),  LANTERN("5"),  LANTERN("6"),  LANTERN("7"),
    LANTERN("8"), LANTERN("9"), LANTERN("10"), LANTERN("11"), LANTERN("12"), LANTERN("13"),
};

static const struct lan_word way_words[LAMPS_WAYS] = {
    [LAMPS_OPEN] = WORD("open", "open", "ouverte"),
    [LAMPS_SHUTTERED] = WORD("shuttered", "shuttered", "voilée"),
};

static const struct lan_type types[LAMPS_TYPES] = {
    [LAN_TYPE_SEAT] = {"seat", LAMPS_SEATS_MAX, 1, NULL},
    [LAN_TYPE_NUMBER] = {"number", 256, 0, NULL},
    [LAMPS_TYPE_LANTERN] = {"lantern", LAMPS_LANTERNS, 0, lantern_words},
    [LAMPS_TYPE_WAY] = {"way", LAMPS_WAYS, 0, way_words},
};

#define GAME_FOLDER game
#include "tables.inc"

static const struct lan_thing things[] = {
#define THING THING_ROW
#include "things.def"
#undef THING
};

/* ---- Options ------------------------------------------------------------------------------------------- */

static const struct lan_word shutters_words[] = {
    [LAMPS_SHUTTERS_DIM] = WORD("dim", "shutters dim by 2", "les voiles ôtent 2"),
    [LAMPS_SHUTTERS_FULL] = WORD("full", "shutters only hide", "les voiles ne font que cacher"),
    [LAMPS_SHUTTERS_NONE] = WORD("none", "no shutters", "sans voiles"),
};

static const struct lan_option options[LAMPS_OPTIONS] = {
    [LAMPS_OPTION_LANTERNS] = NUMBER("lanterns", 5, LAMPS_LANTERNS, LAMPS_LANTERNS, "EX-S1",
                                     "Lanterns in play.", "Lanternes en jeu."),
    [LAMPS_OPTION_HAND] = NUMBER("hand", 2, LAMPS_HAND_MAX, 3, "EX-S2",
                                 "Lanterns dealt to each player; those in play must suffice.",
                                 "Lanternes distribuées à chacun ; il faut que celles en jeu suffisent."),
    [LAMPS_OPTION_SHUTTERS] =
        CHOICE("shutters", shutters_words, "EX-T2", "What shutters do.", "Ce que font les voiles."),
};

static bool compile(struct lan_rules *base, struct lan_problem *problem)
{
    struct lamps_rules *rules = (struct lamps_rules *)base;
    int lanterns = base->config.value[LAMPS_OPTION_LANTERNS];
    rules->all = (uint16_t)((1u << lanterns) - 1);
    rules->hand = (uint8_t)base->config.value[LAMPS_OPTION_HAND];
    rules->shutters = (uint8_t)base->config.value[LAMPS_OPTION_SHUTTERS];
    if (rules->hand * base->seats <= lanterns)
        return true;
    lan_problem_set(problem, LAMPS_OPTION_HAND, EX_S2, "There are too few lanterns: deal fewer to each.",
                    "Il n'y a pas assez de lanternes : distribues-en moins à chacun.");
    return false;
}

/* ---- The game ------------------------------------------------------------------------------------------ */

const struct lan_game lamps_game = {
    .name = "lamplighters",
    .title = {{"Lamplighters", "Allumeurs"}},
    .pitch = {{"Lay the brightest lantern, or let the others guess what you have laid.",
               "Pose la lanterne la plus vive, ou laisse deviner ce que tu as posé."}},
    .intro =
        {{"Each player holds a few numbered lanterns that nobody else sees. In every round each lays one, open or "
          "behind shutters; the brightest wins a point, and shutters dim the light. When the lanterns are laid, "
          "the most points win.",
          "Chacun tient quelques lanternes numérotées que personne d'autre ne voit. À chaque manche, chacun en "
          "pose une, ouverte ou voilée ; la plus vive gagne un point, et le voile ôte de la lumière. Quand toutes "
          "sont posées, le plus de points l'emporte."}},
    .version = 1,
    .seats_min = 2,
    .seats_max = LAMPS_SEATS_MAX,
    /* Every lantern dealt and laid, and who begins. */
    .length_max = 2 * LAMPS_LANTERNS + 1,
    .score_span = 2,
    GAME_TABLES,
    .options = options,
    .option_count = LAMPS_OPTIONS,
    .things = things,
    .thing_count = LAN_COUNT(things),
    .rules_size = sizeof(struct lamps_rules),
    .state_size = sizeof(struct lamps_state),
    .view_size = sizeof(struct lamps_view),
    .fields = lamps_fields,
    .field_count = LAMPS_FIELDS,
    .layout = 2,
    .sampler_size = sizeof(struct lamps_view),
    .compile = compile,
    .setup = lamps_setup,
    .turn = lamps_turn,
    .actions = lamps_actions,
    .apply = lamps_apply,
    .observe = lamps_observe,
    .view_write = lamps_view_write,
    .sampler_init = lamps_sampler_init,
    .sampler_draw = lamps_sampler_draw,
    .advise = lamps_advise,
    .rate = lamps_rate,
    .result = lamps_result,
    .draw = lamps_draw,
    .prompt = lamps_prompt,
    .sane = lamps_sane,
};
