/* shadow.c - the game's tables, made from the .def files, and the rules compiled from the options. */
#include "shadow.h"

#include "belief.h"
#include "state.h"
#include "tables.h"

static const struct lan_type types[SHADOW_TYPES] = {
    [LAN_TYPE_SEAT] = {"seat", SHADOW_SEATS_MAX, 1, NULL},
    [LAN_TYPE_NUMBER] = {"number", 256, 0, NULL},
    [SHADOW_TYPE_CHARACTER] = {"character", SHADOW_CHARACTERS, 0, shadow_characters},
    [SHADOW_TYPE_SIDE] = {"side", SHADOW_SIDES, 0, shadow_sides},
    [SHADOW_TYPE_AREA] = {"area", SHADOW_AREAS, 0, shadow_areas},
    [SHADOW_TYPE_DECK] = {"deck", SHADOW_DECKS, 0, shadow_decks},
    [SHADOW_TYPE_CARD] = {"card", SHADOW_CARDS, 0, shadow_cards},
    [SHADOW_TYPE_EQUIPMENT] = {"equipment", SHADOW_EQUIPMENT, 0, shadow_cards},
    [SHADOW_TYPE_D6] = {"d6", 6, 1, NULL},
    [SHADOW_TYPE_D4] = {"d4", 4, 1, NULL},
    [SHADOW_TYPE_ROLL] = {"roll", 2, 1, NULL},
    [SHADOW_TYPE_SLOT] = {"slot", SHADOW_SLOTS, 1, NULL},
    [SHADOW_TYPE_SEATS] = {"seats", 256, 0, NULL},
    [SHADOW_TYPE_ANSWER] = {"answer", SHADOW_ANSWERS, 0, shadow_answers},
    [SHADOW_TYPE_MET] = {"met", 2, 0, shadow_met},
};

/* clang-format off */
#define GAME_FOLDER shadow-hunters /* NOLINT(bugprone-macro-parentheses): a path */
/* clang-format on */
#include "tables.inc"

static const struct lan_thing things[] = {
    /* The aim of each side comes first: it is the first question of a player who is dealt a character. */
    THING_ROW(SHADOW_TYPE_SIDE, SHADOW_HUNTER, SH_V2,
              "Hunters win together, dead or alive, when all Shadows are dead.",
              "Les Hunters gagnent ensemble, morts ou vifs, quand tous les Shadows sont morts.")
        THING_ROW(
            SHADOW_TYPE_SIDE, SHADOW_SHADOW, SH_V2,
            "Shadows win together, dead or alive, when all Hunters are dead{shadow_neutral_clause=on?, or 3 Neutrals|}.",
            "Les Shadows gagnent ensemble, morts ou vifs, quand tous les Hunters sont morts{shadow_neutral_clause=on?, ou 3 Neutres|}.")
            THING_ROW(SHADOW_TYPE_SIDE, SHADOW_NEUTRAL, SH_V3,
                      "A Neutral wins by the character's own aim, whoever else wins.",
                      "Un Neutre gagne par le but de son personnage, quels que soient les autres gagnants.")
#define PIECE(type, value, clause, id, en, fr) THING_ROW(type, value, clause, en, fr)
#include "pieces.def"
#undef PIECE
};

/* ---- From options to rules ----------------------------------------------------------------------------- */

static bool prerequisite(const struct lan_config *config, int option, bool holds, struct lan_problem *problem,
                         const char *en, const char *fr)
{
    if (!config->value[option] || holds)
        return true;
    lan_problem_set(problem, option, SH_O11, en, fr);
    return false;
}

static bool options_fit(const struct lan_rules *base, struct lan_problem *problem)
{
    const struct lan_config *config = &base->config;
    return prerequisite(
               config, SHADOW_OPTION_USE_IT_OR_LOSE_IT, config->value[SHADOW_OPTION_SINGLE_USE], problem,
               "Cards in hand can be lost at the end of a turn only where single-use cards are kept in hand.",
               "Les cartes ne peuvent se perdre en fin de tour que si les cartes à usage unique se gardent en main.") &&
           prerequisite(config, SHADOW_OPTION_CRITICAL_MISSES, config->value[SHADOW_OPTION_DUEL_DICE],
                        problem, "Critical misses need the dice of duels.",
                        "Les échecs critiques demandent les dés de duel.") &&
           prerequisite(config, SHADOW_OPTION_EXTRA_CHARACTER, base->seats >= 7, problem,
                        "The extra character needs 7 or 8 players.",
                        "Le personnage supplémentaire demande 7 ou 8 joueurs.") &&
           prerequisite(config, SHADOW_OPTION_OPENING_HERMIT, base->seats >= 6, problem,
                        "A Hermit card before the first turn needs 6 players or more.",
                        "Une carte Vision avant le premier tour demande au moins 6 joueurs.");
}

/* SH-S5: whether Bob may be dealt. */
static bool bob_plays(const struct shadow_rules *rules, int characters, int bob)
{
    enum { AUTO, EXCLUDE, BY_COUNT, THEFT };
    bool many = rules->base.seats >= 7;
    if (rules->extra || (many && (bob == EXCLUDE || (bob == AUTO && characters == 0))))
        return false;
    return true;
}

/* The characters that may be dealt, their weights, and what each card fits. */
static void compile_cast(struct shadow_rules *rules, int characters, int bob)
{
    enum { BASE, EXPANSION, ONE_PER_LETTER };
    const struct shadow_deal_facts *deal =
        rules->extra ? &shadow_deal_extra_facts[rules->base.seats] : &shadow_deal_facts[rules->base.seats];
    rules->letters = characters == ONE_PER_LETTER;
    rules->dealt = (uint8_t)(rules->base.seats + rules->extra);
    rules->bob_sweeps = rules->base.seats >= 7 && bob != 3;
    for (int side = 0; side < SHADOW_SIDES; side++)
        rules->quota[side] = deal->count[side];
    for (int character = 0; character < SHADOW_CHARACTERS; character++) {
        const struct shadow_character_facts *facts = &shadow_character_facts[character];
        bool in = characters == BASE ? !facts->expansion : characters == EXPANSION ? facts->expansion : true;
        rules->side[facts->side] |= shadow_bit(character);
        for (int damage = 0; damage < facts->hp; damage++)
            rules->survive[damage] |= shadow_bit(character);
        if (in && rules->quota[facts->side] && (character != SHADOW_BOB || bob_plays(rules, characters, bob)))
            rules->cast |= shadow_bit(character);
    }
    for (int character = 0; character < SHADOW_CHARACTERS; character++) {
        int twin = (character + SHADOW_LETTER_PAIR) % SHADOW_CHARACTERS;
        rules->weight[character] = rules->letters && !(rules->cast >> twin & 1) ? 2 : 1;
    }
}

static void compile_fits(struct shadow_rules *rules)
{
    for (int character = 0; character < SHADOW_CHARACTERS; character++) {
        const struct shadow_character_facts *facts = &shadow_character_facts[character];
        uint32_t bit = shadow_bit(character);
        int letter = facts->letter;
        for (int card = SHADOW_VISION_FIRST; card < SHADOW_CARDS; card++) {
            const struct shadow_vision_facts *vision = &shadow_vision_facts[card - SHADOW_VISION_FIRST];
            if (vision->sides >> facts->side & 1 || vision->letters >> letter & 1)
                rules->fits[card] |= bit;
        }
        if (letter == SHADOW_LETTER_A || letter == SHADOW_LETTER_E || letter == SHADOW_LETTER_U)
            rules->fits[SHADOW_CHOCOLATE] |= bit;
        if (rules->mirror_letters ? letter == SHADOW_LETTER_V || letter == SHADOW_LETTER_W
                                  : facts->side == SHADOW_SHADOW && character != SHADOW_UNKNOWN)
            rules->fits[SHADOW_MIRROR] |= bit;
    }
    rules->fits[SHADOW_ADVENT] = rules->side[SHADOW_HUNTER];
    rules->fits[SHADOW_RITUAL] = rules->side[SHADOW_SHADOW];
}

/* SH-O1: the slots within range of each slot. */
static void compile_range(struct shadow_rules *rules, int range)
{
    enum { PAIR, NEIGHBOURS, REGIONS };
    enum { ALL = (1 << SHADOW_SLOTS) - 1 };
    for (int slot = 0; slot < SHADOW_SLOTS; slot++) {
        int before = (slot + SHADOW_SLOTS - 1) % SHADOW_SLOTS, after = (slot + 1) % SHADOW_SLOTS;
        int mask = range == PAIR         ? 1 << slot | 1 << (slot ^ 1)
                   : range == NEIGHBOURS ? 1 << before | 1 << slot | 1 << after
                                         : ALL & ~(1 << (slot ^ 1));
        rules->range[slot] = (uint8_t)mask;
    }
}

static void compile_flags(struct shadow_rules *rules)
{
    const int32_t *value = rules->base.config.value;
    rules->hand = value[SHADOW_OPTION_SINGLE_USE];
    rules->forced = value[SHADOW_OPTION_AREA_EFFECT];
    rules->outcome_private = value[SHADOW_OPTION_HERMIT_OUTCOME];
    rules->hermit_self = value[SHADOW_OPTION_HERMIT_SELF];
    rules->altar_hand = value[SHADOW_OPTION_ALTAR_LOOT];
    rules->loot_attack_only = value[SHADOW_OPTION_LOOT_ON];
    rules->neutral_clause = !value[SHADOW_OPTION_SHADOW_NEUTRAL_CLAUSE];
    rules->end_step = value[SHADOW_OPTION_ABILITY_TIMING];
    rules->bob_any = value[SHADOW_OPTION_BOB_SCOPE];
    rules->hand_any_time = value[SHADOW_OPTION_HAND_TIMING];
    rules->seven_any = value[SHADOW_OPTION_SEVEN];
    rules->charles_deals = value[SHADOW_OPTION_CHARLES];
    rules->charles_all = value[SHADOW_OPTION_CHARLES_VOLLEY];
    rules->charles_once = rules->charles_deals || value[SHADOW_OPTION_CHARLES_REPEATS];
    rules->emi_mate = value[SHADOW_OPTION_EMI_ADJACENCY];
    rules->mirror_letters = value[SHADOW_OPTION_MIRROR];
    rules->robe_all = value[SHADOW_OPTION_ROBE];
    rules->vampire_each = value[SHADOW_OPTION_VAMPIRE_HEAL];
    rules->counter_hit_only = value[SHADOW_OPTION_COUNTER_ON_MISS];
    rules->extra = value[SHADOW_OPTION_EXTRA_CHARACTER];
    rules->opening_hermit = value[SHADOW_OPTION_OPENING_HERMIT];
    rules->abilities = !value[SHADOW_OPTION_NO_ABILITIES];
    rules->lose_it = value[SHADOW_OPTION_USE_IT_OR_LOSE_IT];
    rules->duel = value[SHADOW_OPTION_DUEL_DICE];
    rules->critical = value[SHADOW_OPTION_CRITICAL_MISSES];
    rules->coup = value[SHADOW_OPTION_COUP_DE_GRACE];
    rules->stand = value[SHADOW_OPTION_LAST_STAND];
    rules->blur = value[SHADOW_OPTION_BLUR];
    rules->twice = value[SHADOW_OPTION_DOUBLE_OR_LOSE] > 0;
    rules->twice_any = value[SHADOW_OPTION_DOUBLE_OR_LOSE] == 2;
}

static bool compile(struct lan_rules *base, struct lan_problem *problem)
{
    struct shadow_rules *rules = (struct shadow_rules *)base;
    if (!options_fit(base, problem))
        return false;
    compile_flags(rules);
    compile_cast(rules, base->config.value[SHADOW_OPTION_CHARACTERS], base->config.value[SHADOW_OPTION_BOB]);
    compile_fits(rules);
    compile_range(rules, base->config.value[SHADOW_OPTION_ATTACK_RANGE]);
    return true;
}

/* ---- Balance ------------------------------------------------------------------------------------------- */

static int groups(const struct lan_rules *rules, const struct lan_state *opaque, int seat,
                  struct lan_group group[LAN_GROUPS_MAX])
{
    const struct shadow_state *state = shadow_state_of(opaque);
    int character = state->character[seat], seats = rules->seats;
    int turn = (seat + seats - state->pub.first) % seats;
    group[0] = (struct lan_group){"side", SHADOW_TYPE_SIDE, (int16_t)shadow_side(character)};
    group[1] = (struct lan_group){"character", SHADOW_TYPE_CHARACTER, (int16_t)character};
    group[2] = (struct lan_group){"turn", LAN_TYPE_SEAT, (int16_t)turn};
    return 3;
}

/* SH-H8: the dead, the judge among them, do not talk to the living. */
static uint16_t seats_out(const struct lan_rules *rules, const struct lan_state *opaque)
{
    return (uint16_t)((1u << rules->seats) - 1) & (uint16_t)~shadow_state_of(opaque)->pub.alive;
}

#define FIRST_OPTIONS                                                                                   \
    (1u << SHADOW_OPTION_RULES | 1u << SHADOW_OPTION_CHARACTERS | 1u << SHADOW_OPTION_EXTRA_CHARACTER | \
     1u << SHADOW_OPTION_OPENING_HERMIT | 1u << SHADOW_OPTION_NO_ABILITIES)

#define VERSION(number, options_of_it, preset_of_it)                                                                \
    {                                                                                                               \
        .name = "shadow-hunters", .title = {{"Shadow Hunters", "Shadow Hunters"}},                                  \
        .pitch = {{"Nobody knows who you are: find your allies before your enemies find you.",                      \
                   "Personne ne sait qui tu es : trouve tes alliés avant que tes ennemis te trouvent."}},           \
        .intro =                                                                                                    \
            {{"You are a Hunter, a Shadow or a Neutral, and only you know it. Hunters want all Shadows dead, "      \
              "Shadows all Hunters, and each Neutral has an aim of its own. In your turn you roll two dice to "     \
              "move, may do what your area offers, and may attack somebody nearby: the difference of the dice is "  \
              "the damage. Hermit cards tell you who the others might be; reveal yourself to use your ability.",    \
              "Tu es Hunter, Shadow ou Neutre, et toi seul le sais. Les Hunters veulent la mort de tous les "       \
              "Shadows, les Shadows celle de tous les Hunters, et chaque Neutre a son propre but. À ton tour, tu " \
              "lances deux dés pour te déplacer, tu peux faire ce que ton lieu propose, puis attaquer quelqu'un " \
              "tout près : la différence des dés donne les blessures. Les cartes Vision t'apprennent qui sont "  \
              "les autres ; révèle-toi pour utiliser ta capacité."}},                                               \
        .version = (number), .seats_min = SHADOW_SEATS_MIN, .seats_max = SHADOW_SEATS_MAX,                          \
        .length_max = SHADOW_TURNS_MAX * SHADOW_TURN_ACTIONS_MAX, GAME_TABLES, .options = shadow_options,           \
        .options_first = FIRST_OPTIONS, .option_count = (options_of_it), .things = things,                          \
        .edition = &shadow_edition, .thing_count = LAN_COUNT(things),                                               \
        .rules_size = sizeof(struct shadow_rules), .state_size = sizeof(struct shadow_state),                       \
        .view_size = sizeof(struct shadow_view), .fields = shadow_fields, .field_count = SHADOW_FIELDS,             \
        .layout = 2, .sampler_size = sizeof(struct lan_sampler), .preset = (preset_of_it),                          \
        .compile = compile, .setup = shadow_setup, .turn = shadow_turn, .actions = shadow_actions,                  \
        .pick = shadow_pick, .apply = shadow_apply, .carry_out = shadow_carry_out,                                  \
        .playout = shadow_playout, .wait_refusal = shadow_wait_refusal, .observe = shadow_observe,                  \
        .view_write = shadow_view_write, .sampler_init = shadow_sampler_init,                                       \
        .sampler_draw = shadow_sampler_draw, .sampler_reweight = shadow_sampler_reweight,                           \
        .sampler_weigh = shadow_sampler_weigh, .memo_size = sizeof(struct lan_memo),                                \
        .digest_size = sizeof(struct lan_digest), .digest = shadow_digest, .advise = shadow_advise,                 \
        .rate = shadow_rate, .outlook = shadow_outlook, .outlook_after = shadow_outlook_after,                      \
        .result = shadow_result, .draw = shadow_draw, .prompt = shadow_prompt, .warn = shadow_warn,                 \
        .covers = shadow_covers, .cover_count = SHADOW_COVERS, .seats_out = seats_out, .groups = groups,            \
        .sane = shadow_sane,                                                                                        \
    }

const struct lan_game shadow_game = VERSION(2, SHADOW_OPTIONS, shadow_preset);
const struct lan_game shadow_game_1 = VERSION(1, SHADOW_OPTIONS_1, shadow_preset_1);
