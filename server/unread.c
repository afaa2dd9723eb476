#include "unread.h"

#include "fault.h"
#include "log.h"
#include "server.h"
#include "store.h"

bool unread_mark(struct server *server, const struct store_read *read, enum unread what)
{
    if (read->status == STORE_OK || FAULT(UNREAD_EMPTY))
        return false;
    server->unread |= (unsigned)what;
    log_line(server, "store-unread", "\"what\":\"%s\"", *read->space ? read->space : "leases");
    return true;
}
