#include <stdlib.h>
#include <string.h>

#include "game_file.h"
#include "input.h"
#include "items.h"

void input_open(struct screen *screen, enum screen_input input, size_t max, const char *text)
{
    screen->input = input;
    editor_init(&screen->editor, false, max, text);
}

/* Plays the actions that a line stands for, in order, up to the first that is refused. */
static void write_done(struct screen *screen, const char *line)
{
    static struct lan_list list;
    if (!source_expand(screen->source, line, &list)) {
        screen_message_words(screen, LAN_MARK_DANGER,
                             "That is no action of this game. The help (?) tells how actions are written.",
                             "Ce n'est pas une action de ce jeu. L'aide (?) dit comment on les écrit.");
        return;
    }
    for (int i = 0; i < list.count && screen_act(screen, list.action[i]); i++)
        ;
}

static void why_done(struct screen *screen, const char *line)
{
    struct source_say say;
    lan_action action;
    if (!lan_action_parse(screen->source->game, line, &action))
        screen_message_words(screen, LAN_MARK_DANGER,
                             "Say which action, as records write it; the help (?) shows how.",
                             "Dis quelle action, comme l'écrivent les parties ; l'aide (?) montre comment.");
    else if (source_why(screen->source, action, &say))
        screen_message_words(screen, LAN_MARK_HEAL, "Nothing forbids it: you may do that now.",
                             "Rien ne l'interdit : tu peux le faire maintenant.");
    else
        screen_message_show(screen, LAN_MARK_DANGER, &say);
}

/* An existing file is overwritten only if this game was saved to or resumed from it. */
static void save_done(struct screen *screen, const char *file)
{
    struct source_say say;
    if (game_file_write(screen->source, file, screen->saved && strcmp(file, screen->saved) == 0, &say)) {
        free(screen->saved);
        screen->saved = strdup(file);
        screen_message_show(screen, LAN_MARK_HEAL, &say);
    } else {
        screen_message_show(screen, LAN_MARK_DANGER, &say);
    }
}

static void chat_done(struct screen *screen, const char *text)
{
    struct source_say say;
    if (*text && !screen->source->ops->chat(screen->source, text, &say))
        screen_message_show(screen, LAN_MARK_DANGER, &say);
    input_open(screen, INPUT_CHAT, SOURCE_CHAT_MAX, "");
}

static void input_done(struct screen *screen)
{
    enum screen_input input = screen->input;
    const char *text = screen->editor.text;
    screen->input = INPUT_NONE;
    if (input == INPUT_CHAT) {
        chat_done(screen, text);
        return;
    }
    if (!*text)
        return;
    if (input == INPUT_WRITE)
        write_done(screen, text);
    else if (input == INPUT_WHY)
        why_done(screen, text);
    else if (input == INPUT_SAVE)
        save_done(screen, text);
    else if (input == INPUT_SEARCH && screen->match_count == 1)
        item_choose(screen, 0);
}

/* Updates search or filter after every key. */
static void input_follow(struct screen *screen)
{
    if (screen->input != INPUT_SEARCH && screen->input != INPUT_FILTER)
        return;
    struct lan_text word = screen->input == INPUT_SEARCH
                               ? lan_text_init(screen->search, sizeof screen->search)
                               : lan_text_init(screen->filter, sizeof screen->filter);
    lan_text_add(&word, screen->editor.text);
    if (screen->input == INPUT_SEARCH)
        items_search(screen);
    screen->cursor = 0;
    screen->page_skip = 0;
}

void page_leave(struct screen *screen)
{
    struct source_say say;
    if (screen->page == PAGE_NOTES && !screen->source->ops->note(screen->source, screen->editor.text, &say))
        screen_message_show(screen, LAN_MARK_DANGER, &say);
    /* A review that is not finished is left with its page. */
    if (screen->page == PAGE_REVIEW && screen->source->reviewer && !reviewer_ended(screen->source->reviewer))
        source_review_leave(screen->source);
    screen->page = PAGE_TABLE;
    screen->input = INPUT_NONE;
    screen->filter[0] = 0;
}

void input_key(struct screen *screen, uint32_t key)
{
    bool searching = screen->input == INPUT_SEARCH;
    if (key == SCREEN_ENTER) {
        input_done(screen);
    } else if (key == SCREEN_ESCAPE) {
        if (searching)
            screen->search[0] = 0;
        screen->filter[0] = 0;
        if (screen->input == INPUT_CHAT)
            page_leave(screen);
        screen->input = INPUT_NONE;
    } else if (searching && (key == SCREEN_UP || key == SCREEN_DOWN)) {
        items_move(screen, key == SCREEN_UP ? -1 : 1);
    } else if (editor_key(&screen->editor, key)) {
        input_follow(screen);
    }
}
