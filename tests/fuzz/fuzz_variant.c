/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variant files. A valid file can be written, read again and played. */
#include "fuzz.h"

#include "sow/variants/variant.h"

static char *written(const struct sow_variant *variant)
{
    char *text = sow_variant_text(variant);
    FUZZ_REQUIRE(text != NULL);
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sow_err err;
    struct sow_variant variant;
    struct sow_variant again;
    char *text = fuzz_text(data, size);
    if (sow_variant_read_text(text, "fuzz", &variant, &err) == SOW_OK) {
        char *first = written(&variant);
        FUZZ_REQUIRE(sow_variant_read_text(first, "fuzz", &again, &err) == SOW_OK);
        char *second = written(&again);
        FUZZ_REQUIRE(strcmp(first, second) == 0);
        free(first);
        free(second);
        fuzz_play(&variant.rules, &variant.rules.start);
    }
    free(text);
    return 0;
}
