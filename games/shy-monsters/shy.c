/* shy.c - the game's tables, made from the .def files, and its options. */
#include "shy.h"

#include <string.h>

#include "state.h"
#include "tables.h"

static const struct lan_word monster_words[SHY_MONSTERS] = {
    [SHY_BAT] = WORD("bat", "bat", "la chauve-souris"),
    [SHY_DRAGON] = WORD("dragon", "dragon", "le dragon"),
    [SHY_MANTIS] = WORD("mantis", "mantis", "la mante"),
    [SHY_COBRA] = WORD("cobra", "cobra", "le cobra"),
    [SHY_KRAKEN] = WORD("kraken", "kraken", "le kraken"),
    [SHY_APE] = WORD("ape", "ape", "le singe"),
};

static const struct lan_word tile_words[SHY_KINDS] = {
    [SHY_ENTRANCE] = WORD("entrance", "Entrance", "l'Entrée"),
    [SHY_EXIT] = WORD("exit", "Exit", "la Sortie"),
    [SHY_CORRIDOR] = WORD("corridor", "Corridor", "un Couloir"),
    [SHY_MONSTER + SHY_BAT] = WORD("bat", "bat", "la chauve-souris"),
    [SHY_MONSTER + SHY_DRAGON] = WORD("dragon", "dragon", "le dragon"),
    [SHY_MONSTER + SHY_MANTIS] = WORD("mantis", "mantis", "la mante"),
    [SHY_MONSTER + SHY_COBRA] = WORD("cobra", "cobra", "le cobra"),
    [SHY_MONSTER + SHY_KRAKEN] = WORD("kraken", "kraken", "le kraken"),
    [SHY_MONSTER + SHY_APE] = WORD("ape", "ape", "le singe"),
};

static const struct lan_word way_words[SHY_WAYS] = {
    [SHY_NORTH] = WORD("north", "north", "le nord"),
    [SHY_NORTH_EAST] = WORD("north-east", "north-east", "le nord-est"),
    [SHY_EAST] = WORD("east", "east", "l'est"),
    [SHY_SOUTH_EAST] = WORD("south-east", "south-east", "le sud-est"),
    [SHY_SOUTH] = WORD("south", "south", "le sud"),
    [SHY_SOUTH_WEST] = WORD("south-west", "south-west", "le sud-ouest"),
    [SHY_WEST] = WORD("west", "west", "l'ouest"),
    [SHY_NORTH_WEST] = WORD("north-west", "north-west", "le nord-ouest"),
};

/* By seat, in the first game of a match. */
static const struct lan_word role_words[] = {
    WORD("master", "Dungeon Master", "Maître du Donjon"),
    WORD("hero", "Hero", "Héros"),
};

#define CELL(id) WORD(id, id, id)
#define ROW(n)                                                                                              \
    CELL("a" n), CELL("b" n), CELL("c" n), CELL("d" n), CELL("e" n), CELL("f" n), CELL("g" n), CELL("h" n), \
        CELL("i" n), CELL("j" n), CELL("k" n), CELL("l" n), CELL("m" n)
static const struct lan_word cell_words[SHY_CELLS] = {
    ROW("1"), ROW("2"), ROW("3"),  ROW("4"),  ROW("5"),  ROW("6"),  ROW("7"),
    ROW("8"), ROW("9"), ROW("10"), ROW("11"), ROW("12"), ROW("13"),
};

static const struct lan_type types[SHY_TYPES] = {
    [LAN_TYPE_SEAT] = {"seat", 2, 1, NULL},
    [LAN_TYPE_NUMBER] = {"number", 256, 0, NULL},
    [SHY_TYPE_CELL] = {"cell", SHY_CELLS, 0, cell_words},
    [SHY_TYPE_TILE] = {"tile", SHY_KINDS, 0, tile_words},
    [SHY_TYPE_MONSTER] = {"monster", SHY_MONSTERS, 0, monster_words},
    [SHY_TYPE_WAY] = {"way", SHY_WAYS, 0, way_words},
    [SHY_TYPE_ROLE] = {"role", sizeof role_words / sizeof *role_words, 0, role_words},
};

/* clang-format off */
#define GAME_FOLDER shy-monsters /* NOLINT(bugprone-macro-parentheses): a path */
/* clang-format on */
#include "tables.inc"

static const struct lan_thing things[] = {
#define THING THING_ROW
#include "things.def"
#undef THING
};

/* ---- Options ------------------------------------------------------------------------------------------- */

static const struct lan_word reveal_choices[] = {
    WORD("sequential", "one after the other", "l'une après l'autre"),
    WORD("together", "all named first", "toutes désignées d'abord"),
};
static const struct lan_word jumps[] = {
    [SHY_JUMP_TWO_STEPS] = WORD("two-steps", "straight on or round the corner", "tout droit ou en tournant"),
    [SHY_JUMP_STRAIGHT] = WORD("straight-only", "straight on only", "tout droit seulement"),
    [SHY_JUMP_EIGHT] =
        WORD("eight-directions", "straight on, diagonals too", "tout droit, diagonales comprises"),
};
static const struct lan_word fears[] = {
    WORD("second-panics", "the second one turned up panics", "le second révélé panique"),
    WORD("both-panic", "both panic", "les deux paniquent"),
};
static const struct lan_word peeks[] = {WORD("yes", "allowed", "permis"),
                                        WORD("no", "not allowed", "interdit")};
static const struct lan_word exit_shows[] = {WORD("no", "nothing", "rien"),
                                             WORD("yes", "the tile jumped over", "la tuile survolée")};
static const struct lan_word watchers[] = {
    WORD("hero", "what the Hero knows", "ce que sait le Héros"),
    WORD("all-after-floor", "finished floors whole; online, watching then stops until the end",
         "les étages finis en entier ; en ligne, on ne regarde alors plus jusqu'à la fin"),
};
static const struct lan_word matches[] = {
    WORD("single", "one game", "une partie"),
    WORD("two-games", "two games, roles swapped", "deux parties, rôles échangés"),
};

static const struct lan_option options[SHY_OPTIONS] = {
    [SHY_OPTION_REVEALS] =
        TEXT("reveals", 8, "2-1-0", "SM-H1",
             "Tiles turned up before the first step on floors 1, 2 and 3, each 0 to 6.",
             "Tuiles retournées avant le premier pas aux étages 1, 2 et 3, de 0 à 6 chacun."),
    [SHY_OPTION_REVEAL_CHOICE] = CHOICE("reveal_choice", reveal_choices, "SM-Z8",
                                        "How these tiles are chosen.", "Comment ces tuiles sont choisies."),
    [SHY_OPTION_JUMP] = CHOICE("jump", jumps, "SM-O2", "Where a jump may land.", "Où un saut peut mener."),
    [SHY_OPTION_FEAR] =
        CHOICE("fear", fears, "SM-Z9", "Two monsters side by side.", "Deux monstres côte à côte."),
    [SHY_OPTION_JUMP_PEEK] = CHOICE("jump_peek", peeks, "SM-O3", "Landing on a tile that is face up already.",
                                    "Retomber sur une tuile déjà visible."),
    [SHY_OPTION_NO_PROGRESS] = NUMBER(
        "no_progress", 0, 200, 40, "SM-O1", "Idle moves in a row that lose the game for the Hero; 0 is off.",
        "Déplacements inutiles de suite qui font perdre le Héros ; 0 : aucune limite."),
    [SHY_OPTION_EXIT_JUMP_SHOWS] =
        CHOICE("exit_jump_shows", exit_shows, "SM-H12", "What a jump onto the Exit turns up besides.",
               "Ce qu'un saut sur la Sortie retourne encore."),
    [SHY_OPTION_WATCHERS] =
        CHOICE("watchers", watchers, "SM-E2", "What watchers see.", "Ce que voient les spectateurs."),
    [SHY_OPTION_MONSTERS] =
        TEXT("monsters", 511, "", "SM-S5",
             "Other comfort zones: six lines of a monster and its picture, like: bat ..o/.@./...",
             "D'autres zones de confort : six lignes, un monstre et son image, comme : bat ..o/.@./..."),
    [SHY_OPTION_MATCH] = CHOICE("match", matches, "SM-E2", "How many games.", "Combien de parties."),
};

static bool reveals_read(struct shy_rules *rules, const char *text)
{
    for (int storey = 0; storey < SHY_STOREYS; storey++) {
        if (text[0] < '0' || text[0] > '6' || text[1] != (storey < SHY_STOREYS - 1 ? '-' : 0))
            return false;
        rules->reveals[storey] = (uint8_t)(text[0] - '0');
        text += 2;
    }
    return true;
}

static bool compile(struct lan_rules *base, struct lan_problem *problem)
{
    struct shy_rules *rules = (struct shy_rules *)base;
    const struct lan_config *config = &base->config;
    if (!reveals_read(rules, lan_config_text(config, SHY_OPTION_REVEALS))) {
        lan_problem_set(problem, SHY_OPTION_REVEALS, SM_H1,
                        "Three numbers from 0 to 6 are needed, such as 2-1-0.",
                        "Il faut trois nombres de 0 à 6, comme 2-1-0.");
        return false;
    }
    if (!shy_patterns_compile(rules, lan_config_text(config, SHY_OPTION_MONSTERS), problem))
        return false;
    rules->jump = (uint8_t)config->value[SHY_OPTION_JUMP];
    rules->idle_max = (uint16_t)(config->value[SHY_OPTION_NO_PROGRESS] ? config->value[SHY_OPTION_NO_PROGRESS]
                                                                       : SHY_IDLE_LIMIT);
    rules->together = config->value[SHY_OPTION_REVEAL_CHOICE];
    rules->both_panic = config->value[SHY_OPTION_FEAR];
    rules->peek = !config->value[SHY_OPTION_JUMP_PEEK];
    rules->exit_shows = config->value[SHY_OPTION_EXIT_JUMP_SHOWS];
    rules->watchers_after = config->value[SHY_OPTION_WATCHERS];
    rules->two_games = config->value[SHY_OPTION_MATCH];
    return true;
}

const struct lan_game shy_game = {
    .name = "shy-monsters",
    .title = {{"Shy Monsters", "Shy Monsters"}},
    .pitch = {{"One builds a dungeon where shy monsters feel at home, the other has to get out alive.",
               "L'un bâtit un donjon où des monstres timides se sentent chez eux, l'autre doit en sortir "
               "vivant."}},
    .intro =
        {{"The Dungeon Master draws two monsters in secret and lays six tiles face down around the Entrance: "
          "an Exit, three Corridors and the two monsters. A monster is dangerous only where the tiles around "
          "it suit it; the memo shows where. The Hero, who sees only the floor's shape, looks for the Exit "
          "with one Attack and one Jump. Three floors, with fewer tiles turned up beforehand each time: out "
          "alive, the Hero wins; dead, the Master does.",
          "Le Maître du Donjon pioche deux monstres en secret et pose six tuiles face cachée autour de "
          "l'Entrée : une Sortie, trois Couloirs et les deux monstres. Un monstre n'est dangereux que là où "
          "les tuiles voisines lui conviennent ; le mémo montre où. Le Héros, qui ne voit que la forme de "
          "l'étage, cherche la Sortie avec une Attaque et un Saut. Trois étages, avec chaque fois moins de "
          "tuiles retournées d'avance : s'il sort vivant, le Héros gagne ; s'il meurt, c'est le Maître."}},
    .version = 1,
    .seats_min = 2,
    .seats_max = 2,
    .roles = role_words,
    /* On each floor 2 monsters, 6 tiles, the confirmation, 6 reveals, and at most 9 moves with progress. */
    .length_max = SHY_FLOORS * (15 + 9 * SHY_IDLE_LIMIT),
    GAME_TABLES,
    .options = options,
    .options_first = 1u << SHY_OPTION_MATCH | 1u << SHY_OPTION_REVEALS | 1u << SHY_OPTION_WATCHERS,
    .option_count = SHY_OPTIONS,
    .things = things,
    .thing_count = LAN_COUNT(things),
    .rules_size = sizeof(struct shy_rules),
    .state_size = sizeof(struct shy_state),
    .view_size = sizeof(struct shy_view),
    .fields = shy_fields,
    .field_count = SHY_FIELDS,
    .layout = 1,
    .sampler_size = sizeof(struct shy_view),
    .compile = compile,
    .setup = shy_setup,
    .turn = shy_turn,
    .actions = shy_actions,
    .pick = shy_pick,
    .apply = shy_apply,
    .carry_out = shy_carry_out,
    .playout = shy_playout,
    .observe = shy_observe,
    .view_write = shy_view_write,
    .sampler_init = shy_sampler_init,
    .sampler_draw = shy_sampler_draw,
    .advise = shy_advise,
    .rate = shy_rate,
    .result = shy_result,
    .groups = shy_groups,
    .draw = shy_draw,
    .prompt = shy_prompt,
    .warn = shy_warn,
    .sane = shy_sane,
};
