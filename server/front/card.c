#include "card.h"

#include <stdio.h>
#include <string.h>

#include "buf.h"
#include "room_log.h"
#include "settings.h"
#include "table.h"

bool card_public(const struct room_log *log)
{
    return log->settings.listed && log->settings.watching != WATCHING_NONE && !log->lock;
}

/* ---- Sentences ----------------------------------------------------------------------------------------- */

static int seats_free(const struct room_log *log)
{
    int count = 0;
    for (int seat = 0; seat < log->settings.seats; seat++)
        count += log->seat[seat].kind == TABLE_EMPTY;
    return count;
}

/* The winners' names as a list: "Anna, Ben and Chloé". Cut when it is too long for a line. */
static int winners_write(char *out, size_t size, const struct room_log *log, unsigned winners,
                         enum lan_lang lang)
{
    int count = 0, done = 0;
    size_t at = 0;
    for (int seat = 0; seat < log->settings.seats; seat++)
        count += (int)(winners >> seat & 1);
    out[0] = 0;
    for (int seat = 0; seat < log->settings.seats && at < size; seat++) {
        if (!(winners >> seat & 1))
            continue;
        const char *and = lang == LAN_FR ? " et " : " and ", *join = done + 1 == count ? and : ", ";
        int length = snprintf(out + at, size - at, "%s%s", done ? join : "", log->seat[seat].name);
        at += (size_t)length;
        done++;
    }
    return count;
}

static void line_over(char *out, size_t size, const struct room_log *log, enum lan_lang lang)
{
    struct lan_result result = {0};
    char names[PICTURE_LINE - 32];
    bool fr = lang == LAN_FR;
    if (!table_result(log->match->table, &result) || table_end(log->match->table) == TABLE_ABANDONED) {
        snprintf(out, size, "%s", fr ? "La partie s'est finie sans résultat." : "Ended without a result.");
    } else if (log->settings.game->cooperative) {
        const char *won = fr ? "Gagné, tous ensemble !" : "Won, all together!";
        const char *lost = fr ? "Perdu, tous ensemble." : "Lost, all together.";
        snprintf(out, size, "%s", result.winners ? won : lost);
    } else if (!result.winners) {
        snprintf(out, size, "%s", fr ? "Personne n'a gagné." : "Nobody has won.");
    } else {
        int count = winners_write(names, sizeof names, log, result.winners, lang);
        const char *verb = fr ? count > 1 ? "ont gagné." : "a gagné." : count > 1 ? "have won." : "has won.";
        snprintf(out, size, "%s %s", names, verb);
    }
}

static void line_write(char *out, size_t size, const struct room_log *log, enum lan_lang lang)
{
    bool fr = lang == LAN_FR;
    int open = seats_free(log);
    switch (log->state) {
    case ROOM_SEATING:
    case ROOM_DICE:
        if (open && fr)
            snprintf(out, size, "Une table attend : %d place%s libre%s.", open, open > 1 ? "s" : "",
                     open > 1 ? "s" : "");
        else if (open)
            snprintf(out, size, "A table is waiting: %d seat%s free.", open, open > 1 ? "s are" : " is");
        else
            snprintf(out, size, "%s", fr ? "La partie va commencer." : "The game is about to begin.");
        break;
    case ROOM_PLAYING: snprintf(out, size, "%s", fr ? "La partie est en cours." : "The game is on."); break;
    case ROOM_OVER: line_over(out, size, log, lang); break;
    case ROOM_CLOSED:
        snprintf(out, size, "%s", fr ? "Cette table est fermée." : "This table is closed.");
        break;
    }
}

/* ---- Cards --------------------------------------------------------------------------------------------- */

static void rows_fill(struct picture *picture, const struct room_log *log, enum lan_lang lang)
{
    struct lan_result result = {0};
    bool over = log->state == ROOM_OVER && table_result(log->match->table, &result);
    picture->rows = log->settings.seats;
    for (int at = 0; at < picture->rows; at++) {
        struct picture_row *row = &picture->row[at];
        const struct room_seat *seat = &log->seat[at];
        const char *open = lang == LAN_FR ? "place libre" : "free seat";
        snprintf(row->name, sizeof row->name, "%s", seat->kind == TABLE_EMPTY ? open : seat->name);
        snprintf(row->instead, sizeof row->instead, lang == LAN_FR ? "Place %d" : "Seat %d", at + 1);
        row->won = over && result.winners >> at & 1;
    }
}

void card_fill(struct card *card, const struct room_log *log, enum lan_lang lang, bool named)
{
    const struct lan_game *game = log->settings.game;
    struct picture *picture = &card->picture;
    bool fr = lang == LAN_FR;
    memset(card, 0, sizeof *card);
    snprintf(picture->game, sizeof picture->game, "%s", game->name);
    snprintf(picture->title, sizeof picture->title, "%s", game->title.in[lang]);
    snprintf(card->title, sizeof card->title, "%s", game->title.in[lang]);
    if (!named) {
        snprintf(picture->line, sizeof picture->line, "%s",
                 fr ? "Une table de Lanterne, entre amis." : "A table of Lanterne, among friends.");
        return;
    }
    if (*log->settings.name)
        snprintf(card->title, sizeof card->title, "%s · %s", game->title.in[lang], log->settings.name);
    line_write(picture->line, sizeof picture->line, log, lang);
    rows_fill(picture, log, lang);
}

void card_key(const struct card *card, uint8_t key[LAN_HASH_BYTES])
{
    struct lan_hash hash;
    lan_hash_init(&hash);
    lan_hash_add(&hash, &card->picture, sizeof card->picture);
    lan_hash_end(&hash, key);
}

void html_text(struct buf *out, const char *text)
{
    for (; *text; text++) {
        switch (*text) {
        case '&': buf_str(out, "&amp;"); break;
        case '<': buf_str(out, "&lt;"); break;
        case '>': buf_str(out, "&gt;"); break;
        case '"': buf_str(out, "&quot;"); break;
        case '\'': buf_str(out, "&#39;"); break;
        default: buf_add(out, text, 1);
        }
    }
}
