
#include "map.h"

#include <stdlib.h>
#include <string.h>

#include "buf.h"

uint64_t map_hash(const char *key)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (; *key; key++)
        hash = (hash ^ (uint8_t)*key) * 0x100000001b3u;
    return hash ^ hash >> 32;
}

/* The slot of the key, or the free slot where it would be inserted. */
static size_t slot_find(const struct map *map, const char *key)
{
    size_t at = map_hash(key) & (map->size - 1);
    while (map->slots[at].key && strcmp(map->slots[at].key, key) != 0)
        at = (at + 1) & (map->size - 1);
    return at;
}

void *map_get(const struct map *map, const char *key)
{
    if (!map->size)
        return NULL;
    const struct map_slot *slot = &map->slots[slot_find(map, key)];
    return slot->key ? slot->value : NULL;
}

static void map_grow(struct map *map)
{
    struct map old = *map;
    map->size = old.size ? 2 * old.size : 16;
    map->slots = mem_zero(map->size * sizeof *map->slots);
    for (size_t i = 0; i < old.size; i++) {
        if (old.slots[i].key)
            map->slots[slot_find(map, old.slots[i].key)] = old.slots[i];
    }
    free(old.slots);
}

void map_put(struct map *map, const char *key, void *value)
{
    if (4 * (map->count + 1) > 3 * map->size)
        map_grow(map);
    struct map_slot *slot = &map->slots[slot_find(map, key)];
    lan_assert(!slot->key);
    *slot = (struct map_slot){key, value};
    map->count++;
}

void map_remove(struct map *map, const char *key)
{
    if (!map->size)
        return;
    size_t hole = slot_find(map, key);
    if (!map->slots[hole].key)
        return;
    map->count--;
    /* Moves back the following entries that the hole would make unreachable. */
    for (size_t at = hole;;) {
        map->slots[hole] = (struct map_slot){NULL, NULL};
        for (;;) {
            at = (at + 1) & (map->size - 1);
            if (!map->slots[at].key)
                return;
            size_t home = map_hash(map->slots[at].key) & (map->size - 1);
            if (((at - home) & (map->size - 1)) >= ((at - hole) & (map->size - 1)))
                break;
        }
        map->slots[hole] = map->slots[at];
        hole = at;
    }
}

void *map_each(const struct map *map, size_t *at)
{
    while (*at < map->size) {
        const struct map_slot *slot = &map->slots[(*at)++];
        if (slot->key)
            return slot->value;
    }
    return NULL;
}

void map_free(struct map *map)
{
    free(map->slots);
    *map = (struct map){0};
}
