/*
 * Work in other threads (server/work.h): the order in which it begins, the share of every owner, what is
 * cancelled and dropped. The loop is in memory: in one turn it runs what was given to it, LOOP_MEMORY_WORKERS
 * pieces at the most.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "fuzz/loop_memory.h"
#include "work.h"

enum { PIECES_MAX = 64 };

/* The pieces of work that a test gives, each with a letter, and what happened to them in order. */
struct stage {
    struct server server;
    struct piece {
        struct stage *stage;
        struct work *work;
        char letter;
    } piece[PIECES_MAX];
    int count;
    char ran[PIECES_MAX + 1], over[PIECES_MAX + 1], dropped[PIECES_MAX + 1];
};

static void letter_add(char *text, const struct piece *piece)
{
    text[strlen(text)] = piece->letter;
}

static void piece_run(void *context)
{
    const struct piece *piece = context;
    letter_add(piece->stage->ran, piece);
}

static void piece_done(void *context)
{
    const struct piece *piece = context;
    letter_add(piece->stage->over, piece);
}

static void piece_dropped(void *context)
{
    const struct piece *piece = context;
    letter_add(piece->stage->dropped, piece);
}

static void stage_begin(struct stage *stage)
{
    memset(stage, 0, sizeof *stage);
    stage->server.loop = loop_memory_create();
    works_create(&stage->server);
}

static void stage_end(struct stage *stage)
{
    loop_run(stage->server.loop);
    works_free(&stage->server);
    loop_destroy(stage->server.loop);
}

/* One piece of work for each letter. */
static struct piece *give(struct stage *stage, enum work_kind kind, const char *owner, const char *letters)
{
    struct piece *first = &stage->piece[stage->count];
    for (; *letters; letters++) {
        struct piece *piece = &stage->piece[stage->count++];
        *piece = (struct piece){.stage = stage, .letter = *letters};
        piece->work = work_start(&stage->server, kind, owner, piece_run, piece_done, piece);
    }
    return first;
}

/* One turn of the loop; what ran in it. */
static const char *turn(struct stage *stage)
{
    memset(stage->ran, 0, sizeof stage->ran);
    loop_memory_turn(stage->server.loop, 0);
    return stage->ran;
}

static void owners_take_turns(void **unused)
{
    struct stage stage;
    (void)unused;
    stage_begin(&stage);
    give(&stage, WORK_BOT, "ada", "aaaaaa");
    give(&stage, WORK_BOT, "bea", "bb");
    give(&stage, WORK_BOT, "cy", "c");
    /* Two at a time: one thread is left for logins and one for people. */
    assert_string_equal(turn(&stage), "aa");
    assert_string_equal(turn(&stage), "ab");
    assert_string_equal(turn(&stage), "ca");
    assert_string_equal(turn(&stage), "ba");
    assert_string_equal(turn(&stage), "a");
    assert_string_equal(stage.over, "aaabcabaa");
    stage_end(&stage);
}

static void kinds_have_an_order(void **unused)
{
    struct stage stage;
    (void)unused;
    stage_begin(&stage);
    give(&stage, WORK_PERSON, "ada", "aaa"); /* the third waits: one thread is for logins, one for bots */
    give(&stage, WORK_LOGIN, "net", "lll");
    give(&stage, WORK_BOT, "ada", "bb");
    assert_string_equal(turn(&stage), "aalb");
    /*
     * Each in the place of one that ended: a login before the others, then the thread that is left for
     * people.
     */
    assert_string_equal(turn(&stage), "lalb");
    assert_string_equal(turn(&stage), "");
    stage_end(&stage);
}

/* The finding's own numbers: one guest with forty tables of bots, another person's login, hint and bot. */
static void finding_11_forty_tables_of_one_owner(void **unused)
{
    struct stage stage;
    (void)unused;
    stage_begin(&stage);
    for (int i = 0; i < 40; i++)
        give(&stage, WORK_BOT, "guest", "g");
    assert_int_equal(work_waiting(&stage.server, WORK_BOT), 38);
    give(&stage, WORK_BOT, "ada", "b");
    give(&stage, WORK_PERSON, "ada", "h");
    give(&stage, WORK_LOGIN, "net", "l");
    assert_string_equal(turn(&stage), "gghl"); /* those that had begun, and neither login nor hint waits */
    assert_string_equal(turn(&stage), "gb");   /* the guest's turn, then hers */
    assert_int_equal(work_count(&stage.server, WORK_BOT, "guest"), 37);
    assert_int_equal(work_count(&stage.server, WORK_BOT, "ada"), 0);
    stage_end(&stage);
}

/* Reviews take seconds: one at a time, beside all others, whose threads stay what they are without them. */
static void reviews_run_one_at_a_time_beside_the_others(void **unused)
{
    struct stage stage;
    (void)unused;
    stage_begin(&stage);
    give(&stage, WORK_REVIEW, "ada", "rst");
    give(&stage, WORK_REVIEW, "bea", "x");
    give(&stage, WORK_BOT, "ada", "bbb");
    give(&stage, WORK_PERSON, "ada", "p");
    give(&stage, WORK_LOGIN, "net", "l");
    assert_string_equal(turn(&stage), "rbbpl");
    assert_string_equal(turn(&stage), "sb");
    assert_string_equal(turn(&stage), "x"); /* the other owner's turn */
    assert_int_equal(work_count(&stage.server, WORK_REVIEW, "ada"), 1);
    assert_string_equal(turn(&stage), "t");
    stage_end(&stage);
}

static void waiting_work_is_cancelled(void **unused)
{
    struct stage stage;
    (void)unused;
    stage_begin(&stage);
    struct piece *piece = give(&stage, WORK_BOT, "ada", "abcde");
    struct piece *other = give(&stage, WORK_BOT, "bea", "x");
    assert_false(work_cancel(piece[0].work));
    assert_true(work_cancel(piece[4].work)); /* the last, */
    assert_true(work_cancel(piece[2].work)); /* the first that waits, */
    assert_true(work_cancel(other->work));   /* and the only one of an owner */
    assert_int_equal(work_count(&stage.server, WORK_BOT, "bea"), 0);
    give(&stage, WORK_BOT, "ada", "f");
    assert_string_equal(turn(&stage), "ab");
    assert_string_equal(turn(&stage), "df");
    assert_string_equal(stage.over, "abdf");
    stage_end(&stage);
}

static void waiting_work_is_dropped(void **unused)
{
    struct stage stage;
    (void)unused;
    stage_begin(&stage);
    struct piece *piece = give(&stage, WORK_BOT, "ada", "abcd");
    struct piece *kept = give(&stage, WORK_BOT, "bea", "k");
    for (int i = 0; i < 4; i++)
        work_on_drop(piece[i].work, piece_dropped);
    works_drop(&stage.server, WORK_PERSON);
    assert_string_equal(stage.dropped, "");
    works_drop(&stage.server, WORK_BOT);
    assert_string_equal(stage.dropped, "cd");
    (void)kept; /* it has no function for that */
    assert_string_equal(turn(&stage), "ab");
    assert_string_equal(turn(&stage), "k");
    stage_end(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(owners_take_turns),
        cmocka_unit_test(kinds_have_an_order),
        cmocka_unit_test(finding_11_forty_tables_of_one_owner),
        cmocka_unit_test(reviews_run_one_at_a_time_beside_the_others),
        cmocka_unit_test(waiting_work_is_cancelled),
        cmocka_unit_test(waiting_work_is_dropped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
