/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Endgame files, with any bytes in the first page, the ends of layers and the values. */
#include "fuzz.h"

#include "sow/endgame/database.h"
#include "sow/variants/variant.h"

#include <sys/mman.h>
#include <unistd.h>

static int input = -1;
static char path[64];
static struct sow_rules rules;

static void set_up(void)
{
    struct sow_err err;
    struct sow_variant variant;
    FUZZ_REQUIRE(sow_variant_builtin("kalah", &variant, &err) == SOW_OK);
    rules = variant.rules;
    rules.pits = 2;
    FUZZ_REQUIRE(sow_rules_check(&rules, NULL, &err) == SOW_OK);
    input = memfd_create("input", 0);
    FUZZ_REQUIRE(input >= 0);
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", input);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sow_err err;
    struct sow_endgame *endgame = NULL;
    uint64_t digest;
    int seeds;
    if (input < 0)
        set_up();
    FUZZ_REQUIRE(ftruncate(input, 0) == 0 &&
                 pwrite(input, data, size, 0) == (ssize_t)size);
    (void)!sow_endgame_look(path, &seeds, &digest, &err);
    if (sow_endgame_open(path, &rules, &endgame, &err) == SOW_OK) {
        FUZZ_REQUIRE(sow_endgame_seeds(endgame) >= 0);
        (void)sow_endgame_checksum(endgame);
        FUZZ_REQUIRE(sow_endgame_check_files(&err) == SOW_OK);
    }
    sow_endgame_close(endgame);
    return 0;
}
