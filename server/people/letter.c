#include "letter.h"

#include <string.h>
#include <time.h>

#include "buf.h"
#include "buf_print.h"
#include "env.h"
#include "post.h"
#include "server.h"

bool letter_possible(const struct server *server)
{
    return server->post && *server->config.smtp;
}

void letter_link_write(struct buf *out, const struct server *server, const char *path)
{
    const char *base = server->config.base_url;
    size_t length = strlen(base);
    buf_add(out, base, length && base[length - 1] == '/' ? length - 1 : length);
    buf_str(out, path);
}

/* The headers without which a letter counts as spam: its date and an id. */
static void id_write(struct buf *out, struct server *server)
{
    char date[40], id[ID_PERSON + 1];
    time_t now = (time_t)(env_now(&server->env) / 1000);
    struct tm utc;
    strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S +0000", gmtime_r(&now, &utc));
    env_id(&server->env, id, ID_PERSON);
    buf_printf(out, "Date: %s\r\nMessage-ID: <%s%s>\r\n", date, id, strchr(server->config.mail_from, '@'));
}

void letter_send(struct server *server, const char *to, const char *subject, struct buf *text)
{
    struct buf whole = {0};
    id_write(&whole, server);
    buf_printf(&whole,
               "From: Lanterne <%s>\r\nTo: <%s>\r\nSubject: %s\r\n"
               "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n"
               "Content-Transfer-Encoding: 8bit\r\nAuto-Submitted: auto-generated\r\n\r\n%s",
               server->config.mail_from, to, subject, buf_cstr(text));
    buf_free(text);
    post_mail(server->post, to, &whole);
}
