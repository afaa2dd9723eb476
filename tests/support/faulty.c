#include "faulty.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "dice.h"
#include "lan.h"

enum { NOTES_MAX = 20000, NOTE_BYTES = 4096 + 64, PATH_MAX_HERE = 256, SECTOR = 512 };

/* A write that no sync has followed yet. */
struct note {
    char path[PATH_MAX_HERE];
    long long offset, size_before;
    int count, wrote; /* bytes that were there before; bytes written */
    bool synced;
    unsigned char before[NOTE_BYTES];
    unsigned char after[NOTE_BYTES]; /* set when it is taken back */
};

struct shared {
    bool noting;
    int notes, calls, fail_at;
    bool fail_stays;
    struct note note[NOTES_MAX];
};

static struct shared *shared;
static sqlite3_vfs *under;
static sqlite3_vfs faulty;

/* An open file: the real one lies behind it in memory. */
struct file {
    sqlite3_file base;
    sqlite3_file *real;
    char path[PATH_MAX_HERE];
    bool watched; /* the database, its journal or its log */
};

static struct file *file_of(sqlite3_file *base)
{
    return (struct file *)base;
}

static bool fails_now(const struct file *file)
{
    if (!file->watched)
        return false;
    int call = __atomic_add_fetch(&shared->calls, 1, __ATOMIC_SEQ_CST);
    return shared->fail_at && (call == shared->fail_at || (call > shared->fail_at && shared->fail_stays));
}

static void write_note(struct file *file, int count, sqlite3_int64 offset)
{
    lan_assert(shared->notes < NOTES_MAX && count <= NOTE_BYTES);
    struct note *note = &shared->note[shared->notes];
    sqlite3_int64 size = 0;
    file->real->pMethods->xFileSize(file->real, &size);
    memcpy(note->path, file->path, sizeof note->path);
    note->offset = offset;
    note->size_before = size;
    note->wrote = count;
    note->synced = false;
    note->count = size > offset ? (int)(size - offset < count ? size - offset : count) : 0;
    if (note->count)
        file->real->pMethods->xRead(file->real, note->before, note->count, offset);
    shared->notes++;
}

/* ---- Methods ------------------------------------------------------------------------------------------- */

#define REAL(base)      file_of(base)->real
#define PASS(name, ...) REAL(base)->pMethods->name(REAL(base), ##__VA_ARGS__)

static int f_close(sqlite3_file *base)
{
    int result = PASS(xClose);
    free(REAL(base));
    return result;
}

static int f_read(sqlite3_file *base, void *bytes, int count, sqlite3_int64 offset)
{
    return PASS(xRead, bytes, count, offset);
}

static int f_write(sqlite3_file *base, const void *bytes, int count, sqlite3_int64 offset)
{
    struct file *file = file_of(base);
    if (fails_now(file))
        return SQLITE_FULL;
    if (shared->noting && file->watched)
        write_note(file, count, offset);
    return PASS(xWrite, bytes, count, offset);
}

static int f_truncate(sqlite3_file *base, sqlite3_int64 size)
{
    return PASS(xTruncate, size);
}

static int f_sync(sqlite3_file *base, int flags)
{
    struct file *file = file_of(base);
    if (fails_now(file))
        return SQLITE_IOERR_FSYNC;
    int result = PASS(xSync, flags);
    for (int i = 0; i < shared->notes && result == SQLITE_OK; i++) {
        if (strcmp(shared->note[i].path, file->path) == 0)
            shared->note[i].synced = true;
    }
    return result;
}

static int f_size(sqlite3_file *base, sqlite3_int64 *size)
{
    return PASS(xFileSize, size);
}

static int f_lock(sqlite3_file *base, int level)
{
    return PASS(xLock, level);
}

static int f_unlock(sqlite3_file *base, int level)
{
    return PASS(xUnlock, level);
}

static int f_check(sqlite3_file *base, int *out)
{
    return PASS(xCheckReservedLock, out);
}

static int f_control(sqlite3_file *base, int op, void *arg)
{
    return PASS(xFileControl, op, arg);
}

static int f_sector(sqlite3_file *base)
{
    return PASS(xSectorSize);
}

static int f_device(sqlite3_file *base)
{
    (void)base;
    return 0; /* no atomic or ordered writes are promised */
}

static int f_map(sqlite3_file *base, int page, int size, int extend, void volatile **out)
{
    return PASS(xShmMap, page, size, extend, out);
}

static int f_shm_lock(sqlite3_file *base, int offset, int n, int flags)
{
    return PASS(xShmLock, offset, n, flags);
}

static void f_barrier(sqlite3_file *base)
{
    PASS(xShmBarrier);
}

static int f_unmap(sqlite3_file *base, int delete_it)
{
    return PASS(xShmUnmap, delete_it);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = f_close,
    .xRead = f_read,
    .xWrite = f_write,
    .xTruncate = f_truncate,
    .xSync = f_sync,
    .xFileSize = f_size,
    .xLock = f_lock,
    .xUnlock = f_unlock,
    .xCheckReservedLock = f_check,
    .xFileControl = f_control,
    .xSectorSize = f_sector,
    .xDeviceCharacteristics = f_device,
    .xShmMap = f_map,
    .xShmLock = f_shm_lock,
    .xShmBarrier = f_barrier,
    .xShmUnmap = f_unmap,
};

static int f_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *base, int flags, int *out)
{
    struct file *file = file_of(base);
    (void)vfs;
    *file = (struct file){.real = calloc(1, (size_t)under->szOsFile)};
    lan_assert(file->real);
    snprintf(file->path, sizeof file->path, "%s", name ? name : "");
    file->watched = (flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL)) != 0;
    int result = under->xOpen(under, name, file->real, flags, out);
    if (result != SQLITE_OK || !file->real->pMethods)
        free(file->real);
    else
        file->base.pMethods = &methods;
    return result;
}

/* ---- For tests ----------------------------------------------------------------------------------------- */

void faulty_install(void)
{
    if (shared)
        return;
    /* The memory outlives the file's name and handle. */
    FILE *memory = tmpfile();
    lan_assert(memory && ftruncate(fileno(memory), sizeof *shared) == 0);
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(memory), 0);
    lan_assert(shared != MAP_FAILED);
    fclose(memory);
    under = sqlite3_vfs_find(NULL);
    faulty = *under;
    faulty.zName = "faulty";
    faulty.szOsFile = sizeof(struct file);
    faulty.xOpen = f_open;
    sqlite3_vfs_register(&faulty, 1);
}

void faulty_note(void)
{
    shared->notes = 0;
    shared->noting = true;
}

static bool note_undo(struct note *note)
{
    int file = note->synced ? -1 : open(note->path, O_RDWR);
    if (file < 0)
        return false;
    /* All later writes are undone, so what is read is what this one has written, as far as it came. */
    note->wrote = (int)pread(file, note->after, (size_t)note->wrote, note->offset);
    lan_assert(note->wrote >= 0);
    lan_assert(pwrite(file, note->before, (size_t)note->count, note->offset) == note->count);
    lan_assert(ftruncate(file, note->size_before) == 0);
    close(file);
    return true;
}

static void note_redo(const struct note *note, struct lan_rng *rng)
{
    int sectors = (note->wrote + SECTOR - 1) / SECTOR, kept = 0;
    switch (lan_rng_below(rng, 3)) {
    case 0: return;
    case 1: kept = note->wrote; break;
    default: kept = SECTOR * (int)lan_rng_below(rng, (uint32_t)sectors + 1);
    }
    kept = kept < note->wrote ? kept : note->wrote;
    int file = open(note->path, O_WRONLY);
    lan_assert(file >= 0 && pwrite(file, note->after, (size_t)kept, note->offset) == kept);
    close(file);
}

int faulty_cut(uint64_t seed)
{
    int taken = 0;
    struct lan_rng rng;
    for (int i = shared->notes - 1; i >= 0; i--) {
        bool undone = note_undo(&shared->note[i]);
        shared->note[i].synced = !undone;
        taken += undone;
    }
    lan_rng_init(&rng, seed);
    for (int i = 0; i < shared->notes && seed; i++) {
        if (!shared->note[i].synced)
            note_redo(&shared->note[i], &rng);
    }
    shared->noting = false;
    return taken;
}

void faulty_fail(int n, bool stays)
{
    shared->calls = 0;
    shared->fail_at = n;
    shared->fail_stays = stays;
}

int faulty_count(void)
{
    return shared->calls;
}
