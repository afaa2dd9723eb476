#include "dice_file.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "session_file.h"

enum { LINE_SIZE = NET_TABLE + 64 + (LAN_SEATS_MAX + 3) * (2 * RECORD_SEEN_BYTES + 1) };

/*
 * ---- A line: TABLE ROUND STAGE SEATS COMMITMENT BYTES HASH... [rules HEX], "-" for a seat without a hash -
 */

static void hex_add(struct lan_text *out, const uint8_t bytes[RECORD_SEEN_BYTES])
{
    static const char digits[] = "0123456789abcdef";
    lan_text_add_char(out, ' ');
    for (int i = 0; i < RECORD_SEEN_BYTES; i++) {
        lan_text_add_char(out, digits[bytes[i] >> 4]);
        lan_text_add_char(out, digits[bytes[i] & 15]);
    }
}

static void number_add(struct lan_text *out, int64_t number)
{
    lan_text_add_char(out, ' ');
    lan_text_add_int(out, number);
}

static void line_write(const struct dice_kept *kept, char line[LINE_SIZE])
{
    struct lan_text out = lan_text_init(line, LINE_SIZE);
    lan_text_add(&out, kept->table);
    number_add(&out, kept->seen.round);
    number_add(&out, kept->stage);
    number_add(&out, kept->seen.seats);
    hex_add(&out, kept->seen.commitment);
    hex_add(&out, kept->seen.bytes);
    for (int seat = 0; seat < kept->seats; seat++) {
        if (kept->seen.hashed >> seat & 1)
            hex_add(&out, kept->seen.hash[seat]);
        else
            lan_text_add(&out, " -");
    }
    if (kept->seen.ruled) {
        lan_text_add(&out, " rules");
        hex_add(&out, kept->seen.rules);
    }
}

static bool hash_parse(const char *word, int seat, struct record_seen *seen)
{
    if (strcmp(word, "-") == 0)
        return true;
    seen->hashed |= (uint16_t)(1u << seat);
    return lan_text_parse_hex(word, seen->hash[seat], RECORD_SEEN_BYTES);
}

static bool line_parse(const char *line, struct dice_kept *kept)
{
    char copy[LINE_SIZE], *rest = copy, *words[8 + LAN_SEATS_MAX];
    int count = 0;
    *kept = (struct dice_kept){0};
    snprintf(copy, sizeof copy, "%s", line);
    while (count < 8 + LAN_SEATS_MAX && (words[count] = strtok_r(rest, " \n", &rest)))
        count++;
    if (count > 8 && strcmp(words[count - 2], "rules") == 0) {
        kept->seen.ruled = lan_text_parse_hex(words[count - 1], kept->seen.rules, RECORD_SEEN_BYTES);
        count -= 2;
    }
    if (count < 7 || count > 6 + LAN_SEATS_MAX || strlen(words[0]) > NET_TABLE)
        return false;
    memcpy(kept->table, words[0], strlen(words[0]) + 1);
    kept->seen.round = (int)strtol(words[1], NULL, 10);
    kept->stage = (unsigned)strtoul(words[2], NULL, 10);
    kept->seen.seats = (uint16_t)strtoul(words[3], NULL, 10);
    kept->seats = count - 6;
    for (int seat = 0; seat < kept->seats; seat++) {
        if (!hash_parse(words[6 + seat], seat, &kept->seen))
            return false;
    }
    return lan_text_parse_hex(words[4], kept->seen.commitment, RECORD_SEEN_BYTES) &&
           lan_text_parse_hex(words[5], kept->seen.bytes, RECORD_SEEN_BYTES);
}

/* ---- The file ------------------------------------------------------------------------------------------ */

/* Takes in a line about the table: a new exchange, or how the one that is known went on. */
static void line_take(const struct dice_kept *line, struct dice_kept *kept)
{
    if (kept->seen.round != line->seen.round)
        *kept = *line;
    else if (memcmp(kept->seen.bytes, line->seen.bytes, RECORD_SEEN_BYTES) == 0 &&
             memcmp(kept->seen.commitment, line->seen.commitment, RECORD_SEEN_BYTES) == 0)
        *kept = *line;
}

/* Whether a line is of this round; for round 0, of one with a part in it that is not older than `kept`. */
static bool line_counts(const struct dice_kept *line, int round, const struct dice_kept *kept)
{
    if (round)
        return line->seen.round == round;
    return line->stage & (DICE_COMMITTED | DICE_GIVEN) && line->seen.round >= kept->seen.round;
}

bool dice_file_read(const struct net_address *address, const char *table, int round, struct dice_kept *kept)
{
    char path[SESSION_PATH_SIZE], text[LINE_SIZE];
    struct dice_kept line;
    FILE *file = session_file_path(address, ".dice", false, path) ? fopen(path, "r") : NULL;
    *kept = (struct dice_kept){0};
    while (file && fgets(text, sizeof text, file)) {
        if (line_parse(text, &line) && strcmp(line.table, table) == 0 && line_counts(&line, round, kept))
            line_take(&line, kept);
    }
    if (file)
        fclose(file);
    return kept->seen.round;
}

bool dice_file_write(const struct net_address *address, const struct dice_kept *kept)
{
    char path[SESSION_PATH_SIZE], line[LINE_SIZE];
    if (!session_file_path(address, ".dice", true, path))
        return false;
    int descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (descriptor < 0)
        return false;
    line_write(kept, line);
    size_t length = strlen(line);
    line[length++] = '\n';
    bool written = write(descriptor, line, length) == (ssize_t)length && fsync(descriptor) == 0;
    return close(descriptor) == 0 && written;
}
