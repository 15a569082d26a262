/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/studies/tournament.h"

#include "sow/matches/openings.h"
#include "sow/studies/study_sections.h"
#include "standings.h"

#include <stdlib.h>
#include <string.h>

#define AT(field) offsetof(struct sow_tournament_options, field)

static const struct sow_param ROWS[] = {
    SOW_STUDY_GAMES_ROW("1000"),
    SOW_OPENINGS_ROW(SOW_STUDY_AT(random_plies)),
    SOW_STARTS_ROW(SOW_STUDY_AT(starts)),
    SOW_KEEP_ROW(SOW_STUDY_AT(keep_games)),
};

static const struct sow_param_table TABLE = {ROWS, sizeof ROWS / sizeof ROWS[0]};

/* Rows of --variant, and of the options that name several variants. */

static const struct sow_param ONE_GAME_ROWS[] = {
    {"variant", &sow_param_text, AT(variant), 0, SOW_VARIANT_PATH_MAX, NULL, "erherhe",
     "the game, if it is one"},
};

static const struct sow_param_table ONE_GAME = {ONE_GAME_ROWS, 1};

static const struct sow_param GAMES_ROWS[] = {
    SOW_VARIANTS_ROW(
        AT(study.choice), "",
        "the games, if they are several: names, variant files and groups "
        "(paper = erherhe, oware, awari, vai-lung-thlan; five = these and kalah; all)"),
    SOW_VARIANT_SIZE_ROW(AT(study.choice), pits, "pits",
                         "every game with so many pits a row: a number, or a range"),
    SOW_VARIANT_SIZE_ROW(AT(study.choice), seeds, "seeds_per_pit",
                         "every game with so many seeds a pit: a number, or a range"),
};

static const struct sow_param_table GAMES = {GAMES_ROWS,
                                             sizeof GAMES_ROWS / sizeof GAMES_ROWS[0]};

static enum sow_status take_tournament(void *options, const struct sow_words *words,
                                       struct sow_err *err)
{
    struct sow_tournament_options *tournament = options;
    bool several = !sow_variant_set_is_empty(&tournament->study.choice.set);
    if (several && strcmp(tournament->variant, ONE_GAME_ROWS[0].fallback) != 0)
        return sow_err_blame(
            err,
            sow_err_set(err, SOW_USAGE,
                        "both '--variant' and '--variants' are given: choose one"),
            "variant");
    if (!several && sow_param_set(&GAMES_ROWS[0], options, tournament->variant, err))
        return SOW_NO_MEMORY;
    return sow_study_take(options, words, err);
}

static const struct sow_param RECORDED_ROWS[] = {SOW_STUDY_PLAYERS_ROWS};

static const struct sow_param_table RECORDED = {
    RECORDED_ROWS, sizeof RECORDED_ROWS / sizeof RECORDED_ROWS[0]};

static size_t pairs_of(const struct sow_study *study)
{
    return study->players.count * (study->players.count + 1) / 2;
}

/* Lists player i against itself and against the players after it. */
static enum sow_status list_pairs(struct sow_study *study, struct sow_err *err)
{
    (void)err;
    for (size_t v = 0; v < study->set.count; v++)
        for (size_t i = 0; i < study->players.count; i++)
            for (size_t j = i; j < study->players.count; j++)
                sow_study_add_cell(study, v, i, j);
    return SOW_OK;
}

/* Adds the results of the variants from @p begin to @p end. */
static void fill_standings(const struct sow_study *study, size_t begin, size_t end,
                           struct sow_standings *standings)
{
    size_t pairs = pairs_of(study);
    for (size_t i = begin * pairs; i < end * pairs; i++)
        sow_standings_add(standings, study->cells[i].player, study->cells[i].opponent,
                          &study->duels[i]);
}

static enum sow_status conclude_variants(const struct sow_study *study, size_t begin,
                                         size_t end, struct sow_standing_lines *lines,
                                         struct sow_err *err)
{
    bool all = end - begin > 1;
    struct sow_standings standings;
    enum sow_status status = sow_standings_init(
        &standings, &study->players, all ? NULL : study->set.variants[begin].name, err);
    if (status != SOW_OK)
        return status;
    fill_standings(study, begin, end, &standings);
    status = sow_standings_conclude(&standings, lines, err);
    sow_standings_release(&standings);
    return status;
}

static enum sow_status conclude_tournament(const struct sow_study *study,
                                           struct sow_err *err)
{
    size_t variants = study->set.count;
    struct sow_standing_lines lines;
    sow_standing_lines_init(&lines);
    enum sow_status status = SOW_OK;
    for (size_t v = 0; v < variants && status == SOW_OK; v++)
        status = conclude_variants(study, v, v + 1, &lines, err);
    if (status == SOW_OK && variants > 1)
        status = conclude_variants(study, 0, variants, &lines, err);
    if (status == SOW_OK)
        status = sow_standing_lines_store(&lines, study->run, err);
    sow_standing_lines_release(&lines);
    return status;
}

static const struct sow_study_design DESIGN = {
    .least_players = 2,
    .miscount =
        "one player makes no tournament: name two or more, such as 'heuristics random'",
    .begin = list_pairs,
    .conclude = conclude_tournament,
    .table = "ratings",
    .ended = "all games played",
};

static enum sow_status prepare_tournament(void *options, struct sow_store *source,
                                          const struct sow_rules *rules,
                                          struct sow_err *err)
{
    (void)rules;
    struct sow_tournament_options *asked = options;
    struct sow_study_options *study = &asked->study;
    enum sow_status status = sow_study_prepare(&DESIGN, options, source, err);
    if (status == SOW_OK)
        sow_keep_outside(&study->keep_games, study->games, study->players.agents,
                         study->players.count);
    return status;
}

static const char *const CONTENT[] = {
    "match_variants", "games", "matches", "match_pairs", "ratings", "cycles", NULL};

const struct sow_run_kind sow_tournament_kind = {
    .name = "tournament",
    .groups = {{.table = &RECORDED, .use = SOW_RECORDED},
               {.table = &TABLE},
               {.table = &ONE_GAME, .title = "Variants", .use = SOW_TYPED},
               {.table = &GAMES, .title = "Variants"}},
    .options_size = sizeof(struct sow_tournament_options),
    .design = &DESIGN,
    .command =
        {
            .kind = &sow_tournament_kind,
            .section = "Playing",
            .name = "tournament",
            .operands = "PLAYER...",
            .summary = "everyone meets everyone: cross-table, ratings, cycles",
            .examples =
                "sowlab tournament heuristics random divilly2013\n"
                "sowlab tournament run:17 run:18 divilly2013 --variant kalah\n"
                "sowlab tournament heuristics random --variants five --games 5000",
            .details =
                "A player is a spec or one of the groups 'heuristics' (h1 to h6) and 'paper' "
                "(these and random). "
                "'crosstable' has the score of the row's player against the column's, "
                "both seats together; "
                "on the diagonal the score of whoever moves first in games against itself. "
                "'ratings' are of the model of Bradley and Terry on the Elo scale with mean 0 "
                "and 95 % intervals. 'cycles' are three players of which each beats the next: "
                "sign tests of wins against losses, 5 % after Holm over all pairs of the variant.\n",
            .takes = SOW_TAKES_RUN,
            .min_operands = 1,
            .max_operands = SOW_ANY_OPERANDS,
        },
    .take = take_tournament,
    .prepare = prepare_tournament,
    .question = &sow_study_question,
    .execute = sow_study_execute,
    .goes_on = true,
    .sections = sow_study_sections,
    .content = CONTENT,
};
