/* ops.c - the table of operations from ops.def, its lookup, and the operations `hello` and `test-step`. */
#include "ops.h"

#include <stdlib.h>
#include <string.h>

#include "account.h"
#include "ask.h"
#include "broken.h"
#include "block.h"
#include "buf.h"
#include "client.h"
#include "env.h"
#include "games.h"
#include "links.h"
#include "lobby.h"
#include "mail.h"
#include "my_data.h"
#include "passkey.h"
#include "passkey_login.h"
#include "person.h"
#include "profile.h"
#include "push_device.h"
#include "push_queue.h"
#include "retention_daily.h"
#include "retention_guests.h"
#include "retention_orphans.h"
#include "retention_order.h"
#include "retention_tables.h"
#include "room.h"
#include "room_queue.h"
#include "room_tick.h"
#include "room_think.h"
#include "room_chat.h"
#include "room_daily.h"
#include "room_dice.h"
#include "room_mine.h"
#include "room_note.h"
#include "room_order.h"
#include "room_play.h"
#include "room_preview.h"
#include "room_record.h"
#include "room_review.h"
#include "room_seat.h"
#include "room_draw.h"
#include "room_host.h"
#include "reset.h"
#include "sanction.h"
#include "session_list.h"
#include "room_info.h"
#include "room_subscribe.h"
#include "server.h"
#include "work.h"

static const struct op ops[] = {
#define PLAIN(name, function, flags) {name, op_##function, NULL, flags},
#define ROOM(name, function, flags)  {name, NULL, op_##function, flags},
#include "ops.def"
#undef PLAIN
#undef ROOM
};

static int by_name(const void *key, const void *op)
{
    return strcmp(key, ((const struct op *)op)->name);
}

const struct op *op_find(const char *name)
{
    return bsearch(name, ops, sizeof ops / sizeof *ops, sizeof *ops, by_name);
}

void op_dispatch(struct ask *ask)
{
    if (!ask->op->run) {
        room_run(ask);
        return;
    }
    struct broken_context before = broken_enter(ask->op->name, NULL);
    ask->op->run(ask);
    broken_leave(&before);
}

void op_hello(struct ask *ask)
{
    int64_t version;
    bool parts = false;
    struct buf out = {0};
    if (!ask_int(ask, "protocol", 0, INT32_MAX, &version))
        return;
    if (version != PROTOCOL_VERSION) {
        if (ask->client && ask->client->socket)
            ask->client->too_old = true;
        ask_fail(ask, FAIL_TOO_OLD);
        return;
    }
    bool asked = json_object_get(ask->message, "parts");
    if (asked && !ask_bool(ask, "parts", &parts))
        return;
    if (ask->client) {
        ask->client->greeted = true;
        ask->client->parts = asked ? parts : ask->client->parts;
    }
    ask_begin(ask, &out);
    js_int(&out, "protocol", PROTOCOL_VERSION);
    js_string(&out, "server", "lanterne " LAN_VERSION);
    js_int(&out, "time", env_now(&ask->server->env));
    person_write(&out, "person", ask->person);
    sanctions_write(&out, "order", ask->server, ask->person);
    ask_send(ask, &out);
}

/* Only under --test-hooks: advances the clock by `ms` and runs what is due. */
void op_test_step(struct ask *ask)
{
    int64_t by;
    if (!ask_int(ask, "ms", 0, (int64_t)1 << 40, &by))
        return;
    ask->server->env.stepped += by;
    rooms_tick(ask->server);
    pushes_tick(ask->server);
    tables_expire(ask->server);
    daily_expire(ask->server);
    guests_expire(ask->server);
    orphans_expire(ask->server);
    order_expire(ask->server);
    ask_done(ask);
}

/*
 * Only under --test-hooks: `stepped` lets machines answer by the clock of test-step instead of the loop's,
 * `slow` lets bots think until their answer is no longer wanted. Answers how many think, and how many
 * questions there were so far.
 */
void op_test_bots(struct ask *ask)
{
    bool stepped, slow;
    if (!ask_bool(ask, "stepped", &stepped) || !ask_bool(ask, "slow", &slow))
        return;
    struct server *server = ask->server;
    struct buf out = {0};
    server->bots_stepped = stepped;
    server->bots_slow = slow;
    ask_begin(ask, &out);
    js_int(&out, "thinking", work_count(server, WORK_BOT, NULL));
    js_int(&out, "asked", (int64_t)server->metrics.bots);
    ask_send(ask, &out);
}

/* Only under --test-hooks: breaks a contract, as a mistake in an operation would. */
void op_test_break(struct ask *ask, struct room *room)
{
    lan_assert(room->committed == 0);
    ask_done(ask);
}
