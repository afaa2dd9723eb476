/*
 * limit.h - the limits of the server, listed for users in docs/protocol.md and docs/operations.md. Four
 * more are settings, because they depend on the number of people behind one address:
 * --connections-per-address, --messages-per-address, --guests-per-address and --tables-per-address.
 */
#ifndef LAN_SERVER_LIMIT_H
#define LAN_SERVER_LIMIT_H

enum {
    LIMIT_MESSAGE_BYTES = 64 << 10, /* a WebSocket message or an HTTP body from a client */
    LIMIT_RECORD_BYTES = 1 << 20,   /* a record in the body of the operations with a record */
    LIMIT_RECORDS_AT_ONCE = 2,      /* of one person, being read or waiting for that */
    LIMIT_REVIEW_SECONDS = 30,      /* of processor time for one review; more is refused */
    LIMIT_REVIEW_MEMORY_BYTES = 256 << 20,
    LIMIT_REVIEW_BYTES = 1 << 20,        /* a review as it is stored and sent */
    LIMIT_REVIEWS_PER_PERSON = 4,        /* waiting or under way; of records brought along one */
    LIMIT_REVIEWS_PER_ADDRESS = 40,      /* of all persons behind one address */
    LIMIT_REVIEWS = 400,                 /* of all persons */
    LIMIT_PICTURES = 16,                 /* of tables, being drawn or waiting for that */
    LIMIT_PICTURES_PER_ADDRESS = 4,      /* of these, asked for by one address */
    LIMIT_PICTURES_BYTES = 8 << 20,      /* kept in memory */
    LIMIT_WORK_PER_PERSON = 32,          /* hints, previews and records not yet answered */
    LIMIT_HEADER_BYTES = 16 << 10,       /* an HTTP request without its body */
    LIMIT_FRAGMENTS = 64,                /* frames of one WebSocket message */
    LIMIT_JSON_VALUES = 2000,            /* in one message: parsed, each takes more memory than its text */
    LIMIT_QUEUE_BYTES = 256 << 10,       /* waiting to be sent to one connection; beyond, it is closed */
    LIMIT_ANSWER_BYTES = 32 << 20,       /* an HTTP answer; the next request waits until it is sent */
    LIMIT_SNDBUF_BYTES = 64 << 10,       /* SO_SNDBUF: the default would queue megabytes more */
    LIMIT_MEMORY_BYTES = 512 << 20,      /* kept for all connections: unfinished requests, waiting answers */
    LIMIT_MEMORY_LEAST_BYTES = 16 << 10, /* kept for every connection, whatever the others take */
    LIMIT_MEMORY_PER_ADDRESS_BYTES = 64 << 20,
    LIMIT_MEMORY_PER_PERSON_BYTES = 48 << 20, /* one answer may have LIMIT_ANSWER_BYTES */
    LIMIT_CONNECTIONS = 20000,
    LIMIT_HANDSHAKE_SECONDS = 10, /* TLS, and an HTTP request once begun */
    LIMIT_IDLE_SECONDS = 60,      /* an HTTP connection between two requests */
    LIMIT_PING_SECONDS = 25,
    LIMIT_MESSAGES_PER_SECOND = 100, /* refill of a connection's allowance */
    LIMIT_MESSAGES_BURST = 500,      /* most that the allowance holds */
    LIMIT_PINGS_BURST = 1000,        /* the same for pings and pongs, which have an allowance of their own */
    LIMIT_MESSAGES_REFUSED = 2000,   /* sent without an allowance left, after which a connection is closed */
    LIMIT_ADDRESS_BURST_SECONDS = 5, /* of --messages-per-address, held at most */
    LIMIT_ASKS_WAITING = 256,        /* asks of one connection not yet answered */
    LIMIT_JSON_DEPTH = 16,
    LIMIT_OPENS_PER_CONNECTION = 64, /* viewers subscribed to */
    LIMIT_TABLES_PER_PERSON = 50,    /* not yet over */
    LIMIT_TABLES = 200000,           /* not yet over, on this server */
    LIMIT_TABLES_SECONDS = 3600,     /* in which --tables-per-address may be made; */
    LIMIT_TABLES_HOURS = 24,         /* those of so many hours may be open at once */
    LIMIT_UNBEGUN_HOURS = 20,        /* after which an idle table whose game has not begun is forgotten */
    LIMIT_ROOMS_UNUSED = 20000,      /* in memory; with more of them, unused ones go at once */
    LIMIT_LOBBY_BYTES = 96 << 10,    /* of rows in a list of tables */
    LIMIT_MY_TABLES = 400,           /* in a person's list of tables */
    LIMIT_WAITING_PER_TABLE = 256,   /* operations waiting for the disk */
    LIMIT_ASIDES = 2000,             /* entries of a table that are not the game's own; room_cap.h */
    LIMIT_ASIDES_PER_PERSON = 200,   /* of these, caused by one person in */
    LIMIT_ASIDES_SECONDS = 3600,
    LIMIT_LOG_ENTRIES = 50000, /* of a table in all; then it is closed */
    LIMIT_REMOVED = 500,       /* people removed from one table; those who sit there besides */
    LIMIT_CHAT_PER_MINUTE = 30,
    LIMIT_CHAT_LINES = 2000,   /* of one table */
    LIMIT_CHAT_ENTRIES = 8000, /* of its chat's log: with several nodes reactions are stored too */
    LIMIT_CHAT_BYTES = 500,
    LIMIT_WORDS = 50,               /* that the host of a table has replaced by stars, */
    LIMIT_WORDS_SERVER = 500,       /* that --words has, */
    LIMIT_WORD_BYTES = 32,          /* and each of them */
    LIMIT_BLOCKS = 200,             /* people whom one person has blocked */
    LIMIT_REPORT_LINES = 30,        /* of chat that go with a report */
    LIMIT_REPORT_BYTES = 1000,      /* what the reporter says */
    LIMIT_REPORTS_PER_PERSON = 5,   /* in an hour */
    LIMIT_REPORTS_PER_ADDRESS = 20, /* in an hour */
    LIMIT_REPORTS_PER_DAY = 500,    /* of all */
    LIMIT_REPORT_DAYS = 90,         /* after which a report that nobody decided is deleted */
    LIMIT_AUDIT_DAYS = 180,         /* after which acts of moderation are deleted */
    LIMIT_NOTE_BYTES = 8000,
    LIMIT_DRAW_WIDTH = 400, /* columns of a board drawn as text */
    LIMIT_NAME_BYTES = 32,
    LIMIT_PASSWORDS_PER_MINUTE = 10,  /* tries of one address */
    LIMIT_PASSWORDS_AT_ONCE = 4,      /* hashed at the same time: Argon2 takes 64 MB each */
    LIMIT_PASSWORDS_WAITING = 64,     /* hashed or waiting for it; more are refused */
    LIMIT_PASSWORDS_PER_ACCOUNT = 5,  /* wrong ones before tries have to wait, from whatever address */
    LIMIT_ACCOUNT_WAIT_SECONDS = 900, /* the longest such wait */
    LIMIT_PASSWORDS_PER_TABLE = 20,   /* the same for the password of a table */
    LIMIT_TABLE_WAIT_SECONDS = 300,
    LIMIT_PASSKEYS_PER_PERSON = 20,
    LIMIT_PASSKEY_SECONDS = 300,        /* a challenge for a passkey is valid */
    LIMIT_PASSKEY_ASKS_PER_MINUTE = 60, /* such challenges to sign in, for one address */
    LIMIT_PASSKEY_ID_BYTES = 1023,      /* of a credential, as WebAuthn limits it */
    LIMIT_PASSKEY_KEY_BYTES = 700,      /* a public key of RSA with 4096 bits has 530 */
    LIMIT_PASSKEY_CLIENT_BYTES = 4096,
    LIMIT_PASSKEY_DATA_BYTES = 4096,
    LIMIT_PASSKEY_SIGNATURE_BYTES = 600,
    LIMIT_PASSKEY_ATTESTATION_BYTES = 16 << 10,
    LIMIT_KNOWN_DAYS = 30,          /* an address from which somebody signed in is known for the account */
    LIMIT_THROTTLES = 50000,        /* names for which such limits are counted */
    LIMIT_GUESTS_SECONDS = 3600,    /* in which --guests-per-address may be made */
    LIMIT_LETTERS_PER_MAIL = 3,     /* letters that ask to confirm an address, to one address in a day */
    LIMIT_LETTERS_PER_PERSON = 5,   /* the same for one person, */
    LIMIT_LETTERS_PER_ADDRESS = 20, /* from one network address, */
    LIMIT_LETTERS_PER_HOUR = 200,   /* and in all in an hour */
    LIMIT_NOTICES_PER_PERSON = 20,  /* letters about slow tables to one person in an hour, */
    LIMIT_NOTICES_PER_HOUR = 2000,  /* and in all */
    LIMIT_PUSHES_PER_PERSON = 60,   /* push notices to one person in an hour, each to all their devices, */
    LIMIT_PUSHES_PER_HOUR = 20000,  /* and in all */
    LIMIT_PUSH_TESTS = 10,          /* asked for by one person in an hour */
    LIMIT_PUSHES_WAITING = 2000,    /* messages in the queue; beyond, new ones are dropped */
    LIMIT_PUSHES_AT_ONCE = 32,      /* being sent */
    LIMIT_PUSH_ENDPOINT_BYTES = 1000,
    LIMIT_PUSH_SHIFTS = 8,          /* changes of a device's time zone that it announces */
    LIMIT_CODE_SECONDS = 24 * 3600, /* a code that confirms an address is valid */
    LIMIT_CODE_TRIES = 5,
    LIMIT_PROFILE_GAMES = 3000,       /* games of a person that a profile counts */
    LIMIT_PROFILES_PER_MINUTE = 30,   /* asked for by one person, */
    LIMIT_PROFILES_PER_ADDRESS = 120, /* and from one address: the largest takes 0.1 s */
    LIMIT_SESSIONS_PER_PERSON = 20,
    LIMIT_REMIND_SECONDS = 24 * 3600, /* between two reminders of the same question */
    LIMIT_HOST_SECONDS = 60,          /* a host is away for so long before somebody may take over */
    LIMIT_DICE_SECONDS = 60,          /* for each of the two rounds of fair dice */
    LIMIT_WINDOW_FIXED_SECONDS = 600, /* of a reaction window of fixed length */
    LIMIT_WATCHERS_TOLD_AT_ONCE = 64, /* with more, subscribers are told once a second how many there are */
    LIMIT_WATCH_DELAY = 20,           /* told items by which delayed watchers are behind */
    LIMIT_ROOM_IDLE_SECONDS = 300,    /* after which a table without subscribers is unloaded */
    LIMIT_ROOM_OVER_SECONDS = 10,     /* the same for a finished table */
};

#endif
