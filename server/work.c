/*
 * work.c - the queues of work.h. A kind has a list of the owners whose work waits, in the order of their
 * turns, and each of them a list of this work, oldest first. An owner whose turn it was goes to the end.
 */
#include "work.h"

#include <stdlib.h>
#include <stdio.h>

#include "buf.h"
#include "limit.h"
#include "loop.h"
#include "map.h"

struct work {
    struct works *works;
    struct work_owner *owner;
    struct work *next; /* of the owner, while it waits */
    enum work_kind kind;
    bool begun;
    void (*run)(void *context);
    void (*done)(void *context);
    void (*dropped)(void *context); /* NULL: is not dropped */
    void *context;
};

/* Somebody with work of one kind, waiting or begun. */
struct work_owner {
    char name[WORK_OWNER_MAX];
    struct work *first, **last; /* what waits */
    int count;                  /* waiting and begun */
    struct work_owner *next;    /* in the order of turns, while something waits */
};

struct work_queue {
    struct map owners; /* struct work_owner by name */
    struct work_owner *turn,
        **turns; /* the owners of waiting work: whose turn it is, and the end of the list */
    int waiting, running;
};

struct works {
    struct loop *loop;
    struct work_queue queue[WORK_KINDS];
    int workers, running; /* without reviews */
};

void works_create(struct server *server)
{
    struct works *works = mem_zero(sizeof *works);
    works->loop = server->loop;
    works->workers = loop_workers(server->loop);
    for (int kind = 0; kind < WORK_KINDS; kind++)
        works->queue[kind].turns = &works->queue[kind].turn;
    server->works = works;
}

void works_free(struct server *server)
{
    struct works *works = server->works;
    lan_assert(!works->running && !works->queue[WORK_REVIEW].running);
    for (int kind = 0; kind < WORK_KINDS; kind++) {
        lan_assert(!works->queue[kind].owners.count);
        map_free(&works->queue[kind].owners);
    }
    free(works);
    server->works = NULL;
}

/* ---- Owners -------------------------------------------------------------------------------------------- */

static struct work_owner *owner_find(struct work_queue *queue, const char *name)
{
    char cut[WORK_OWNER_MAX];
    snprintf(cut, sizeof cut, "%s", name);
    struct work_owner *owner = map_get(&queue->owners, cut);
    if (owner)
        return owner;
    owner = mem_zero(sizeof *owner);
    snprintf(owner->name, sizeof owner->name, "%s", cut);
    owner->last = &owner->first;
    map_put(&queue->owners, owner->name, owner);
    return owner;
}

/* One work less. */
static void owner_less(struct work_queue *queue, struct work_owner *owner)
{
    if (--owner->count > 0)
        return;
    map_remove(&queue->owners, owner->name);
    free(owner);
}

static void turn_add(struct work_queue *queue, struct work_owner *owner)
{
    owner->next = NULL;
    *queue->turns = owner;
    queue->turns = &owner->next;
}

static void turn_remove(struct work_queue *queue, struct work_owner *owner)
{
    struct work_owner **link = &queue->turn;
    while (*link != owner)
        link = &(*link)->next;
    *link = owner->next;
    if (queue->turns == &owner->next)
        queue->turns = link;
}

/* ---- Beginning and end --------------------------------------------------------------------------------- */

/* Takes work that waits out of its owner's list, and the owner out of the turns when nothing more waits. */
static void work_unlink(struct work *work)
{
    struct work_queue *queue = &work->works->queue[work->kind];
    struct work_owner *owner = work->owner;
    struct work **link = &owner->first;
    while (*link != work)
        link = &(*link)->next;
    *link = work->next;
    if (owner->last == &work->next)
        owner->last = link;
    queue->waiting--;
    if (!owner->first)
        turn_remove(queue, owner);
}

/* Whether work of this kind may begin: a thread is free which is not the only one left for another kind. */
static bool kind_may_begin(const struct works *works, enum work_kind kind)
{
    int reserved = 0;
    if (kind == WORK_REVIEW)
        return !works->queue[kind].running;
    if (kind == WORK_LOGIN && works->queue[kind].running >= LIMIT_PASSWORDS_AT_ONCE)
        return false;
    for (int other = 0; other < WORK_REVIEW && works->workers >= WORK_REVIEW; other++)
        reserved += other != (int)kind && !works->queue[other].running;
    return works->running + reserved < works->workers;
}

static void works_begin(struct works *works);

static void work_run(void *context)
{
    const struct work *work = context;
    work->run(work->context);
}

static void work_done(void *context)
{
    struct work *work = context;
    struct works *works = work->works;
    struct work_queue *queue = &works->queue[work->kind];
    void (*done)(void *) = work->done;
    void *of = work->context;
    works->running -= work->kind != WORK_REVIEW;
    queue->running--;
    owner_less(queue, work->owner);
    free(work);
    done(of);
    works_begin(works);
}

static void work_begin(struct work_queue *queue)
{
    struct work_owner *owner = queue->turn;
    struct work *work = owner->first;
    struct works *works = work->works;
    work_unlink(work);
    if (owner->first) {
        turn_remove(queue, owner);
        turn_add(queue, owner);
    }
    work->begun = true;
    queue->running++;
    works->running += work->kind != WORK_REVIEW;
    loop_work(works->loop, work_run, work_done, work);
}

/* Begins whatever may begin. */
static void works_begin(struct works *works)
{
    for (int kind = 0; kind < WORK_KINDS; kind++) {
        struct work_queue *queue = &works->queue[kind];
        while (queue->turn && kind_may_begin(works, (enum work_kind)kind))
            work_begin(queue);
    }
}

struct work *work_start(struct server *server, enum work_kind kind, const char *owner,
                        void (*run)(void *context), void (*done)(void *context), void *context)
{
    struct works *works = server->works;
    struct work_queue *queue = &works->queue[kind];
    struct work *work = mem_zero(sizeof *work);
    *work = (struct work){.works = works,
                          .owner = owner_find(queue, owner),
                          .kind = kind,
                          .run = run,
                          .done = done,
                          .context = context};
    if (!work->owner->first)
        turn_add(queue, work->owner);
    *work->owner->last = work;
    work->owner->last = &work->next;
    work->owner->count++;
    queue->waiting++;
    works_begin(works);
    return work;
}

/* ---- Work that does not begin -------------------------------------------------------------------------- */

static void work_forget(struct work *work)
{
    work_unlink(work);
    owner_less(&work->works->queue[work->kind], work->owner);
    free(work);
}

bool work_cancel(struct work *work)
{
    if (work->begun)
        return false;
    work_forget(work);
    return true;
}

void work_on_drop(struct work *work, void (*dropped)(void *context))
{
    work->dropped = dropped;
}

/* Some waiting work that may be dropped; NULL when there is none. */
static struct work *droppable_find(const struct work_queue *queue)
{
    for (const struct work_owner *owner = queue->turn; owner; owner = owner->next) {
        for (struct work *work = owner->first; work; work = work->next) {
            if (work->dropped)
                return work;
        }
    }
    return NULL;
}

void works_drop(struct server *server, enum work_kind kind)
{
    for (struct work *work; (work = droppable_find(&server->works->queue[kind]));) {
        void (*dropped)(void *) = work->dropped;
        void *context = work->context;
        work_forget(work);
        dropped(context);
    }
}

/* ---- Counts -------------------------------------------------------------------------------------------- */

int work_count(const struct server *server, enum work_kind kind, const char *owner)
{
    const struct work_queue *queue = &server->works->queue[kind];
    char cut[WORK_OWNER_MAX];
    if (!owner)
        return queue->waiting + queue->running;
    snprintf(cut, sizeof cut, "%s", owner);
    const struct work_owner *found = map_get(&queue->owners, cut);
    return found ? found->count : 0;
}

int work_waiting(const struct server *server, enum work_kind kind)
{
    return server->works->queue[kind].waiting;
}
