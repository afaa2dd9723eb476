/*
 * A bot for `lanterne arena` in C: takes the last action it is offered. Build it with
 *
 *     cc examples/bot.c -ljansson -o bot
 *     lanterne arena manor --bots "cmd:./bot,random"
 *
 * docs/bots.md describes all messages that it is sent.
 */
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static void answer(const json_t *question)
{
    const json_t *actions = json_object_get(question, "actions");
    const json_t *last = json_array_get(actions, json_array_size(actions) - 1);
    bool optional = json_is_true(json_object_get(question, "optional"));
    json_t *move = optional ? json_null() : json_copy(json_object_get(last, "do"));
    json_t *message =
        json_pack("{s:s, s:O, s:o}", "type", "answer", "id", json_object_get(question, "id"), "do", move);
    json_dumpf(message, stdout, JSON_COMPACT);
    putchar('\n');
    fflush(stdout);
    json_decref(message);
}

int main(void)
{
    static char line[1 << 20];
    while (fgets(line, sizeof line, stdin)) {
        json_t *message = json_loads(line, 0, NULL);
        const char *type = json_string_value(json_object_get(message, "type"));
        if (type && strcmp(type, "hello") == 0) {
            puts("{\"type\":\"hello\",\"protocol\":1,\"name\":\"example in C\",\"wants\":[\"actions\"]}");
            fflush(stdout);
        } else if (type && strcmp(type, "ask") == 0) {
            answer(message);
        }
        bool quit = !type || strcmp(type, "quit") == 0;
        json_decref(message);
        if (quit)
            break;
    }
    return 0;
}
