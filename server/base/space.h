/*
 * space.h - the spaces of documents in the store. The strings are stored data and must not change.
 *
 * A new space needs a row in docs/privacy.md, which says what it holds about a person and what becomes of
 * it when the person is deleted, and a line in tests/server/privacy.py, which shows it.
 */
#ifndef LAN_SERVER_SPACE_H
#define LAN_SERVER_SPACE_H

#define SPACE_PERSON        "person"     /* by id: name, login, mail */
#define SPACE_TOKEN         "token"      /* by hash of the token: the person */
#define SPACE_SESSION       "session"    /* PERSON/HASH: when and where it began */
#define SPACE_PUSH          "push"       /* PERSON/HASH of a session: its notices; GUEST/now: the account */
#define SPACE_PASSKEY       "passkey"    /* PERSON/HASH of a credential: a passkey of the account */
#define SPACE_CREDENTIAL    "credential" /* by HASH of a credential: the person */
#define SPACE_ACCOUNT       "account"    /* by login in lower case: person and password hash */
#define SPACE_RESET         "reset"      /* by login in lower case: the code of a letter for a new password */
#define SPACE_TABLE         "table"      /* by id: the summary shown in lists */
#define SPACE_MY_TABLES     "mine"       /* PERSON/TABLE: a person's tables */
#define SPACE_SAID          "said"    /* PERSON/TABLE: a table in whose chat the person has said something */
#define SPACE_PLAYED        "played"  /* PERSON/TABLE: a finished game as its person keeps it */
#define SPACE_LUCK          "luck"    /* PERSON/TABLE: figures of the review of such a game */
#define SPACE_PROFILE       "profile" /* by code: the person whose profile is shown behind a link */
#define SPACE_DAILY         "daily"   /* PERSON/DATE: the person's game of a daily deal; the claim to it */
#define SPACE_DAY           "day"     /* DATE/PERSON: the same document, for the ranking of a day */
#define SPACE_NOTE          "note"    /* PERSON/TABLE/SEAT: a notebook */
#define SPACE_REVIEW        "review"  /* TABLE/SEAT: a finished game as its seat may look back on it */
#define SPACE_SERVER        "server"  /* alive, node/NODE, its mark: heartbeats; seal: a hash of secret.key */
#define SPACE_HERE          "here"    /* TABLE/NODE: presence through a node */
#define SPACE_REPORT        "report"  /* REPORTER/TABLE/REPORTED: a report that nobody has decided */
#define SPACE_SANCTION      "order"   /* PERSON/warn, mute or suspend: decided by `lanterne admin` */
#define SPACE_AUDIT         "audit"   /* TIME/RANDOM: an act of moderation by a host or `lanterne admin` */
#define SPACE_ADMIN_CHANGES "told"    /* names changed by `lanterne admin` in a store that is not shared */

/*
 * The spaces whose keys are PERSON/...: what a person downloads, and what is deleted with the person. The
 * first two decide whether a guest is still there (retention_guests.c).
 */
#define SPACES_OF_PERSON                                                                             \
    SPACE_MY_TABLES, SPACE_SESSION, SPACE_PUSH, SPACE_PASSKEY, SPACE_SAID, SPACE_NOTE, SPACE_PLAYED, \
        SPACE_LUCK, SPACE_DAILY, SPACE_REPORT, SPACE_SANCTION

#endif
