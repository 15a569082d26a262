/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Damaged databases. The first byte of the input selects the question, and the second the
   run. The rest is a list of changes to a small sound database, five bytes each. Only one
   question is asked of each damaged file, because asking all of them would allow eight
   times fewer files. */
#include "fuzz.h"

#include "sow/players/run_players.h"
#include "sow/queries/query.h"
#include "sow/sections/report.h"
#include "sow/store/store.h"
#include "sow/store/tables/choices.def"
#include "sow/store/tables/coefficients.def"
#include "sow/store/tables/match_variants.def"
#include "sow/store/tables/matches.def"
#include "sow/store/tables/positions.def"
#include "sow/store/tables/runs.def"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PAGE = 4096, CHANGES_MAX = 64 };

/* Bytes of the sound database, and of a damaged one. */
static uint8_t *sound;
static uint8_t *damaged;
static size_t sound_size;
static const char *path;
static FILE *nowhere;
static char *documents[FUZZ_RUNS + 1]; /* exported runs of the sound database */

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
    sow_store_read_players_by(sow_run_players_read);
    fuzz_lighten_sqlite();
    path = fuzz_database_path();
    FUZZ_REQUIRE(sow_store_open(path, SOW_STORE_WRITE, &store, &err) == SOW_OK);
    fuzz_fill_store(store);
    for (int64_t id = 1; id <= FUZZ_RUNS; id++)
        documents[id] = fuzz_export(store, id);
    sow_store_close(store);
    read_sound();
    nowhere = fopen("/dev/null", "w");
    FUZZ_REQUIRE(nowhere != NULL);
}

/* Applies one change. @p size is the size of the damaged file. */
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

/* Callback for rows of a table, which checks only that a text is not NULL. */
#define DROP(name, text)                                                                 \
    static enum sow_status drop_##name(                                                  \
        void *context, const struct sow_##name##_row *row, struct sow_err *err)          \
    {                                                                                    \
        (void)context;                                                                   \
        (void)err;                                                                       \
        FUZZ_REQUIRE(row->text != NULL);                                                 \
        return SOW_OK;                                                                   \
    }

DROP(match, player)
DROP(match_variant, variant)
DROP(position, position)
DROP(choice, moves)
DROP(coefficient, feature)

static void ask_list(struct sow_store *store, int64_t id, struct sow_report *report)
{
    struct sow_err err;
    struct sow_query_runs first = {.limit = id};
    (void)!sow_query_list(store, &first, report, &err);
}

static void ask_show(struct sow_store *store, int64_t id, struct sow_report *report)
{
    struct sow_err err;
    (void)!sow_query_show(store, id, report, &err);
}

static void ask_compare(struct sow_store *store, int64_t id, struct sow_report *report)
{
    const int64_t both[] = {1, id};
    struct sow_err err;
    (void)!sow_query_compare(store, both, 2, report, &err);
}

/* Reads the data that a resumed run and a player `run:ID` need. */
static void ask_run(struct sow_store *store, int64_t id, struct sow_report *report)
{
    (void)report;
    struct sow_err err;
    struct sow_run_row row;
    struct sow_stored_population population;
    double *weights;
    int count;
    if (sow_store_read_run(store, id, &row, &err) == SOW_OK)
        sow_run_row_release(&row);
    if (sow_store_read_population(store, id, 0, &population, &err) == SOW_OK)
        sow_stored_population_release(&population);
    if (sow_store_read_champion(store, id, &weights, &count, &err) == SOW_OK)
        free(weights);
}

static void ask_rows(struct sow_store *store, int64_t id, struct sow_report *report)
{
    (void)report;
    struct sow_err err;
    (void)!sow_store_each(store, match, id, drop_match, NULL, &err);
    (void)!sow_store_each(store, match_variant, id, drop_match_variant, NULL, &err);
    (void)!sow_store_each(store, position, id, drop_position, NULL, &err);
    (void)!sow_store_each(store, choice, id, drop_choice, NULL, &err);
    (void)!sow_store_each(store, coefficient, id, drop_coefficient, NULL, &err);
}

static void ask_export(struct sow_store *store, int64_t id, struct sow_report *report)
{
    (void)report;
    struct sow_err err;
    (void)!sow_store_export(store, id, nowhere, &err);
}

/* Checks the file and a run. If the checks accept them, the run must read as it was
   stored. */
static void ask_check(struct sow_store *store, int64_t id, struct sow_report *report)
{
    struct sow_err err;
    int64_t rows;
    bool sealed;
    if (sow_store_check_run(store, id, &rows, &err) != SOW_OK ||
        sow_store_check_seal(store, id, &sealed, &err) != SOW_OK ||
        sow_store_check_file(store, &err) != SOW_OK)
        return;
    char *text = fuzz_export(store, id);
    FUZZ_REQUIRE(rows > 0 && sealed && strcmp(text, documents[id]) == 0);
    free(text);
    ask_run(store, id, report);
}

typedef void question_fn(struct sow_store *store, int64_t id, struct sow_report *report);

static question_fn *const QUESTIONS[] = {ask_list, ask_show,   ask_compare, ask_run,
                                         ask_rows, ask_export, ask_check};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (sound == NULL)
        set_up();
    struct sow_err err;
    struct sow_store *store;
    unsigned question = fuzz_take(&data, &size) % (sizeof QUESTIONS / sizeof *QUESTIONS);
    int64_t id = fuzz_take(&data, &size) % (FUZZ_RUNS + 1);
    write_damaged(data, size);
    if (sow_store_open(path, SOW_STORE_READ, &store, &err) != SOW_OK)
        return 0;
    struct sow_report *report = sow_report_new();
    FUZZ_REQUIRE(report != NULL);
    QUESTIONS[question](store, id, report);
    (void)!sow_report_print(report, SOW_FORMAT_JSON, nowhere, &err);
    sow_report_free(report);
    sow_store_close(store);
    return 0;
}
