/* map.h - from short strings to pointers. Keys are not copied: they live in what they point to. */
#ifndef LAN_SERVER_MAP_H
#define LAN_SERVER_MAP_H

#include <stddef.h>
#include <stdint.h>

struct map_slot {
    const char *key; /* NULL: free */
    void *value;
};

struct map {
    struct map_slot *slots;
    size_t count, size; /* size is 0 or a power of two */
};

void *map_get(const struct map *map, const char *key);       /* NULL when there is none */
void map_put(struct map *map, const char *key, void *value); /* the key must not be there yet */
void map_remove(struct map *map, const char *key);
void map_free(struct map *map);

/* for (size_t i = 0; (value = map_each(map, &i));) in no particular order; the map may not change meanwhile. */
void *map_each(const struct map *map, size_t *at);

/* FNV-1a, for keys that an attacker may choose only among ids made by the server. */
uint64_t map_hash(const char *key);

#endif
