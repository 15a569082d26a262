/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/survey/survey.h"

#include "sow/matches/openings.h"
#include "sow/support/doc_pages.h"
#include "survey_measures.h"

#define AT(field) offsetof(struct sow_survey_options, field)
#define GAMES_AT(field) offsetof(struct sow_survey_games, field)

static const struct sow_param GAME_ROWS[] = {
    {"games", &sow_param_integer, GAMES_AT(games), 2, 100000, NULL, "15",
     "games in each seat of each pair of players (random and search of depth 1 to 4)"},
    {"mirror_games", &sow_param_integer, GAMES_AT(mirror_games), 2, 1000000, NULL, "300",
     "games of each of --players with itself"},
    {"random_plies", &sow_param_integer, GAMES_AT(random_plies), 0, SOW_RANDOM_PLIES_MAX,
     NULL, "3", "random moves that open each game; 0 = none"},
    {"ply_limit", &sow_param_integer, GAMES_AT(ply_limit), 1, 10000, NULL, "400",
     "plies after which a game ends, if the variant has no lower cap"},
};

const struct sow_param_table sow_survey_game_params = {
    GAME_ROWS, sizeof GAME_ROWS / sizeof GAME_ROWS[0]};

static const struct sow_param ROWS[] = {
    {"players", &sow_param_players, AT(players), 0, SOW_PLAYER_LIST_MAX, NULL,
     "divilly2013",
     "players whose advantage as first mover is measured: players and groups, separated "
     "by commas, or by blanks if a player contains commas"},
};

static const struct sow_param_table TABLE = {ROWS, sizeof ROWS / sizeof ROWS[0]};

static const struct sow_param RECORDED_ROWS[] = {
    {"names", &sow_param_player_names, AT(players), 0, SOW_PLAYER_LIST_MAX, NULL, "",
     "the players as written on the command line"},
};

static const struct sow_param_table RECORDED = {
    RECORDED_ROWS, sizeof RECORDED_ROWS / sizeof RECORDED_ROWS[0]};

/* Resolves players and variants, and checks that all can play (`prepare` of run.h). */
static enum sow_status prepare_survey(void *options, struct sow_store *source,
                                      const struct sow_rules *rules, struct sow_err *err)
{
    struct sow_survey_options *survey = options;
    (void)rules;
    enum sow_status status = sow_err_blame(
        err, sow_player_list_resolve(&survey->players, source, err), "players");
    if (status == SOW_OK)
        status = sow_err_blame(err, sow_variant_choice_resolve(&survey->choice, err),
                               "variants");
    if (status == SOW_OK)
        status = sow_err_blame(
            err, sow_survey_check(&survey->choice.set, &survey->players, err), "players");
    return status;
}

/* Measures all variants (`execute` of run.h). */
static enum sow_status execute_survey(struct sow_run *run, const void *options,
                                      struct sow_err *err)
{
    const struct sow_survey_options *survey = options;
    enum sow_status status = sow_survey_measure(run, &survey->games, &survey->choice.set,
                                                &survey->players, err);
    run->stop_reason = "all games played";
    return status;
}

static const char *const CONTENT[] = {"surveys", NULL};

const struct sow_run_kind sow_survey_kind = {
    .name = "survey",
    .groups = {{.table = &RECORDED, .use = SOW_RECORDED},
               {.table = &TABLE},
               {.table = &sow_survey_game_params, .offset = AT(games)},
               {.table = &sow_variant_choice_params,
                .offset = AT(choice),
                .title = "Variants"}},
    .options_size = sizeof(struct sow_survey_options),
    .again = "",
    .command =
        {
            .kind = &sow_survey_kind,
            .section = "Playing",
            .name = "survey",
            .operands = "",
            .summary = "measure which kind of game each variant is",
            .examples =
                "sowlab survey --variants five\n"
                "sowlab survey --variants 'random:[50,seed=1]' --players divilly2013,h4\n"
                "sowlab survey --variants kalah,mygame.ini --games 100 --mirror-games 3000",
            .details =
                "A random player and players that look 1 to 4 plies ahead by the "
                "difference of the stores play each variant. Table 'measures' has a row "
                "for each variant. It has the length of a game, the moves to choose "
                "from, draws, and games that the ply cap ends. Further columns are "
                "changes of the leader, the time of the decision, and the margin. Skill "
                "is the Elo points from random play to depth 4. Advantage is the first "
                "mover's score less 0.5 when one of --players plays with itself.\n"
                "Table 'intervals' of --json and 'runs show' has the 95 % intervals. "
                "The measures describe games and do not judge them "
                "(" SOW_DOC_MEASURES ").\n",
            .takes = SOW_TAKES_RUN,
            .min_operands = 0,
            .max_operands = 0,
        },
    .prepare = prepare_survey,
    .execute = execute_survey,
    .goes_on = true,
    .sections = sow_survey_sections,
    .charts = sow_survey_charts,
    .content = CONTENT,
};
