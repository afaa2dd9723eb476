/* treasure-hunters.c - the game's tables, made from the .def files, and its options. */
#include "treasure-hunters.h"

#include "state.h"
#include "tables.h"

#define ROOM(letter)  WORD(letter, "room " letter, "pièce " letter)
#define TILE(number)  WORD("T" #number, "tile T" #number, "dalle T" #number)
#define CARD_OF(room) WORD(room, "letter " room, "lettre " room)

static const struct lan_word node_words[TH_NODES_MAX] = {
    WORD("outside", "outside", "dehors"),
    ROOM("A"),
    ROOM("B"),
    ROOM("C"),
    ROOM("D"),
    ROOM("E"),
    ROOM("F"),
    ROOM("G"),
    ROOM("H"),
    ROOM("I"),
    ROOM("J"),
    ROOM("K"),
    ROOM("L"),
    TILE(1),
    TILE(2),
    TILE(3),
    TILE(4),
    TILE(5),
    TILE(6),
    TILE(7),
    TILE(8),
    TILE(9),
    TILE(10),
    TILE(11),
    TILE(12),
    TILE(13),
    TILE(14),
    TILE(15),
    TILE(16),
    TILE(17),
    TILE(18),
    TILE(19),
    TILE(20),
    TILE(21),
    TILE(22),
    TILE(23),
    TILE(24),
    TILE(25),
    TILE(26),
    TILE(27),
    TILE(28),
    TILE(29),
    TILE(30),
    TILE(31),
    TILE(32),
    TILE(33),
    TILE(34),
    TILE(35),
    TILE(36),
    TILE(37),
    TILE(38),
    TILE(39),
    TILE(40),
    TILE(41),
    TILE(42),
    TILE(43),
    TILE(44),
    TILE(45),
    TILE(46),
    TILE(47),
    TILE(48),
    TILE(49),
    TILE(50),
    TILE(51),
};

static const struct lan_word hunter_words[TH_HUNTERS_MAX] = {
    WORD("red", "Red", "Rouge"),
    WORD("yellow", "Yellow", "Jaune"),
    WORD("blue", "Blue", "Bleu"),
    WORD("green", "Green", "Vert"),
};

static const struct lan_word card_words[TH_CARDS] = {
    CARD_OF("A"),
    CARD_OF("B"),
    CARD_OF("C"),
    CARD_OF("D"),
    CARD_OF("E"),
    CARD_OF("F"),
    CARD_OF("G"),
    CARD_OF("H"),
    CARD_OF("I"),
    CARD_OF("J"),
    CARD_OF("K"),
    CARD_OF("L"),
    [TH_CARD_SHUFFLE] = WORD("shuffle", "Shuffle", "Mélanger"),
    [TH_CARD_DRAW_2] = WORD("draw-2", "Draw 2 & shuffle", "Piocher 2 et mélanger"),
    [TH_CARD_DRAW_3] = WORD("draw-3", "Draw 3 & shuffle", "Piocher 3 et mélanger"),
    [TH_CARD_LOCK_BLUE] = WORD("lock-blue", "blue Locked doors", "Portes closes bleues"),
    [TH_CARD_LOCK_GREEN] = WORD("lock-green", "green Locked doors", "Portes closes vertes"),
};

static const struct lan_word face_words[TH_FACES] = {
    [TH_FACE_GHOST] = WORD("ghost", "a ghost", "un fantôme"),
    [TH_FACE_HAUNTING] = WORD("haunting", "a haunting", "un Esprit Malfaisant"),
    [TH_FACE_BLANK] = WORD("blank", "a blank", "rien"),
};

static const struct lan_word colour_words[TH_COLOURS] = {
    [TH_NEUTRAL] = WORD("neutral", "plain", "neutre"),
    [TH_BLUE] = WORD("blue", "blue", "bleue"),
    [TH_GREEN] = WORD("green", "green", "verte"),
    [TH_FRONT] = WORD("front", "front", "d'entrée"),
};

static const struct lan_type types[TH_TYPES] = {
    [LAN_TYPE_SEAT] = {"seat", TH_SEATS_MAX, 1, NULL},
    [LAN_TYPE_NUMBER] = {"number", 256, 0, NULL},
    [TH_TYPE_NODE] = {"node", TH_NODES_MAX, 0, node_words},
    [TH_TYPE_HUNTER] = {"hunter", TH_HUNTERS_MAX, 0, hunter_words},
    [TH_TYPE_CARD] = {"card", TH_CARDS, 0, card_words},
    [TH_TYPE_DIE] = {"die", TH_STEPS_MAX, 1, NULL},
    [TH_TYPE_JEWEL] = {"jewel", TH_JEWELS, 1, NULL},
    [TH_TYPE_FACE] = {"face", TH_FACES, 0, face_words},
    [TH_TYPE_COLOUR] = {"colour", TH_COLOURS, 0, colour_words},
    [TH_TYPE_COUNT] = {"count", TH_TURNS_MAX + 1, 0, NULL},
};

/* clang-format off */
#define GAME_FOLDER treasure-hunters /* NOLINT(bugprone-macro-parentheses): a path */
/* clang-format on */
#include "tables.inc"

static const struct lan_thing things[] = {
#define THING THING_ROW
#include "things.def"
#undef THING
};

/* ---- Options ------------------------------------------------------------------------------------------- */

static const struct lan_word modes[] = {
    WORD("classic", "the classic game", "le jeu classique"),
    WORD("advanced", "the advanced game", "le jeu avancé"),
};
static const struct lan_word no_yes[] = {WORD("no", "no", "non"), WORD("yes", "yes", "oui")};
static const struct lan_word yes_no[] = {WORD("yes", "yes", "oui"), WORD("no", "no", "non")};
static const struct lan_word fights[] = {
    WORD("must", "ghosts met must be fought", "on doit affronter les fantômes"),
    WORD("may", "you fight if you like", "on affronte si l'on veut"),
};
static const struct lan_word reveals[] = {
    WORD("enter", "when its room is entered", "quand on entre dans sa pièce"),
    WORD("stop", "when somebody stops there", "quand on s'y arrête"),
};
static const struct lan_word exits[] = {
    WORD("refuse", "may not leave the house", "ne sort pas de la maison"),
    WORD("no-bank", "may wait outside", "peut attendre dehors"),
};
static const struct lan_word deadlocks[] = {
    WORD("warn", "the players are told", "on le dit aux joueurs"),
    WORD("loss", "the game is lost", "la partie est perdue"),
};
static const struct lan_word orders[] = {
    WORD("alternate", "one hunter each in turn, always in the same order",
         "un chasseur chacun, toujours dans le même ordre"),
    WORD("choose", "one hunter of your choice", "un chasseur au choix"),
    WORD("both", "both hunters in one turn", "les deux chasseurs dans le même tour"),
};
static const struct lan_word three_hunters[] = {
    WORD("3", "one each", "un chacun"),
    WORD("4", "a fourth, played in rotation", "un quatrième, joué à tour de rôle"),
};
static const struct lan_word solo_hunters[] = {
    WORD("4", "four hunters", "quatre chasseurs"),
    WORD("3", "three hunters", "trois chasseurs"),
};
static const struct lan_word firsts[] = {
    WORD("random", "drawn at random", "tiré au sort"),
    WORD("1", "seat 1", "place 1"),
    WORD("2", "seat 2", "place 2"),
    WORD("3", "seat 3", "place 3"),
    WORD("4", "seat 4", "place 4"),
};
static const struct lan_word pickups[] = {
    WORD("move", "the move", "le déplacement"),
    WORD("turn", "the turn", "le tour"),
};

static const struct lan_option options[TH_OPTIONS] = {
    [TH_OPTION_MODE] = CHOICE("mode", modes, "TH-S2", "Classic, or advanced: all three parts of it.",
                              "Classique, ou avancé : ses trois parties."),
    [TH_OPTION_DRAW_CARDS] = CHOICE("draw_cards", no_yes, "TH-D4", "Play with the Draw 2 and Draw 3 cards.",
                                    "Jouer avec les cartes Piocher 2 et Piocher 3."),
    [TH_OPTION_LOCKED_DOORS] = CHOICE("locked_doors", no_yes, "TH-D5", "Play with the Locked doors cards.",
                                      "Jouer avec les cartes Portes closes."),
    [TH_OPTION_NUMBERED_JEWELS] =
        CHOICE("numbered_jewels", no_yes, "TH-J3", "Jewels have numbers and leave in order.",
               "Les joyaux ont des numéros et sortent dans l'ordre."),
    [TH_OPTION_JEWEL_WITH_GHOSTS] =
        CHOICE("jewel_with_ghosts", yes_no, "TH-J6", "Take a jewel while ghosts are there.",
               "Prendre un joyau en présence de fantômes."),
    [TH_OPTION_FIGHT_FIRST] =
        CHOICE("fight_first", no_yes, "TH-J6", "Fight first, then take the jewel if no ghost is left.",
               "Affronter d'abord, puis prendre le joyau s'il ne reste aucun fantôme."),
    [TH_OPTION_JEWEL_IN_HAUNTED] =
        CHOICE("jewel_in_haunted", yes_no, "TH-J6", "Take a jewel in a haunted room.",
               "Prendre un joyau dans une pièce hantée."),
    [TH_OPTION_FIGHT] =
        CHOICE("fight", fights, "TH-F5", "Must hunters fight?", "L'affrontement est-il obligatoire ?"),
    [TH_OPTION_STAY_COUNTS] =
        CHOICE("stay_counts", yes_no, "TH-F4", "A hunter who stays takes jewels and fights.",
               "Un chasseur qui reste prend des joyaux et affronte."),
    [TH_OPTION_REVEAL] = CHOICE("reveal", reveals, "TH-J3", "When a jewel's number is turned up.",
                                "Quand le numéro d'un joyau est révélé."),
    [TH_OPTION_WRONG_JEWEL_EXIT] =
        CHOICE("wrong_jewel_exit", exits, "TH-J5", "A hunter with a number that is not the next.",
               "Un chasseur dont le numéro n'est pas le suivant."),
    [TH_OPTION_DEADLOCK] = CHOICE("deadlock", deadlocks, "TH-E6", "When the game cannot be won any more.",
                                  "Quand la partie ne peut plus être gagnée."),
    [TH_OPTION_DRAW_IGNORES_SHUFFLE] =
        CHOICE("draw_ignores_shuffle", yes_no, "TH-D7", "A Shuffle among the further cards is replaced.",
               "Une carte Mélanger parmi les cartes en plus est remplacée."),
    [TH_OPTION_DRAW_SHUFFLE_REOPENS] =
        CHOICE("draw_shuffle_reopens", yes_no, "TH-D8", "The shuffle of a Draw card reopens doors.",
               "Le mélange d'une carte Piocher rouvre les portes."),
    [TH_OPTION_TWO_PLAYER_ORDER] = CHOICE("two_player_order", orders, "TH-S9",
                                          "Two players: which hunter plays.", "À deux : quel chasseur joue."),
    [TH_OPTION_THREE_PLAYER_HUNTERS] =
        CHOICE("three_player_hunters", three_hunters, "TH-S10", "Three players: how many hunters.",
               "À trois : combien de chasseurs."),
    [TH_OPTION_SOLO_HUNTERS] = CHOICE("solo_hunters", solo_hunters, "TH-S1", "Alone: how many hunters.",
                                      "En solo : combien de chasseurs."),
    [TH_OPTION_FIRST_PLAYER] = CHOICE("first_player", firsts, "TH-S7", "Who plays first.", "Qui commence."),
    [TH_OPTION_PICKUP_ENDS] = CHOICE("pickup_ends", pickups, "TH-J4", "What taking a jewel ends.",
                                     "Ce que termine la prise d'un joyau."),
    [TH_OPTION_DOOR_COSTS_STEP] = CHOICE("door_costs_step", no_yes, "TH-O2", "A door costs a step more.",
                                         "Une porte coûte un pas de plus."),
    [TH_OPTION_EASY_HAUNT] =
        NUMBER("easy_haunt", 6, 8, 6, "TH-S8", "The number of hauntings that loses the game.",
               "Le nombre d'Esprits Malfaisants qui fait perdre la partie."),
    [TH_OPTION_BOARD] = TEXT("board", TH_BOARD_TEXT_MAX, "", "TH-M2", "A board of your own, as text.",
                             "Un plateau à toi, sous forme de texte."),
};

static void preset(struct lan_config *config)
{
    static const uint8_t parts[] = {TH_OPTION_DRAW_CARDS, TH_OPTION_LOCKED_DOORS, TH_OPTION_NUMBERED_JEWELS};
    for (size_t i = 0; i < sizeof parts; i++) {
        if (!(config->given >> parts[i] & 1))
            config->value[parts[i]] = config->value[TH_OPTION_MODE];
    }
}

/* An option that has an effect only with another one, and the sentence that explains it. */
struct need {
    uint8_t option;
    bool met;
    const char *en, *fr;
};

static bool needs_met(const struct lan_rules *base, struct lan_problem *problem)
{
    const int32_t *value = base->config.value;
    bool draws = value[TH_OPTION_DRAW_CARDS], locks = value[TH_OPTION_LOCKED_DOORS],
         numbers = value[TH_OPTION_NUMBERED_JEWELS];
    static const char with_numbers[] = "This rule is for jewels with numbers.",
                      avec_numeros[] = "Cette règle est pour les joyaux numérotés.";
    const struct need needs[] = {
        {TH_OPTION_REVEAL, numbers, with_numbers, avec_numeros},
        {TH_OPTION_WRONG_JEWEL_EXIT, numbers, with_numbers, avec_numeros},
        {TH_OPTION_DEADLOCK, numbers, with_numbers, avec_numeros},
        {TH_OPTION_DRAW_IGNORES_SHUFFLE, draws, "This rule is for games with the Draw cards.",
         "Cette règle est pour les parties avec les cartes Piocher."},
        {TH_OPTION_DRAW_SHUFFLE_REOPENS, draws && locks,
         "This rule is for games with the Draw cards and the Locked doors.",
         "Cette règle est pour les parties avec les cartes Piocher et Portes closes."},
        {TH_OPTION_TWO_PLAYER_ORDER, base->seats == 2, "This rule is for two players.",
         "Cette règle est pour deux joueurs."},
        {TH_OPTION_THREE_PLAYER_HUNTERS, base->seats == 3, "This rule is for three players.",
         "Cette règle est pour trois joueurs."},
        {TH_OPTION_SOLO_HUNTERS, base->seats == 1, "This rule is for one player.",
         "Cette règle est pour un joueur seul."},
        {TH_OPTION_FIRST_PLAYER, value[TH_OPTION_FIRST_PLAYER] <= base->seats,
         "There is no such seat at this table.", "Cette place n'existe pas à cette table."},
    };
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++) {
        if (needs[i].met || !value[needs[i].option])
            continue;
        int clause = lan_clause_find(base->game, options[needs[i].option].clause);
        lan_problem_set(problem, needs[i].option, clause, needs[i].en, needs[i].fr);
        return false;
    }
    return true;
}

static uint8_t hunters_of(const struct lan_rules *base)
{
    if (base->seats == 3)
        return base->config.value[TH_OPTION_THREE_PLAYER_HUNTERS] ? 4 : 3;
    return base->seats == 1 && base->config.value[TH_OPTION_SOLO_HUNTERS] ? 3 : 4;
}

static void deck_fill(struct th_rules *rules)
{
    for (int card = 0; card <= TH_CARD_SHUFFLE; card++)
        th_cards_add(&rules->deck, card);
    for (int card = TH_CARD_DRAW_2; rules->draws && card <= TH_CARD_DRAW_3; card++)
        th_cards_add(&rules->deck, card);
    for (int i = 0; rules->locks && i < 4; i++)
        th_cards_add(&rules->deck, TH_CARD_LOCK_BLUE + i % 2);
}

static bool compile(struct lan_rules *base, struct lan_problem *problem)
{
    struct th_rules *rules = (struct th_rules *)base;
    const int32_t *value = base->config.value;
    if (!needs_met(base, problem) ||
        !th_board_parse(lan_config_text(&base->config, TH_OPTION_BOARD), &rules->board, problem))
        return false;
    rules->hunters = hunters_of(base);
    rules->haunt_max = (uint8_t)value[TH_OPTION_EASY_HAUNT];
    rules->first = (uint8_t)value[TH_OPTION_FIRST_PLAYER];
    rules->draws = value[TH_OPTION_DRAW_CARDS];
    rules->locks = value[TH_OPTION_LOCKED_DOORS];
    rules->numbered = value[TH_OPTION_NUMBERED_JEWELS];
    rules->take_with_ghosts = !value[TH_OPTION_JEWEL_WITH_GHOSTS];
    rules->fight_first = value[TH_OPTION_FIGHT_FIRST];
    rules->take_in_haunted = !value[TH_OPTION_JEWEL_IN_HAUNTED];
    rules->fight_may = value[TH_OPTION_FIGHT];
    rules->stay_counts = !value[TH_OPTION_STAY_COUNTS];
    rules->reveal_on_stop = value[TH_OPTION_REVEAL];
    rules->wrong_waits = value[TH_OPTION_WRONG_JEWEL_EXIT];
    rules->deadlock_loses = value[TH_OPTION_DEADLOCK];
    rules->shuffle_counts = value[TH_OPTION_DRAW_IGNORES_SHUFFLE];
    rules->draw_keeps_lock = value[TH_OPTION_DRAW_SHUFFLE_REOPENS];
    rules->take_ends_turn = value[TH_OPTION_PICKUP_ENDS];
    rules->doors_cost = value[TH_OPTION_DOOR_COSTS_STEP];
    rules->choose = value[TH_OPTION_TWO_PLAYER_ORDER] == 1;
    rules->both = value[TH_OPTION_TWO_PLAYER_ORDER] == 2;
    rules->rotating = base->seats == 3 && rules->hunters == 4;
    rules->paired = base->seats == 2 && base->game->version >= 2;
    deck_fill(rules);
    th_ways_compile(rules);
    return true;
}

/*
 * The greatest number of actions in a turn: a named hunter, a roll, 6 cards, 6 steps each with a number, a
 * stop, a jewel, whether to fight, and the fight.
 */
enum { TURN_LENGTH_MAX = 24 };

static int32_t outlook(const struct lan_rules *rules, const struct lan_state *state, int seat)
{
    (void)seat;
    return th_worth((const struct th_rules *)rules, &th_state_of(state)->pub);
}

/* About five turns; where jewels lie face down, hunters take more decisions, one for each step. */
static int outlook_after(const struct lan_rules *rules)
{
    return ((const struct th_rules *)rules)->numbered ? 14 : 6;
}

#define FIRST_OPTIONS                                                                   \
    (1u << TH_OPTION_MODE | 1u << TH_OPTION_EASY_HAUNT | 1u << TH_OPTION_FIRST_PLAYER | \
     1u << TH_OPTION_SOLO_HUNTERS | 1u << TH_OPTION_THREE_PLAYER_HUNTERS)

#define VERSION(number)                                                                                                            \
    {                                                                                                                              \
        .name = "treasure-hunters", .title = {{"Treasure Hunters", "Chasseurs de trésors"}},                                       \
        .pitch = {{"Together, carry eight jewels out of a house that fills with ghosts.",                                          \
                   "Ensemble, sortez huit joyaux d'une maison qui se remplit de fantômes."}},                                      \
        .intro =                                                                                                                   \
            {{"You all play together against the house. In your turn you roll a die, which usually brings a new "                  \
              "ghost into some room, and walk your hunter up to as many steps. Stop in a room to take its jewel, "                 \
              "one at a time, and to fight its ghosts; carry the jewel out by the front door. Three ghosts in "                    \
              "one room make a haunting, which only two hunters together can banish and which holds whoever "                      \
              "carries a jewel. Bring all 8 jewels and all hunters out before {easy_haunt} rooms are haunted.",                    \
              "Vous jouez tous ensemble contre la maison. À ton tour, tu lances un dé, qui amène presque "                      \
              "toujours un fantôme dans une pièce, et tu avances ton chasseur d'un nombre de pas inférieur ou égal au dé. "   \
              "Arrête-toi dans une pièce pour prendre son joyau, un seul à la fois, et pour affronter ses "                     \
              "fantômes ; sors le joyau par la porte d'entrée. Trois fantômes dans une pièce amènent un Esprit Malfaisant : " \
              "il faut être deux pour le chasser, et il retient quiconque porte un joyau. Sortez les 8 joyaux et "                \
              "tous les chasseurs avant que {easy_haunt} pièces soient hantées."}},                                                \
        .version = (number), .cooperative = true, .seats_min = 1, .seats_max = TH_SEATS_MAX,                                       \
        .length_max = 1 + TH_TURNS_MAX * TURN_LENGTH_MAX, .score_span = TH_JEWELS, .outlook_span = 1500,                           \
        GAME_TABLES, .options = options, .options_first = FIRST_OPTIONS, .option_count = TH_OPTIONS,                               \
        .things = things, .thing_count = LAN_COUNT(things), .rules_size = sizeof(struct th_rules),                                 \
        .state_size = sizeof(struct th_state), .view_size = sizeof(struct th_view), .fields = th_fields,                           \
        .field_count = TH_FIELDS, .layout = 1, .sampler_size = sizeof(struct th_view), .preset = preset,                           \
        .compile = compile, .setup = th_setup, .turn = th_turn, .actions = th_actions, .pick = th_pick,                            \
        .apply = th_apply, .carry_out = th_carry_out, .playout = th_playout, .expand = th_expand,                                  \
        .observe = th_observe, .view_write = th_view_write, .sampler_init = th_sampler_init,                                       \
        .sampler_draw = th_sampler_draw, .advise = th_advise, .rate = th_rate, .outlook = outlook,                                 \
        .outlook_after = outlook_after, .result = th_result, .draw = th_draw, .prompt = th_prompt,                                 \
        .warn = th_warn, .sane = th_sane,                                                                                          \
    }

const struct lan_game th_game = VERSION(2);
const struct lan_game th_game_1 = VERSION(1);
