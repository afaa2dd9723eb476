/*
 * passkey_part.h - what the operations about passkeys share: the page that asks, its challenge, bytes in
 * messages, documents in the store.
 *
 * A passkey is two documents: PERSON/HASH in SPACE_PASSKEY with all about it, and HASH in SPACE_CREDENTIAL
 * with the person, by which a sign-in finds it. HASH is that of the credential's id. They are written and
 * deleted together.
 */
#ifndef LAN_SERVER_PASSKEY_PART_H
#define LAN_SERVER_PASSKEY_PART_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "passkey_check.h"
#include "passkey_seal.h"
#include "server.h"
#include "store.h"

struct ask;
struct buf;
struct store_batch;

/* The page that asks, by its Origin, which the server has found to be its own (connection.c). */
struct passkey_page {
    char origin[PASSKEY_ORIGIN_MAX], site[PASSKEY_SITE_MAX];
};

/* False with the ask refused when the page was not opened by a name, to which a passkey could belong. */
bool passkey_page_read(struct ask *ask, struct passkey_page *page);

/* Writes a new challenge as the fields `challenge` and `site` of an answer. */
void passkey_challenge_send(struct ask *ask, const struct passkey_page *page, enum passkey_purpose purpose,
                            const uint8_t mark[PASSKEY_MARK], struct buf *out);

/* Bytes of a message or a document, in base64url there; to be freed by passkey_blob_free. */
struct passkey_blob {
    uint8_t *bytes;
    size_t size;
};

/* Of a message. False with the ask refused when the field is missing or has more than `max` bytes. */
bool passkey_blob_ask(struct ask *ask, const char *key, size_t max, struct passkey_blob *blob);
/* Of a document. */
bool passkey_blob_read(const json_t *text, size_t max, struct passkey_blob *blob);
void passkey_blob_write(struct buf *out, const char *key, const void *bytes, size_t size);
void passkey_blob_free(struct passkey_blob *blob);

/*
 * The client data is that of this page and purpose, with a challenge that was given to this session and not
 * used before at this node. `late` tells that the challenge was not good: the page tries again with another.
 */
enum passkey_wrong passkey_client_check(const struct ask *ask, const struct passkey_page *page,
                                        enum passkey_purpose purpose, const struct passkey_blob *client,
                                        struct passkey_terms *terms, bool *late);

/* The keys of a credential's two documents. */
struct passkey_names {
    char hash[HASH_HEX + 1];
    char key[STORE_NAME_MAX];
};
void passkey_names_write(const char *person, const uint8_t *credential, size_t size,
                         struct passkey_names *names);
/* Deletes both documents. */
void passkey_delete(struct store_batch *batch, const char *key);
/* The document was made under the password of this account document. */
bool passkey_counts(const struct server *server, const json_t *passkey, const char *account);
void passkey_doc_put(struct store_batch *batch, const char *key, const json_t *passkey);

#endif
