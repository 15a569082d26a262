/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists of features, as in players and fits. The first byte selects the variant, and the
   second positions or moves. An accepted list must mean the same after it is written out.
   Each of its features must have a value within its range. */
#include "fuzz.h"

#include "sow/heuristics/state_features.h"
#include "sow/players/fit_columns.h"
#include "sow/variants/variant.h"

static void require_values(const struct sow_rules *rules, const char *text)
{
    struct sow_err err;
    int features[SOW_AGENT_TERMS_MAX];
    int16_t values[SOW_AGENT_TERMS_MAX];
    int count;
    if (sow_state_feature_list(text, rules, features, &count, &err) != SOW_OK)
        return;
    FUZZ_REQUIRE(count > 0 && count <= SOW_AGENT_TERMS_MAX);
    sow_state_features_values(rules, &rules->start, SOW_SOUTH, features, count, values);
    for (int i = 0; i < count; i++) {
        int least;
        int most;
        sow_state_feature_range(features[i], rules, &least, &most);
        FUZZ_REQUIRE(values[i] >= least && values[i] <= most);
        FUZZ_REQUIRE(sow_state_feature_refusal(features[i], rules) == NULL);
    }
}

static void require_settled(const struct sow_rules *rules, bool preference,
                            const char *text)
{
    struct sow_err err;
    struct sow_fit_columns columns;
    char *list = strndup(text, SOW_FEATURE_LIST_MAX);
    FUZZ_REQUIRE(list != NULL);
    if (sow_fit_columns_resolve(&list, preference, rules, &err) == SOW_OK) {
        char *again = strdup(list);
        FUZZ_REQUIRE(again != NULL);
        FUZZ_REQUIRE(sow_fit_columns_resolve(&again, preference, rules, &err) == SOW_OK);
        FUZZ_REQUIRE(strcmp(list, again) == 0);
        FUZZ_REQUIRE(sow_fit_columns_read(&columns, list, &err) == SOW_OK);
        FUZZ_REQUIRE(columns.count > 0 && (preference || !columns.of_moves));
        free(again);
    }
    free(list);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct sow_rules *rules = &fuzz_variant(fuzz_take(&data, &size))->rules;
    bool preference = fuzz_take(&data, &size) % 2 != 0;
    char *text = fuzz_text(data, size);
    require_values(rules, text);
    require_settled(rules, preference, text);
    free(text);
    return 0;
}
