/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rule changes on the command line. The first byte selects the variant, and every line is
   the value of one option --rule. */
#include "fuzz.h"

#include "sow/cli/cli_options.h"

static const struct sow_param *rule_option(const struct sow_common_group **group)
{
    for (*group = sow_common_groups; (*group)->title != NULL; (*group)++) {
        const struct sow_param *param = sow_param_find(&(*group)->table, "rule");
        if (param != NULL)
            return param;
    }
    return NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sow_err err;
    struct sow_cli cli = {.format = SOW_FORMAT_TEXT};
    const struct sow_common_group *group;
    const struct sow_param *rule = rule_option(&group);
    FUZZ_REQUIRE(rule != NULL);
    size_t index = fuzz_take(&data, &size) % sow_variant_count();
    (void)snprintf(cli.common.variant, sizeof cli.common.variant, "%s",
                   sow_variant_name(index));
    char *text = fuzz_text(data, size);
    enum sow_status status = SOW_OK;
    char *rest = text;
    for (char *line; status == SOW_OK && (line = strsep(&rest, "\n")) != NULL;)
        status = sow_param_set(rule, &cli.common, line, &err);
    struct sow_variant variant;
    if (status == SOW_OK && sow_cli_variant(&cli, &variant, &err) == SOW_OK)
        fuzz_play(&variant.rules, &variant.rules.start);
    free(text);
    return 0;
}
