#include "draw.h"

#include "name.h"

#include <string.h>

void lan_draw_mark(struct lan_text *out, int mark)
{
    lan_assert(mark >= 0 && mark < LAN_MARKS);
    lan_text_add_char(out, LAN_MARK_BYTE);
    lan_text_add_char(out, (char)(LAN_MARK_FIRST + mark));
}

void lan_draw_marked(struct lan_text *out, int mark, const char *string)
{
    lan_draw_mark(out, mark);
    lan_text_add(out, string);
    lan_draw_mark(out, LAN_MARK_PLAIN);
}

void lan_draw_repeat(struct lan_text *out, const char *string, int count)
{
    for (; count > 0; count--)
        lan_text_add(out, string);
}

int lan_columns(const char *bytes, size_t length)
{
    int columns = 0;
    for (size_t i = 0; i < length; i++) {
        if (bytes[i] == LAN_MARK_BYTE)
            i++;
        else
            columns +=
                ((unsigned char)bytes[i] & 0xc0) != 0x80; /* continuation bytes of UTF-8 are not counted */
    }
    return columns;
}

int lan_draw_column(const struct lan_text *out)
{
    size_t start = out->length;
    while (start && out->at[start - 1] != '\n')
        start--;
    return lan_columns(out->at + start, out->length - start);
}

void lan_draw_end_line(struct lan_text *out)
{
    while (out->length && out->at[out->length - 1] == ' ')
        out->length--;
    lan_text_add_char(out, '\n');
}

void lan_draw_pad(struct lan_text *out, int column)
{
    lan_draw_repeat(out, " ", column - lan_draw_column(out));
}

/* The bytes of a string's first `columns` characters. */
static size_t prefix_length(const char *string, int columns)
{
    size_t length = 0;
    for (; string[length] && columns; columns--) {
        do
            length++;
        while (((unsigned char)string[length] & 0xc0) == 0x80);
    }
    return length;
}

void lan_draw_cut(struct lan_text *out, const char *string, int columns)
{
    lan_text_add_bytes(out, string, prefix_length(string, columns));
}

void lan_draw_centre(struct lan_text *out, const char *string, int columns)
{
    int blanks = columns - lan_columns(string, strlen(string));
    lan_draw_repeat(out, " ", blanks / 2);
    lan_draw_cut(out, string, columns);
    lan_draw_repeat(out, " ", blanks - blanks / 2);
}

/* The end of what must stay on one line: French puts a space before colons, semicolons and question marks. */
static const char *word_end(const char *word)
{
    const char *end = word + strcspn(word, " ");
    while (*end && end[1] && strchr(":;?", end[1]))
        end += 1 + strcspn(end + 1, " ");
    return end;
}

void lan_draw_wrap(struct lan_text *out, const char *string, int width, int indent)
{
    int column = lan_draw_column(out);
    bool first = true;
    while (*string) {
        const char *end = word_end(string);
        size_t length = (size_t)(end - string);
        int columns = lan_columns(string, length);
        if (!first && column + 1 + columns > width) {
            lan_text_add_char(out, '\n');
            lan_draw_repeat(out, " ", indent);
            column = indent;
        } else if (!first) {
            lan_text_add_char(out, ' ');
            column++;
        }
        lan_text_add_bytes(out, string, length);
        column += columns;
        first = false;
        string = *end ? end + 1 : end;
    }
}

/*
 * Adds one line of text, starting in the mark *mark that its earlier lines left; returns what follows the
 * line.
 */
static const char *line_add(struct lan_text *out, const char *text, int *mark)
{
    if (*mark != LAN_MARK_PLAIN)
        lan_draw_mark(out, *mark);
    for (; *text && *text != '\n'; text++) {
        lan_text_add_char(out, *text);
        if (*text == LAN_MARK_BYTE && text[1]) {
            lan_text_add_char(out, *++text);
            *mark = *text - LAN_MARK_FIRST;
        }
    }
    if (*mark != LAN_MARK_PLAIN)
        lan_draw_mark(out, LAN_MARK_PLAIN);
    return *text ? text + 1 : text;
}

void lan_draw_beside(struct lan_text *out, const char *left, const char *right, int column)
{
    int left_mark = LAN_MARK_PLAIN, right_mark = LAN_MARK_PLAIN;
    while (*left || *right) {
        left = line_add(out, left, &left_mark);
        if (*right) {
            lan_draw_pad(out, column);
            right = line_add(out, right, &right_mark);
        }
        lan_draw_end_line(out);
    }
}

void lan_draw_seats(struct lan_text *out, const struct lan_reader *reader, unsigned seats, int viewer)
{
    static const struct lan_words last = {{" and ", " et "}}, you = {{"you", "toi"}};
    for (bool first = true; seats; seats &= seats - 1, first = false) {
        if (!first)
            lan_text_add(out, seats & (seats - 1) ? ", " : last.in[reader->lang]);
        int seat = __builtin_ctz(seats);
        lan_name_add(out, reader->lang, seat == viewer ? you.in[reader->lang] : reader->names[seat]);
    }
}

void lan_draw_winners(struct lan_text *out, const struct lan_reader *reader, unsigned seats, int viewer)
{
    static const struct lan_words you = {{"You win", "Tu gagnes"}}, with = {{" with ", " avec "}};
    static const struct lan_words one = {{" wins", " gagne"}}, several = {{" win", " gagnent"}};
    unsigned others = seats & ~(1u << viewer);
    if (others == seats) {
        lan_draw_seats(out, reader, seats, viewer);
        lan_text_add(out, (seats & (seats - 1) ? several : one).in[reader->lang]);
        return;
    }
    lan_text_add(out, you.in[reader->lang]);
    if (others) {
        lan_text_add(out, with.in[reader->lang]);
        lan_draw_seats(out, reader, others, viewer);
    }
}

void lan_draw_seat(struct lan_text *out, const struct lan_reader *reader, int seat, bool own,
                   const char *sign, int columns)
{
    lan_draw_marked(out, LAN_MARK_LANTERN, sign);
    lan_text_add_char(out, ' ');
    lan_draw_mark(out, LAN_MARK_SEAT + seat);
    lan_text_add_int(out, seat + 1);
    lan_text_add_char(out, ' ');
    lan_draw_cut(out, reader->names[seat], columns);
    lan_draw_mark(out, LAN_MARK_PLAIN);
    if (own)
        lan_text_add(out, reader->lang == LAN_FR ? " (toi)" : " (you)");
}

void lan_draw_seat_begin(struct lan_text *out, const struct lan_reader *reader, int seat, bool own)
{
    static const struct lan_words place = {{"Seat ", "Place "}}, you = {{", you", ", toi"}},
                                  colon = {{": ", " : "}};
    lan_text_add(out, place.in[reader->lang]);
    lan_text_add_int(out, seat + 1);
    lan_text_add(out, ", ");
    lan_text_add(out, reader->names[seat]);
    if (own)
        lan_text_add(out, you.in[reader->lang]);
    lan_text_add(out, colon.in[reader->lang]);
}
