/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Features of positions: their values, ranges and symmetry. */
#include "naive_features.h"
#include "sample.h"
#include "scale.h"
#include "sow/base/text.h"
#include "sow/game/game.h"
#include "sow/heuristics/state_features.h"
#include "sow/variants/variant.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>

enum { FEATURES_MAX = 128 };

static int feature_of(const char *name)
{
    int feature = sow_state_feature_find(name);
    ck_assert_msg(feature >= 0, "no feature '%s'", name);
    return feature;
}

static const char *name_of(int feature)
{
    return sow_state_features.rows[feature].name;
}

/* --- hand-made examples --- */

struct example {
    const char *variant;
    const char *position;
    int seat;
    const char *values; /* "name=value ..." */
};

static const struct example EXAMPLES[] = {
    /* Simple counts. */
    {"kalah", "1,2,0,0,3,0,10/4,0,5,0,6,7,20:s", SOW_SOUTH,
     "h1=0 h2=6 h3=3 h4=10 h5=1 h6=20 opponent_h1=7 opponent_h2=22 opponent_h3=4 "
     "opponent_h4=20 opponent_h5=0 opponent_h6=10 to_move=1 diff_h1=-7 diff_h2=-16 "
     "diff_h3=-1 store_difference=-10 diff_h4=-10 score_dif=-10 diff_h5=1 majority=0 "
     "seeds_in_play=28 empty_pits=3 opponent_empty_pits=2 hoard=3 opponent_hoard=7 "
     "pit1=1 pit2=2 pit3=0 pit5=3 pit6=0 pit7=0 opponent_pit1=4 opponent_pit6=7"},
    {"kalah", "1,2,0,0,3,0,10/4,0,5,0,6,7,20:s", SOW_NORTH,
     "h1=7 h2=22 h3=4 h4=20 h5=0 h6=10 opponent_h1=0 opponent_h2=6 opponent_h3=3 "
     "opponent_h5=1 to_move=0 diff_h1=7 store_difference=10 pit1=4 opponent_pit5=3"},
    /* Sowings in that position: pit 2 ends in the empty pit 4 and takes 1 + 5; pit 5
       brings one seed into the store and one across. North's pits 3, 5 and 6 pass their
       store. */
    {"kalah", "1,2,0,0,3,0,10/4,0,5,0,6,7,20:s", SOW_SOUTH,
     "mobility=3 opponent_mobility=4 relative_mobility=-1 free_moves=0 "
     "opponent_free_moves=0 best_gain=6 opponent_best_gain=1 diff_best_gain=5 "
     "best_capture=6 opponent_best_capture=0 capturing_moves=1 "
     "opponent_capturing_moves=0 capturable_seeds=5 seeds_at_risk=0 exposed_seeds=3 "
     "opponent_exposed_seeds=9 reaching_pits=1 opponent_reaching_pits=3 "
     "reaching_seeds=1 opponent_reaching_seeds=11 heavy_pits=0"},
    /* Kalah's start: pit 3 earns a turn; pits 4 to 6 lay 1 + 2 + 3 seeds across. */
    {"kalah", "4,4,4,4,4,4,0/4,4,4,4,4,4,0:s", SOW_NORTH,
     "to_move=0 mobility=6 free_moves=1 opponent_free_moves=1 diff_free_moves=0 "
     "best_gain=1 best_capture=0 capturable_seeds=0 reaching_pits=3 reaching_seeds=6"},
    /* Thirteen seeds make a full lap: one for the store, six for the other row. The last
       one, in its origin, takes the seed just sown opposite. */
    {"kalah", "13,0,0,0,0,0,0/0,0,0,0,0,0,0:s", SOW_SOUTH,
     "heavy_pits=1 hoard=13 reaching_seeds=6 best_gain=3 best_capture=2 "
     "capturing_moves=1 capturable_seeds=0 free_moves=0 exposed_seeds=13 "
     "opponent_mobility=0 opponent_best_gain=0"},
    /* Twelve seeds are not more than the board has pits. */
    {"awari", "12,0,0,0,0,0,3/0,0,0,0,0,0,0:s", SOW_SOUTH,
     "heavy_pits=0 reaching_seeds=6 majority=0"},
    /* Half of 50 is no majority. */
    {"awari", "0,1,0,0,0,0,25/2,0,0,0,0,0,22:s", SOW_SOUTH, "majority=0 seeds_in_play=3"},
    {"awari", "0,1,0,0,0,0,27/2,0,0,0,0,0,21:s", SOW_SOUTH, "majority=1"},
    {"awari", "0,1,0,0,0,0,27/2,0,0,0,0,0,21:s", SOW_NORTH, "majority=-1"},
    /* South's pit 6 takes 2 + 3 + 3, of which 5 are there already. North's pit 6 takes 2
       + 3. There are no extra turns and no captures from an empty pit. */
    {"awari", "2,1,0,1,0,3,0/2,2,1,0,0,2,0:s", SOW_SOUTH,
     "best_gain=8 best_capture=8 capturing_moves=1 capturable_seeds=5 "
     "opponent_best_gain=5 opponent_capturing_moves=1 seeds_at_risk=3 reaching_pits=1 "
     "reaching_seeds=3 opponent_reaching_pits=1 opponent_reaching_seeds=2 free_moves=0 "
     "exposed_seeds=0 opponent_exposed_seeds=0"},
    /* Clockwise, pit 6 is the farthest and pit 1 the nearest to the opponent. Pits 2 and
       1 take their own last seed; north's pit 4 takes two in its own row. None of these
       seeds was there before. */
    {"vai-lung-thlan", "4,2,0,3,0,0,0/0,0,0,2,1,0,0:n", SOW_SOUTH,
     "h1=4 h5=0 opponent_h1=0 pit1=0 pit3=3 pit5=2 pit6=4 opponent_pit2=1 "
     "opponent_pit3=2 mobility=3 best_gain=1 capturing_moves=2 opponent_best_gain=2 "
     "capturable_seeds=0 seeds_at_risk=0 reaching_seeds=5 to_move=0"},
    /* Only pit 6 feeds the opponent, whose row is empty. */
    {"oware-abapa", "0,0,0,0,1,2,10/0,0,0,0,0,0,8:s", SOW_SOUTH,
     "h3=2 mobility=1 diff_h3=2 relative_mobility=1 opponent_mobility=0"},
    /* A grand slam is not legal while there is another move, so it gains nothing. */
    {"awari-solved", "1,1,0,0,0,0,5/1,0,0,0,0,2,0:s", SOW_NORTH,
     "h3=2 mobility=1 best_gain=0 capturing_moves=0 capturable_seeds=0"},
    {"awari", "1,1,0,0,0,0,5/1,0,0,0,0,2,0:s", SOW_NORTH,
     "mobility=2 best_gain=4 capturing_moves=1 capturable_seeds=2"},
};

static void expect_value(const struct sow_rules *rules, const struct sow_board *board,
                         int seat, const char *text)
{
    char name[64];
    int64_t value = 0;
    size_t length = strcspn(text, "=");
    (void)snprintf(name, sizeof name, "%.*s", (int)length, text);
    ck_assert(sow_text_to_int(text + length + 1, &value));
    ck_assert_msg(sow_state_feature_value(feature_of(name), rules, board, seat) == value,
                  "%s is %d: %s", text,
                  sow_state_feature_value(feature_of(name), rules, board, seat),
                  sample_scene(rules, board));
}

TEST_EACH(values, worked_examples, EXAMPLES)
{
    const struct example *example = &EXAMPLES[_i];
    struct sow_rules rules;
    sample_variant(example->variant, &rules);
    struct sow_board board = sample_position(&rules, example->position);
    char room[1024];
    (void)snprintf(room, sizeof room, "%s", example->values);
    char *at = room;
    while (at != NULL) {
        char *word = at;
        at = strchr(at, ' ');
        if (at != NULL)
            *at++ = '\0';
        expect_value(&rules, &board, example->seat, word);
    }
}

/* --- against the naive engine --- */

/* Draws a position, and a built-in variant or any rules. */
static void pose(struct sow_pcg *rng, int i, struct sow_rules *rules,
                 struct sow_board *board)
{
    if (i % 2 == 0)
        sample_rules(rng, rules);
    else
        sample_variant(
            sow_variant_name(sow_pcg_below(rng, (uint32_t)sow_variant_count())), rules);
    sample_board(rng, rules->pits, board);
}

static void differ(const struct sow_rules *rules, const struct sow_board *board, int seat,
                   int feature, int found, int expected)
{
    ck_abort_msg("%s of seat %d is %d, not %d: %s", name_of(feature), seat, found,
                 expected, sample_scene(rules, board));
}

/* Computes all features for both seats. */
static void evaluate(const struct sow_rules *rules, const struct sow_board *board,
                     int16_t value[2][FEATURES_MAX])
{
    int all[FEATURES_MAX];
    ck_assert_int_le(sow_state_features.count, FEATURES_MAX);
    for (int i = 0; i < sow_state_features.count; i++)
        all[i] = i;
    for (int seat = 0; seat < 2; seat++)
        sow_state_features_values(rules, board, seat, all, sow_state_features.count,
                                  value[seat]);
}

TEST_LOOP(values, second_opinion, 0, 4)
{
    struct sow_pcg rng;
    sample_stream(&rng, 650 + (uint64_t)_i);
    for (int i = 0; i < sow_scaled(2500); i++) {
        struct sow_rules rules;
        struct sow_board board;
        int16_t value[2][FEATURES_MAX];
        pose(&rng, i, &rules, &board);
        char text[SOW_POSITION_MAX];
        struct naive_board twin;
        naive_read(sow_board_format(&board, rules.pits,
                                    (enum sow_direction)rules.direction, text),
                   rules.pits, &twin);
        evaluate(&rules, &board, value);
        for (int k = 0; k < 2 * sow_state_features.count; k++) {
            int feature = k / 2;
            int seat = k % 2;
            int expected = 0;
            if (sow_state_feature_refusal(feature, &rules) == NULL)
                expected = naive_feature(name_of(feature), &rules, &twin, seat);
            if (value[seat][feature] != expected)
                differ(&rules, &board, seat, feature, value[seat][feature], expected);
        }
    }
}

/* Values are equal one by one, many at once, and for many positions by the fast engine.
 */
TEST(values, three_ways)
{
    static struct sow_state_columns columns;
    struct sow_pcg rng;
    sample_stream(&rng, 660);
    int fast = 0;
    for (int i = 0; i < sow_scaled(3000); i++) {
        struct sow_rules rules;
        struct sow_board board;
        int16_t value[2][FEATURES_MAX];
        int16_t column[SOW_AGENT_TERMS_MAX];
        int list[SOW_AGENT_TERMS_MAX];
        pose(&rng, i, &rules, &board);
        int count = sample_between(&rng, 1, SOW_AGENT_TERMS_MAX);
        for (int k = 0; k < count; k++)
            list[k] = sample_between(&rng, 0, sow_state_features.count - 1);
        sow_state_columns_init(&columns, &rules, list, count);
        fast += columns.is_fast;
        for (int repeat = 0; repeat < 5; repeat++) {
            sample_board(&rng, rules.pits, &board);
            evaluate(&rules, &board, value);
            int seat = repeat % 2;
            sow_state_columns_values(&columns, &board, seat, column);
            for (int k = 0; k < count; k++) {
                int expected = sow_state_feature_value(list[k], &rules, &board, seat);
                if (value[seat][list[k]] != expected)
                    differ(&rules, &board, seat, list[k], value[seat][list[k]], expected);
                if (column[k] != expected)
                    differ(&rules, &board, seat, list[k], column[k], expected);
            }
        }
    }
    ck_assert_int_gt(fast, sow_scaled(3000) / 3);
}

/* --- ranges and symmetry --- */

/* In play from the start, every value is in the range for the game. In any position, it
   is in the range for any game, which leaves room in fixed point. */
TEST_LOOP(properties, ranges, 0, (int)sow_variant_count())
{
    struct sow_pcg rng;
    sample_stream(&rng, 670 + (uint64_t)_i);
    struct sow_rules rules;
    sample_variant(sow_variant_name((size_t)_i), &rules);
    for (int i = 0; i < sow_scaled(200); i++) {
        struct sow_game game;
        sow_game_init(&game, &rules, NULL);
        while (!game.ended) {
            int16_t value[2][FEATURES_MAX];
            evaluate(&rules, &game.board, value);
            for (int k = 0; k < sow_state_features.count; k++) {
                int least;
                int most;
                sow_state_feature_range(k, &rules, &least, &most);
                for (int seat = 0; seat < 2; seat++)
                    if (value[seat][k] < least || value[seat][k] > most)
                        differ(&rules, &game.board, seat, k, value[seat][k], most);
            }
            int moves[SOW_MOVES_MAX];
            int count = sow_game_moves(&game, moves);
            sow_game_play(&game, moves[sow_pcg_below(&rng, (uint32_t)count)]);
        }
    }
}

TEST(properties, wide_ranges)
{
    struct sow_pcg rng;
    sample_stream(&rng, 680);
    for (int i = 0; i < sow_scaled(5000); i++) {
        struct sow_rules rules;
        struct sow_board board;
        int16_t value[2][FEATURES_MAX];
        pose(&rng, i, &rules, &board);
        evaluate(&rules, &board, value);
        for (int k = 0; k < sow_state_features.count; k++) {
            int least;
            int most;
            sow_state_feature_range(k, NULL, &least, &most);
            ck_assert(least >= -SOW_MAX_SEEDS && most <= SOW_MAX_SEEDS);
            for (int seat = 0; seat < 2; seat++)
                if (value[seat][k] < least || value[seat][k] > most)
                    differ(&rules, &board, seat, k, value[seat][k], most);
        }
    }
}

/* Finds the feature of the other seat with the same count: "opponent_x" of one seat is
   "x" of the other. */
static int counterpart(int feature)
{
    static const char *const PAIRS[][2] = {{"h6", "h4"},
                                           {"seeds_at_risk", "capturable_seeds"}};
    const char *name = name_of(feature);
    for (size_t i = 0; i < sizeof PAIRS / sizeof PAIRS[0]; i++)
        if (strcmp(PAIRS[i][0], name) == 0)
            return feature_of(PAIRS[i][1]);
    return strncmp(name, "opponent_", 9) == 0 ? feature_of(name + 9) : -1;
}

static struct sow_board exchanged(const struct sow_board *board)
{
    struct sow_board other;
    for (int seat = 0; seat < 2; seat++) {
        memcpy(other.pit[seat], board->pit[1 - seat], sizeof other.pit[seat]);
        other.store[seat] = board->store[1 - seat];
    }
    other.side = (uint8_t)(1 - board->side);
    return other;
}

TEST(properties, symmetry)
{
    struct sow_pcg rng;
    sample_stream(&rng, 690);
    int pairs = 0;
    for (int i = 0; i < sow_scaled(5000); i++) {
        struct sow_rules rules;
        struct sow_board board;
        int16_t value[2][FEATURES_MAX];
        int16_t turned[2][FEATURES_MAX];
        pose(&rng, i, &rules, &board);
        struct sow_board other = exchanged(&board);
        evaluate(&rules, &board, value);
        evaluate(&rules, &other, turned);
        for (int k = 0; k < sow_state_features.count; k++) {
            int own = counterpart(k);
            bool differs = sow_state_features.rows[k].side == SOW_DIFFERENCE;
            pairs += own >= 0;
            for (int seat = 0; seat < 2; seat++) {
                if (turned[1 - seat][k] != value[seat][k])
                    differ(&rules, &board, seat, k, turned[1 - seat][k], value[seat][k]);
                if (own >= 0 && value[seat][k] != value[1 - seat][own])
                    differ(&rules, &board, seat, k, value[seat][k], value[1 - seat][own]);
                if (differs && value[seat][k] != -value[1 - seat][k])
                    differ(&rules, &board, seat, k, value[seat][k], -value[1 - seat][k]);
            }
        }
    }
    ck_assert_int_ge(pairs, 27 * sow_scaled(5000));
}

/* --- no two alike --- */

/* The relation of two features in a sample of positions. */
struct likeness {
    bool equal;   /* always equal */
    bool counter; /* always with the same sum */
};

enum { POSITIONS = 400 };

static struct likeness compare(const int16_t *a, const int16_t *b)
{
    struct likeness likeness = {true, true};
    for (int i = 0; i < POSITIONS; i++) {
        likeness.equal = likeness.equal && a[i] == b[i];
        likeness.counter = likeness.counter && a[i] + b[i] == a[0] + b[0];
    }
    return likeness;
}

/* Twins have the same information, and no other features have. */
TEST_LOOP(properties, twins, 0, (int)sow_variant_count())
{
    static int16_t column[FEATURES_MAX][POSITIONS];
    struct sow_pcg rng;
    struct sow_rules rules;
    sample_stream(&rng, 695);
    sample_variant(sow_variant_name((size_t)_i), &rules);
    int count = sow_state_features.count;
    for (int i = 0; i < POSITIONS; i++) {
        struct sow_board board;
        int16_t value[2][FEATURES_MAX];
        sample_board(&rng, rules.pits, &board);
        evaluate(&rules, &board, value);
        for (int k = 0; k < count; k++)
            column[k][i] = value[SOW_SOUTH][k];
    }
    for (int a = 0; a < count; a++) {
        if (sow_state_feature_refusal(a, &rules) != NULL)
            continue;
        for (int b = a + 1; b < count; b++) {
            if (sow_state_feature_refusal(b, &rules) != NULL)
                continue;
            bool alike =
                sow_state_feature_twin(a, &rules) == sow_state_feature_twin(b, &rules);
            struct likeness likeness = compare(column[a], column[b]);
            ck_assert_msg(alike == (likeness.equal || likeness.counter), "%s and %s",
                          name_of(a), name_of(b));
        }
    }
}
