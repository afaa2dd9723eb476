#include "session_file.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool session_file_path(const struct net_address *address, const char *more, bool make,
                       char path[SESSION_PATH_SIZE])
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    int used = state && *state ? snprintf(path, SESSION_PATH_SIZE, "%s/lanterne/", state)
               : home && *home ? snprintf(path, SESSION_PATH_SIZE, "%s/.local/state/lanterne/", home)
                               : 0;
    if (used <= 0 || used >= SESSION_PATH_SIZE)
        return false;
    for (char *slash = path + 1; make && (slash = strchr(slash, '/')); slash++) {
        *slash = 0;
        mkdir(path, 0700);
        *slash = '/';
    }
    used += snprintf(path + used, (size_t)(SESSION_PATH_SIZE - used), "%s_%s%s", address->host, address->port,
                     more);
    return used < SESSION_PATH_SIZE;
}

void session_file_read(const struct net_address *address, char token[NET_TOKEN_MAX + 1])
{
    char path[SESSION_PATH_SIZE];
    token[0] = 0;
    FILE *file = session_file_path(address, "", false, path) ? fopen(path, "r") : NULL;
    if (!file)
        return;
    if (!fgets(token, NET_TOKEN_MAX + 1, file))
        token[0] = 0;
    token[strcspn(token, "\r\n; ")] = 0;
    fclose(file);
}

void session_file_write(const struct net_address *address, const char *token)
{
    char path[SESSION_PATH_SIZE];
    if (!session_file_path(address, "", true, path))
        return;
    int descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    if (!file)
        return;
    fprintf(file, "%s\n", token);
    fclose(file);
}
