#include <ctype.h>
#include <string.h>

#include "items.h"
#include "take_back.h"

static const struct menu *menu_top(const struct screen *screen)
{
    return &screen->menu[screen->depth - 1];
}

int items_count(const struct screen *screen)
{
    if (*screen->search)
        return screen->match_count;
    return screen->depth ? menu_top(screen)->count : 0;
}

lan_action item_action(const struct screen *screen, int item)
{
    if (*screen->search)
        return screen->source->list.action[screen->match[item]];
    const struct menu *menu = menu_top(screen);
    return menu->action[menu->item[item].first];
}

void item_say(const struct screen *screen, int item, struct lan_text *out)
{
    if (*screen->search)
        action_say(screen->source->game, item_action(screen, item), &screen->reader, screen->source->seat,
                   out);
    else
        menu_say(menu_top(screen), item, out);
}

size_t items_common_prefix(const struct screen *screen)
{
    if (*screen->search || !screen->depth)
        return 0;
    const struct menu *menu = menu_top(screen);
    return menu->count > 1 ? menu_common_prefix(menu) : 0;
}

bool item_is_optional(const struct screen *screen, int item)
{
    const struct lan_list *list = &screen->source->list;
    lan_action action = item_action(screen, item);
    if (screen->taking_back)
        return false;
    for (int i = 0; i < list->musts; i++) {
        if (list->action[i] == action)
            return false;
    }
    return list->musts > 0;
}

/* Whether a sentence contains a word, ignoring case. */
static bool has_word(const char *sentence, const char *word)
{
    size_t length = strlen(word);
    for (; *sentence; sentence++) {
        size_t i = 0;
        while (i < length && tolower((unsigned char)sentence[i]) == tolower((unsigned char)word[i]))
            i++;
        if (i == length)
            return true;
    }
    return false;
}

void items_search(struct screen *screen)
{
    const struct lan_list *list = &screen->source->list;
    screen->match_count = 0;
    for (int i = 0; i < list->count; i++) {
        char sentence[LAN_SAY_MAX], notation[LAN_NOTATION_MAX];
        struct lan_text text = lan_text_init(sentence, sizeof sentence),
                        written = lan_text_init(notation, sizeof notation);
        action_say(screen->source->game, list->action[i], &screen->reader, screen->source->seat, &text);
        lan_action_write(screen->source->game, list->action[i], &written);
        if (has_word(sentence, screen->search) || has_word(notation, screen->search))
            screen->match[screen->match_count++] = (uint16_t)i;
    }
}

/*
 * When all actions are optional no item is selected until the cursor is moved. Otherwise a surplus Enter
 * could play an irrevocable action, such as revealing one's character in Shadow Hunters.
 */
static void cursor_home(struct screen *screen)
{
    screen->cursor = screen->depth > 1 || screen->source->list.musts ? 0 : -1;
}

void items_make(struct screen *screen)
{
    const struct source *source = screen->source;
    screen->depth = source->list.count > 0;
    screen->number = 0;
    screen->taking_back = false;
    cursor_home(screen);
    screen->search[0] = 0;
    if (screen->depth)
        menu_init(&screen->menu[0], source->game, &screen->reader, source->seat, source->list.action,
                  source->list.count);
}

void items_take_back(struct screen *screen)
{
    struct lan_list list;
    items_make(screen);
    if (!take_back_list(screen->source, &list))
        return;
    screen->taking_back = true;
    screen->depth = 1;
    screen->cursor = list.count - 1;
    menu_init(&screen->menu[0], screen->source->game, &screen->reader, screen->source->seat, list.action,
              list.count);
}

/* Takes back the action of an item, and shows the menu of the actions that are possible now. */
static void item_take_back(struct screen *screen, int item)
{
    struct source_say say;
    if (!take_back(screen->source, item_action(screen, item), &say))
        screen_message_show(screen, LAN_MARK_DANGER, &say);
    screen_source_changed(screen);
    items_make(screen);
}

/* Shows the game's warning about an action, if any; choosing the same action again plays it. */
static bool act_warned(struct screen *screen, lan_action action)
{
    char warning[LAN_LANGS][LAN_SAY_MAX];
    bool again = screen->warned && screen->warned_of == action;
    screen->warned = false;
    if (again)
        return false;
    for (int lang = 0; lang < LAN_LANGS; lang++) {
        struct lan_reader reader = screen->reader;
        struct lan_text text = lan_text_init(warning[lang], sizeof warning[lang]);
        reader.lang = (enum lan_lang)lang;
        source_warn(screen->source, action, &reader, &text);
        if (!text.length)
            return false;
        lan_text_add(&text, lang == LAN_FR ? " Recommence si tu y tiens." : " Do it again if you mean it.");
    }
    screen_message_words(screen, LAN_MARK_DANGER, warning[LAN_EN], warning[LAN_FR]);
    screen->warned = true;
    screen->warned_of = action;
    return true;
}

bool screen_act(struct screen *screen, lan_action action)
{
    struct source_say say;
    uint32_t told = screen->source->told_count;
    if (act_warned(screen, action))
        return false;
    if (!source_act(screen->source, action, &say)) {
        screen_message_show(screen, LAN_MARK_DANGER, &say);
        return false;
    }
    screen->told_before = told;
    screen->board_skip = 0;
    screen_source_changed(screen);
    return true;
}

void item_choose(struct screen *screen, int item)
{
    screen->number = 0;
    if (item < 0 || item >= items_count(screen))
        return;
    screen->cursor = item;
    if (*screen->search || menu_top(screen)->item[item].count == 1) {
        if (screen->taking_back)
            item_take_back(screen, item);
        else
            screen_act(screen, item_action(screen, item));
        return;
    }
    lan_assert(screen->depth < SCREEN_MENUS_MAX);
    menu_open(menu_top(screen), item, &screen->menu[screen->depth]);
    screen->depth++;
    screen->cursor = 0;
}

bool items_back(struct screen *screen)
{
    if (screen->number) {
        screen->number = 0;
        return true;
    }
    if (screen->taking_back) {
        items_make(screen);
        return true;
    }
    if (*screen->search) {
        screen->search[0] = 0;
        cursor_home(screen);
        return true;
    }
    if (screen->depth > 1) {
        screen->depth--;
        cursor_home(screen);
        return true;
    }
    return false;
}

void items_digit(struct screen *screen, int digit)
{
    int number = screen->number * 10 + digit, count = items_count(screen);
    if (number < 1 || number > count) {
        screen->number = 0;
        return;
    }
    screen->number = number;
    screen->cursor = number - 1;
    if (number * 10 > count)
        item_choose(screen, number - 1);
}

void items_move(struct screen *screen, int by)
{
    int to = screen->cursor < 0 ? 0 : screen->cursor + by;
    screen->number = 0;
    if (to >= 0 && to < items_count(screen))
        screen->cursor = to;
}
