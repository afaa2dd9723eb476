#include "meaning.h"

#include <string.h>

/* Whether a path is that of a row: equal, but for an asterisk, which stands for a whole key. */
static bool path_fits(const char *row, const char *path)
{
    while (*row && *path) {
        if (*row == '*') {
            row++;
            path += strcspn(path, ".[");
        } else if (*row++ != *path++) {
            return false;
        }
    }
    return !*row && !*path;
}

const struct lan_meaning *lan_meaning_find(const struct lan_meaning *table, const char *path)
{
    for (; table->path; table++) {
        if (path_fits(table->path, path))
            return table;
    }
    return NULL;
}
