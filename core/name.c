#include "name.h"

#include <string.h>

/* Whether a name begins with the sound of a vowel, as far as its letters tell. */
static bool begins_with_vowel(const char *name)
{
    static const char *const accented[] = {
        "à", "â", "ä", "æ", "é", "è", "ê", "ë", "î", "ï", "ô", "ö", "œ", "ù", "û", "ü", "À", "Â", "Ä", "Æ",
        "É", "È", "Ê", "Ë", "Î", "Ï", "Ô", "Ö", "Œ", "Ù", "Û", "Ü", "á", "Á", "í", "Í", "ó", "Ó", "ú", "Ú"};
    static const char vowels[] = "aeiouAEIOU";
    if (*name && strchr(vowels, *name))
        return true;
    if ((*name == 'y' || *name == 'Y') && name[1] && (unsigned char)name[1] < 0x80)
        return !strchr(vowels, name[1]);
    for (size_t i = 0; i < sizeof accented / sizeof *accented; i++) {
        if (strncmp(name, accented[i], strlen(accented[i])) == 0)
            return true;
    }
    return false;
}

/* Whether the text ends with the word "de" and a blank. */
static bool ends_with_de(const struct lan_text *text)
{
    const char *end = text->at + text->length;
    if (text->cut || text->length < 3 || end[-1] != ' ' || end[-2] != 'e' ||
        (end[-3] != 'd' && end[-3] != 'D'))
        return false;
    return text->length == 3 || end[-4] == ' ';
}

void lan_name_add(struct lan_text *out, enum lan_lang lang, const char *name)
{
    if (lang == LAN_FR && ends_with_de(out) && begins_with_vowel(name)) {
        out->length -= 2;
        out->at[out->length] = 0;
        lan_text_add_char(out, '\'');
    }
    lan_text_add(out, name);
}
