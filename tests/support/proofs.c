#include "proofs.h"

#include <stddef.h>

const struct proof proofs[] = {
    /* 9 hunters each on at least 3 manors each leave room elsewhere at every moment, so nobody sees the refusal. */
    {"MA-R4", "manor: a hunter sent away always has room elsewhere"},
    {NULL, NULL},
};
