/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sample.h"

#include "sow/variants/variant.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void sample_stream(struct sow_pcg *rng, uint64_t number)
{
    sow_pcg_derive(rng, 1, &(struct sow_stream){SOW_PURPOSE_TEST, {number}});
}

int sample_between(struct sow_pcg *rng, int least, int most)
{
    return least + (int)sow_pcg_below(rng, (uint32_t)(most - least + 1));
}

static bool sample_flag(struct sow_pcg *rng)
{
    return sow_pcg_below(rng, 2) != 0;
}

/* Draws a capture set: empty, of small counts, or of any counts. */
static struct sow_counts sample_counts(struct sow_pcg *rng)
{
    struct sow_counts set = {{0}};
    switch (sow_pcg_below(rng, 4)) {
    case 0:
    case 1:
        break;
    case 2:
        set.word[0] = sow_pcg_below(rng, 32) << 1U;
        break;
    default:
        for (int i = 0; i < 12; i++) {
            int count = sample_between(rng, 1, i < 6 ? 20 : SOW_MAX_SEEDS);
            set.word[count / 64] |= UINT64_C(1) << (count % 64);
        }
        break;
    }
    return set;
}

void sample_rules(struct sow_pcg *rng, struct sow_rules *rules)
{
    sow_rules_defaults(rules);
    rules->pits = sample_between(rng, 1, SOW_MAX_PITS);
    rules->seeds = sample_between(rng, 1, SOW_MAX_SEEDS / (2 * rules->pits));
    rules->direction = sample_flag(rng);
    rules->own_store_sown = sample_flag(rng);
    rules->lap_origin = sample_flag(rng);
    rules->laps = sample_flag(rng);
    rules->lap_limit = sample_between(rng, 1, 40);
    rules->extra_turn = rules->own_store_sown && sample_flag(rng);
    rules->number_capture = sample_counts(rng);
    rules->number_where = sample_between(rng, 0, SOW_WHERE_EITHER);
    rules->number_chain = sample_between(rng, 0, SOW_CHAIN_ACROSS);
    rules->place_capture = sample_counts(rng);
    rules->place_opposite_empty = sample_flag(rng);
    rules->place_chain = sample_flag(rng);
    rules->en_passant_capture = sample_counts(rng);
    rules->feeding = sample_flag(rng);
    rules->grand_slam = sample_between(rng, 0, SOW_SLAM_ILLEGAL);
    rules->end = sample_between(rng, 0, SOW_END_ALL_STUCK);
    rules->leftovers = sample_between(rng, 0, SOW_LEFT_NOBODY);
    rules->repetition = sample_between(rng, 0, SOW_REPEAT_SPLIT);
    rules->ply_cap = sample_between(rng, 1, 300);
    rules->pie_rule = sample_flag(rng);
    rules->early_end = sample_flag(rng);
    rules->cap_leftovers = sample_flag(rng) ? SOW_CAP_NOBODY : SOW_CAP_OWNER;
    struct sow_err err;
    ck_assert_msg(sow_rules_check(rules, NULL, &err) == SOW_OK, "%s", err.text);
}

/* Draws a pit or, more rarely, a store for a seed. */
static uint8_t *sample_place(struct sow_pcg *rng, int pits, struct sow_board *board)
{
    int seat = sample_flag(rng);
    if (sow_pcg_below(rng, 6) == 0)
        return &board->store[seat];
    return &board->pit[seat][sow_pcg_below(rng, (uint32_t)pits)];
}

void sample_board(struct sow_pcg *rng, int pits, struct sow_board *board)
{
    *board = (struct sow_board){.side = (uint8_t)sample_flag(rng)};
    int most = sow_pcg_below(rng, 4) == 0 ? SOW_MAX_SEEDS : 10 * pits;
    int seeds = sample_between(rng, 1, most);
    /* Seeds fall in heaps of up to this size, so that full pits and empty rows are
       common. */
    int heap = sample_between(rng, 1, 4 + seeds / 2);
    while (seeds > 0) {
        int drop = sample_between(rng, 1, heap < seeds ? heap : seeds);
        uint8_t *place = sample_place(rng, pits, board);
        *place = (uint8_t)(*place + drop);
        seeds -= drop;
    }
    if (sow_pcg_below(rng, 8) == 0)
        memset(board->pit[sample_flag(rng)], 0, sizeof board->pit[0]);
}

void sample_variant(const char *name, struct sow_rules *rules)
{
    struct sow_variant variant;
    struct sow_err err;
    ck_assert_msg(sow_variant_builtin(name, &variant, &err) == SOW_OK, "%s", err.text);
    *rules = variant.rules;
}

struct sow_board sample_position(const struct sow_rules *rules, const char *text)
{
    struct sow_board board;
    struct sow_err err;
    ck_assert_msg(sow_board_parse(text, rules->pits, (enum sow_direction)rules->direction,
                                  &board, &err) == SOW_OK,
                  "%s: %s", text, err.text);
    return board;
}

/* Counts the options in which rules differ from those of a built-in variant. */
static int count_differences(const struct sow_rules *rules, const struct sow_rules *base)
{
    int count = 0;
    for (size_t i = 0; i < sow_rules_table.count; i++)
        count += !sow_param_equal(&sow_rules_table.rows[i], rules, base);
    return count;
}

static const char *find_base(const struct sow_rules *rules, struct sow_rules *base)
{
    const char *best = NULL;
    int least = 0;
    for (size_t i = 0; i < sow_variant_count(); i++) {
        struct sow_rules candidate;
        sample_variant(sow_variant_name(i), &candidate);
        int count = count_differences(rules, &candidate);
        if (best != NULL && count >= least)
            continue;
        best = sow_variant_name(i);
        least = count;
        *base = candidate;
    }
    return best;
}

const char *sample_scene(const struct sow_rules *rules, const struct sow_board *board)
{
    static char text[4096];
    struct sow_rules base;
    FILE *out = fmemopen(text, sizeof text, "w");
    ck_assert(out != NULL);
    (void)fputs(find_base(rules, &base), out);
    const char *before = " with ";
    for (size_t i = 0; i < sow_rules_table.count; i++) {
        const struct sow_param *row = &sow_rules_table.rows[i];
        if (sow_param_equal(row, rules, &base))
            continue;
        char *value = sow_param_get(row, rules);
        (void)fprintf(out, "%s%s=%s", before, row->name, value);
        free(value);
        before = " ";
    }
    char position[SOW_POSITION_MAX];
    if (board != NULL)
        (void)fprintf(out, ", %s",
                      sow_board_format(board, rules->pits,
                                       (enum sow_direction)rules->direction, position));
    (void)fclose(out);
    return text;
}

const char *sample_difference(const struct sow_rules *rules,
                              const struct sow_board *board, const char *text)
{
    static char difference[2 * SOW_POSITION_MAX + 32];
    char found[SOW_POSITION_MAX];
    (void)sow_board_format(board, rules->pits, (enum sow_direction)rules->direction,
                           found);
    if (strcmp(found, text) == 0)
        return NULL;
    (void)snprintf(difference, sizeof difference, "%s, expected %.*s", found,
                   SOW_POSITION_MAX, text);
    return difference;
}
