/*
 * map.h - a hash map from strings to pointers. Keys are not copied: they must live as long as their entry,
 * usually inside the value.
 */
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

/*
 * Iterates in unspecified order: for (size_t i = 0; (value = map_each(map, &i));). The map must not change
 * meanwhile, except that the value just given may be removed with map_remove followed by i--, since another
 * may have moved to its place. So all can be removed in time that grows with their number.
 */
void *map_each(const struct map *map, size_t *at);

/* FNV-1a, which is not safe against chosen keys: use it only for ids that the server makes. */
uint64_t map_hash(const char *key);

#endif
