#include "refused.h"

uint64_t fuzz_refused;
