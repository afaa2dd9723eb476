/*
 * Any text as a message of a client: the quick reader accepts what jansson accepts, and reads the same from
 * it.
 */
#include <string.h>

#include "buf.h"
#include "json_read.h"
#include "lan.h"
#include "refused.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    /* A copy of its own, so that reading past the end is noticed. */
    char *text = mem_alloc(size);
    if (size)
        memcpy(text, bytes, size);
    json_t *quick = json_read_quick(text, size);
    json_t *slow = json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL);
    lan_assert(!quick == !slow);
    lan_assert(!quick || json_equal(quick, slow));
    fuzz_refused += !quick;
    json_decref(quick);
    json_decref(slow);
    free(text);
    return 0;
}
