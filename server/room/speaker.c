#include "speaker.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "buf.h"
#include "limit.h"
#include "map.h"
#include "server.h"

/* What a person said in this minute. Not part of struct person, which leaves memory with the person's last
   connection: by HTTP that is after every line. */
struct speaker {
    char person[ID_PERSON + 1];
    int said;
    int64_t since;
};

enum { SPEAKER_MS = 60000 };

bool speaker_count(struct server *server, const char *person)
{
    struct speaker *speaker = map_get(&server->speakers, person);
    int64_t now = server_tick(server);
    if (!speaker) {
        speaker = mem_zero(sizeof *speaker);
        snprintf(speaker->person, sizeof speaker->person, "%s", person);
        speaker->since = now;
        map_put(&server->speakers, speaker->person, speaker);
    }
    if (now - speaker->since > SPEAKER_MS) {
        speaker->since = now;
        speaker->said = 0;
    }
    return speaker->said++ < LIMIT_CHAT_PER_MINUTE;
}

static void speakers_drop(struct server *server, int64_t before)
{
    struct speaker *speaker;
    for (size_t at = 0; (speaker = map_each(&server->speakers, &at));) {
        if (speaker->since > before)
            continue;
        map_remove(&server->speakers, speaker->person);
        free(speaker);
        at--; /* another one may have moved to its place */
    }
}

void speakers_tick(struct server *server)
{
    speakers_drop(server, server_tick(server) - SPEAKER_MS);
}

void speakers_free(struct server *server)
{
    speakers_drop(server, INT64_MAX);
    map_free(&server->speakers);
}
