/*
 * A broken contract says what, where and in which operation before it ends the program: children that break
 * one.
 */
#include "broken.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "lan.h"

enum { SAID_MAX = 4096 };

/* Runs `broken` in a child, which must be ended by abort, and keeps what it said on stderr. */
static void child_run(void (*broken)(void), char said[SAID_MAX])
{
    int ends[2], status;
    size_t length = 0;
    assert_int_equal(pipe(ends), 0);
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
        /* cmocka catches it to name the test; here it is what is tested. */
        signal(SIGABRT, SIG_DFL);
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        close(ends[1]);
        broken();
        _exit(0);
    }
    close(ends[1]);
    for (ssize_t got; (got = read(ends[0], said + length, SAID_MAX - 1 - length)) > 0;)
        length += (size_t)got;
    said[length] = 0;
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGABRT);
}

/* What was said is one line about a place in this file. */
static void expect_line(const char *said, const char *what, int line, const char *rest)
{
    char expected[512];
    snprintf(expected, sizeof expected, "broken contract: %s, at tests/unit/broken.c:%d%s\n", what, line,
             rest);
    assert_string_equal(said, expected);
}

static void assertion_break(void)
{
    int lanterns = 2;
    lan_assert(lanterns == 3);
}
enum { ASSERTION_LINE = __LINE__ - 2 };

static void an_assertion_names_expression_and_place(void **unused)
{
    (void)unused;
    char said[SAID_MAX];
    child_run(assertion_break, said);
    expect_line(said, "lanterns == 3", ASSERTION_LINE, "");
}

static void bug_break(void)
{
    lan_bug("a lantern that is lit has oil");
}
enum { BUG_LINE = __LINE__ - 2 };

static void a_bug_prints_its_text(void **unused)
{
    (void)unused;
    char said[SAID_MAX];
    child_run(bug_break, said);
    expect_line(said, "a lantern that is lit has oil", BUG_LINE, "");
}

static void list_overflow(void)
{
    static struct lan_list list;
    for (int i = 0; i <= LAN_ACTIONS_MAX; i++)
        lan_list_add(&list, LAN_ACTION(1, 0, 0, 0));
}

static void index_break(void)
{
    const struct lan_game *game = lan_games()[0];
    lan_action_at(game, lan_action_count(game));
}

static void contracts_of_core_speak(void **unused)
{
    (void)unused;
    char said[SAID_MAX];
    child_run(list_overflow, said);
    assert_non_null(strstr(said, "broken contract: list->count < LAN_ACTIONS_MAX, at core/lan.h:"));
    child_run(index_break, said);
    assert_non_null(
        strstr(said, "broken contract: an action index below lan_action_count, at core/action.c:"));
}

static void operation_break(void)
{
    struct broken_context outside = broken_enter("outer", "table-one");
    struct broken_context outer = broken_enter("inner", NULL);
    broken_leave(&outer);
    (void)outside;
    assertion_break();
}

static void the_context_of_the_operation_is_printed(void **unused)
{
    (void)unused;
    char said[SAID_MAX];
    child_run(operation_break, said);
    expect_line(said, "lanterns == 3", ASSERTION_LINE, ", operation outer, table table-one");
}

static void *thread_break(void *unused)
{
    (void)unused;
    assertion_break();
    return NULL;
}

static void other_thread_break(void)
{
    pthread_t thread;
    broken_enter("move", "table-one");
    pthread_create(&thread, NULL, thread_break, NULL);
    pthread_join(thread, NULL);
}

static void a_thread_has_a_context_of_its_own(void **unused)
{
    (void)unused;
    char said[SAID_MAX];
    child_run(other_thread_break, said);
    expect_line(said, "lanterns == 3", ASSERTION_LINE, "");
}

static void prepared(void)
{
    ssize_t ignored = write(STDERR_FILENO, "prepared, ", 10);
    (void)ignored;
}

static void prepared_break(void)
{
    broken_prepare(prepared);
    assertion_break();
}

static void stderr_is_prepared_first(void **unused)
{
    (void)unused;
    char said[SAID_MAX];
    child_run(prepared_break, said);
    assert_int_equal(strncmp(said, "prepared, broken contract: ", 27), 0);
}

static void long_texts_are_cut(void)
{
    char text[2048];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = 0;
    broken_enter(text, text);
    lan_bug(text);
}

static void a_text_of_any_length_is_safe(void **unused)
{
    (void)unused;
    char said[SAID_MAX];
    child_run(long_texts_are_cut, said);
    assert_int_equal(strncmp(said, "broken contract: xxx", 20), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_assertion_names_expression_and_place),
        cmocka_unit_test(a_bug_prints_its_text),
        cmocka_unit_test(contracts_of_core_speak),
        cmocka_unit_test(the_context_of_the_operation_is_printed),
        cmocka_unit_test(a_thread_has_a_context_of_its_own),
        cmocka_unit_test(stderr_is_prepared_first),
        cmocka_unit_test(a_text_of_any_length_is_safe),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
