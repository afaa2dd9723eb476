/*
 * draw.h - text for a terminal, made by games and shown by whoever knows what the terminal can do.
 *
 * A drawing says what a stretch of text means, never how it looks: marks are two bytes in the text, which the
 * caller turns into colours or leaves out. Widths are counted in columns, one for each character.
 */
#ifndef LAN_DRAW_H
#define LAN_DRAW_H

#include "lan.h"

enum lan_style {
    LAN_STYLE_UNICODE, /* lines and shapes that need a Unicode font */
    LAN_STYLE_ASCII,   /* the same picture; beyond ASCII only the letters of words */
    LAN_STYLE_PLAIN,   /* no picture: one short sentence a line, made to be read aloud */
};

/* For whom a text is made. */
struct lan_reader {
    enum lan_lang lang;
    enum lan_style style;
    int width;                /* columns, at least LAN_WIDTH_MIN */
    const char *const *names; /* one for every seat; without marks or line ends */
    int height;               /* lines the picture had better not exceed; 0 when any number will do */
    bool unaided;             /* leave out what the game concludes for the reader: a notebook */
};

enum { LAN_WIDTH_MIN = 60 };

/* What a stretch of text is. Each mark holds until the next one; they do not nest. */
enum lan_mark {
    LAN_MARK_PLAIN,
    LAN_MARK_STRONG,  /* titles, what counts */
    LAN_MARK_MUTED,   /* what may be overlooked */
    LAN_MARK_LANTERN, /* where the light falls: what matters now */
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

/* A string in a mark, and plain again. */
void lan_draw_marked(struct lan_text *out, int mark, const char *string);

/* The same string `count` times. */
void lan_draw_repeat(struct lan_text *out, const char *string, int count);

/* Columns that `length` bytes take: their UTF-8 characters without marks. */
int lan_columns(const char *bytes, size_t length);

/* Columns of the text's last line so far. */
int lan_draw_column(const struct lan_text *out);

/* Ends the last line, dropping blanks at its end. */
void lan_draw_end_line(struct lan_text *out);

/* Blanks up to a column of the last line; none when it is there already. */
void lan_draw_pad(struct lan_text *out, int column);

/* A string in exactly `columns` columns: centred with blanks, or cut at the end. Without marks inside. */
void lan_draw_centre(struct lan_text *out, const char *string, int columns);

/* A string of at most `columns` columns, cut at the end when it is longer. Without marks inside. */
void lan_draw_cut(struct lan_text *out, const char *string, int columns);

/*
 * Words separated by blanks, broken into lines of at most `width` columns, later lines after `indent` blanks. A colon, a
 * semicolon or a question mark after a blank stays with the word before it.
 */
void lan_draw_wrap(struct lan_text *out, const char *string, int width, int indent);

/* The lines of two marked texts side by side, the right one from a column on. */
void lan_draw_beside(struct lan_text *out, const char *left, const char *right, int column);

/* The names of the seats of a mask as a sentence lists them: "Ada, Bruno and Chloe". */
void lan_draw_seats(struct lan_text *out, const struct lan_reader *reader, unsigned seats);

/* A seat in a picture, "▶ 2 Bruno (you)": `sign` first, one column wide; the name is cut after `columns`. */
void lan_draw_seat(struct lan_text *out, const struct lan_reader *reader, int seat, bool own,
                   const char *sign, int columns);

/* How a line about a seat begins where a board is read aloud: "Seat 2, Bruno, you: ". */
void lan_draw_seat_begin(struct lan_text *out, const struct lan_reader *reader, int seat, bool own);

#endif
