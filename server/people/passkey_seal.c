#include "passkey_seal.h"

#include <sodium.h>
#include <string.h>

enum { MAC = 32, BODY = PASSKEY_CHALLENGE - MAC, UNTIL_AT = 1 + PASSKEY_RANDOM, MARK_AT = UNTIL_AT + 8 };

/* Texts are hashed with their final 0, so that no two of them run together. */
static void text_add(crypto_generichash_state *state, const char *text)
{
    crypto_generichash_update(state, (const unsigned char *)text, strlen(text) + 1);
}

static void mac_write(const struct passkey_bond *bond, const uint8_t body[BODY], uint8_t mac[MAC])
{
    crypto_generichash_state state;
    crypto_generichash_init(&state, bond->seal_key, 32, MAC);
    text_add(&state, "lanterne: a challenge for a passkey");
    crypto_generichash_update(&state, body, BODY);
    text_add(&state, bond->session);
    text_add(&state, bond->site);
    crypto_generichash_final(&state, mac, MAC);
}

void passkey_challenge_write(const struct passkey_bond *bond, const struct passkey_terms *terms,
                             uint8_t challenge[PASSKEY_CHALLENGE])
{
    challenge[0] = (uint8_t)bond->purpose;
    memcpy(challenge + 1, terms->random, PASSKEY_RANDOM);
    for (int i = 0; i < 8; i++)
        challenge[UNTIL_AT + i] = (uint8_t)((uint64_t)terms->until >> (56 - 8 * i));
    memcpy(challenge + MARK_AT, terms->mark, PASSKEY_MARK);
    mac_write(bond, challenge, challenge + BODY);
}

bool passkey_challenge_read(const struct passkey_bond *bond, const uint8_t *challenge, size_t size,
                            int64_t now, struct passkey_terms *terms)
{
    uint8_t mac[MAC];
    uint64_t until = 0;
    memset(terms, 0, sizeof *terms);
    if (size != PASSKEY_CHALLENGE || challenge[0] != bond->purpose)
        return false;
    mac_write(bond, challenge, mac);
    if (sodium_memcmp(mac, challenge + BODY, MAC) != 0)
        return false;
    for (int i = 0; i < 8; i++)
        until = until << 8 | challenge[UNTIL_AT + i];
    terms->until = (int64_t)until;
    memcpy(terms->random, challenge + 1, PASSKEY_RANDOM);
    memcpy(terms->mark, challenge + MARK_AT, PASSKEY_MARK);
    return now < terms->until;
}

static void keyed(const uint8_t seal_key[32], const char *about, const char *text, uint8_t *out, size_t size)
{
    crypto_generichash_state state;
    crypto_generichash_init(&state, seal_key, 32, size);
    text_add(&state, about);
    text_add(&state, text);
    crypto_generichash_final(&state, out, size);
}

void passkey_user_write(const uint8_t seal_key[32], const char *person, uint8_t user[PASSKEY_USER])
{
    keyed(seal_key, "lanterne: an account for authenticators", person, user, PASSKEY_USER);
}

void passkey_mark_write(const uint8_t seal_key[32], const char *hash, uint8_t mark[PASSKEY_MARK])
{
    keyed(seal_key, "lanterne: the password under which a passkey was added", hash, mark, PASSKEY_MARK);
}
