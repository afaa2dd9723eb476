#include "level.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "args.h"
#include "equilibrium.h"
#include "file.h"
#include "hash.h"
#include "net.h"
#include "net_bot.h"

double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* "5000" or "50ms" behind the colon. */
static bool budget_parse(const char *text, struct level *level)
{
    char *end;
    unsigned long number = strtoul(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || number < 1 || number > 1000000000)
        return false;
    if (!*end) {
        level->iterations = (uint32_t)number;
        return true;
    }
    level->iterations = UINT32_MAX;
    level->milliseconds = (uint32_t)number;
    return strcmp(end, "ms") == 0;
}

bool level_parse(const char *spec, size_t length, struct level *level)
{
    char name[LEVEL_NAME_MAX];
    *level = (struct level){.iterations = LEVEL_ITERATIONS};
    if (length >= LEVEL_NAME_MAX) {
        complain(complain_lang() == LAN_FR ? "%.*s est trop long pour un robot"
                                           : "%.*s is too long for a bot",
                 (int)length, spec);
        return false;
    }
    memcpy(level->name, spec, length);
    memcpy(name, spec, length);
    name[length] = 0;
    char *colon = strchr(name, ':');
    if (colon)
        *colon++ = 0;
    level->bot = lan_bot_find(name);
    if (!level->bot) {
        complain(complain_lang() == LAN_FR ? "il n'y a pas de robot appelé %s" : "there is no bot called %s",
                 name);
        return false;
    }
    if (colon && (!level->bot->memory_min || !budget_parse(colon, level))) {
        complain(
            complain_lang() == LAN_FR
                ? "%s : seuls les bots qui cherchent prennent un budget, comme search:5000 ou search:50ms"
                : "%s: only bots that search take a budget, such as search:5000 or search:50ms",
            level->name);
        return false;
    }
    return true;
}

bool level_fits(const struct level *level, const struct lan_rules *rules)
{
    if (!level->bot->plays(rules->game)) {
        complain(complain_lang() == LAN_FR ? "le robot %s ne joue pas à %s" : "the bot %s does not play %s",
                 level->bot->name, rules->game->name);
        return false;
    }
    const char *wrong = net_bot_misfit(level->bot, rules);
    if (wrong)
        complain("%s: %s", level->bot->name, wrong);
    return !wrong;
}

int levels_parse(const char *list, const struct lan_rules *rules, struct level level[LAN_SEATS_MAX])
{
    int count = 0;
    for (const char *at = list; at; count++) {
        size_t length = strcspn(at, ",");
        if (count == rules->seats) {
            complain(complain_lang() == LAN_FR ? "%s : il n'y a que %d places"
                                               : "%s: there are only %d seats",
                     list, rules->seats);
            return CLI_USAGE;
        }
        if (!level_parse(at, length, &level[count]))
            return CLI_USAGE;
        if (!level_fits(&level[count], rules))
            return CLI_USAGE;
        at = at[length] ? at + length + 1 : NULL;
    }
    if (count != 1 && count != rules->seats) {
        complain(complain_lang() == LAN_FR
                     ? "%s : donne un bot pour toutes les places, ou un pour chacune des %d"
                     : "%s: give one bot for all seats, or one for each of the %d",
                 list, rules->seats);
        return CLI_USAGE;
    }
    for (int seat = count; seat < rules->seats; seat++)
        level[seat] = level[0];
    return CLI_OK;
}

int bots_book_load(const char *file)
{
    size_t size;
    char *bytes = file_read(file, BOOK_BYTES_MAX, &size);
    if (!bytes)
        return CLI_BAD_FILE;
    const char *wrong = equilibrium_use((const uint8_t *)bytes, size);
    free(bytes);
    if (!wrong)
        return CLI_OK;
    complain("%s: %s", file, wrong);
    return CLI_BAD_FILE;
}

int bots_net_load(const char *file)
{
    size_t size;
    char *bytes = file_read(file, NET_FILE_MAX, &size);
    if (!bytes)
        return CLI_BAD_FILE;
    const char *wrong = net_bot_use((const uint8_t *)bytes, size);
    free(bytes);
    if (wrong) {
        complain("%s: %s", file, wrong);
        return CLI_BAD_FILE;
    }
    lan_bot_add(&lan_bot_net);
    lan_bot_add(&lan_bot_net_search);
    return CLI_OK;
}

uint64_t level_seed(const struct lan_dice *dice)
{
    struct lan_hash hash;
    uint8_t bytes[LAN_HASH_BYTES];
    uint64_t seed;
    lan_hash_init(&hash);
    lan_hash_add(&hash, "bots", sizeof "bots");
    lan_hash_add(&hash, dice->key, sizeof dice->key);
    lan_hash_end(&hash, bytes);
    memcpy(&seed, bytes, sizeof seed);
    return seed;
}

static void clock_start(void *context)
{
    struct level_player *player = context;
    player->deadline = seconds_now() + player->level.milliseconds / 1000.0;
}

static bool time_is_up(void *context)
{
    const struct level_player *player = context;
    return seconds_now() >= player->deadline;
}

void level_player_init(struct level_player *player, const struct level *level, void *memory)
{
    *player = (struct level_player){.level = *level};
    player->player.bot = level->bot;
    player->player.budget = (struct lan_budget){.iterations = level->iterations,
                                                .memory = level->bot->memory_min ? memory : NULL,
                                                .memory_size = level->bot->memory_min ? LEVEL_MEMORY : 0};
    if (level->milliseconds) {
        player->player.budget.start = clock_start;
        player->player.budget.stop = time_is_up;
        player->player.budget.context = player;
    }
}
