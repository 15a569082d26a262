/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Damaged databases: the input is a list of changes, five bytes each, to the bytes of a
   small sound one. Whatever comes of it is opened and read by every reader. */
#include "fuzz.h"

#include "query.h"
#include "report.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PAGE = 4096, CHANGES_MAX = 64, RUNS = 5, NAME_ROOM = 64 };

/* The sound database, and room for a damaged one. */
static uint8_t *sound;
static uint8_t *damaged;
static size_t sound_size;
static char path[NAME_ROOM];
static FILE *nowhere;

static void remove_files(void)
{
    static const char *const ENDS[] = {"", "-wal", "-shm", "-journal"};
    for (size_t i = 0; i < sizeof ENDS / sizeof ENDS[0]; i++) {
        char name[NAME_ROOM + 16];
        (void)snprintf(name, sizeof name, "%s%s", path, ENDS[i]);
        (void)unlink(name);
    }
}

static void read_sound(void)
{
    FILE *in = fopen(path, "rb");
    struct stat file;
    FUZZ_REQUIRE(in != NULL && fstat(fileno(in), &file) == 0);
    sound_size = (size_t)file.st_size;
    sound = malloc(sound_size);
    damaged = malloc(sound_size);
    FUZZ_REQUIRE(sound != NULL && damaged != NULL);
    FUZZ_REQUIRE(fread(sound, 1, sound_size, in) == sound_size);
    (void)fclose(in);
}

static void set_up(void)
{
    struct sow_err err;
    struct sow_store *store;
    const char *folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : P_tmpdir;
    (void)snprintf(path, sizeof path, "%s/sow-fuzz-%ld.db", folder, (long)getpid());
    remove_files();
    FUZZ_REQUIRE(sow_store_open(path, SOW_STORE_WRITE, &store, &err) == SOW_OK);
    fuzz_fill_store(store);
    sow_store_close(store);
    read_sound();
    nowhere = fopen("/dev/null", "w");
    FUZZ_REQUIRE(nowhere != NULL && atexit(remove_files) == 0);
}

/* Applies one change; @p size is the damaged file's. */
static void change(const uint8_t *script, size_t *size)
{
    size_t at = (script[1] | (size_t)script[2] << 8U | (size_t)script[3] << 16U) % *size;
    uint8_t *page = damaged + at / PAGE * PAGE;
    uint8_t *other = damaged + script[4] % (sound_size / PAGE) * PAGE;
    switch (script[0] % 6) {
    case 0:
        damaged[at] ^= (uint8_t)(1U << (script[4] % 8));
        break;
    case 1:
        damaged[at] = script[4];
        break;
    case 2:
        memset(damaged + at, script[4], *size - at < 8 ? *size - at : 8);
        break;
    case 3:
        *size = at == 0 ? 1 : at;
        break;
    case 4:
        memmove(page, other, PAGE);
        break;
    default:
        memset(page, script[4], PAGE);
        break;
    }
}

static void write_damaged(const uint8_t *data, size_t size)
{
    size_t length = sound_size;
    memcpy(damaged, sound, sound_size);
    for (size_t i = 0; i + 5 <= size && i < 5 * (size_t)CHANGES_MAX; i += 5)
        change(data + i, &length);
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    FUZZ_REQUIRE(file >= 0 && write(file, damaged, length) == (ssize_t)length);
    (void)close(file);
}

static enum sow_status drop_match(void *context, const struct sow_match_row *row,
                                  struct sow_err *err)
{
    (void)context;
    (void)err;
    FUZZ_REQUIRE(row->player != NULL);
    return SOW_OK;
}

static enum sow_status drop_position(void *context, const struct sow_position_row *row,
                                     struct sow_err *err)
{
    (void)context;
    (void)err;
    FUZZ_REQUIRE(row->position != NULL);
    return SOW_OK;
}

static enum sow_status drop_coefficient(void *context,
                                        const struct sow_coefficient_row *row,
                                        struct sow_err *err)
{
    (void)context;
    (void)err;
    FUZZ_REQUIRE(row->feature != NULL);
    return SOW_OK;
}

static void read_rows(struct sow_store *store, int64_t id)
{
    struct sow_err err;
    struct sow_run_row row;
    struct sow_stored_population population;
    double *weights;
    int count;
    if (sow_store_read_run(store, id, &row, &err) == SOW_OK)
        sow_run_row_release(&row);
    if (sow_store_read_last_population(store, id, &population, &err) == SOW_OK)
        sow_stored_population_release(&population);
    if (sow_store_read_champion(store, id, &weights, &count, &err) == SOW_OK)
        free(weights);
    (void)!sow_store_each_match(store, id, drop_match, NULL, &err);
    (void)!sow_store_each_position(store, id, drop_position, NULL, &err);
    (void)!sow_store_each_coefficient(store, id, drop_coefficient, NULL, &err);
    (void)!sow_store_export(store, id, nowhere, &err);
}

static void ask_everything(struct sow_store *store)
{
    static const int64_t BOTH[] = {1, 2};
    struct sow_err err;
    struct sow_query_runs all = {.limit = 0};
    struct sow_report *report = sow_report_new();
    FUZZ_REQUIRE(report != NULL);
    (void)!sow_query_list(store, &all, report, &err);
    for (int64_t id = 0; id < RUNS; id++) {
        (void)!sow_query_show(store, id, report, &err);
        read_rows(store, id);
    }
    (void)!sow_query_compare(store, BOTH, 2, report, &err);
    (void)!sow_report_print(report, SOW_FORMAT_JSON, nowhere, &err);
    sow_report_free(report);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (sound == NULL)
        set_up();
    struct sow_err err;
    struct sow_store *store;
    write_damaged(data, size);
    if (sow_store_open(path, SOW_STORE_READ, &store, &err) == SOW_OK) {
        ask_everything(store);
        sow_store_close(store);
    }
    return 0;
}
