/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/game/fast_rules.h"

#include "sow/game/repetition.h"

const char *sow_rules_obstacle(const struct sow_rules *rules)
{
    const struct {
        bool found;
        const char *reason;
    } obstacles[] = {
        {rules->repetition != SOW_REPEAT_NONE && !sow_game_never_repeats(rules),
         "a repetition rule"},
        {rules->laps == SOW_LAPS_MULTIPLE, "relay sowing"},
        {!sow_counts_empty(&rules->en_passant_capture), "captures en passant"},
    };
    for (size_t i = 0; i < sizeof obstacles / sizeof obstacles[0]; i++)
        if (obstacles[i].found)
            return obstacles[i].reason;
    return NULL;
}

bool sow_rules_are_fast(const struct sow_rules *rules)
{
    return sow_rules_obstacle(rules) == NULL;
}
