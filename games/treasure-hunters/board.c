/*
 * board.c - parses a board: a drawing of the house, its doors, and where jewels and ghosts begin.
 *
 * docs/boards.md describes the format. The built-in house is house.board in this folder, embedded at build
 * time; it goes through the same checks. Every refusal names the line, or what is missing.
 */
#include <string.h>

#include "state.h"

static const char house_text[] =
#include "treasure-hunters-house.inc"
    ;

enum { NOTHING = TH_NODES_MAX, UNNUMBERED };

struct reader {
    const char *at; /* the rest of the text */
    int line;
    const char *word, *line_end; /* the rest of the line being read */
    struct th_board *board;
    struct lan_problem *problem;
    bool has_map, numbered;
};

/* ---- Refusing ------------------------------------------------------------------------------------------ */

static bool refuse(const struct reader *reader, const char *en, const char *fr)
{
    char say[LAN_LANGS][LAN_SAY_MAX];
    for (int lang = 0; lang < LAN_LANGS; lang++) {
        struct lan_text text = lan_text_init(say[lang], sizeof say[lang]);
        lan_text_add(&text, lang == LAN_FR ? "Plateau" : "Board");
        if (reader->line) {
            lan_text_add(&text, lang == LAN_FR ? ", ligne " : ", line ");
            lan_text_add_int(&text, reader->line);
        }
        lan_text_add(&text, lang == LAN_FR ? " : " : ": ");
        lan_text_add(&text, lang == LAN_FR ? fr : en);
    }
    lan_problem_set(reader->problem, TH_OPTION_BOARD, TH_M2, say[LAN_EN], say[LAN_FR]);
    return false;
}

/* ---- Words and lines ----------------------------------------------------------------------------------- */

/* Reads the next line, without its end; false at the end of the text. */
static bool line_next(struct reader *reader)
{
    if (!*reader->at)
        return false;
    const char *end = strchr(reader->at, '\n');
    reader->word = reader->at;
    reader->line_end = end ? end : reader->at + strlen(reader->at);
    reader->at = end ? end + 1 : reader->line_end;
    if (reader->line_end > reader->word && reader->line_end[-1] == '\r')
        reader->line_end--;
    reader->line++;
    return true;
}

/* The next word of the line; its length is 0 at the end of the line or before a comment. */
static size_t word_next(struct reader *reader, const char **word)
{
    while (reader->word < reader->line_end && (*reader->word == ' ' || *reader->word == '\t'))
        reader->word++;
    *word = reader->word;
    if (reader->word < reader->line_end && *reader->word == '#')
        return 0;
    while (reader->word < reader->line_end && *reader->word != ' ' && *reader->word != '\t')
        reader->word++;
    return (size_t)(reader->word - *word);
}

/* Parses "x,y" within the map. */
static bool cell_parse(const struct reader *reader, const char *word, size_t length, int *x, int *y)
{
    const char *comma = memchr(word, ',', length);
    int32_t number[2];
    if (!comma || !lan_text_parse_int(word, (size_t)(comma - word), &number[0]) ||
        !lan_text_parse_int(comma + 1, length - (size_t)(comma + 1 - word), &number[1]))
        return false;
    *x = number[0];
    *y = number[1];
    return *x >= 0 && *y >= 0 && *x < reader->board->width && *y < reader->board->height;
}

/* ---- The drawing --------------------------------------------------------------------------------------- */

static int cell_of(char c)
{
    if (c >= 'A' && c < 'A' + TH_ROOMS)
        return TH_ROOM_A + c - 'A';
    if (c == '.')
        return UNNUMBERED;
    if (c == '~')
        return TH_OUTSIDE;
    return c == '_' ? NOTHING : -1;
}

static bool row_parse(struct reader *reader)
{
    struct th_board *board = reader->board;
    size_t width = (size_t)(reader->line_end - reader->word);
    if (width == 0 || width > TH_GRID_MAX || board->height == TH_GRID_MAX)
        return refuse(reader, "the map may have at most 20 rows of 20 cells, and no empty row.",
                      "la carte a au plus 20 rangées de 20 cases, et aucune rangée vide.");
    if (board->height && width != board->width)
        return refuse(reader, "all rows of the map must be equally long.",
                      "toutes les rangées de la carte doivent avoir la même longueur.");
    board->width = (uint8_t)width;
    for (size_t x = 0; x < width; x++) {
        int cell = cell_of(reader->word[x]);
        if (cell < 0)
            return refuse(reader, "a cell is a letter A to L, a dot, a tilde or an underscore.",
                          "une case est une lettre de A à L, un point, un tilde ou un tiret bas.");
        board->cell[board->height][x] = (uint8_t)cell;
    }
    board->height++;
    return true;
}

static bool map_parse(struct reader *reader)
{
    if (reader->has_map)
        return refuse(reader, "there is a map already.", "il y a déjà une carte.");
    reader->has_map = true;
    while (line_next(reader)) {
        if (lan_text_same(reader->word, (size_t)(reader->line_end - reader->word), "end")) {
            reader->word = reader->line_end;
            return reader->board->height > 0 || refuse(reader, "the map is empty.", "la carte est vide.");
        }
        if (!row_parse(reader))
            return false;
    }
    return refuse(reader, "the map has no line \"end\".", "la carte n'a pas de ligne « end ».");
}

/* ---- Numbering the tiles ------------------------------------------------------------------------------- */

static bool tile_number(struct reader *reader, int x, int y)
{
    struct th_board *board = reader->board;
    if (board->cell[y][x] != UNNUMBERED)
        return refuse(reader, "only corridor tiles are numbered, each once.",
                      "seules les dalles de couloir sont numérotées, chacune une fois.");
    if (board->nodes == TH_NODES_MAX)
        return refuse(reader, "there may be at most 51 corridor tiles.",
                      "il y a au plus 51 dalles de couloir.");
    board->cell[y][x] = board->nodes++;
    return true;
}

static int sign(int value)
{
    return (value > 0) - (value < 0);
}

/* Parses "x,y" or a straight run "x,y-x,y". */
static bool run_parse(struct reader *reader, const char *word, size_t length)
{
    const char *dash = memchr(word, '-', length);
    size_t first = dash ? (size_t)(dash - word) : length;
    int x = 0, y = 0, to_x, to_y;
    bool fits = cell_parse(reader, word, first, &x, &y);
    to_x = x;
    to_y = y;
    if (dash)
        fits = fits && cell_parse(reader, dash + 1, length - first - 1, &to_x, &to_y) &&
               (x == to_x || y == to_y);
    if (!fits)
        return refuse(reader, "tiles are written 3,4 or, in a straight run, 3,4-9,4.",
                      "les dalles s'écrivent 3,4 ou, en ligne droite, 3,4-9,4.");
    int dx = sign(to_x - x), dy = sign(to_y - y);
    for (;; x += dx, y += dy) {
        if (!tile_number(reader, x, y))
            return false;
        if (x == to_x && y == to_y)
            return true;
    }
}

static bool tiles_parse(struct reader *reader)
{
    const char *word;
    size_t length;
    if (!reader->has_map || reader->board->doors)
        return refuse(reader, "the tiles come after the map and before the doors.",
                      "les dalles viennent après la carte et avant les portes.");
    reader->numbered = true;
    while ((length = word_next(reader, &word)) > 0) {
        if (!run_parse(reader, word, length))
            return false;
    }
    return true;
}

/* Without a line "tiles" the tiles are numbered in reading order; with one, it must name all of them. */
static bool tiles_finish(struct reader *reader)
{
    const struct th_board *board = reader->board;
    for (int y = 0; y < board->height; y++) {
        for (int x = 0; x < board->width; x++) {
            if (board->cell[y][x] != UNNUMBERED)
                continue;
            if (reader->numbered)
                return refuse(reader, "the line \"tiles\" leaves a corridor tile out.",
                              "la ligne « tiles » oublie une dalle de couloir.");
            if (!tile_number(reader, x, y))
                return false;
        }
    }
    reader->numbered = true;
    return true;
}

/* ---- Doors, jewels, ghosts ----------------------------------------------------------------------------- */

static bool is_tile(int node)
{
    return node >= TH_TILE_1 && node < TH_NODES_MAX;
}

static bool door_add(struct reader *reader, struct th_door door)
{
    struct th_board *board = reader->board;
    int x = door.x + door.across, y = door.y + !door.across;
    if (x >= board->width || y >= board->height)
        return refuse(reader, "the door leads off the map.", "la porte mène hors de la carte.");
    door.a = board->cell[door.y][door.x];
    door.b = board->cell[y][x];
    if (door.a == NOTHING || door.b == NOTHING || door.a == door.b || (is_tile(door.a) && is_tile(door.b)))
        return refuse(reader, "a door joins two rooms, a room and a tile, or the house and the outside.",
                      "une porte relie deux pièces, une pièce et une dalle, ou la maison et le dehors.");
    if ((door.a == TH_OUTSIDE || door.b == TH_OUTSIDE) != (door.colour == TH_FRONT))
        return refuse(reader, "the front door, and no other, leads outside.",
                      "la porte d'entrée, et elle seule, mène dehors.");
    for (int i = 0; i < board->doors; i++) {
        const struct th_door *other = &board->door[i];
        if (other->colour == TH_FRONT && door.colour == TH_FRONT)
            return refuse(reader, "there is only one front door.", "il n'y a qu'une porte d'entrée.");
        if (other->x == door.x && other->y == door.y && other->across == door.across)
            return refuse(reader, "there is a door in this wall already.",
                          "il y a déjà une porte dans ce mur.");
    }
    if (board->doors == TH_DOORS_MAX)
        return refuse(reader, "there may be at most 64 doors.", "il y a au plus 64 portes.");
    board->door[board->doors++] = door;
    return true;
}

static bool door_parse(struct reader *reader)
{
    static const char *const colours[TH_COLOURS] = {"neutral", "blue", "green", "front"};
    const char *word;
    int x, y, colour = 0;
    if (!reader->has_map)
        return refuse(reader, "the doors come after the map.", "les portes viennent après la carte.");
    if (!reader->board->doors && !tiles_finish(reader))
        return false;
    size_t length = word_next(reader, &word);
    bool fits = cell_parse(reader, word, length, &x, &y);
    length = word_next(reader, &word);
    bool across = lan_text_same(word, length, "right");
    fits = fits && (across || lan_text_same(word, length, "down"));
    length = word_next(reader, &word);
    while (colour < TH_COLOURS && !lan_text_same(word, length, colours[colour]))
        colour++;
    if (!fits || colour == TH_COLOURS)
        return refuse(reader, "a door is written: door 3,4 right|down front|neutral|blue|green.",
                      "une porte s'écrit : door 3,4 right|down front|neutral|blue|green.");
    return door_add(
        reader,
        (struct th_door){.x = (uint8_t)x, .y = (uint8_t)y, .across = across, .colour = (uint8_t)colour});
}

static bool letters_parse(struct reader *reader, uint16_t *rooms)
{
    const char *word;
    size_t length = word_next(reader, &word);
    for (size_t i = 0; i < length; i++) {
        if (word[i] < 'A' || word[i] >= 'A' + TH_ROOMS || (*rooms >> (word[i] - 'A') & 1))
            return refuse(reader, "rooms are written as letters A to L, each once: CFIL.",
                          "les pièces s'écrivent avec les lettres A à L, chacune une fois : CFIL.");
        *rooms |= (uint16_t)(1u << (word[i] - 'A'));
    }
    return true;
}

static bool line_parse(struct reader *reader)
{
    const char *word;
    size_t length = word_next(reader, &word);
    bool done = true;
    if (length == 0 || lan_text_same(word, length, "name"))
        return true;
    if (lan_text_same(word, length, "map"))
        done = map_parse(reader);
    else if (lan_text_same(word, length, "tiles"))
        done = tiles_parse(reader);
    else if (lan_text_same(word, length, "door"))
        done = door_parse(reader);
    else if (lan_text_same(word, length, "jewels"))
        done = letters_parse(reader, &reader->board->jewels);
    else if (lan_text_same(word, length, "ghosts"))
        done = letters_parse(reader, &reader->board->ghosts);
    else
        return refuse(reader, "a line begins with name, map, tiles, door, jewels or ghosts.",
                      "une ligne commence par name, map, tiles, door, jewels ou ghosts.");
    if (!done)
        return false;
    if (word_next(reader, &word) > 0)
        return refuse(reader, "there is something after the end of this line.",
                      "il y a quelque chose après la fin de cette ligne.");
    return true;
}

/* ---- Checking the whole -------------------------------------------------------------------------------- */

static void open_fill(struct th_board *board)
{
    for (int y = 0; y < board->height; y++) {
        for (int x = 0; x < board->width; x++) {
            int node = board->cell[y][x];
            int right = x + 1 < board->width ? board->cell[y][x + 1] : NOTHING;
            int below = y + 1 < board->height ? board->cell[y + 1][x] : NOTHING;
            for (int side = 0; is_tile(node) && side < 2; side++) {
                int other = side ? below : right;
                if (!is_tile(other))
                    continue;
                board->open[node] |= TH_BIT(other);
                board->open[other] |= TH_BIT(node);
            }
        }
    }
}

/* Whether every node can be reached from outside with the doors of one colour locked. */
static bool connected(const struct th_board *board, int locked)
{
    uint64_t seen = TH_BIT(TH_OUTSIDE), before = 0;
    while (seen != before) {
        before = seen;
        for (uint64_t rest = before; rest; rest &= rest - 1)
            seen |= board->open[__builtin_ctzll(rest)];
        for (int i = 0; i < board->doors; i++) {
            const struct th_door *door = &board->door[i];
            if (door->colour != locked && ((seen >> door->a | seen >> door->b) & 1))
                seen |= TH_BIT(door->a) | TH_BIT(door->b);
        }
    }
    return seen == (board->nodes == TH_NODES_MAX ? UINT64_MAX : TH_BIT(board->nodes) - 1);
}

static uint64_t nodes_drawn(const struct th_board *board)
{
    uint64_t nodes = 0;
    for (int y = 0; y < board->height; y++) {
        for (int x = 0; x < board->width; x++) {
            if (board->cell[y][x] < TH_NODES_MAX)
                nodes |= TH_BIT(board->cell[y][x]);
        }
    }
    return nodes;
}

static bool board_check(struct reader *reader)
{
    struct th_board *board = reader->board;
    reader->line = 0;
    uint64_t drawn = nodes_drawn(board);
    if ((drawn & TH_ROOM_NODES) != TH_ROOM_NODES)
        return refuse(reader, "the map must show all 12 rooms, A to L.",
                      "la carte doit montrer les 12 pièces, de A à L.");
    if (!(drawn & TH_BIT(TH_OUTSIDE)))
        return refuse(reader, "the map must show the outside, as tildes.",
                      "la carte doit montrer le dehors, par des tildes.");
    if (__builtin_popcount(board->jewels) != TH_JEWELS)
        return refuse(reader, "the line \"jewels\" must name 8 rooms.",
                      "la ligne « jewels » doit nommer 8 pièces.");
    open_fill(board);
    if (!connected(board, TH_COLOURS))
        return refuse(reader, "not every room and tile can be reached from outside.",
                      "on ne peut pas atteindre chaque pièce et chaque dalle depuis le dehors.");
    if (!connected(board, TH_BLUE))
        return refuse(
            reader, "with the blue doors locked not everything can be reached from outside.",
            "quand les portes bleues sont fermées, on ne peut pas tout atteindre depuis le dehors.");
    if (!connected(board, TH_GREEN))
        return refuse(
            reader, "with the green doors locked not everything can be reached from outside.",
            "quand les portes vertes sont fermées, on ne peut pas tout atteindre depuis le dehors.");
    return true;
}

static bool header_parse(struct reader *reader)
{
    const char *word;
    bool found = line_next(reader);
    size_t length = found ? word_next(reader, &word) : 0;
    found = found && lan_text_same(word, length, "lanterne-board");
    length = found ? word_next(reader, &word) : 0;
    return (found && lan_text_same(word, length, "1")) ||
           refuse(reader, "the first line must be \"lanterne-board 1\".",
                  "la première ligne doit être « lanterne-board 1 ».");
}

bool th_board_parse(const char *text, struct th_board *board, struct lan_problem *problem)
{
    struct reader reader = {.at = *text ? text : house_text, .board = board, .problem = problem};
    memset(board, 0, sizeof *board);
    memset(board->cell, NOTHING, sizeof board->cell);
    board->nodes = TH_TILE_1;
    if (!header_parse(&reader))
        return false;
    while (line_next(&reader)) {
        if (!line_parse(&reader))
            return false;
    }
    if (!reader.has_map)
        return refuse(&reader, "there is no map.", "il n'y a pas de carte.");
    if (!board->doors && !tiles_finish(&reader))
        return false;
    return board_check(&reader);
}
