/* space.h - the names of the spaces of documents in the store. */
#ifndef LAN_SERVER_SPACE_H
#define LAN_SERVER_SPACE_H

#define SPACE_PERSON "person"

#define SPACE_TOKEN "token"

#define SPACE_SESSION "session"

#define SPACE_ACCOUNT "account"

#define SPACE_TABLE "table"

#define SPACE_MY_TABLES "mine"

#define SPACE_NOTE "note"

#define SPACE_SERVER "server"

#define SPACE_HERE "here"

#define SPACE_ADMIN_CHANGES \
    "told" /* of a store that is not shared: what `lanterne admin` has changed, as nodes would hear it */

#endif
