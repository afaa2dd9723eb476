/*
 * draw.c - the table in a terminal, from a view: the floor from above, and the memo beside it.
 *
 *     +------+
 *     |g8    |      a tile: its cell, a sign, and its kind; on a face-down tile the letters of the
 *     |BD    |      monsters that would be at home there
 *     +------+------+
 *     |g7 H  |h7   !|   H the Hero; ! dangerous, - harmless, x killed
 *     |entry |cobra |
 *     +------+------+
 */
#include "draw.h"

#include <string.h>

#include "state.h"

enum {
    INSIDE = 6,
    TILE = INSIDE + 1,
    MARGIN = 2,
    TALL = 3,
    TALL_LOW = 2, /* in few lines, the first line of a tile is written into the wall above it */
    MEMO_COLUMN = 12,
    MEMO_WIDTH = 2 * MEMO_COLUMN,
    MEMO_TALL = 4,
    HEADLINES = 5 /* lines above the picture, and the legend */
};

static const struct art {
    const char *corner[16]; /* by the walls that meet: 1 north, 2 east, 4 south, 8 west */
    const char *across, *down;
    const char *hero, *deadly, *calm, *dead, *fits, *misfit, *wary;
    const char *must, *never, *any, *self; /* the signs of the memo */
} arts[] = {
    {{" ", "╵", "╶", "└", "╷", "│", "┌", "├", "╴", "┘", "─", "┴", "┐", "┤", "┬", "┼"},
     "─",
     "│",
     "♟",
     "!",
     "○",
     "†",
     "✓",
     "✗",
     "~",
     "■",
     "×",
     "·",
     "◆"},
    {{" ", "+", "+", "+", "+", "|", "+", "+", "+", "+", "-", "+", "+", "+", "+", "+"},
     "-",
     "|",
     "H",
     "!",
     "-",
     "x",
     "+",
     "-",
     "~",
     "o",
     "x",
     ".",
     "@"},
};

struct artist {
    const struct shy_rules *rules;
    const struct shy_view *view;
    const struct lan_reader *reader;
    const struct art *art;
    struct lan_text *out;
    struct shy_hunt hunt; /* the floor as the viewer sees it */
    int tiles;            /* number of tiles of `hunt` */
    uint8_t kind[SHY_TILES_MAX];
    struct shy_cells free;        /* cells where the Master may lay the next tile */
    int west, east, south, north; /* extent of the drawn part of the grid */
    int tall;                     /* lines of a row of cells, its upper wall included */
};

static void say(const struct artist *a, const char *en, const char *fr)
{
    lan_text_add(a->out, a->reader->lang == LAN_FR ? fr : en);
}

static const char *word(const struct artist *a, int type, int value)
{
    return a->rules->base.game->types[type].words[value].name.in[a->reader->lang];
}

static const char *cell_id(int cell)
{
    return shy_game.types[SHY_TYPE_CELL].words[cell].id;
}

/* The label of a tile, in at most six columns. */
static const char *label(const struct artist *a, int kind)
{
    static const char *const labels[LAN_LANGS][SHY_KINDS] = {
        {"entry", "EXIT", "hall", "bat", "dragon", "mantis", "cobra", "kraken", "ape"},
        {"entrée", "SORTIE", "vide", "chauve", "dragon", "mante", "cobra", "kraken", "singe"},
    };
    return labels[a->reader->lang][kind];
}

/* The letter of a monster: the first of its id, the same in all languages. */
static char letter(int monster)
{
    return (char)(shy_game.types[SHY_TYPE_MONSTER].words[monster].id[0] - 'a' + 'A');
}

static bool is_up(const struct artist *a, int tile)
{
    return a->hunt.up >> tile & 1;
}

/* ---- The floor ----------------------------------------------------------------------------------------- */

static int tile_on(const struct artist *a, int x, int y)
{
    if (x < 0 || y < 0 || x >= SHY_WIDTH || y >= SHY_WIDTH)
        return -1;
    return shy_tile_find(a->hunt.cell, a->tiles, y * SHY_WIDTH + x);
}

/* Whether a wall runs along the south of a cell, or along its west. */
static bool wall_south(const struct artist *a, int x, int y)
{
    return tile_on(a, x, y) >= 0 || tile_on(a, x, y - 1) >= 0;
}

static bool wall_west(const struct artist *a, int x, int y)
{
    return tile_on(a, x, y) >= 0 || tile_on(a, x - 1, y) >= 0;
}

static int tile_mark(const struct artist *a, int tile)
{
    int kind = a->kind[tile];
    if (tile == a->hunt.hero && a->view->pub.hunt.up)
        return LAN_MARK_LANTERN;
    if (shy_deadly(&a->hunt) >> tile & 1)
        return LAN_MARK_DANGER;
    if (!is_up(a, tile))
        return kind == SHY_UNKNOWN ? LAN_MARK_MUTED : LAN_MARK_SECRET;
    return kind == SHY_EXIT ? LAN_MARK_HEAL : shy_is_monster(kind) ? LAN_MARK_MUTED : LAN_MARK_PLAIN;
}

/* SM-Z1: whether the pattern of the monster on a tile holds there. */
static bool is_home(const struct artist *a, int tile)
{
    return a->hunt.zone[tile] >> (a->kind[tile] - SHY_MONSTER) & 1;
}

/* SM-Z4: of two monsters that share an edge the second one turned up panics, whichever that will be. */
static bool touches_monster(const struct artist *a, int tile)
{
    static const uint8_t sides[] = {SHY_NORTH, SHY_EAST, SHY_SOUTH, SHY_WEST};
    for (size_t side = 0; side < sizeof sides; side++) {
        int beside = shy_tile_find(a->hunt.cell, a->tiles, a->hunt.cell[tile] + shy_step[sides[side]]);
        if (beside >= 0 && shy_is_monster(a->kind[beside]))
            return true;
    }
    return false;
}

/* The sign of the state of a monster that the viewer sees. */
static const char *monster_sign(const struct artist *a, int tile)
{
    int kind = a->kind[tile];
    if (!shy_is_monster(kind))
        return " ";
    if (!is_up(a, tile))
        return !is_home(a, tile) ? a->art->misfit : touches_monster(a, tile) ? a->art->wary : a->art->fits;
    if (a->hunt.dead >> tile & 1)
        return a->art->dead;
    return a->hunt.calm >> tile & 1 ? a->art->calm : a->art->deadly;
}

/* First line of a tile: cell, Hero, monster's sign, with `blank` between them. */
static void draw_tile_head(const struct artist *a, int tile, const char *blank)
{
    const char *id = cell_id(a->hunt.cell[tile]), *sign = monster_sign(a, tile);
    bool hero = a->view->pub.hunt.up && tile == a->hunt.hero;
    lan_text_add(a->out, id);
    lan_draw_repeat(a->out, blank, 4 - (int)strlen(id));
    lan_text_add(a->out, hero ? a->art->hero : blank);
    lan_text_add(a->out, *sign == ' ' ? blank : sign);
}

/* The line of walls south of a row of cells; in few lines, with the first lines of the tiles below it. */
static void draw_walls(const struct artist *a, int y)
{
    for (int x = a->west; x <= a->east + 1; x++) {
        int meet = wall_west(a, x, y) | wall_south(a, x, y) << 1 | wall_west(a, x, y - 1) << 2 |
                   wall_south(a, x - 1, y) << 3;
        int tile = a->tall == TALL_LOW && x <= a->east ? tile_on(a, x, y - 1) : -1;
        lan_text_add(a->out, a->art->corner[meet]);
        if (tile >= 0) {
            lan_draw_mark(a->out, tile_mark(a, tile));
            draw_tile_head(a, tile, a->art->across);
            lan_draw_mark(a->out, LAN_MARK_PLAIN);
        } else if (x <= a->east) {
            lan_draw_repeat(a->out, wall_south(a, x, y) ? a->art->across : " ", INSIDE);
        }
    }
}

/* Whether the viewer knows that a monster was used on an earlier floor of this game. */
static bool monster_gone(const struct artist *a, int monster)
{
    const struct shy_public *pub = &a->view->pub;
    for (int storey = 0; storey < pub->storey; storey++) {
        if (a->view->pair[pub->game * SHY_STOREYS + storey] >> monster & 1)
            return true;
    }
    return false;
}

/* The monsters that would be at home on a tile and may still lie there. */
static unsigned zone_left(const struct artist *a, int tile)
{
    unsigned zone = a->hunt.zone[tile];
    for (int monster = 0; monster < SHY_MONSTERS; monster++) {
        if (monster_gone(a, monster))
            zone &= ~(1u << monster);
    }
    return zone;
}

/* Second line of a tile: its kind, or the monsters that would be at home there. */
static void draw_tile_body(const struct artist *a, int tile)
{
    char letters[SHY_MONSTERS + 1] = "";
    int count = 0;
    if (a->kind[tile] != SHY_UNKNOWN) {
        lan_draw_centre(a->out, label(a, a->kind[tile]), INSIDE);
        return;
    }
    for (unsigned zone = zone_left(a, tile); zone; zone &= zone - 1)
        letters[count++] = letter(__builtin_ctz(zone));
    lan_draw_centre(a->out, letters, INSIDE);
}

static void draw_free(const struct artist *a, int cell, bool head)
{
    bool free = a->free.word[cell / 64] >> (cell % 64) & 1;
    if (head || !free) {
        lan_draw_repeat(a->out, " ", INSIDE);
        return;
    }
    lan_draw_mark(a->out, LAN_MARK_MUTED);
    lan_draw_centre(a->out, cell_id(cell), INSIDE);
    lan_draw_mark(a->out, LAN_MARK_PLAIN);
}

/* One of the two lines through a row of cells. */
static void draw_row(const struct artist *a, int y, bool head)
{
    for (int x = a->west; x <= a->east; x++) {
        int tile = tile_on(a, x, y);
        lan_text_add(a->out, wall_west(a, x, y) ? a->art->down : " ");
        if (tile < 0) {
            draw_free(a, y * SHY_WIDTH + x, head);
            continue;
        }
        lan_draw_mark(a->out, tile_mark(a, tile));
        if (head)
            draw_tile_head(a, tile, " ");
        else
            draw_tile_body(a, tile);
        lan_draw_mark(a->out, LAN_MARK_PLAIN);
    }
    lan_text_add(a->out, wall_west(a, a->east + 1, y) ? a->art->down : " ");
}

static int floor_lines(const struct artist *a)
{
    return (a->north - a->south + 1) * a->tall + 1;
}

static void draw_floor_line(const struct artist *a, int line)
{
    int y = a->north - line / a->tall, part = line % a->tall;
    if (line >= floor_lines(a))
        return;
    lan_draw_pad(a->out, MARGIN);
    if (part == 0)
        draw_walls(a, y + 1);
    else
        draw_row(a, y, part == 1 && a->tall == TALL);
}

/* ---- The memo ------------------------------------------------------------------------------------------ */

static void draw_pattern_row(const struct artist *a, const char *row)
{
    for (int i = 0; i < 3; i++) {
        const char *sign = row[i] == 'o'   ? a->art->must
                           : row[i] == 'x' ? a->art->never
                           : row[i] == '@' ? a->art->self
                                           : a->art->any;
        lan_text_add(a->out, i ? " " : "");
        lan_text_add(a->out, sign);
    }
}

/* A line of the memo: two monsters side by side, first the names, then three rows of their patterns. */
static void draw_memo_line(const struct artist *a, int line, int left)
{
    if (line >= SHY_MONSTERS / 2 * MEMO_TALL)
        return;
    for (int column = 0; column < 2; column++) {
        int monster = line / MEMO_TALL * 2 + column, row = line % MEMO_TALL;
        char picture[SHY_PICTURE_MAX];
        shy_pattern_write(a->rules->pattern[monster], picture);
        lan_draw_pad(a->out, left + column * MEMO_COLUMN);
        lan_draw_mark(a->out, monster_gone(a, monster) ? LAN_MARK_MUTED
                              : row                    ? LAN_MARK_PLAIN
                                                       : LAN_MARK_STRONG);
        if (row) {
            draw_pattern_row(a, picture + 4 * (row - 1));
        } else {
            lan_text_add_char(a->out, letter(monster));
            lan_text_add_char(a->out, ' ');
            lan_text_add(a->out, label(a, SHY_MONSTER + monster));
            if (monster_gone(a, monster))
                lan_text_add(a->out, " -");
        }
        lan_draw_mark(a->out, LAN_MARK_PLAIN);
    }
}

static void draw_both(const struct artist *a)
{
    int width = MARGIN + (a->east - a->west + 1) * TILE + 1, memo = SHY_MONSTERS / 2 * MEMO_TALL;
    bool beside = width + 2 + MEMO_WIDTH <= a->reader->width;
    int lines = floor_lines(a);
    if (beside && memo > lines)
        lines = memo;
    for (int line = 0; line < lines; line++) {
        draw_floor_line(a, line);
        if (beside)
            draw_memo_line(a, line, a->reader->width - MEMO_WIDTH);
        lan_draw_end_line(a->out);
    }
    for (int line = 0; line < memo && !beside; line++) {
        draw_memo_line(a, line, MARGIN);
        lan_draw_end_line(a->out);
    }
}

/* ---- Headlines ----------------------------------------------------------------------------------------- */

static void draw_title(const struct artist *a)
{
    const struct shy_public *pub = &a->view->pub;
    bool building = !pub->hunt.up;
    lan_draw_mark(a->out, LAN_MARK_STRONG);
    if (a->rules->two_games) {
        say(a, "Game ", "Partie ");
        lan_text_add_int(a->out, pub->game + 1);
        lan_text_add(a->out, ", ");
    }
    say(a, a->rules->two_games ? "floor " : "Floor ", a->rules->two_games ? "étage " : "Étage ");
    lan_text_add_int(a->out, pub->storey + 1);
    say(a, " of 3", " sur 3");
    lan_draw_mark(a->out, LAN_MARK_PLAIN);
    say(a, ". Attack: ", ". Attaquer : ");
    say(a, building || (pub->hunt.skills & SHY_ATTACK) ? "ready" : "spent",
        building || (pub->hunt.skills & SHY_ATTACK) ? "oui" : "non");
    say(a, ". Jump: ", ". Sauter : ");
    say(a, building || (pub->hunt.skills & SHY_JUMP) ? "ready" : "spent",
        building || (pub->hunt.skills & SHY_JUMP) ? "oui" : "non");
    lan_text_add(a->out, ".");
}

static void draw_people(const struct artist *a)
{
    const struct shy_public *pub = &a->view->pub;
    for (int role = 0; role < 2; role++) {
        int seat = role ? shy_hero_seat(pub) : pub->master;
        say(a, role ? ", Hero: " : "Master: ", role ? ", Héros : " : "Maître : ");
        lan_draw_mark(a->out, LAN_MARK_SEAT + seat);
        lan_draw_cut(a->out, a->reader->names[seat], 16);
        lan_draw_mark(a->out, LAN_MARK_PLAIN);
        if (seat == a->view->viewer)
            say(a, " (you)", " (toi)");
    }
    lan_text_add(a->out, ".");
}

/* The tiles that the Master still holds. */
static void draw_hand(const struct artist *a)
{
    int left[SHY_KINDS] = {[SHY_EXIT] = 1, [SHY_CORRIDOR] = SHY_CORRIDORS};
    bool first = true;
    if (!a->view->laid)
        return;
    for (int monster = 0; monster < SHY_MONSTERS; monster++)
        left[SHY_MONSTER + monster] = a->view->pair[shy_floor_at(&a->view->pub)] >> monster & 1;
    for (int tile = 0; tile < a->tiles; tile++)
        left[a->kind[tile]]--;
    say(a, "To lay: ", "À poser : ");
    lan_draw_mark(a->out, LAN_MARK_SECRET);
    for (int kind = SHY_EXIT; kind < SHY_KINDS; kind++) {
        if (left[kind] <= 0)
            continue;
        lan_text_add(a->out, first ? "" : ", ");
        if (left[kind] > 1) { /* there are several of the Corridors alone */
            lan_text_add_int(a->out, left[kind]);
            say(a, " Corridors", " Couloirs");
        } else {
            lan_text_add(a->out, word(a, SHY_TYPE_TILE, kind));
        }
        first = false;
    }
    if (first)
        say(a, "nothing", "rien");
    lan_draw_mark(a->out, LAN_MARK_PLAIN);
    lan_text_add(a->out, ".");
}

/* Monsters that were used on earlier floors. */
static void draw_gone(const struct artist *a)
{
    int unseen = 2 * a->view->pub.storey;
    bool first = true;
    if (!unseen)
        return;
    say(a, "Earlier floors: ", "Étages précédents : ");
    for (int monster = 0; monster < SHY_MONSTERS; monster++) {
        if (!monster_gone(a, monster))
            continue;
        lan_text_add(a->out, first ? "" : ", ");
        lan_text_add(a->out, word(a, SHY_TYPE_MONSTER, monster));
        first = false;
        unseen--;
    }
    if (unseen) {
        lan_text_add(a->out, first ? "" : ", ");
        lan_text_add_int(a->out, unseen);
        say(a, " unseen", unseen > 1 ? " non vus" : " non vu");
    }
    lan_text_add(a->out, ".");
}

static void draw_legend(const struct artist *a)
{
    const struct art *art = a->art;
    bool master = a->view->viewer == a->view->pub.master;
    lan_draw_mark(a->out, LAN_MARK_MUTED);
    const struct {
        const char *sign, *en, *fr;
        bool shown;
    } rows[] = {
        {art->hero, "Hero", "Héros", true},
        {art->deadly, "dangerous", "dangereux", true},
        {art->calm, "harmless", "inoffensif", true},
        {art->dead, "killed", "tué", true},
        {art->fits, "at home", "chez lui", master},
        {art->misfit, "not", "non", master},
        {art->wary, "the second turned up panics", "le second retourné panique", master},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (!rows[i].shown)
            continue;
        lan_text_add(a->out, i ? "  " : "");
        lan_text_add(a->out, rows[i].sign);
        lan_text_add_char(a->out, ' ');
        say(a, rows[i].en, rows[i].fr);
    }
    lan_draw_mark(a->out, LAN_MARK_PLAIN);
}

/* Draws one sentence, or two joined, wrapped at the reader's width. */
static void draw_sentence(const struct artist *a, void (*draw)(const struct artist *a),
                          void (*then)(const struct artist *a))
{
    char buffer[LAN_SAY_MAX];
    struct lan_text text = lan_text_init(buffer, sizeof buffer);
    struct artist inner = *a;
    inner.out = &text;
    draw(&inner);
    size_t first = text.length;
    if (then) {
        lan_text_add(&text, first ? " " : "");
        then(&inner);
    }
    if (!text.length)
        return;
    lan_draw_wrap(a->out, buffer, a->reader->width, MARGIN);
    lan_text_add_char(a->out, '\n');
}

/* ---- In words ------------------------------------------------------------------------------------------ */

static void read_state(const struct artist *a, int tile)
{
    bool home = is_home(a, tile);
    if (!is_up(a, tile) && home && touches_monster(a, tile))
        say(a, ", at home beside a monster: the second one turned up panics",
            ", chez lui à côté d'un monstre : le second retourné panique");
    else if (!is_up(a, tile))
        say(a, home ? ", at home" : ", out of its zone", home ? ", chez lui" : ", hors de sa zone");
    else if (a->hunt.dead >> tile & 1)
        say(a, ", killed", ", tué");
    else if (a->hunt.calm >> tile & 1)
        say(a, ", harmless", ", inoffensif");
    else
        say(a, ", dangerous", ", dangereux");
}

static void read_zones(const struct artist *a, int tile)
{
    bool first = true;
    say(a, "; at home there: ", " ; chez eux ici : ");
    for (unsigned zone = zone_left(a, tile); zone; zone &= zone - 1) {
        lan_text_add(a->out, first ? "" : ", ");
        lan_text_add(a->out, word(a, SHY_TYPE_MONSTER, __builtin_ctz(zone)));
        first = false;
    }
    if (first)
        say(a, "nobody", "personne");
}

static void read_tile(const struct artist *a, int tile)
{
    int kind = a->kind[tile];
    say(a, "Tile ", "Tuile ");
    lan_text_add(a->out, cell_id(a->hunt.cell[tile]));
    say(a, is_up(a, tile) ? ", face up" : ", face down", is_up(a, tile) ? ", visible" : ", cachée");
    say(a, ": ", " : ");
    if (kind == SHY_UNKNOWN)
        say(a, "unknown", "inconnue");
    else
        lan_text_add(a->out, word(a, SHY_TYPE_TILE, kind));
    if (shy_is_monster(kind))
        read_state(a, tile);
    else if (kind == SHY_UNKNOWN)
        read_zones(a, tile);
    if (a->view->pub.hunt.up && tile == a->hunt.hero)
        say(a, ", with the Hero", ", avec le Héros");
    lan_text_add(a->out, ".\n");
}

/* The directions of a mask: "north, east". */
static void read_ways(const struct artist *a, unsigned ways)
{
    static const struct lan_words names[SHY_WAYS] = {
        [SHY_NORTH] = {{"north", "au nord"}}, [SHY_NORTH_EAST] = {{"north-east", "au nord-est"}},
        [SHY_EAST] = {{"east", "à l'est"}},   [SHY_SOUTH_EAST] = {{"south-east", "au sud-est"}},
        [SHY_SOUTH] = {{"south", "au sud"}},  [SHY_SOUTH_WEST] = {{"south-west", "au sud-ouest"}},
        [SHY_WEST] = {{"west", "à l'ouest"}}, [SHY_NORTH_WEST] = {{"north-west", "au nord-ouest"}},
    };
    for (bool first = true; ways; ways &= ways - 1, first = false) {
        lan_text_add(a->out, first ? "" : ", ");
        lan_text_add(a->out, names[__builtin_ctz(ways)].in[a->reader->lang]);
    }
}

/* What a monster's pattern asks of the cells around it, a sentence a monster, for looking up. */
static void read_memo(const struct artist *a, bool muted)
{
    for (int monster = 0; monster < SHY_MONSTERS; monster++) {
        struct shy_pattern pattern = a->rules->pattern[monster];
        if (muted)
            lan_draw_mark(a->out, LAN_MARK_MUTED);
        say(a, "Memo, ", "Mémo, ");
        lan_text_add(a->out, word(a, SHY_TYPE_MONSTER, monster));
        say(a, ": ", " : ");
        if (pattern.tile) {
            say(a, "a tile ", "une tuile ");
            read_ways(a, pattern.tile);
        }
        if (pattern.empty) {
            say(a, pattern.tile ? "; no tile " : "no tile ", pattern.tile ? " ; aucune " : "aucune tuile ");
            read_ways(a, pattern.empty);
        }
        say(a, ", or turned", ", ou en tournant");
        if (monster_gone(a, monster))
            say(a, "; used on an earlier floor", " ; déjà utilisé à un étage précédent");
        lan_text_add(a->out, ".");
        if (muted)
            lan_draw_mark(a->out, LAN_MARK_PLAIN);
        lan_text_add_char(a->out, '\n');
    }
}

/* Every tile with the tiles that share an edge with it. */
static void read_map(const struct artist *a)
{
    static const uint8_t sides[] = {SHY_NORTH, SHY_EAST, SHY_SOUTH, SHY_WEST};
    for (int tile = 0; tile < a->tiles; tile++) {
        int cell = a->hunt.cell[tile];
        bool any = false;
        read_tile(a, tile);
        for (size_t side = 0; side < sizeof sides; side++) {
            int beside = shy_tile_find(a->hunt.cell, a->tiles, cell + shy_step[sides[side]]);
            if (beside < 0)
                continue;
            say(a, any ? ", " : "  Ways: ", any ? ", " : "  Passages : ");
            lan_text_add(a->out, cell_id(a->hunt.cell[beside]));
            lan_text_add_char(a->out, ' ');
            read_ways(a, 1u << sides[side]);
            any = true;
        }
        lan_text_add(a->out, any ? ".\n" : "");
    }
}

/* The parts that a person may name: the map, and the memo. */
static void read_part(const struct artist *a)
{
    const char *part = a->reader->part;
    size_t length = strlen(part);
    if (!length)
        say(a,
            "map\tthe tiles, and which share an edge\n"
            "memo\twhere each monster is at home\n",
            "plan\tles tuiles, et lesquelles se touchent par un côté\n"
            "mémo\toù chaque monstre est chez lui\n");
    else if (lan_text_same(part, length, "map") || lan_text_same(part, length, "plan"))
        read_map(a);
    else if (lan_text_same(part, length, "memo") || lan_text_same(part, length, "mémo"))
        read_memo(a, false);
}

/* ---- The whole ----------------------------------------------------------------------------------------- */

static void extent_add(struct artist *a, int cell)
{
    int x = cell % SHY_WIDTH, y = cell / SHY_WIDTH;
    a->west = x < a->west ? x : a->west;
    a->east = x > a->east ? x : a->east;
    a->south = y < a->south ? y : a->south;
    a->north = y > a->north ? y : a->north;
}

/* Finds the tiles to draw and the part of the grid that contains them. */
static void picture_init(struct artist *a)
{
    const struct shy_view *view = a->view;
    a->hunt = shy_floor_seen(view, &a->tiles);
    for (int tile = 0; tile < a->tiles; tile++)
        a->kind[tile] = a->tiles == 1 ? SHY_ENTRANCE : view->kind[shy_floor_at(&view->pub)][tile];
    a->free = (struct shy_cells){{0}};
    if (view->laid)
        shy_frontier(view->cell, view->laid, &a->free);
    a->west = a->east = a->south = a->north = SHY_WIDTH / 2;
    for (int tile = 0; tile < a->tiles; tile++)
        extent_add(a, a->hunt.cell[tile]);
    for (int cell = 0; cell < SHY_CELLS; cell++) {
        if (a->free.word[cell / 64] >> (cell % 64) & 1)
            extent_add(a, cell);
    }
}

/* Lines of the full picture, with headlines and legend. */
static int lines_full(const struct artist *a)
{
    int memo = SHY_MONSTERS / 2 * MEMO_TALL, lines = floor_lines(a);
    return HEADLINES + (lines > memo ? lines : memo);
}

void shy_draw(const struct lan_rules *base, const struct lan_view *opaque, const struct lan_reader *reader,
              struct lan_text *out)
{
    struct artist a = {.rules = shy_rules_of(base),
                       .view = (const struct shy_view *)opaque,
                       .reader = reader,
                       .art = &arts[reader->style == LAN_STYLE_UNICODE ? 0 : 1],
                       .out = out};
    picture_init(&a);
    a.tall = TALL;
    if (reader->part) {
        read_part(&a);
        return;
    }
    bool low = reader->style != LAN_STYLE_PLAIN && reader->height && reader->height < lines_full(&a);
    if (low) {
        a.tall = TALL_LOW;
        draw_sentence(&a, draw_people, draw_title);
        draw_sentence(&a, draw_gone, draw_hand);
        draw_both(&a);
        return;
    }
    draw_sentence(&a, draw_people, NULL);
    draw_sentence(&a, draw_title, NULL);
    draw_sentence(&a, draw_gone, NULL);
    draw_sentence(&a, draw_hand, NULL);
    if (reader->style == LAN_STYLE_PLAIN) {
        for (int tile = 0; tile < a.tiles; tile++)
            read_tile(&a, tile);
        read_memo(&a, true);
        return;
    }
    draw_both(&a);
    draw_sentence(&a, draw_legend, NULL);
}
