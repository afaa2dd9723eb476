/* nets.h - files of nets for tests: untrained, with weights drawn from a seed. */
#ifndef LAN_TESTS_NETS_H
#define LAN_TESTS_NETS_H

#include "net.h"

/* A net of three layers that fits the rules, with a rating for every action if `rates`. Returns its size. */
size_t net_make(const struct lan_rules *rules, bool rates, uint64_t seed, uint8_t bytes[NET_FILE_MAX]);

/* Enters the checksum of a file of `size` bytes that was changed. */
void net_seal(uint8_t *bytes, size_t size);

#endif
