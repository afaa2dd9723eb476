#include "edition.h"

#include <string.h>

static bool is_letter(char c)
{
    unsigned char byte = (unsigned char)c;
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
           byte >= 0x80;
}

/* Whether `word` stands at `at`, as a whole word. `great`: with a capital where it has a small letter. */
static bool stands(const char *at, bool inside, const char *word, bool *great)
{
    size_t length = strlen(word);
    *great = *word >= 'a' && *word <= 'z' && *at == *word - 'a' + 'A';
    if (!length || inside || (!*great && *at != *word) || strncmp(at + 1, word + 1, length - 1) != 0)
        return false;
    return !is_letter(word[length - 1]) || !is_letter(at[length]);
}

/* The length of a seat's name that stands at `at`, 0 if none does. */
static size_t name_at(const struct lan_reader *reader, const char *at, bool inside)
{
    bool great;
    for (int seat = 0; reader->names && seat < LAN_SEATS_MAX; seat++) {
        const char *name = reader->names[seat];
        if (name && *name && stands(at, inside, name, &great) && !great)
            return strlen(name);
    }
    return 0;
}

void lan_spell(const struct lan_reader *reader, const char *text, struct lan_text *out)
{
    const struct lan_edition *edition = reader->edition;
    if (!edition || edition->lang != reader->lang) {
        lan_text_add(out, text);
        return;
    }
    for (const char *at = text; *at;) {
        bool inside = at > text && is_letter(at[-1]), great = false;
        size_t name = name_at(reader, at, inside);
        int row = 0;
        while (!name && row < edition->count && !stands(at, inside, edition->spelling[row].from, &great))
            row++;
        if (name) {
            lan_text_add_bytes(out, at, name);
            at += name;
        } else if (row < edition->count) {
            const char *to = edition->spelling[row].to;
            lan_text_add_char(out, great && *to >= 'a' && *to <= 'z' ? (char)(*to - 'a' + 'A') : *to);
            lan_text_add(out, to + 1);
            at += strlen(edition->spelling[row].from);
        } else {
            lan_text_add_char(out, *at++);
        }
    }
}

const char *lan_spell_word(const struct lan_reader *reader, const char *word)
{
    const struct lan_edition *edition = reader->edition;
    for (int i = 0; edition && edition->lang == reader->lang && i < edition->count; i++) {
        if (strcmp(edition->spelling[i].from, word) == 0)
            return edition->spelling[i].to;
    }
    return word;
}
