#define _DEFAULT_SOURCE /* for NI_MAXHOST */
#include "handed.h"

#include <sys/socket.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "conn.h"

enum { FIRST = 3 };

/* A variable as a number; -1 when it is not set or no number. */
static long variable_number(const char *name)
{
    const char *text = getenv(name);
    char *end;
    if (!text || !*text)
        return -1;
    long number = strtol(text, &end, 10);
    return *end ? -1 : number;
}

static bool socket_option(int socket, int option, int wanted)
{
    int value;
    socklen_t size = sizeof value;
    return getsockopt(socket, SOL_SOCKET, option, &value, &size) == 0 && value == wanted;
}

static bool socket_listens(int socket)
{
    struct sockaddr_storage address;
    socklen_t size = sizeof address;
    return socket_option(socket, SO_TYPE, SOCK_STREAM) && socket_option(socket, SO_ACCEPTCONN, 1) &&
           getsockname(socket, (struct sockaddr *)&address, &size) == 0 &&
           (address.ss_family == AF_INET || address.ss_family == AF_INET6);
}

bool handed_take(struct net_place *place, char *error, size_t size)
{
    bool ours = variable_number("LISTEN_PID") == (long)getpid();
    long count = variable_number("LISTEN_FDS");
    unsetenv("LISTEN_PID");
    unsetenv("LISTEN_FDS");
    unsetenv("LISTEN_FDNAMES");
    if (!ours)
        return true;
    if (count < 1 || count > NET_LISTENERS_MAX) {
        snprintf(error, size, "LISTEN_FDS must be a number from 1 to %d", NET_LISTENERS_MAX);
        return false;
    }
    for (int i = 0; i < (int)count; i++) {
        if (!socket_listens(FIRST + i)) {
            snprintf(error, size, "descriptor %d of LISTEN_FDS is no listening TCP socket", FIRST + i);
            return false;
        }
        fcntl(FIRST + i, F_SETFD, FD_CLOEXEC);
        place->sockets[place->count++] = FIRST + i;
    }
    return true;
}

bool handed_host(int socket, char *host, size_t size)
{
    struct sockaddr_storage address;
    socklen_t length = sizeof address;
    return getsockname(socket, (struct sockaddr *)&address, &length) == 0 &&
           getnameinfo((struct sockaddr *)&address, length, host, (socklen_t)size, NULL, 0, NI_NUMERICHOST) ==
               0;
}
