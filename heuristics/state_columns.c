/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes features of positions. */
#include "sow/heuristics/state_features.h"

#include "state_facts.h"

#include <assert.h>
#include <string.h>

/* Returns a feature of the position, seen from @p seat. It is 0 if it makes no sense
   under the rules. */
static int evaluate(const struct sow_state_feature *row, struct sow_state_facts *facts,
                    int seat)
{
    if (row->needs != NULL && !row->needs->met(facts->rules, row->pit))
        return 0;
    switch (row->side) {
    case SOW_OWN:
        return sow_state_count(row->count, facts, seat, row->pit);
    case SOW_OPPONENT:
        return sow_state_count(row->count, facts, 1 - seat, row->pit);
    case SOW_DIFFERENCE:
        break;
    }
    return sow_state_count(row->count, facts, seat, row->pit) -
           sow_state_count(row->count, facts, 1 - seat, row->pit);
}

int sow_state_feature_value(int feature, const struct sow_rules *rules,
                            const struct sow_board *board, int seat)
{
    struct sow_state_facts facts;
    sow_state_facts_init(&facts, rules, board, NULL);
    return evaluate(&sow_state_features.rows[feature], &facts, seat);
}

void sow_state_facts_values(struct sow_state_facts *facts, int seat, const int *features,
                            int count, int16_t *values)
{
    for (int i = 0; i < count; i++)
        values[i] = (int16_t)evaluate(&sow_state_features.rows[features[i]], facts, seat);
}

void sow_state_features_values(const struct sow_rules *rules,
                               const struct sow_board *board, int seat,
                               const int *features, int count, int16_t *values)
{
    struct sow_state_facts facts;
    sow_state_facts_init(&facts, rules, board, NULL);
    sow_state_facts_values(&facts, seat, features, count, values);
}

void sow_state_columns_init(struct sow_state_columns *columns,
                            const struct sow_rules *rules, const int *features, int count)
{
    assert(count >= 0 && count <= SOW_AGENT_TERMS_MAX);
    columns->rules = rules;
    columns->count = count;
    memcpy(columns->feature, features, (size_t)count * sizeof *features);
    columns->is_fast = sow_fast_covers(rules);
    if (columns->is_fast)
        sow_fast_prepare(&columns->fast, rules);
}

void sow_state_columns_values(const struct sow_state_columns *columns,
                              const struct sow_board *board, int seat, int16_t *values)
{
    struct sow_state_facts facts;
    sow_state_facts_init(&facts, columns->rules, board,
                         columns->is_fast ? &columns->fast : NULL);
    sow_state_facts_values(&facts, seat, columns->feature, columns->count, values);
}
