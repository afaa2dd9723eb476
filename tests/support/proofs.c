#include "proofs.h"

#include <stddef.h>

const struct proof proofs[] = {
    /* 9 hunters each on at least 3 manors each leave space elsewhere at every moment: it is never refused. */
    {"MA-R4", "manor: there_is_always_room, without_room_nobody_is_sent"},
    {NULL, NULL},
};
