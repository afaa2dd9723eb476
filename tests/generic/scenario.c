/*
 * Runs every scenario file, tests/scenarios/<game>/<name>.scn, and checks that each clause of each game is
 * named by one of them: see docs/scenarios.md.
 */
#include "scenario.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "proofs.h"
#include "tap.h"

enum { FILE_MAX = 65536, FILES_MAX = 2000, CLAUSES_MAX = 512 };

static const char folder[] = "tests/scenarios";

static void file_path(const struct lan_game *game, const char *name, char *path, size_t size)
{
    struct lan_text text = lan_text_init(path, size);
    lan_text_add(&text, folder);
    lan_text_add(&text, "/");
    lan_text_add(&text, game->name);
    lan_text_add(&text, "/");
    lan_text_add(&text, name);
}

static bool file_read(const char *path, char text[FILE_MAX])
{
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    size_t length = fread(text, 1, FILE_MAX - 1, file);
    text[length] = 0;
    fclose(file);
    return true;
}

/* Marks the clauses that a file's heading names; false, said aloud, when one does not exist. */
static bool clauses_mark(const struct lan_game *game, const char *path, const char *text, bool *proven)
{
    char id[SCENARIO_CLAUSE_MAX];
    bool known = true, any = false;
    for (const char *at = text; *text == '#' && scenario_clause_next(&at, id); any = true) {
        int clause = lan_clause_find(game, id);
        if (clause)
            proven[clause] = true;
        else
            tap_note("%s: %s has no clause %s", path, game->name, id);
        known = known && clause;
    }
    if (!any)
        tap_note("%s: the first line must be a comment that names a clause, `# MA-R3: ...`", path);
    return known && any;
}

static void file_run(const struct lan_game *game, const char *path, bool *proven)
{
    static struct scenario scenario;
    static char text[FILE_MAX];
    char heading[160];
    if (!file_read(path, text)) {
        tap_result(false, "%s can be read", path);
        return;
    }
    snprintf(heading, sizeof heading, "%.*s", (int)strcspn(text, "\n"), text);
    bool named = clauses_mark(game, path, text, proven);
    bool held = scenario_run(&scenario, text);
    if (held && scenario.game != game) {
        tap_note("%s plays another game than its folder's", path);
        held = false;
    }
    tap_result(named && held, "%s %s", path, heading[0] == '#' ? heading + 2 : "");
    if (!held)
        tap_note("%s, %s", path, scenario.error);
}

static int name_compare(const void *a, const void *b)
{
    return strcmp(a, b);
}

static int files_list(const struct lan_game *game, char names[FILES_MAX][256])
{
    char path[512];
    int count = 0;
    file_path(game, "", path, sizeof path);
    DIR *dir = opendir(path);
    if (!dir)
        return 0;
    for (struct dirent *entry; (entry = readdir(dir)) && count < FILES_MAX;) {
        size_t length = strlen(entry->d_name);
        if (length > 4 && strcmp(entry->d_name + length - 4, ".scn") == 0)
            snprintf(names[count++], sizeof names[0], "%s", entry->d_name);
    }
    closedir(dir);
    qsort(names, (size_t)count, sizeof names[0], name_compare);
    return count;
}

static void clauses_check(const struct lan_game *game, bool *proven)
{
    int missing = 0;
    for (const struct proof *proof = proofs; proof->clause; proof++) {
        int clause = lan_clause_find(game, proof->clause);
        if (clause)
            proven[clause] = true;
    }
    for (int clause = 1; clause < game->clause_count; clause++) {
        if (!proven[clause]) {
            tap_note("%s: nothing proves %s: %s", game->name, game->clauses[clause].id,
                     game->clauses[clause].text.in[LAN_EN]);
            missing++;
        }
    }
    tap_result(!missing || game->unfinished, "%s: %d of %d clauses are proven%s", game->name,
               game->clause_count - 1 - missing, game->clause_count - 1,
               game->unfinished ? " (unfinished)" : "");
}

int main(int count, char **arg)
{
    static char names[FILES_MAX][256];
    for (const struct lan_game *const *game = lan_games(); *game; game++) {
        if (!lan_game_newest(*game))
            continue;
        bool proven[CLAUSES_MAX] = {false};
        int files = files_list(*game, names);
        for (int i = 0; i < files; i++) {
            char path[512];
            file_path(*game, names[i], path, sizeof path);
            if (count < 2 || strstr(path, arg[1]))
                file_run(*game, path, proven);
        }
        if (count < 2)
            clauses_check(*game, proven);
    }
    return tap_finish();
}
