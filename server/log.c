#include "log.h"

#include <stdarg.h>
#include <stdio.h>
#include <time.h>

#include "env.h"
#include "server.h"

void log_line(struct server *server, const char *event, const char *format, ...)
{
    char fields[512], stamp[32], line[640];
    va_list list;
    int64_t now = env_now(&server->env);
    time_t seconds = (time_t)(now / 1000);
    struct tm utc;
    gmtime_r(&seconds, &utc);
    strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%S", &utc);
    va_start(list, format);
    vsnprintf(fields, sizeof fields, format, list);
    va_end(list);
    snprintf(line, sizeof line, "{\"time\":\"%s.%03dZ\",\"event\":\"%s\"%s%s}\n", stamp, (int)(now % 1000),
             event, *fields ? "," : "", fields);
    if (server->log_to)
        server->log_to(server, line);
    else
        fputs(line, stderr);
}
