#include "room_preview.h"

#include <stdlib.h>
#include <string.h>

#include "answers.h"
#include "ask.h"
#include "buf.h"
#include "limit.h"
#include "person.h"
#include "preview.h"
#include "room.h"
#include "room_queue.h"
#include "room_log.h"
#include "room_play.h"
#include "room_seat.h"
#include "server.h"
#include "table.h"
#include "work.h"

static void preview_answer(struct ask *ask, const struct room *room, const struct lan_view *now,
                           const struct preview *preview)
{
    struct buf out = {0};
    ask_begin(ask, &out);
    wire_preview_write(&out, table_rules(room->log.match->table), now, preview, !room->log.settings.notebook);
    ask_send(ask, &out);
}

/* A preview in a worker thread: where much is hidden it takes some milliseconds. */
struct previewing {
    struct ask *ask;
    struct room *room;
    struct match *match;
    int seat, refusal;
    lan_action action;
    union lan_view_buf view;
    struct preview preview;
};

static void preview_work(void *context)
{
    struct previewing *job = context;
    job->refusal = preview_make(table_rules(job->match->table), (const struct lan_view *)&job->view,
                                job->seat, job->action, &job->preview);
}

static void preview_send(const struct previewing *job)
{
    if (job->refusal)
        ask_refuse(job->ask, job->room, job->refusal);
    else
        preview_answer(job->ask, job->room, (const struct lan_view *)&job->view, &job->preview);
}

/* The asker must still hold the seat: both answers come from its view. */
static void preview_done(void *context)
{
    struct previewing *job = context;
    struct room *room = job->room;
    struct ask_hold hold;
    room->jobs--;
    ask_hold_begin(&hold, job->ask);
    if (room->log.match != job->match) /* the room was made again from its log meanwhile */
        ask_fail(job->ask, FAIL_STALE);
    else if (ask_may_view(job->ask, room, job->seat))
        preview_send(job);
    room_hold_end(&hold);
    match_unref(job->match);
    free(job);
}

static void preview_drop(void *context)
{
    struct previewing *job = context;
    job->room->jobs--;
    ask_fail(job->ask, FAIL_STOPPING);
    match_unref(job->match);
    free(job);
}

void op_preview(struct ask *ask, struct room *room)
{
    int seat;
    lan_action action;
    if (!ask_own_seat(ask, room, &seat) || !ask_running(ask, room) || !ask_action(ask, room, &action))
        return;
    if (work_count(room->server, WORK_PERSON, ask->person->id) >= LIMIT_WORK_PER_PERSON) {
        ask_fail(ask, FAIL_WORK_PERSON);
        return;
    }
    struct previewing *job = mem_zero(sizeof *job);
    *job = (struct previewing){
        .ask = ask, .room = room, .match = room->log.match, .seat = seat, .action = action};
    const struct lan_view *view = table_view(room->log.match->table, seat, &job->view);
    if (view != (const struct lan_view *)&job->view)
        memcpy(&job->view, view, room->log.settings.game->view_size);
    job->match->refs++;
    room->jobs++;
    work_on_drop(work_start(room->server, WORK_PERSON, ask->person->id, preview_work, preview_done, job),
                 preview_drop);
}
