/*
 * draw.h - text for a terminal, drawn by games and shown by clients.
 *
 * A drawing says what a stretch of text means, never how it looks: a mark is two bytes in the text, which the
 * client turns into a colour or leaves out. Widths are counted in columns, one for each character. All
 * functions append to `out` and cut what does not fit, as text.h says.
 */
#ifndef LAN_DRAW_H
#define LAN_DRAW_H

#include "lan.h"

enum lan_style {
    LAN_STYLE_UNICODE, /* lines and shapes that need a Unicode font */
    LAN_STYLE_ASCII,   /* the same picture in ASCII, except for letters in words */
    /*
     * No picture: one short sentence a line, for screen readers. A line that begins with LAN_MARK_MUTED is
     * for looking things up: clients leave it out where they have shown the same already.
     */
    LAN_STYLE_PLAIN,
};

/* The person a text is drawn for, and the terminal. `names` belongs to the caller. */
struct lan_reader {
    enum lan_lang lang;
    enum lan_style style;
    int width;                         /* columns, at least LAN_WIDTH_MIN */
    const char *const *names;          /* one for every seat; without marks or line ends */
    int height;                        /* lines that the picture should not exceed; 0: no limit */
    bool unaided;                      /* leave out derived fields (notebook off) */
    const struct lan_edition *edition; /* the names that the person reads (edition.h); NULL: the game's own */
    /*
     * NULL: the whole table. Else a part of it, told in words whatever the style, as the person names it in
     * either language: "doors", "pièce J". A game that has no such part draws nothing; "" lists the parts
     * that it has, a line each: the name, a tab, what it tells.
     */
    const char *part;
};

enum { LAN_WIDTH_MIN = 60, LAN_PART_MAX = 32 }; /* bytes of the name of a part, without the final 0 */

/* The meaning of a stretch of text. Each mark holds until the next one; marks do not nest. */
enum lan_mark {
    LAN_MARK_PLAIN,
    LAN_MARK_STRONG,  /* titles and important words */
    LAN_MARK_MUTED,   /* less important text */
    LAN_MARK_LANTERN, /* the place or thing that matters now */
    LAN_MARK_DANGER,
    LAN_MARK_HEAL,
    LAN_MARK_INFO,
    LAN_MARK_SECRET, /* known to the reader and hidden from others */
    LAN_MARK_SEAT,   /* this and the next seven: the seats' colours */
    LAN_MARKS = LAN_MARK_SEAT + LAN_SEATS_MAX,
};

/* The bytes of a mark: LAN_MARK_BYTE, then LAN_MARK_FIRST + mark. Neither is part of a visible character. */
enum { LAN_MARK_BYTE = 1, LAN_MARK_FIRST = 'A' };

void lan_draw_mark(struct lan_text *out, int mark);

/* A string in a mark, followed by LAN_MARK_PLAIN. */
void lan_draw_marked(struct lan_text *out, int mark, const char *string);

/* The same string `count` times. */
void lan_draw_repeat(struct lan_text *out, const char *string, int count);

/* Columns that `length` bytes take: UTF-8 characters without marks. */
int lan_columns(const char *bytes, size_t length);

/* Columns of the text's last line so far. */
int lan_draw_column(const struct lan_text *out);

/* Ends the last line, dropping blanks at its end. */
void lan_draw_end_line(struct lan_text *out);

/* Pads the last line with blanks up to a column; adds nothing when the line is that long already. */
void lan_draw_pad(struct lan_text *out, int column);

/* A string in exactly `columns` columns: centred with blanks, or cut at the end. It must contain no marks. */
void lan_draw_centre(struct lan_text *out, const char *string, int columns);

/* A string cut to at most `columns` columns. It must contain no marks. */
void lan_draw_cut(struct lan_text *out, const char *string, int columns);

/*
 * Wraps words separated by blanks into lines of at most `width` columns, the later ones indented by `indent`
 * blanks. A colon, a semicolon or a question mark after a blank stays with the word before it.
 */
void lan_draw_wrap(struct lan_text *out, const char *string, int width, int indent);

/* The lines of two marked texts side by side, the right one starting at `column`. */
void lan_draw_beside(struct lan_text *out, const char *left, const char *right, int column);

/* The names of the seats of a mask as a sentence lists them: "you, Bruno and Chloe" where `viewer` is Ada. */
void lan_draw_seats(struct lan_text *out, const struct lan_reader *reader, unsigned seats, int viewer);

/* Who wins, without a full stop: "You win", "You win with Bruno", "Ada and Bruno win". `seats` is not 0. */
void lan_draw_winners(struct lan_text *out, const struct lan_reader *reader, unsigned seats, int viewer);

/* A seat in a picture, "▶ 2 Bruno (you)": `sign`, one column wide, then the name cut to `columns`. */
void lan_draw_seat(struct lan_text *out, const struct lan_reader *reader, int seat, bool own,
                   const char *sign, int columns);

/* The beginning of a line about a seat in LAN_STYLE_PLAIN: "Seat 2, Bruno, you: ". */
void lan_draw_seat_begin(struct lan_text *out, const struct lan_reader *reader, int seat, bool own);

#endif
