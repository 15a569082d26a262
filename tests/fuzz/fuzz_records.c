/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CSV files for `dataset import`: the first byte chooses the game, the second how the
   file is read, the first line is the map of its columns, the rest the file. Whatever is
   accepted is in order, legal and can be played. */
#include "fuzz.h"

#include "import_rows.h"
#include "sow/variants/variant.h"

#include <sys/mman.h>
#include <unistd.h>

static int file = -1;
static char path[64];

static void set_up(void)
{
    file = memfd_create("records", 0);
    FUZZ_REQUIRE(file >= 0);
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", file);
}

static void require_row(const struct sow_rules *rules, const struct sow_import_row *row)
{
    sow_pits legal = sow_legal(rules, &row->board);
    FUZZ_REQUIRE(sow_board_seeds(&row->board) <= SOW_MAX_SEEDS);
    FUZZ_REQUIRE((row->preferred & ~legal) == 0 && row->viewpoint < 2 && row->game >= 0);
    FUZZ_REQUIRE(row->label >= -SOW_MAX_SEEDS && row->label <= SOW_MAX_SEEDS);
}

static void require_rows(const struct sow_rules *rules,
                         const struct sow_import_data *data)
{
    enum { PLAYED = 3 };
    FUZZ_REQUIRE(data->count > 0);
    for (size_t i = 0; i < data->count; i++) {
        const struct sow_import_row *row = &data->rows[i];
        require_row(rules, row);
        if (i > 0)
            FUZZ_REQUIRE(row[-1].game < row->game ||
                         (row[-1].game == row->game && row[-1].ply < row->ply));
        if (i < PLAYED)
            fuzz_play(rules, &row->board);
    }
}

static struct sow_import_source source_of(unsigned how, const struct sow_rules *rules,
                                          const char *map)
{
    return (struct sow_import_source){
        .path = path,
        .shape = {.format = how % 2 == 0 ? SOW_IMPORT_POSITIONS : SOW_IMPORT_MAIA,
                  .record = (enum sow_dataset_record)(how / 2 % 3),
                  .label = how / 6 % 2 == 0 ? SOW_LABEL_MARGIN : SOW_LABEL_RESULT,
                  .rules = rules,
                  .map = map},
        .duplicates = how / 12 % 2 == 0 ? SOW_DUPLICATES_DROP : SOW_DUPLICATES_KEEP,
        .any_total = how / 24 % 2 != 0,
    };
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (file < 0)
        set_up();
    struct sow_err err;
    struct sow_import_data found;
    const struct sow_rules *rules = &fuzz_variant(fuzz_take(&data, &size))->rules;
    unsigned how = fuzz_take(&data, &size);
    const uint8_t *end = size > 0 ? memchr(data, '\n', size) : NULL;
    size_t length = end == NULL ? size : (size_t)(end - data);
    size_t gone = end == NULL ? size : length + 1;
    char *map = fuzz_text(data, length);
    FUZZ_REQUIRE(ftruncate(file, 0) == 0 &&
                 pwrite(file, data + gone, size - gone, 0) == (ssize_t)(size - gone));
    struct sow_import_source source = source_of(how, rules, map);
    enum sow_status status = sow_import_read(&source, &found, &err);
    FUZZ_REQUIRE(status == SOW_OK || status == SOW_BAD_DATA || status == SOW_USAGE);
    if (status == SOW_OK) {
        require_rows(rules, &found);
        sow_import_data_release(&found);
    }
    free(map);
    return 0;
}
