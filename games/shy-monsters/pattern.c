/*
 * pattern.c - comfort zones as data.
 *
 * A set of monsters is a text of six entries, one a line or separated by semicolons, in any order: a name and
 * a picture of its three rows from north to south. o is a tile, x no tile, . either, @ the monster itself:
 *   cobra .ox/x@o/.x.
 * Lines that begin with # are ignored. A picture cannot describe cells beyond the eight neighbours, nor
 * demand both a tile and none in one cell, so only the other conditions of SM-S5 have to be checked.
 */
#include <string.h>

#include "state.h"

static const char published[] = "bat    ..o/.@./...\n"
                                "dragon .x./o@x/.x.\n"
                                "mantis .x./o@o/.x.\n"
                                "cobra  .ox/x@o/.x.\n"
                                "kraken .o./o@o/...\n"
                                "ape    .oo/.@o/...\n";

enum { PICTURE_LENGTH = SHY_PICTURE_MAX - 1, CENTRE = 5 };

/* The position of each direction in a picture. */
static const uint8_t picture_at[SHY_WAYS] = {
    [SHY_NORTH_WEST] = 0, [SHY_NORTH] = 1,      [SHY_NORTH_EAST] = 2, [SHY_WEST] = 4,
    [SHY_EAST] = 6,       [SHY_SOUTH_WEST] = 8, [SHY_SOUTH] = 9,      [SHY_SOUTH_EAST] = 10,
};

void shy_pattern_write(struct shy_pattern pattern, char out[SHY_PICTURE_MAX])
{
    memcpy(out, ".../.@./...", SHY_PICTURE_MAX);
    for (int way = 0; way < SHY_WAYS; way++) {
        if (pattern.tile >> way & 1)
            out[picture_at[way]] = 'o';
        if (pattern.empty >> way & 1)
            out[picture_at[way]] = 'x';
    }
}

static bool picture_read(const char *text, size_t length, struct shy_pattern *pattern)
{
    if (length != PICTURE_LENGTH || text[3] != '/' || text[7] != '/' || text[CENTRE] != '@')
        return false;
    *pattern = (struct shy_pattern){0};
    for (int way = 0; way < SHY_WAYS; way++) {
        char sign = text[picture_at[way]];
        if (sign == 'o')
            pattern->tile |= (uint8_t)(1u << way);
        else if (sign == 'x')
            pattern->empty |= (uint8_t)(1u << way);
        else if (sign != '.')
            return false;
    }
    return true;
}

/* ---- Refusing ------------------------------------------------------------------------------------------ */

/* Fills the problem, with a word of the user's text in place of the %. Returns false. */
static bool refuse(struct lan_problem *problem, const char *word, size_t length, const char *en,
                   const char *fr)
{
    const char *const say[LAN_LANGS] = {[LAN_EN] = en, [LAN_FR] = fr};
    lan_problem_set(problem, SHY_OPTION_MONSTERS, SM_S5, "", "");
    for (int lang = 0; lang < LAN_LANGS; lang++) {
        struct lan_text text = lan_text_init(problem->say[lang], LAN_SAY_MAX);
        size_t before = strcspn(say[lang], "%");
        lan_text_add_bytes(&text, say[lang], before);
        lan_text_add_bytes(&text, word, length);
        lan_text_add(&text, say[lang] + before + 1);
    }
    return false;
}

static bool refuse_monster(struct lan_problem *problem, int monster, const char *en, const char *fr)
{
    const char *id = shy_game.types[SHY_TYPE_MONSTER].words[monster].id;
    return refuse(problem, id, strlen(id), en, fr);
}

/* ---- Reading ------------------------------------------------------------------------------------------- */

/* Returns the length of the next word of the line and moves *text behind it. */
static size_t word_next(const char **text, const char **word)
{
    while (**text == ' ' || **text == '\t' || **text == '\r')
        ++*text;
    *word = *text;
    *text += strcspn(*text, " \t\r\n;");
    return (size_t)(*text - *word);
}

/* Reads one entry. *text points to the start of its line and is moved to its end. */
static bool entry_read(struct shy_rules *rules, const char **text, unsigned *given,
                       struct lan_problem *problem)
{
    const char *word;
    int monster;
    size_t length = word_next(text, &word);
    if (!length)
        return true;
    if (*word == '#') {
        *text += strcspn(*text, "\n");
        return true;
    }
    if (!lan_value_parse(&shy_game, SHY_TYPE_MONSTER, word, length, &monster))
        return refuse(
            problem, word, length > 40 ? 40 : length,
            "Monster patterns: \"%\" is none of bat, dragon, mantis, cobra, kraken and ape.",
            "Schémas des monstres : « % » n'est aucun de bat, dragon, mantis, cobra, kraken et ape.");
    if (*given >> monster & 1)
        return refuse_monster(problem, monster, "Monster patterns: the % is given twice.",
                              "Schémas des monstres : % est donné deux fois.");
    *given |= 1u << monster;
    length = word_next(text, &word);
    bool read = picture_read(word, length, &rules->pattern[monster]);
    if (!read || word_next(text, &word))
        return refuse_monster(
            problem, monster,
            "Monster patterns: the % needs one picture of its eight neighbours, three rows of three signs like "
            "..o/.@./... where o is a tile, x no tile and . either.",
            "Schémas des monstres : il faut pour % une image de ses huit voisines, trois rangées de trois signes comme "
            "..o/.@./..., où o est une tuile, x le vide et . l'un ou l'autre.");
    return true;
}

static bool entries_read(struct shy_rules *rules, const char *text, struct lan_problem *problem)
{
    unsigned given = 0;
    while (*text) {
        if (!entry_read(rules, &text, &given, problem))
            return false;
        text += *text != 0;
    }
    if (given != SHY_PILE_ALL)
        return refuse_monster(problem, __builtin_ctz(~given),
                              "Monster patterns: the pattern of the % is missing; all six are needed.",
                              "Schémas des monstres : il manque le schéma de % ; il faut les six.");
    return true;
}

/* ---- Where patterns fit -------------------------------------------------------------------------------- */

static bool fits(struct shy_pattern pattern, unsigned around)
{
    for (int turn = 0; turn < 4; turn++) {
        if ((around & pattern.tile) == pattern.tile && !(around & pattern.empty))
            return true;
        around = (around << 2 | around >> 6) & 0xff;
    }
    return false;
}

/* Notes the directions in which tiles lie around the middle of one floor. */
static bool note_around(void *context, const uint8_t *cell)
{
    bool *possible = context;
    uint8_t around[SHY_TILES_MAX];
    shy_shape_around(cell, SHY_TILES_MAX, around);
    possible[around[shy_tile_find(cell, SHY_TILES_MAX, SHY_MIDDLE)]] = true;
    return true;
}

static bool all_possible(const struct shy_rules *rules, struct lan_problem *problem)
{
    bool possible[256] = {false};
    unsigned met = 0;
    shy_shape_each(SHY_TILES_MAX, note_around, possible);
    for (int around = 0; around < 256; around++) {
        if (possible[around])
            met |= rules->zone[around];
    }
    if (met != SHY_PILE_ALL)
        return refuse_monster(
            problem, __builtin_ctz(~met),
            "Monster patterns: the pattern of the % fits nowhere on a floor of 7 tiles.",
            "Schémas des monstres : le schéma de % ne convient nulle part sur un étage de 7 tuiles.");
    return true;
}

bool shy_patterns_compile(struct shy_rules *rules, const char *text, struct lan_problem *problem)
{
    if (!entries_read(rules, *text ? text : published, problem))
        return false;
    for (unsigned around = 0; around < 256; around++) {
        for (int monster = 0; monster < SHY_MONSTERS; monster++)
            rules->zone[around] |= (uint8_t)(fits(rules->pattern[monster], around) << monster);
    }
    /* The published six are tested to be possible, so the search is made for the user's own only. */
    return !*text || all_possible(rules, problem);
}
