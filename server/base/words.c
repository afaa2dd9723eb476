#include "words.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "glyph.h"
#include "limit.h"
#include "valid.h"

/* A letter as it is compared, and the bytes of the text that it comes from. A gap between words is a 0. */
struct letter {
    uint32_t glyph;
    uint16_t from, to;
};

/* Two letters for one byte at most: the signs that fold to two have two bytes or more. */
enum { LETTERS_MAX = LIMIT_CHAT_BYTES + 2 };

struct letters {
    struct letter at[LETTERS_MAX];
    size_t count;
};

/* Latin letters with accents, by what they are without: from U+E0 to U+FF, and from U+100 to U+17F. */
static const char latin_1[] = "aaaaaa?ceeeeiiii?nooooo?ouuuuy?y";
static const char latin_a[] = "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiii??jjkkklllllll"
                              "lllnnnnnnnnnoooooo??rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";

static uint32_t plain(uint32_t glyph)
{
    char base = '?';
    glyph = glyph_fold(glyph);
    if (glyph >= 0xe0 && glyph <= 0xff)
        base = latin_1[glyph - 0xe0];
    else if (glyph >= 0x100 && glyph <= 0x17f)
        base = latin_a[glyph - 0x100];
    return base == '?' ? glyph : (uint32_t)base;
}

/* The second letter of a sign that stands for two; 0 for all others. */
static uint32_t second(uint32_t *glyph)
{
    static const uint32_t pairs[][3] = {{0xe6, 'a', 'e'},  {0xc6, 'a', 'e'}, {0x153, 'o', 'e'},
                                        {0x152, 'o', 'e'}, {0xdf, 's', 's'}, {0x1e9e, 's', 's'},
                                        {0x132, 'i', 'j'}, {0x133, 'i', 'j'}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (*glyph == pairs[i][0]) {
            *glyph = pairs[i][1];
            return pairs[i][2];
        }
    }
    return 0;
}

static bool word_glyph(uint32_t glyph)
{
    if (glyph < 0x80)
        return (glyph >= '0' && glyph <= '9') || (glyph >= 'a' && glyph <= 'z') ||
               (glyph >= 'A' && glyph <= 'Z');
    /* Signs of Latin-1, punctuation of all blocks that have only such, and pictographs are no letters. */
    return glyph >= 0xc0 && glyph != 0xd7 && glyph != 0xf7 && !(glyph >= 0x2000 && glyph <= 0x206f) &&
           !(glyph >= 0x3000 && glyph <= 0x303f) && !(glyph >= 0xff00 && glyph <= 0xff0f) &&
           !glyph_pictograph(glyph);
}

static void letter_add(struct letters *letters, uint32_t glyph, size_t from, size_t to)
{
    if (letters->count < LETTERS_MAX)
        letters->at[letters->count++] = (struct letter){glyph, (uint16_t)from, (uint16_t)to};
}

/* Begins and ends with a gap, and has no two gaps in a row. */
static void letters_read(struct letters *letters, const char *text)
{
    const char *at = text;
    uint32_t glyph;
    letters->count = 0;
    letter_add(letters, 0, 0, 0);
    for (const char *from = at; (glyph = glyph_next(&at)); from = at) {
        size_t begin = (size_t)(from - text), end = (size_t)(at - text);
        struct letter *last = &letters->at[letters->count - 1];
        enum glyph_kind kind = glyph_kind(glyph);
        if (kind == GLYPH_MARK || kind == GLYPH_HIDDEN) {
            last->to = (uint16_t)end; /* belongs to the letter before */
        } else if (kind == GLYPH_SEEN && word_glyph(glyph)) {
            uint32_t more = second(&glyph);
            letter_add(letters, plain(glyph), begin, end);
            if (more)
                letter_add(letters, more, begin, end);
        } else if (last->glyph) {
            letter_add(letters, 0, begin, end);
        }
    }
    if (letters->at[letters->count - 1].glyph)
        letter_add(letters, 0, strlen(text), strlen(text));
}

static bool letters_match(const struct letters *text, size_t at, const struct letters *word)
{
    if (at + word->count > text->count)
        return false;
    for (size_t i = 0; i < word->count; i++) {
        if (text->at[at + i].glyph != word->at[i].glyph)
            return false;
    }
    return true;
}

/* Marks the bytes of the letters of every place where the word stands. */
static bool word_mark(const struct letters *text, const char *word, bool *marked)
{
    struct letters wanted;
    bool found = false;
    letters_read(&wanted, word);
    for (size_t at = 0; wanted.count > 2 && at < text->count; at++) {
        if (!letters_match(text, at, &wanted))
            continue;
        found = true;
        for (size_t i = at + 1; i + 1 < at + wanted.count; i++) {
            if (text->at[i].glyph)
                memset(&marked[text->at[i].from], true, (size_t)text->at[i].to - text->at[i].from);
        }
    }
    return found;
}

static bool list_mark(const json_t *list, const struct letters *text, bool *marked)
{
    json_t *word;
    size_t at;
    bool found = false;
    json_array_foreach(list, at, word)
    {
        if (json_is_string(word))
            found |= word_mark(text, json_string_value(word), marked);
    }
    return found;
}

bool words_clean(const json_t *list, const json_t *other, const char *text, char *out, size_t size)
{
    struct letters letters;
    bool marked[LIMIT_CHAT_BYTES + 1] = {false};
    if (strlen(text) > LIMIT_CHAT_BYTES || (!json_array_size(list) && !json_array_size(other))) {
        snprintf(out, size, "%s", text);
        return false;
    }
    letters_read(&letters, text);
    bool found = list_mark(list, &letters, marked);
    found |= list_mark(other, &letters, marked);
    size_t length = 0;
    uint32_t glyph;
    for (const char *at = text, *from = at; (glyph = glyph_next(&at)); from = at) {
        size_t bytes = (size_t)(at - from);
        bool star = marked[from - text];
        if (star && glyph_kind(glyph) != GLYPH_SEEN)
            continue;
        if (length + (star ? 1 : bytes) >= size)
            break;
        if (star)
            out[length++] = '*';
        else
            length += (size_t)snprintf(out + length, size - length, "%.*s", (int)bytes, from);
    }
    out[length] = 0;
    return found;
}

bool word_valid(const char *word)
{
    struct letters letters;
    if (!*word || strlen(word) > LIMIT_WORD_BYTES || !line_clean(word))
        return false;
    letters_read(&letters, word);
    return letters.count > 2;
}

bool words_valid(const json_t *list, size_t most)
{
    json_t *word;
    size_t at;
    bool valid = json_is_array(list) && json_array_size(list) <= most;
    json_array_foreach(list, at, word) valid = valid && json_is_string(word) &&
                                               strlen(json_string_value(word)) == json_string_length(word) &&
                                               word_valid(json_string_value(word));
    return valid;
}

json_t *words_parse(const char *text, size_t most)
{
    json_t *list = json_array();
    while (*text) {
        size_t length = strcspn(text, ","), blanks = strspn(text, " ");
        const char *end = text + length, *from = text + (blanks < length ? blanks : length);
        text = end + (*end == ',');
        while (end > from && end[-1] == ' ')
            end--;
        if (end > from)
            json_array_append_new(list, json_stringn(from, (size_t)(end - from)));
    }
    if (words_valid(list, most))
        return list;
    json_decref(list);
    return NULL;
}
