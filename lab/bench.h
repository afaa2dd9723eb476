/* bench.h - `lanterne bench`: decisions, games and searched positions a second. */
#ifndef LAN_BENCH_H
#define LAN_BENCH_H

#include "args.h"

int cmd_bench(const struct settings *settings);

#endif
