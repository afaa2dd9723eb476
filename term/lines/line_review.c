#include "line_review.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

#include "report.h"

static void heading_print(void *context, const char *title)
{
    const struct lines *lines = context;
    printf("\n");
    term_print_marked(&lines->term, LAN_MARK_LANTERN, title);
    printf("\n");
}

static void item_print(void *context, const char *head, int indent, const char *text)
{
    const struct lines *lines = context;
    if (*head)
        term_item(&lines->term, LAN_MARK_PLAIN, head, indent, text);
    else
        term_wrap(&lines->term, LAN_MARK_PLAIN, indent, text);
}

/* Follows the count to its end; false when the person left it. What is typed ahead in a pipe waits. */
static bool count_wait(struct lines *lines)
{
    const struct reviewer *reviewer = lines->source->reviewer;
    bool person = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    struct pollfd waited[] = {{.fd = reviewer_descriptor(reviewer), .events = POLLIN},
                              {.fd = person ? STDIN_FILENO : -1, .events = POLLIN}};
    if (person)
        printf("%s\n", lines_words(lines, "Walking the game again; Enter leaves it.",
                                   "On refait le chemin de la partie ; Entrée pour laisser."));
    while (!reviewer_ended(reviewer)) {
        while (poll(waited, 2, -1) < 0 && errno == EINTR)
            ;
        if (waited[1].revents)
            return false;
        while (source_advance(lines->source))
            ;
        if (person && reviewer_done(reviewer) % 20 == 0) {
            printf("%d\n", reviewer_done(reviewer));
            fflush(stdout);
        }
    }
    return true;
}

static void review_show(struct lines *lines)
{
    const struct reviewer *reviewer = lines->source->reviewer;
    const struct report report = {.review = reviewer_review(reviewer),
                                  .lang = lines->term.reader.lang,
                                  .names = lines->source->names,
                                  .heading = heading_print,
                                  .item = item_print,
                                  .context = lines};
    int seat = reviewer_seat(reviewer);
    report_parts(&report, seat);
    report_moments(&report, seat);
    report_beliefs(&report, seat);
    printf("\n");
    report_errors(&report, seat);
}

bool line_review(struct lines *lines, int seat, struct source_say *say)
{
    struct source *source = lines->source;
    if (seat < 0)
        seat = source->seat < source->seats ? source->seat : 0;
    if (seat >= source->seats) {
        source_say_set(say, 0, "There is no such seat.", "Il n'y a pas de telle place.");
        return false;
    }
    if (!source_review_start(source, seat, say))
        return false;
    bool counted = count_wait(lines);
    bool made = counted && reviewer_review(source->reviewer);
    if (made)
        review_show(lines);
    source_review_leave(source);
    if (!counted)
        source_say_set(say, 0, "The review was left.", "Le bilan a été laissé.");
    else if (!made)
        source_say_set(say, 0, "There is no memory for that.", "Il n'y a pas de mémoire pour cela.");
    return made;
}
