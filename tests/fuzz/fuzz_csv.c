/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CSV files to import. Accepted rows must be sorted, and possible in their game. */
#include "fuzz.h"

#include "sow/fitting/import.h"
#include "sow/variants/variant.h"

#include <sys/mman.h>
#include <unistd.h>

/* Makes a file in memory. Returns its descriptor and writes its path. */
static int make_file(const uint8_t *data, size_t size, char *path, size_t room)
{
    int file = memfd_create("fuzz", 0);
    FUZZ_REQUIRE(file >= 0);
    FUZZ_REQUIRE(write(file, data, size) == (ssize_t)size);
    (void)snprintf(path, room, "/proc/self/fd/%d", file);
    return file;
}

/* Takes the options from the input. The first byte selects the variant, the second the
   options. The rest of the first line is the column map. */
static const struct sow_rules *take_options(const uint8_t **data, size_t *size,
                                            struct sow_import_options *options)
{
    const struct sow_variant *variant = fuzz_variant(fuzz_take(data, size));
    unsigned bits = fuzz_take(data, size);
    memset(options, 0, sizeof *options);
    options->format = (int)(bits & 1U);
    options->label = (int)(bits >> 1U & 1U);
    options->duplicates = (int)(bits >> 2U & 1U);
    options->any_total = (bits >> 3U & 1U) != 0;
    options->record = (int)((bits >> 4U & 3U) % 3U);
    for (size_t i = 0; *size > 0; i++) {
        unsigned byte = fuzz_take(data, size);
        if (byte == '\n')
            break;
        if (i < SOW_IMPORT_MAP_MAX)
            options->columns[i] = (char)byte;
    }
    return &variant->rules;
}

static void check_row(const struct sow_rules *rules,
                      const struct sow_import_options *options,
                      const struct sow_import_row *row)
{
    int seeds = sow_board_seeds(&row->board);
    FUZZ_REQUIRE(seeds <= SOW_MAX_SEEDS);
    FUZZ_REQUIRE(options->any_total || seeds == sow_board_seeds(&rules->start));
    FUZZ_REQUIRE(row->game >= 0 && row->ply >= 0 && row->line > 0);
    FUZZ_REQUIRE(abs(row->label) <= (options->label == SOW_LABEL_RESULT ? 1 : seeds));
    FUZZ_REQUIRE((row->preferred & ~sow_legal(rules, &row->board)) == 0);
    FUZZ_REQUIRE(!row->is_choice || row->preferred != 0);
    if (row->is_choice)
        fuzz_play(rules, &row->board);
}

static void check_data(const struct sow_rules *rules,
                       const struct sow_import_options *options,
                       const struct sow_import_data *data)
{
    size_t positions = 0;
    size_t choices = 0;
    for (size_t i = 0; i < data->count; i++) {
        const struct sow_import_row *row = &data->rows[i];
        check_row(rules, options, row);
        positions += row->is_position;
        choices += row->is_choice;
        FUZZ_REQUIRE(i == 0 || row[-1].game < row->game ||
                     (row[-1].game == row->game && row[-1].ply < row->ply));
    }
    FUZZ_REQUIRE(positions == data->positions && choices == data->choices);
    FUZZ_REQUIRE(positions + choices > 0);
    FUZZ_REQUIRE(strlen(options->sha256) == SOW_SHA256_TEXT - 1);
    FUZZ_REQUIRE(options->records == (int)data->count);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sow_err err;
    struct sow_import_options options;
    struct sow_import_data read;
    const struct sow_rules *rules = take_options(&data, &size, &options);
    int file = make_file(data, size, options.file, sizeof options.file);
    if (sow_import_survey(&options, rules, NULL, &read, &err) == SOW_OK) {
        check_data(rules, &options, &read);
        sow_import_data_release(&read);
    }
    FUZZ_REQUIRE(close(file) == 0);
    return 0;
}
